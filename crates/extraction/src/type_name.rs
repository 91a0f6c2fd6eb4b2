//! From a type as written to the dotted name that can be looked up.

/// Strips pointers, references, modifiers, arrays, type arguments and the wrappers in `unwrap`; separators become dots.
/// Gives nothing for a union of several types, a function type or anything else that is not one name.
pub(crate) fn dotted_type(text: &str, unwrap: &[String]) -> Option<String> {
    let mut text = text.trim();
    for _ in 0..8 {
        let before = text;
        text = strip_decoration(text);
        text = single_of_union(text)?;
        if let Some((base, arguments)) = split_arguments(text) {
            let base = last_part(base);
            text = if unwrap.iter().any(|wrapper| wrapper == base) {
                first_argument(arguments)
            } else {
                split_base(text)
            };
        }
        if text == before {
            break;
        }
    }
    let dotted = normalise(text);
    is_dotted_name(&dotted).then_some(dotted)
}

fn strip_decoration(text: &str) -> &str {
    const WORDS: &[&str] = &[
        "mut ",
        "const ",
        "dyn ",
        "impl ",
        "ref ",
        "out ",
        "in ",
        "readonly ",
        "struct ",
        "class ",
        "enum ",
        "union ",
        "final ",
        "volatile ",
        "static ",
        "unsigned ",
        "inout ",
        "some ",
        "any ",
        "keyof ",
        "typeof ",
        "new ",
        "params ",
        "async ",
        "unowned ",
        "weak ",
        "box ",
        "extern ",
        "inline ",
    ];
    let mut text = text.trim().trim_start_matches([':', '*', '&', '?', '!', '^', '@', '~', ' ']);
    text = text.trim_end_matches(['*', '&', '?', '!', ' ', ';']);
    text = text.strip_prefix("->").unwrap_or(text).trim_start();
    text = text.strip_prefix("[]").unwrap_or(text).trim_start();
    text = text.strip_suffix("[]").unwrap_or(text);
    text = text.trim_start_matches(['"', '\'']).trim_end_matches(['"', '\'']);
    for word in WORDS {
        text = text.strip_prefix(word).unwrap_or(text).trim_start();
    }
    strip_lifetime(text)
}

/// `'a T` -> `T`.
fn strip_lifetime(text: &str) -> &str {
    match text.split_once(' ') {
        Some((first, rest)) if first.len() <= 3 && first.bytes().all(|byte| byte.is_ascii_lowercase()) => {
            rest.trim_start()
        }
        _ => text,
    }
}

/// `T | None` -> `T`; several real members give nothing.
fn single_of_union(text: &str) -> Option<&str> {
    if !text.contains('|') || text.contains(['<', '[', '(', '{']) {
        return Some(text);
    }
    let mut real = text.split('|').map(str::trim).filter(|part| {
        !matches!(*part, "" | "None" | "null" | "undefined" | "nil" | "Nil" | "void" | "NoneType")
    });
    let first = real.next()?;
    real.next().is_none().then_some(first)
}

fn split_arguments(text: &str) -> Option<(&str, &str)> {
    let open = text.find(['<', '['])?;
    let close = if text.as_bytes()[open] == b'<' { '>' } else { ']' };
    let end = text.rfind(close)?;
    (open > 0 && end > open).then(|| (text[..open].trim(), text[open + 1..end].trim()))
}

fn split_base(text: &str) -> &str {
    text.find(['<', '[']).map_or(text, |open| text[..open].trim())
}

fn first_argument(arguments: &str) -> &str {
    let mut depth = 0usize;
    for (position, character) in arguments.char_indices() {
        match character {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return arguments[..position].trim(),
            _ => {}
        }
    }
    arguments
}

fn last_part(text: &str) -> &str {
    text.rsplit(['.', ':', '\\']).next().unwrap_or(text)
}

/// Path separators of all languages as dots.
pub(crate) fn normalise(text: &str) -> String {
    let mut dotted = String::with_capacity(text.len());
    for part in
        text.split(['.', ':', '\\', '#']).flat_map(|part| part.split("->")).filter(|part| !part.is_empty())
    {
        if !dotted.is_empty() {
            dotted.push('.');
        }
        dotted.push_str(part.trim());
    }
    dotted
}

/// A written path with dots and without type arguments.
pub(crate) fn split_path(text: &str) -> String {
    normalise(&without_arguments(text))
}

/// Container and name of a declaration's written name: `A<T>::f` declares `f` of `A`.
pub(crate) fn split_declared(text: &str) -> (String, String) {
    if !text.contains(char::is_alphanumeric) {
        return (String::new(), text.to_owned());
    }
    if let Some(at) = operator_at(text) {
        return (normalise(&without_arguments(&text[..at])), operator_name(&text[at..]));
    }
    let is_word = text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '~'));
    let path = if is_word && text.contains('<') { without_arguments(text) } else { text.to_owned() };
    if path.contains(char::is_whitespace) || !path.contains(['.', ':']) {
        return (String::new(), path);
    }
    let dotted = normalise(&path);
    match dotted.rsplit_once('.') {
        Some((container, name)) => (container.to_owned(), name.to_owned()),
        None => (String::new(), dotted),
    }
}

/// Where a name says `operator` followed by signs or a type, whose characters separate nothing.
fn operator_at(text: &str) -> Option<usize> {
    const WORD: &str = "operator";
    let at = text.rfind(WORD)?;
    let begins = at == 0 || text[..at].ends_with(':');
    let after = text[at + WORD.len()..].chars().next()?;
    (begins && !after.is_alphanumeric() && !matches!(after, '_' | '.' | ':')).then_some(at)
}

/// An operator without its parameters and needless space.
fn operator_name(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let name = words.join(" ").replace("operator (", "operator(");
    let from = if name.starts_with("operator()") { "operator()".len() } else { 0 };
    let end = name[from..].find('(').map_or(name.len(), |parameters| from + parameters);
    name[..end].trim_end().to_owned()
}

/// A path without the type arguments of its parts.
fn without_arguments(text: &str) -> String {
    let mut depth = 0usize;
    let is_outside = |character: &char| {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    text.chars().filter(is_outside).collect()
}

pub(crate) fn is_dotted_name(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|first| first.is_alphabetic() || first == '_' || first == '$' || first == '@')
        && text.len() <= 200
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '?' | '!' | '\'' | '@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let unwrap: Vec<String> = ["Optional", "Option", "Arc", "Promise"].map(String::from).to_vec();
        assert_eq!(dotted_type(text, &unwrap).as_deref().unwrap_or("-"), expected, "{text}");
    }

    #[test]
    fn the_name_inside_the_decoration() {
        check("Session", "Session");
        check("&'a mut Session", "Session");
        check("Optional[Session]", "Session");
        check("typing.Optional[db.Session]", "db.Session");
        check("Arc<Option<store::Session>>", "store.Session");
        check("*pkg.Session", "pkg.Session");
        check("[]*pkg.Session", "pkg.Session");
        check("Session | None", "Session");
        check("Vec<Session>", "Vec");
        check("\\App\\Store\\Session", "App.Store.Session");
        check("const std::shared_ptr<Session>&", "std.shared_ptr");
        check(": Promise<Session>", "Session");
    }

    fn split(text: &str) -> String {
        let (container, name) = split_declared(text);
        format!("{container}|{name}")
    }

    #[test]
    fn a_declared_name_and_its_container() {
        assert_eq!(split("close"), "|close");
        assert_eq!(split("Store<K, V>::close"), "Store|close");
        assert_eq!(split("yard::Store::~Store"), "yard.Store|~Store");
        assert_eq!(split("Parse<long long>"), "|Parse");
        assert_eq!(split("opens when asked"), "|opens when asked");
    }

    #[test]
    fn the_signs_of_an_operator_separate_nothing() {
        assert_eq!(split("Store<T>::operator->"), "Store|operator->");
        assert_eq!(split("operator<<"), "|operator<<");
        assert_eq!(split("Store::operator ()"), "Store|operator()");
        assert_eq!(split("Store::operator bool() const"), "Store|operator bool");
        assert_eq!(split("=<<"), "|=<<");
    }

    #[test]
    fn what_is_not_one_name_gives_nothing() {
        check("Session | Other", "-");
        check("(a: string) => void", "-");
        check("{ a: string }", "-");
        check("", "-");
    }
}
