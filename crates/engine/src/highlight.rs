//! Where a text has terms of a question. Words are cut as the index cuts them, so that stems and parts of identifiers show as
//! they were searched for. Nothing here knows colours.

use orienteer_storage::Snapshot;
use orienteer_text::{Tokenizer, parts, words};
use std::collections::HashMap;
use std::ops::Range;

/// Bytes of a text that are looked at; longer lines are data.
const MOST_BYTES: usize = 16 << 10;

/// The terms of a question and how much each of them says.
pub(crate) struct Highlighter {
    tokenizer: Tokenizer,
    terms: HashMap<String, usize>,
    weights: Vec<f32>,
}

/// What a text has of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Matches {
    /// Bytes, in order, none touching the next.
    pub(crate) ranges: Vec<Range<usize>>,
    /// Numbers of the terms, each once.
    pub(crate) terms: Vec<usize>,
}

impl Highlighter {
    /// Rare terms say more than common ones.
    pub(crate) fn new(snapshot: &Snapshot, terms: &[String]) -> Highlighter {
        let lexical = snapshot.lexical();
        let documents = lexical.document_count() as f32;
        let rarity = |term: &String| {
            let frequency = lexical.term(term).map_or(0.0, |term| term.document_frequency() as f32);
            (1.0 + (documents + 1.0) / (frequency + 1.0)).ln()
        };
        Highlighter {
            tokenizer: Tokenizer::new(),
            terms: terms.iter().enumerate().map(|(number, term)| (term.clone(), number)).collect(),
            weights: terms.iter().map(rarity).collect(),
        }
    }

    pub(crate) fn weight(&self, term: usize) -> f32 {
        self.weights.get(term).copied().unwrap_or(0.0)
    }

    pub(crate) fn look(&mut self, text: &str) -> Matches {
        let mut matches = Matches::default();
        for word in words(&text[..boundary(text, MOST_BYTES)]) {
            self.word(word.text, word.start, &mut matches);
        }
        matches
    }

    /// Marks the parts that match, and the whole word where it matches as a whole.
    fn word(&mut self, word: &str, start: usize, matches: &mut Matches) {
        let found = self.numbers(word);
        if found.is_empty() {
            return;
        }
        let mut of_parts = Vec::new();
        let mut ranges = Vec::new();
        let mut position = 0;
        for part in parts(word) {
            let Some(at) = word[position..].find(part) else { break };
            let begin = position + at;
            position = begin + part.len();
            let numbers = self.numbers(part);
            if !numbers.is_empty() {
                of_parts.extend(numbers);
                ranges.push(start + begin..start + position);
            }
        }
        if found.iter().any(|number| !of_parts.contains(number)) {
            ranges.clear();
            ranges.push(start..start + word.len());
        }
        ranges.into_iter().for_each(|range| matches.mark(range));
        found.into_iter().for_each(|number| matches.count(number));
    }

    fn numbers(&mut self, word: &str) -> Vec<usize> {
        let (terms, mut found) = (&self.terms, Vec::new());
        self.tokenizer.word_terms(word, &mut |term| found.extend(terms.get(term).copied()));
        found
    }
}

impl Matches {
    fn mark(&mut self, range: Range<usize>) {
        match self.ranges.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.ranges.push(range),
        }
    }

    fn count(&mut self, term: usize) {
        if !self.terms.contains(&term) {
            self.terms.push(term);
        }
    }
}

/// The last place at or before `at` where the text can be cut.
pub(crate) fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(terms: &[&str], text: &str, expected: &[&str]) {
        let terms = terms.iter().enumerate().map(|(number, term)| ((*term).to_owned(), number)).collect();
        let mut highlighter = Highlighter { tokenizer: Tokenizer::new(), terms, weights: Vec::new() };
        let found: Vec<&str> = highlighter.look(text).ranges.into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn stems_match_other_forms() {
        check(&["connect"], "The connections are Connected.", &["connections", "Connected"]);
    }

    #[test]
    fn parts_of_identifiers_match_alone() {
        check(&["user"], "getUserName(user_id, browser)", &["User", "user"]);
        check(&["user", "name"], "getUserName", &["UserName"]);
        check(&["row", "store"], "row_to_store", &["row", "store"]);
    }

    #[test]
    fn a_joined_identifier_matches_as_a_whole() {
        check(&["rowstor"], "row_store RowStore rowstore row", &["row_store", "RowStore", "rowstore"]);
    }

    #[test]
    fn other_scripts_and_marks_stay_whole() {
        check(&["größe", "検"], "die Größe: 検索 🎉", &["Größe", "検"]);
        check(&["x"], "", &[]);
    }
}
