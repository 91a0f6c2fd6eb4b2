//! Looks for many words at once inside many short texts, as fast as for one.

/// Shorter words are part of everything, and could not be told apart by their beginnings.
pub(super) const SHORTEST: usize = 4;
const BITS: u32 = 14;

/// Words, and which beginnings they have: most places of a text are passed by one look at a small table.
pub(super) struct Needles<'a> {
    words: &'a [String],
    beginnings: Vec<u64>,
}

impl<'a> Needles<'a> {
    /// Of lower-case words; those that are too short are never found.
    pub(super) fn new(words: &'a [String]) -> Needles<'a> {
        let mut beginnings = vec![0; (1 << BITS) / 64];
        for bit in words.iter().filter_map(|word| word.as_bytes().first_chunk()).map(bit) {
            beginnings[bit / 64] |= 1 << (bit % 64);
        }
        Needles { words, beginnings }
    }

    /// Whether `text`, in lower case, has one of the words anywhere.
    pub(super) fn are_in(&self, text: &[u8]) -> bool {
        let mut rest = text;
        while let Some(beginning) = rest.first_chunk() {
            let bit = bit(beginning);
            let is_place = self.beginnings[bit / 64] & (1 << (bit % 64)) != 0;
            if is_place && self.words.iter().any(|word| is_at(rest, word)) {
                return true;
            }
            rest = &rest[1..];
        }
        false
    }
}

fn is_at(bytes: &[u8], word: &str) -> bool {
    word.len() >= SHORTEST && bytes.starts_with(word.as_bytes())
}

fn bit(beginning: &[u8; SHORTEST]) -> usize {
    (u32::from_le_bytes(*beginning).wrapping_mul(0x9e37_79b1) >> (u32::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_is_there(words in prop::collection::vec("[a-c_ü]{1,6}", 0..6), text in "[a-c_ü]{0,24}") {
            let expected = words.iter().any(|word| word.len() >= SHORTEST && text.contains(word.as_str()));
            prop_assert_eq!(Needles::new(&words).are_in(text.as_bytes()), expected);
        }
    }
}
