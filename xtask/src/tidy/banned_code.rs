//! Code that is never committed: silenced lints and unfinished places.

use super::Finding;
use super::rust_source::{RustSource, line_of};

/// What is banned, and what to write in its place.
const BANNED: [(&str, &str); 5] = [
    ("#[allow(", "use #[expect(.., reason = \"..\")]"),
    ("#![allow(", "use #[expect(.., reason = \"..\")]"),
    ("todo!(", "finish it or leave it out"),
    ("unimplemented!(", "finish it or leave it out"),
    ("dbg!(", "remove it"),
];

pub(super) fn check(source: &RustSource) -> Vec<Finding> {
    BANNED.iter().flat_map(|(word, advice)| occurrences(source, word, advice)).collect()
}

fn occurrences(source: &RustSource, word: &str, advice: &str) -> Vec<Finding> {
    let finding =
        |(at, _)| Finding::new(source.path, line_of(&source.code, at), format!("`{word}`: {advice}"));
    source.code.match_indices(word).map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_and_silenced_code_is_found() {
        let bad = "#[allow(dead_code)]\nfn a() { todo!() }\nfn b() { dbg!(1); unimplemented!() }\n";
        let lines: Vec<_> =
            check(&RustSource::new("crates/a/src/a.rs", bad)).iter().map(|f| f.line).collect();
        assert_eq!(lines, [1, 2, 3, 3]);
    }

    #[test]
    fn speaking_of_it_is_not_doing_it() {
        let good = "// never todo!()\nconst A: &str = \"dbg!(\";\n";
        assert_eq!(check(&RustSource::new("crates/a/src/a.rs", good)), []);
    }
}
