//! Fields, choices and constants with the comments above them, read off the text of a source. Formatted sources alone: one field a line.

/// What a settings file may say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) meaning: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constant {
    pub(super) value: String,
    pub(super) meaning: String,
}

/// The fields of a structure; those of a flattened one in its place.
pub(super) fn fields(source: &str, structure: &str) -> Result<Vec<Field>, String> {
    let body = body(source, &format!("struct {structure} {{")).ok_or(format!("there is no {structure}"))?;
    let mut fields = Vec::new();
    for item in items(body) {
        let line = item.line.trim_start_matches("pub ").trim_end_matches(',');
        let Some((name, kind)) = line.split_once(": ") else { continue };
        if item.has("#[serde(skip)]") {
            continue;
        }
        if item.has("#[serde(flatten)]") {
            fields.extend(self::fields(source, kind)?);
            continue;
        }
        fields.push(Field { name: name.to_owned(), kind: kind.to_owned(), meaning: item.meaning });
    }
    Ok(fields)
}

/// What a field of this kind may be, with what it means; nothing if it is no list of choices.
pub(super) fn choices(source: &str, kind: &str) -> Option<String> {
    let body = body(source, &format!("enum {kind} {{"))?;
    let choice = |item: Item<'_>| {
        let name = item.line.trim_end_matches(',').to_lowercase();
        format!("`{name}`: {}", item.meaning.trim_end_matches('.'))
    };
    Some(items(body).into_iter().map(choice).collect::<Vec<_>>().join("; "))
}

/// Names that stand in constants.
pub(super) fn constants(source: &str) -> Vec<Constant> {
    let named = items(source).into_iter().filter(|item| item.line.contains("const "));
    let constant = |item: Item<'_>| {
        let value = item.line.split('"').nth(1)?.to_owned();
        Some(Constant { value, meaning: item.meaning })
    };
    named.filter_map(constant).filter(|constant| !constant.meaning.is_empty()).collect()
}

/// With a capital letter before and a full stop behind.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

/// What stands between the braces.
fn body<'a>(source: &'a str, opening: &str) -> Option<&'a str> {
    let start = source.find(opening)? + opening.len();
    let length = source[start..].find("\n}")?;
    Some(&source[start..start + length])
}

/// A line with what stands above it.
struct Item<'a> {
    line: &'a str,
    attributes: Vec<&'a str>,
    meaning: String,
}

impl Item<'_> {
    fn has(&self, attribute: &str) -> bool {
        self.attributes.contains(&attribute)
    }
}

fn items(body: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let (mut words, mut attributes): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(comment) = line.strip_prefix("///") {
            words.push(comment.trim());
        } else if line.starts_with("#[") {
            attributes.push(line);
        } else {
            let meaning = std::mem::take(&mut words).join(" ");
            items.push(Item { line, attributes: std::mem::take(&mut attributes), meaning });
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
pub struct Outer {
    /// How
    /// often.
    pub often: usize,
    #[serde(flatten)]
    pub inner: Inner,
    #[serde(skip)]
    pub key: Option<Key>,
}

struct Inner {
    /// Which.
    way: Way,
}

struct Silent {
    way: Way,
}

enum Way {
    /// Over the hill.
    #[default]
    Hill,
    /// Through it.
    Tunnel,
}

/// Where it is.
const FOLDER: &str = \"SOME_FOLDER\";
";

    #[test]
    fn fields_have_their_comments() {
        let found = fields(SOURCE, "Outer").unwrap();
        let names: Vec<&str> = found.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["often", "way"]);
        assert_eq!((found[0].meaning.as_str(), found[0].kind.as_str()), ("How often.", "usize"));
        assert!(fields(SOURCE, "Missing").is_err());
        assert_eq!(fields(SOURCE, "Silent").unwrap()[0].meaning, "");
    }

    #[test]
    fn choices_and_constants_too() {
        assert_eq!(choices(SOURCE, "Way").unwrap(), "`hill`: Over the hill; `tunnel`: Through it");
        assert_eq!(choices(SOURCE, "usize"), None);
        let expected = Constant { value: "SOME_FOLDER".to_owned(), meaning: "Where it is.".to_owned() };
        assert_eq!(constants(SOURCE), [expected]);
        assert_eq!(sentence("its key; twice"), "Its key; twice.");
    }
}
