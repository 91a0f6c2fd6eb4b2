//! The table of rows over the bytes that hold it. Nothing is copied or decoded before it is asked for.

use crate::error::ModelError;
use crate::heads::Heads;
use crate::layout::{Layout, number_at};
use crate::unit::{KEPT_WEIGHTS, weight};
use std::sync::OnceLock;

/// Shorter pieces of an unknown term say nothing.
const SHORTEST_PIECE: usize = 3;
/// Shorter pieces stand in any word.
const TELLING_PIECE: usize = 4;
/// Longer unknown terms are data.
const LONGEST_CUT: usize = 64;

fn has_characters(text: &str, least: usize) -> bool {
    text.chars().nth(least - 1).is_some()
}

/// A model of static vectors.
#[derive(Clone, Debug)]
pub struct StaticModel<'a> {
    bytes: &'a [u8],
    layout: Layout,
    /// Of all terms. Made by the first search.
    heads: OnceLock<Heads>,
    /// What a term weighs, by how often it occurs.
    pub(crate) weights: [f32; KEPT_WEIGHTS],
}

impl<'a> StaticModel<'a> {
    pub fn load(bytes: &'a [u8]) -> Result<StaticModel<'a>, ModelError> {
        let weights = std::array::from_fn(|count| weight(count as u32));
        Ok(StaticModel { bytes, layout: Layout::read(bytes)?, heads: OnceLock::new(), weights })
    }

    /// Numbers of a vector.
    pub fn dimensions(&self) -> usize {
        self.layout.dimensions
    }

    /// Lengths that a vector may be cut to, ascending; the last is the whole.
    pub fn prefixes(&self) -> &[usize] {
        &self.layout.prefixes
    }

    /// How much of the vector of a unit's path is added to the unit's.
    pub fn path_weight(&self) -> f32 {
        self.layout.path_weight
    }

    /// Appends the rows of a term: its own, or those of the pieces that it is cut into.
    pub fn rows_of(&self, term: &str, rows: &mut Vec<u32>) {
        let after = self.first_after(term.as_bytes());
        match after.checked_sub(1) {
            Some(row) if self.text(row) == term.as_bytes() => rows.push(row as u32),
            _ if term.len() <= LONGEST_CUT => self.cut(term, after, rows),
            _ => {}
        }
    }

    /// Whether a term is known, or a piece of it that is long enough to mean something in it.
    pub fn understands(&self, term: &str) -> bool {
        let mut rest = term;
        while !rest.is_empty() {
            let piece = self.longest_start(rest.as_bytes(), self.first_after(rest.as_bytes()));
            let length = piece.map_or(0, |(length, _)| length);
            if length == term.len() || has_characters(&rest[..length], TELLING_PIECE) {
                return true;
            }
            let next = length.max(rest.chars().next().map_or(rest.len(), char::len_utf8));
            rest = &rest[next..];
        }
        false
    }

    /// Cuts from the left into the longest known terms; where none fits, one character is skipped. `after` is what the search for the
    /// whole term found.
    fn cut(&self, term: &str, after: usize, rows: &mut Vec<u32>) {
        let (mut rest, mut after) = (term, after);
        while rest.len() >= SHORTEST_PIECE {
            let piece = self.longest_start(rest.as_bytes(), after);
            let piece = piece.filter(|(length, _)| has_characters(&rest[..*length], SHORTEST_PIECE));
            let next = match piece {
                Some((length, row)) => {
                    rows.push(row);
                    length
                }
                None => rest.chars().next().map_or(rest.len(), char::len_utf8),
            };
            rest = &rest[next..];
            after = self.first_after(rest.as_bytes());
        }
    }

    /// The longest term that `text` begins with, and its row; none of those that are too short for a piece. Of all terms up to `text`
    /// the last one, before `after`, is that term, or it shares with `text` all that the term can be.
    fn longest_start(&self, text: &[u8], after: usize) -> Option<(usize, u32)> {
        let (mut text, mut after) = (text, after);
        while text.len() >= SHORTEST_PIECE {
            let row = after.checked_sub(1)?;
            let known = self.text(row);
            if text.starts_with(known) {
                return (!known.is_empty()).then_some((known.len(), row as u32));
            }
            let common = known.iter().zip(text).take_while(|(left, right)| left == right).count();
            text = &text[..common];
            after = self.first_after(text);
        }
        None
    }

    /// Row of the first term that comes after `text`.
    fn first_after(&self, text: &[u8]) -> usize {
        let texts = || (0..self.layout.rows).map(|row| self.text(row));
        let (first, alike) = self.heads.get_or_init(|| Heads::of(texts())).alike(text);
        first + (first..first + alike).take_while(|row| self.text(*row) <= text).count()
    }

    fn text(&self, row: usize) -> &[u8] {
        let end = |row: usize| number_at(self.bytes, self.layout.ends.start + 4 * row) as usize;
        let start = if row == 0 { 0 } else { end(row - 1) };
        let texts = &self.bytes[self.layout.texts.clone()];
        texts.get(start..end(row)).unwrap_or_default()
    }

    /// Adds a row to a sum of vectors.
    pub(crate) fn add_row(&self, row: u32, weight: f32, sum: &mut [f32]) {
        let (place, scale) = self.place(row);
        self.add_numbers(place, scale * weight, sum);
    }

    /// Where the numbers of a row begin, and what they are multiplied with.
    #[inline(always)]
    pub(crate) fn place(&self, row: u32) -> (usize, f32) {
        let row = row as usize;
        let scale = f32::from_bits(number_at(self.bytes, self.layout.scales.start + 4 * row));
        (self.layout.numbers.start + row * self.layout.dimensions, scale)
    }

    /// A byte of each of the two lines of memory that most rows fill, to have them fetched.
    #[inline(always)]
    pub(crate) fn touch(&self, place: usize) -> [u8; 2] {
        [place, place + 64].map(|at| self.bytes.get(at).copied().unwrap_or_default())
    }

    /// Adds the numbers at a place to a sum of vectors.
    #[inline(always)]
    pub(crate) fn add_numbers(&self, place: usize, scale: f32, sum: &mut [f32]) {
        let numbers = self.bytes.get(place..place + self.layout.dimensions).unwrap_or_default();
        for (total, number) in sum.iter_mut().zip(numbers) {
            *total += scale * f32::from(*number as i8);
        }
    }
}
