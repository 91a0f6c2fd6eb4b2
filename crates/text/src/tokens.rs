//! How many tokens a text costs a language model that reads it, by the o200k_base vocabulary. Exact, never an estimate.
//!
//! Counts do not add up: two texts together may cost more or less than the sum of both. Where they do is known in one place here.

use std::collections::HashMap;

/// Reads the vocabulary, which takes tens of milliseconds, once in a process. Whoever counts waits for it; whoever has something else
/// to do in the meantime calls this on another thread.
pub fn load_vocabulary() {
    let _ = bpe_openai::o200k_base();
}

/// Tokens of the whole text.
pub fn count_tokens(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}

/// Longer parts of a text, such as lines that no person wrote, are not kept: they are not met again.
const LONG: usize = 2_000;

/// Counts texts that have lines in common: what was counted once is known. Gives what [`count_tokens`] gives.
#[derive(Debug, Default)]
pub struct TokenCounter {
    parts: HashMap<Box<str>, usize>,
    pieces: HashMap<Box<str>, usize>,
}

impl TokenCounter {
    /// Tokens of the whole text.
    pub fn count(&mut self, text: &str) -> usize {
        self.count_within(text, usize::MAX).unwrap_or(usize::MAX)
    }

    /// Tokens of the text if there are at most `limit` of them. Takes time for the limit, not for the text.
    pub fn count_within(&mut self, text: &str, limit: usize) -> Option<usize> {
        let mut count = 0;
        for part in separable(text) {
            count += self.count_part(part, limit - count)?;
            if count > limit {
                return None;
            }
        }
        Some(count)
    }

    fn count_part(&mut self, part: &str, limit: usize) -> Option<usize> {
        if part.len() > LONG {
            return self.count_pieces(part, limit);
        }
        if let Some(known) = self.parts.get(part) {
            return Some(*known);
        }
        let count = self.count_pieces(part, usize::MAX)?;
        self.parts.insert(part.into(), count);
        Some(count)
    }

    fn count_pieces(&mut self, part: &str, limit: usize) -> Option<usize> {
        let mut count = 0;
        for piece in bpe_openai::o200k_base().split(part) {
            count += self.count_piece(piece);
            if count > limit {
                return None;
            }
        }
        Some(count)
    }

    fn count_piece(&mut self, piece: &str) -> usize {
        if let Some(known) = self.pieces.get(piece) {
            return *known;
        }
        let count = bpe_openai::o200k_base().bpe.count(piece.as_bytes());
        self.pieces.insert(piece.into(), count);
        count
    }
}

/// Parts whose counts do add up, because no token reaches from one into the next: tokens have ends of lines, white space around
/// those and slashes after them, but none goes on into the first line that begins with something else.
fn separable(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let ends = memchr::memchr_iter(b'\n', rest.as_bytes()).map(|at| at + 1);
        let end = ends.into_iter().find(|end| begins_anew(&rest[*end..])).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// Whether a text that follows the end of a line has no token in common with it.
fn begins_anew(text: &str) -> bool {
    let indentation = |c: &char| c.is_whitespace() && *c != '\n' && *c != '\r';
    let first = text.chars().find(|c| !indentation(c));
    first.is_some_and(|first| !first.is_whitespace()) && !text.starts_with('/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_lines_are_counted_within_a_limit() {
        let text = "a b ".repeat(LONG);
        let whole = count_tokens(&text);
        let mut counter = TokenCounter::default();
        assert_eq!(counter.count_within(&text, whole), Some(whole));
        assert_eq!(counter.count_within(&text, whole - 1), None);
        assert!(counter.parts.is_empty());
    }

    #[test]
    fn counts_are_those_of_the_vocabulary() {
        assert_eq!(count_tokens(""), 0);
        assert_eq!(count_tokens("hello world"), 2);
        assert_eq!(count_tokens("antidisestablishmentarianism"), 6);
        assert_eq!(count_tokens("2 + 2 = 4"), 7);
        assert_eq!(count_tokens("お誕生日おめでとう"), 8);
    }

    proptest! {
        #[test]
        fn a_limit_is_kept_exactly(text in "\\PC{0,200}", limit in 0usize..200) {
            let whole = count_tokens(&text);
            let counted = TokenCounter::default().count_within(&text, limit);
            prop_assert_eq!(counted, (whole <= limit).then_some(whole));
        }

        #[test]
        fn known_lines_count_as_they_would(
            texts in proptest::collection::vec("[ \t\n\r/a)'.S9\u{85}\u{2028}\u{a0}é語-]{0,40}", 1..6),
            limit in 0usize..30,
        ) {
            let mut counter = TokenCounter::default();
            for text in texts.iter().chain([&texts.join("\n")]) {
                let whole = count_tokens(text);
                prop_assert_eq!(counter.count_within(text, limit), (whole <= limit).then_some(whole));
                prop_assert_eq!(counter.count(text), whole);
            }
        }
    }
}
