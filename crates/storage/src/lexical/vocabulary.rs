//! Words and terms as numbers. A word is split and stemmed once; after that it is one look-up.

use hashbrown::HashTable;
use orienteer_text::{Forms, Stemming, is_term, words};
use xxhash_rust::xxh3::xxh3_64;

/// Longer words have no terms.
const LONGEST_WORD: usize = 256;
/// Words that are hashed before they are looked up: so many look-ups wait for memory together instead of one after the other.
const AT_ONCE: usize = 64;
/// In the place of a number: what is not indexed.
const NO_TERM: u32 = u32::MAX;

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

/// The terms of a word: the number of the only one, as most words have, or where they are.
#[derive(Clone, Copy)]
pub(super) struct Word {
    start: u32,
    length: u32,
}

/// What is known of a text by its 64-bit hash, which stands for the text as it does for names: a look-up touches one place in memory.
struct Known<T> {
    table: HashTable<(u64, T)>,
}

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known { table: HashTable::new() }
    }
}

impl<T: Copy> Known<T> {
    #[inline]
    fn get(&self, hash: u64) -> Option<T> {
        self.table.find(hash, |(other, _)| *other == hash).map(|(_, value)| *value)
    }

    fn insert(&mut self, hash: u64, value: T) {
        self.table.insert_unique(hash, (hash, value), |(hash, _)| *hash);
    }
}

#[derive(Default)]
struct Terms {
    stemming: Stemming,
    numbers: Known<u32>,
    /// Numbers by the forms that they are the stems of.
    by_form: Known<u32>,
    slices: Vec<Slice>,
    arena: Vec<u8>,
}

impl Terms {
    /// The term of a form that many words have.
    fn of_part(&mut self, form: &str) -> u32 {
        if !Stemming::changes(form) {
            return self.number(form);
        }
        let hash = xxh3_64(form.as_bytes());
        if let Some(number) = self.by_form.get(hash) {
            return number;
        }
        let number = self.number(&self.stemming.stem(form));
        self.by_form.insert(hash, number);
        number
    }

    /// The term of a form that hardly another word has: it is not remembered.
    fn of_joined(&mut self, form: &str) -> u32 {
        if Stemming::changes(form) { self.number(&self.stemming.stem(form)) } else { self.number(form) }
    }

    fn number(&mut self, term: &str) -> u32 {
        if !is_term(term) {
            return NO_TERM;
        }
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

/// A word of a text that was not looked up yet.
struct Hashed {
    hash: u64,
    start: u32,
    length: u32,
}

#[derive(Default)]
pub(super) struct Vocabulary {
    hashed: Vec<Hashed>,
    forms: Forms,
    words: Known<Word>,
    /// Terms of the words that have several.
    word_terms: Vec<u32>,
    terms: Terms,
}

impl Vocabulary {
    /// Shows what stands for each word of a text, with the word's first byte.
    #[inline]
    pub(super) fn read(&mut self, text: &str, mut show: impl FnMut(u32, Word)) {
        let mut hashed = std::mem::take(&mut self.hashed);
        let short = words(text).filter(|word| word.text.len() <= LONGEST_WORD);
        let mut rest = short.map(|word| Hashed {
            hash: xxh3_64(word.text.as_bytes()),
            start: word.start as u32,
            length: word.text.len() as u32,
        });
        loop {
            hashed.clear();
            hashed.extend(rest.by_ref().take(AT_ONCE));
            for Hashed { hash, start, length } in &hashed {
                let known = self.words.get(*hash);
                let place = *start as usize..(start + length) as usize;
                show(*start, known.unwrap_or_else(|| self.learn(*hash, &text[place])));
            }
            if hashed.len() < AT_ONCE {
                break;
            }
        }
        self.hashed = hashed;
    }

    fn learn(&mut self, hash: u64, word: &str) -> Word {
        let start = self.word_terms.len();
        self.read_terms(word);
        let found = match self.word_terms[start..] {
            [only] => {
                self.word_terms.truncate(start);
                Word { start: only, length: 1 }
            }
            ref several => Word { start: start as u32, length: several.len() as u32 },
        };
        self.words.insert(hash, found);
        found
    }

    fn read_terms(&mut self, word: &str) {
        let Vocabulary { forms, word_terms, terms, .. } = self;
        forms.read(word);
        let mut push = |number: u32| {
            if number != NO_TERM {
                word_terms.push(number);
            }
        };
        let mut parts = forms.parts().peekable();
        if parts.peek().is_none() {
            return push(terms.of_part(forms.whole()));
        }
        push(terms.of_joined(forms.whole()));
        parts.for_each(|part| push(terms.of_part(part)));
    }

    /// The terms of a word.
    #[inline]
    pub(super) fn terms_of<'a>(&'a self, word: &'a Word) -> &'a [u32] {
        if word.length == 1 {
            return std::slice::from_ref(&word.start);
        }
        Slice { start: word.start, length: word.length }.of(&self.word_terms)
    }

    pub(super) fn term(&self, number: u32) -> &[u8] {
        self.terms.slices[number as usize].of(&self.terms.arena)
    }

    pub(super) fn term_count(&self) -> usize {
        self.terms.slices.len()
    }

    /// Forgets everything if there are more words than so many; whether it did.
    pub(super) fn forget_beyond(&mut self, words: usize) -> bool {
        let is_large = self.words.table.len() > words;
        if is_large {
            *self = Vocabulary::default();
        }
        is_large
    }
}
