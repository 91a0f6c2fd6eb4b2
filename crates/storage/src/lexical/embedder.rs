//! Vectors of the documents of a segment in the making, from the terms that were counted for their postings.

use super::fields::FIELDS;
use super::vectors::{Embed, Growing, RowCount, Rows};
use super::vocabulary::Vocabulary;
use std::ops::Range;

/// Asks a model for the rows of each term once, and for the vector of each document.
pub(super) struct Embedder {
    embed: &'static dyn Embed,
    /// Where the rows of each term are, by its number.
    places: Vec<Range<u32>>,
    rows: Vec<u32>,
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
        self.document.clear();
        for (term, counts) in terms {
            let place = self.places[*term as usize].clone();
            let rows = &self.rows[place.start as usize..place.end as usize];
            self.document.extend(rows.iter().map(|row| RowCount { row: *row, counts: *counts }));
        }
        self.document.sort_unstable_by_key(|count| count.row);
        self.document.dedup_by(|next, kept| next.row == kept.row && kept.add(next));
        let Embedder { embed, document, scratch, vectors, .. } = self;
        vectors.push(|vector| embed.embed(document, scratch, vector));
    }

    /// Terms that came since the last document.
    fn learn(&mut self, vocabulary: &Vocabulary) {
        for term in self.places.len()..vocabulary.term_count() {
            let start = self.rows.len() as u32;
            if let Ok(text) = std::str::from_utf8(vocabulary.term(term as u32)) {
                self.embed.rows_of(text, &mut self.rows);
            }
            self.places.push(start..self.rows.len() as u32);
        }
    }

    pub(super) fn rows(&self) -> Rows<'_> {
        self.vectors.rows(self.embed.dimensions())
    }

    /// Begins the next segment, with the same numbers of terms or with none.
    pub(super) fn clear(&mut self, is_forgotten: bool) {
        self.vectors.clear();
        if is_forgotten {
            self.places.clear();
            self.rows.clear();
        }
    }
}

impl RowCount {
    /// Counts more of the same row.
    fn add(&mut self, other: &RowCount) -> bool {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
        true
    }
}
