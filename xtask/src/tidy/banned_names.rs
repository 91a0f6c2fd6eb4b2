//! Names that say nothing about what a thing is for, in files and in declarations.
//!
//! Only declarations are looked at: what other libraries call their things is theirs.

use super::Finding;
use super::rust_source::{RustSource, line_of, words};

const EMPTY_WORDS: [&str; 8] =
    ["util", "utils", "helper", "helpers", "manager", "managers", "enhanced", "v2"];
const ITEMS: [&str; 7] = ["fn", "struct", "enum", "trait", "mod", "const", "type"];
const LOCALS: [&str; 2] = ["let", "mut"];

pub(super) fn check(source: &RustSource) -> Vec<Finding> {
    let stem = source.path.rsplit('/').next().and_then(|name| name.strip_suffix(".rs")).unwrap_or_default();
    let folder = source.path.rsplit('/').nth(1).unwrap_or_default();
    let in_path = [stem, folder].into_iter().filter(|name| is_empty_name(name));
    let found_in_path = in_path.map(|name| Finding::new(source.path, 0, complaint(name)));
    let declared = empty_declarations(&source.code);
    let found_in_code =
        declared.map(|(at, name)| Finding::new(source.path, line_of(&source.code, at), complaint(name)));
    found_in_path.chain(found_in_code).collect()
}

fn complaint(name: &str) -> String {
    format!("`{name}` does not say what it is for")
}

/// An item that is called after its age will not be new for long; a local may be the new side of a change.
fn empty_declarations(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let pairs = words(code).zip(words(code).skip(1));
    let empty = pairs.filter(|((_, keyword), (_, name))| {
        let is_item = ITEMS.contains(keyword);
        let aged = is_item && name.starts_with("new_");
        aged || ((is_item || LOCALS.contains(keyword)) && is_empty_name(name))
    });
    empty.map(|(_, declared)| declared)
}

fn is_empty_name(name: &str) -> bool {
    parts_of(name).iter().any(|part| EMPTY_WORDS.contains(&part.as_str()))
}

/// The words of a snake or camel name, in lower case.
fn parts_of(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for c in name.chars() {
        if c == '_' || c.is_uppercase() {
            parts.push(String::new());
        }
        if let Some(last) = parts.last_mut().filter(|_| c != '_') {
            last.extend(c.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_names_are_found() {
        let bad = "struct CacheManager;\nfn new_index() {}\nmod helpers;\nlet search_v2 = 1;\n";
        let lines: Vec<_> =
            check(&RustSource::new("crates/a/src/utils.rs", bad)).iter().map(|f| f.line).collect();
        assert_eq!(lines, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn constructors_and_foreign_names_are_fine() {
        let good =
            "fn new() {}\nfn renew_lease() { let new_end = 1; builder.new_in(path); other::utils::go(); }\n";
        assert_eq!(check(&RustSource::new("crates/a/src/a.rs", good)), []);
    }
}
