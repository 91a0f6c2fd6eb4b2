//! Where strings, comments and unreadable code lie in a file, by the parse tree of our own grammar.
//!
//! Which nodes are strings and comments is said by the table of the language; nothing here knows a language.

use std::ops::Range;

use orienteer_languages::{Action, Language};
use orienteer_syntax::{Limits, Node, Parser, Tree};
use std::time::Duration;

/// Sources of packages, read by a person who waits: far more than any of them needs.
const LIMITS: Limits = Limits { steps: u64::MAX, reads: u64::MAX, time: Duration::from_secs(60) };

#[derive(Debug, Default)]
pub(super) struct Regions {
    strings: Vec<Range<usize>>,
    comments: Vec<Range<usize>>,
    errors: Vec<Range<usize>>,
    /// Where each line begins.
    lines: Vec<usize>,
}

pub(super) fn of(language: &Language, source: &[u8]) -> Regions {
    let starts = source.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let mut regions = Regions { lines: std::iter::once(0).chain(starts).collect(), ..Regions::default() };
    let grammar = language.grammar.as_ref();
    if let Some(tree) = grammar.and_then(|grammar| Parser::default().parse(grammar, source, &LIMITS)) {
        regions.collect(language, &tree);
    }
    regions
}

impl Regions {
    fn collect(&mut self, language: &Language, tree: &Tree) {
        let mut at = 0;
        while let Some(node) = tree.node(at) {
            at = if self.take(language, node) { node.after() } else { at + 1 };
        }
    }

    /// Says whether there is nothing more to see inside.
    fn take(&mut self, language: &Language, node: Node<'_>) -> bool {
        if node.is_error() {
            self.errors.push(node.bytes());
        }
        let actions = language.rules.actions(node.kind());
        if actions.iter().any(|action| matches!(action, Action::Comment)) {
            self.comments.push(node.bytes());
            return true;
        }
        if actions.iter().any(|action| matches!(action, Action::String)) {
            self.take_string(node);
        }
        false
    }

    /// All of a string but the code that is filled into it.
    fn take_string(&mut self, string: Node<'_>) {
        let mut start = string.start_byte();
        for code in string.children().filter(Node::has_named_children) {
            self.strings.push(start..code.start_byte());
            start = code.end_byte();
        }
        self.strings.push(start..string.end_byte());
    }

    /// The name stands on the line, and nowhere there outside of strings.
    pub(super) fn is_in_string(&self, source: &[u8], line: u32, name: &str) -> bool {
        self.all_within(&self.strings, source, line, name)
    }

    pub(super) fn is_in_comment(&self, source: &[u8], line: u32, name: &str) -> bool {
        self.all_within(&self.comments, source, line, name)
    }

    /// Any part of the line belongs to something that the grammar could not read.
    pub(super) fn is_unreadable(&self, source: &[u8], line: u32) -> bool {
        let line = self.line(source, line);
        self.errors.iter().any(|error| error.start < line.end && line.start < error.end.max(error.start + 1))
    }

    fn all_within(&self, regions: &[Range<usize>], source: &[u8], line: u32, name: &str) -> bool {
        let line = self.line(source, line);
        let text = source.get(line.clone()).unwrap_or_default();
        let windows = text.windows(name.len().max(1)).enumerate();
        let mut places = windows
            .filter(|(_, window)| *window == name.as_bytes())
            .map(|(at, _)| line.start + at)
            .peekable();
        places.peek().is_some() && places.all(|at| regions.iter().any(|region| region.contains(&at)))
    }

    fn line(&self, source: &[u8], number: u32) -> Range<usize> {
        let at = number.saturating_sub(1) as usize;
        let start = self.lines.get(at).copied().unwrap_or(source.len());
        start..self.lines.get(at + 1).copied().unwrap_or(source.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regions(path: &str, source: &str) -> Regions {
        of(orienteer_languages::by_path(path).unwrap(), source.as_bytes())
    }

    #[test]
    fn a_declaration_in_a_heredoc_is_in_a_string() {
        let source = "def real\n  run(<<~CODE)\n    def quoted; end\n  CODE\nend\n";
        let found = regions("a.rb", source);
        assert!(found.is_in_string(source.as_bytes(), 3, "quoted"));
        assert!(!found.is_in_string(source.as_bytes(), 1, "real"));
    }

    #[test]
    fn code_that_is_filled_into_a_string_is_code() {
        let source = "let a = `class quoted ${function real() {}}`;\n";
        let found = regions("a.js", source);
        assert!(found.is_in_string(source.as_bytes(), 1, "quoted"));
        assert!(!found.is_in_string(source.as_bytes(), 1, "real"));
    }

    #[test]
    fn a_name_beside_the_string_that_has_it_is_code() {
        let source = "def name(): return 'name'\n";
        assert!(!regions("a.py", source).is_in_string(source.as_bytes(), 1, "name"));
    }

    #[test]
    fn comments_and_errors_are_known() {
        let source = "# def gone\ndef (:\n";
        let found = regions("a.py", source);
        assert!(found.is_in_comment(source.as_bytes(), 1, "gone"));
        assert!(found.is_unreadable(source.as_bytes(), 2) && !found.is_unreadable(source.as_bytes(), 1));
    }
}
