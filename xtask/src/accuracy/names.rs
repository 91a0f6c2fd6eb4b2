//! Names in the form in which the two sides are compared.
//!
//! Nothing here looks at a source: a name is changed only in ways that mean the same declaration.

/// The last part of a path, without the mark of a private name and without spaces inside.
pub(super) fn comparable(name: &str) -> String {
    let name: String = name.chars().filter(|character| !character.is_whitespace()).collect();
    let name = without_frame(&name);
    let cut = name.rfind([':', '.', '\\']).map_or(0, |at| at + 1);
    let last = if name[cut..].starts_with(begins_identifier) { &name[cut..] } else { name };
    match last.strip_prefix(['#', '&']) {
        Some(bare) if bare.starts_with(begins_identifier) => bare.to_owned(),
        _ => last.to_owned(),
    }
}

/// A computed or quoted name without its brackets or quotes.
fn without_frame(name: &str) -> &str {
    let frames = [('[', ']'), ('"', '"'), ('\'', '\'')];
    let inner = frames.iter().find_map(|&(left, right)| name.strip_prefix(left)?.strip_suffix(right));
    inner.filter(|inner| !inner.is_empty()).unwrap_or(name)
}

fn begins_identifier(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '~' | '#')
}

/// A name that ctags made up for something that has none.
pub(super) fn is_made_up(name: &str) -> bool {
    let prefixes = ["__anon", "AnonymousFunction", "AnonymousClass", "anonymousFunction"];
    name.is_empty() || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_is_compared() {
        for (name, last) in
            [("Outer::Inner", "Inner"), ("a.b.c", "c"), ("N\\Name", "Name"), ("#hidden", "hidden")]
        {
            assert_eq!(comparable(name), last);
        }
    }

    #[test]
    fn operators_keep_their_signs() {
        for (name, kept) in [("operator ==", "operator=="), ("~Name", "~Name"), ("<=>", "<=>"), ("..", "..")]
        {
            assert_eq!(comparable(name), kept);
        }
        assert_eq!(comparable("ready?"), "ready?");
        assert_eq!((comparable("[]").as_str(), comparable("[]=").as_str()), ("[]", "[]="));
    }

    #[test]
    fn computed_and_quoted_names_lose_their_frame() {
        assert_eq!(comparable("[Symbol.iterator]"), "iterator");
        assert_eq!(comparable("'on open'"), "onopen");
    }

    #[test]
    fn made_up_names_are_known() {
        assert!(is_made_up("__anon7c93") && is_made_up("AnonymousFunction1a") && is_made_up(""));
        assert!(!is_made_up("anonymous"));
    }
}
