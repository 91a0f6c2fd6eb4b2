//! English stems of lower-case words, remembered, because a corpus repeats a few thousand of them millions of times.

use hashbrown::HashTable;
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use xxhash_rust::xxh3::xxh3_64;

/// Above this many words the memory is emptied, so that it stays small on any corpus.
const REMEMBERED: usize = 1 << 18;

/// Makes stems and remembers none.
pub struct Stemming {
    stemmer: Stemmer,
}

impl Default for Stemming {
    fn default() -> Stemming {
        Stemming { stemmer: Stemmer::create(Algorithm::English) }
    }
}

impl Stemming {
    /// Whether a word in lower case has a stem to look for. Other scripts and numbers stay as they are.
    pub fn changes(word: &str) -> bool {
        word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase())
    }

    /// The stem of a word that [`Stemming::changes`].
    pub fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        self.stemmer.stem(word)
    }
}

/// Where the stem of a word is. The 64-bit hash stands for the word, as it does for names.
#[derive(Clone, Copy)]
struct Entry {
    word: u64,
    start: u32,
    length: u32,
}

/// Stems by the words they were made from.
#[derive(Default)]
pub(crate) struct Stems {
    stemming: Stemming,
    entries: HashTable<Entry>,
    arena: String,
}

impl Stems {
    /// The stem of `word`, which is in lower case.
    pub(crate) fn stem<'a>(&'a mut self, word: &'a str) -> &'a str {
        if !Stemming::changes(word) {
            return word;
        }
        let hash = xxh3_64(word.as_bytes());
        let known = self.entries.find(hash, |entry| entry.word == hash).copied();
        let entry = known.unwrap_or_else(|| self.remember(hash, word));
        entry.stem(&self.arena)
    }

    fn remember(&mut self, hash: u64, word: &str) -> Entry {
        if self.entries.len() >= REMEMBERED {
            self.entries.clear();
            self.arena.clear();
        }
        let stem = self.stemming.stem(word);
        let entry = Entry { word: hash, start: self.arena.len() as u32, length: stem.len() as u32 };
        self.arena.push_str(&stem);
        self.entries.insert_unique(hash, entry, |entry| entry.word);
        entry
    }
}

impl Entry {
    fn stem<'a>(&self, arena: &'a str) -> &'a str {
        let start = self.start as usize;
        arena.get(start..start + self.length as usize).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_and_later_answers_agree() {
        let mut stems = Stems::default();
        for _ in 0..2 {
            assert_eq!(stems.stem("connections"), "connect");
            assert_eq!(stems.stem("hoping"), "hope");
            assert_eq!(stems.stem("größe"), "größe");
            assert_eq!(stems.stem("is"), "is");
        }
        assert_eq!(stems.entries.len(), 2);
    }
}
