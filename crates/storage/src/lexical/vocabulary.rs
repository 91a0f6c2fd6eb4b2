//! Words and terms as numbers. A word is split and stemmed once; after that it is one look-up.

use hashbrown::HashTable;
use orienteer_text::Tokenizer;
use xxhash_rust::xxh3::xxh3_64;

/// Above this many words the memory is emptied between segments.
const REMEMBERED: usize = 1 << 20;
/// Longer words have no terms.
const LONGEST_WORD: usize = 256;

#[derive(Clone, Copy)]
struct Slice {
    start: u32,
    length: u32,
}

impl Slice {
    fn of<'a, T>(&self, arena: &'a [T]) -> &'a [T] {
        arena.get(self.start as usize..(self.start + self.length) as usize).unwrap_or(&[])
    }
}

/// Numbers by the 64-bit hash of a text, which stands for the text as it does for names: a look-up touches one place in memory.
#[derive(Default)]
struct Numbers {
    table: HashTable<(u64, u32)>,
}

impl Numbers {
    #[inline]
    fn get(&self, hash: u64) -> Option<u32> {
        self.table.find(hash, |(other, _)| *other == hash).map(|(_, number)| *number)
    }

    fn insert(&mut self, hash: u64, number: u32) {
        self.table.insert_unique(hash, (hash, number), |(hash, _)| *hash);
    }
}

#[derive(Default)]
struct Terms {
    numbers: Numbers,
    slices: Vec<Slice>,
    arena: Vec<u8>,
}

impl Terms {
    fn number(&mut self, term: &str) -> u32 {
        let hash = xxh3_64(term.as_bytes());
        if let Some(number) = self.numbers.get(hash) {
            return number;
        }
        let number = self.slices.len() as u32;
        self.slices.push(Slice { start: self.arena.len() as u32, length: term.len() as u32 });
        self.arena.extend_from_slice(term.as_bytes());
        self.numbers.insert(hash, number);
        number
    }
}

#[derive(Default)]
pub(super) struct Vocabulary {
    tokenizer: Tokenizer,
    numbers: Numbers,
    /// Where the terms of each word are.
    words: Vec<Slice>,
    word_terms: Vec<u32>,
    terms: Terms,
}

impl Vocabulary {
    /// The number of a word.
    #[inline]
    pub(super) fn word(&mut self, word: &str) -> Option<u32> {
        if word.len() > LONGEST_WORD {
            return None;
        }
        let hash = xxh3_64(word.as_bytes());
        Some(self.numbers.get(hash).unwrap_or_else(|| self.learn(hash, word)))
    }

    fn learn(&mut self, hash: u64, word: &str) -> u32 {
        let start = self.word_terms.len() as u32;
        let Vocabulary { tokenizer, word_terms, terms, .. } = self;
        tokenizer.word_terms(word, &mut |term| word_terms.push(terms.number(term)));
        let length = self.word_terms.len() as u32 - start;
        let number = self.words.len() as u32;
        self.words.push(Slice { start, length });
        self.numbers.insert(hash, number);
        number
    }

    /// The terms of a word.
    #[inline]
    pub(super) fn terms_of(&self, word: u32) -> &[u32] {
        self.words[word as usize].of(&self.word_terms)
    }

    pub(super) fn term(&self, number: u32) -> &[u8] {
        self.terms.slices[number as usize].of(&self.terms.arena)
    }

    pub(super) fn term_count(&self) -> usize {
        self.terms.slices.len()
    }

    /// Forgets everything if it has grown large; whether it did.
    pub(super) fn forget_if_large(&mut self) -> bool {
        let large = self.words.len() > REMEMBERED;
        if large {
            *self = Vocabulary::default();
        }
        large
    }
}
