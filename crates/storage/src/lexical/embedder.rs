//! Vectors of the documents of a segment in the making, from the terms that were counted for their postings.

use super::fields::FIELDS;
use super::vectors::{Embed, Growing, RowCount, Rows};
use super::vocabulary::Vocabulary;

/// The rows of a term: the only one, as most terms have, or where they are.
#[derive(Clone, Copy)]
struct Place {
    start: u32,
    length: u32,
}

impl Place {
    /// Takes what was appended to the rows from `start` on.
    fn take(rows: &mut Vec<u32>, start: usize) -> Place {
        match rows[start..] {
            [only] => {
                rows.truncate(start);
                Place { start: only, length: 1 }
            }
            ref several => Place { start: start as u32, length: several.len() as u32 },
        }
    }

    fn of<'a>(&'a self, rows: &'a [u32]) -> &'a [u32] {
        if self.length == 1 {
            return std::slice::from_ref(&self.start);
        }
        &rows[self.start as usize..(self.start + self.length) as usize]
    }
}

/// Asks a model for the rows of each term once, and for the vector of each document.
pub(super) struct Embedder {
    embed: &'static dyn Embed,
    /// By the number of the term.
    places: Vec<Place>,
    rows: Vec<u32>,
    sorted: Vec<u64>,
    document: Vec<RowCount>,
    scratch: Vec<f32>,
    vectors: Growing,
}

impl Embedder {
    pub(super) fn new(embed: &'static dyn Embed) -> Embedder {
        let vectors = Growing::default();
        Embedder {
            embed,
            places: Vec::new(),
            rows: Vec::new(),
            sorted: Vec::new(),
            document: Vec::new(),
            scratch: Vec::new(),
            vectors,
        }
    }

    pub(super) fn model(&self) -> u64 {
        self.embed.model()
    }

    /// Adds the vector of a document.
    pub(super) fn push(&mut self, terms: &[(u32, [u8; FIELDS])], vocabulary: &Vocabulary) {
        self.learn(vocabulary);
        self.sort_rows(terms);
        let Embedder { embed, sorted, document, scratch, vectors, .. } = self;
        document.clear();
        for place in &*sorted {
            let (row, counts) = ((place >> 32) as u32, terms[*place as u32 as usize].1);
            match document.last_mut() {
                Some(last) if last.row == row => last.add(&counts),
                _ => document.push(RowCount { row, counts }),
            }
        }
        vectors.push(|vector| embed.embed(document, scratch, vector));
    }

    /// The rows of a document in order, each with the place of its term.
    fn sort_rows(&mut self, terms: &[(u32, [u8; FIELDS])]) {
        self.sorted.clear();
        for (at, (term, _)) in terms.iter().enumerate() {
            let rows = self.places[*term as usize].of(&self.rows);
            self.sorted.extend(rows.iter().map(|row| u64::from(*row) << 32 | at as u64));
        }
        self.sorted.sort_unstable();
    }

    /// Terms that came since the last document.
    fn learn(&mut self, vocabulary: &Vocabulary) {
        for term in self.places.len()..vocabulary.term_count() {
            let start = self.rows.len();
            if let Ok(text) = std::str::from_utf8(vocabulary.term(term as u32)) {
                self.embed.rows_of(text, &mut self.rows);
            }
            self.places.push(Place::take(&mut self.rows, start));
        }
    }

    pub(super) fn rows(&self) -> Rows<'_> {
        self.vectors.rows(self.embed.dimensions())
    }

    /// Begins the next segment, with the same numbers of terms or with none.
    pub(super) fn clear(&mut self, is_forgotten: bool) {
        self.vectors.clear();
        if is_forgotten {
            self.places = Vec::new();
            self.rows = Vec::new();
        }
    }
}

impl RowCount {
    /// Counts more of the same row.
    fn add(&mut self, more: &[u8; FIELDS]) {
        for (count, more) in self.counts.iter_mut().zip(more) {
            *count = count.saturating_add(*more);
        }
    }
}
