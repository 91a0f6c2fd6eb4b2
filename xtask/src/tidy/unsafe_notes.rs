//! `unsafe` stands only in files that say why it is sound.

use super::Finding;
use super::rust_source::{RustSource, line_of, words};

pub(super) fn check(source: &RustSource) -> Vec<Finding> {
    let first = words(&source.code).find(|(_, word)| *word == "unsafe");
    match first {
        Some((at, _)) if !source.text.contains("SAFETY") => {
            vec![Finding::new(source.path, line_of(&source.code, at), "`unsafe` without a SAFETY note")]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unargued_unsafe_is_found() {
        let bad = "fn a() {\n unsafe { b() }\n}\n";
        assert_eq!(check(&RustSource::new("crates/a/src/a.rs", bad))[0].line, 2);
        let good = "fn a() {\n // SAFETY: b has no preconditions.\n unsafe { b() }\n}\n#[expect(unsafe_code)] fn c() {}\n";
        assert_eq!(check(&RustSource::new("crates/a/src/a.rs", good)), []);
    }
}
