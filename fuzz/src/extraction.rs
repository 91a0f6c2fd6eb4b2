//! Any bytes in any language: facts whose spans lie inside the source, never a panic, and no tree but tree-sitter's. The first byte
//! chooses the language.

use orienteer_extraction::Extractor;
use orienteer_syntax::{Grammar, Limits, Parser};
use std::time::Duration;

pub(crate) fn run(data: &[u8]) {
    let Some((first, source)) = data.split_first() else { return };
    let languages = orienteer_languages::all().count();
    let Some(language) = orienteer_languages::all().nth(usize::from(*first) % languages) else { return };
    if let Some(grammar) = &language.grammar {
        compare_trees(grammar, source);
    }
    let facts = Extractor::default().extract(language, source);
    let lines = source.iter().filter(|byte| **byte == b'\n').count() + 1;
    for unit in &facts.units {
        assert!(unit.span.start_byte <= unit.span.end_byte);
        assert!(unit.span.end_byte as usize <= source.len());
        assert!(unit.span.start_line <= unit.span.end_line && unit.span.end_line as usize <= lines);
    }
}

/// A tree that is made from the tables alone is the one that tree-sitter makes.
fn compare_trees(grammar: &Grammar, source: &[u8]) {
    let limits = Limits { steps: 1 << 20, reads: 1 << 24, time: Duration::from_secs(2) };
    let mut parser = Parser::default();
    if let Some(direct) = parser.parse_directly(grammar, source, &limits)
        && let Some(complete) = parser.parse_completely(grammar, source, &limits)
    {
        assert!(direct == complete, "two trees of one source");
    }
}
