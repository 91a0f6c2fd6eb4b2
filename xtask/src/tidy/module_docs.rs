//! Every file opens with `//!` that says what it is for.

use super::Finding;
use super::rust_source::RustSource;

pub(super) fn check(source: &RustSource) -> Vec<Finding> {
    let first = source.text.lines().next().unwrap_or_default();
    match first.strip_prefix("//!").map(str::trim) {
        Some(sentence) if !sentence.is_empty() => Vec::new(),
        _ => vec![Finding::new(source.path, 1, "the file does not open with `//!` and what it is for")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_its_purpose_is_found() {
        for bad in ["", "use std::fs;\n", "//!\n//! late\n", "// plain\n"] {
            assert_eq!(check(&RustSource::new("crates/a/src/a.rs", bad)).len(), 1, "{bad:?}");
        }
        assert_eq!(check(&RustSource::new("crates/a/src/a.rs", "//! Reads maps.\n")), []);
    }
}
