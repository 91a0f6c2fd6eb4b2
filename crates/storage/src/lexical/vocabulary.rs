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
    fn of<'a>(&self, arena: &'a [u8]) -> &'a [u8] {
        arena.get(self.start as usize..(self.start + self.length) as usize).unwrap_or(&[])
    }
}

#[derive(Clone, Copy)]
struct Word {
    text: Slice,
    terms: Slice,
}

#[derive(Default)]
struct Terms {
    table: HashTable<u32>,
    slices: Vec<Slice>,
    arena: Vec<u8>,
}

impl Terms {
    fn number(&mut self, term: &str) -> u32 {
        let hash = xxh3_64(term.as_bytes());
        let Terms { table, slices, arena } = self;
        let found = table.find(hash, |&number| slices[number as usize].of(arena) == term.as_bytes());
        if let Some(&number) = found {
            return number;
        }
        let number = slices.len() as u32;
        slices.push(Slice { start: arena.len() as u32, length: term.len() as u32 });
        arena.extend_from_slice(term.as_bytes());
        table.insert_unique(hash, number, |&number| xxh3_64(slices[number as usize].of(arena)));
        number
    }
}

#[derive(Default)]
pub(super) struct Vocabulary {
    tokenizer: Tokenizer,
    table: HashTable<u32>,
    words: Vec<Word>,
    arena: Vec<u8>,
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
        let (words, arena) = (&self.words, &self.arena);
        let found = self.table.find(hash, |&number| words[number as usize].text.of(arena) == word.as_bytes());
        Some(found.copied().unwrap_or_else(|| self.learn(hash, word)))
    }

    fn learn(&mut self, hash: u64, word: &str) -> u32 {
        let first = self.word_terms.len() as u32;
        let Vocabulary { tokenizer, word_terms, terms, .. } = self;
        tokenizer.word_terms(word, &mut |term| word_terms.push(terms.number(term)));
        let terms = Slice { start: first, length: self.word_terms.len() as u32 - first };
        let text = Slice { start: self.arena.len() as u32, length: word.len() as u32 };
        self.arena.extend_from_slice(word.as_bytes());
        let number = self.words.len() as u32;
        self.words.push(Word { text, terms });
        let (words, arena) = (&self.words, &self.arena);
        self.table.insert_unique(hash, number, |&number| xxh3_64(words[number as usize].text.of(arena)));
        number
    }

    /// The terms of a word.
    #[inline]
    pub(super) fn terms_of(&self, word: u32) -> &[u32] {
        let terms = self.words[word as usize].terms;
        &self.word_terms[terms.start as usize..(terms.start + terms.length) as usize]
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
