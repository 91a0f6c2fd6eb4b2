//! The table of rows over the bytes that hold it. Nothing is copied or decoded before it is asked for.

use crate::error::ModelError;
use crate::layout::{Layout, number_at};

/// Shorter pieces of an unknown term say nothing.
const SHORTEST_PIECE: usize = 3;
/// Longer unknown terms are data.
const LONGEST_CUT: usize = 64;

fn has_characters(text: &str, least: usize) -> bool {
    text.chars().nth(least - 1).is_some()
}

/// Rows from one signpost to the next.
const STRIDE: usize = 64;

/// A model of static vectors.
#[derive(Clone, Debug)]
pub struct StaticModel<'a> {
    bytes: &'a [u8],
    layout: Layout,
    /// First bytes of every [`STRIDE`]th term, so that most of a search stays in a few kilobytes.
    signposts: Vec<u64>,
}

/// First bytes of a text as a number that sorts as they do.
fn leading(text: &[u8]) -> u64 {
    let mut head = [0; 8];
    let length = text.len().min(8);
    head[..length].copy_from_slice(&text[..length]);
    u64::from_be_bytes(head)
}

impl<'a> StaticModel<'a> {
    pub fn load(bytes: &'a [u8]) -> Result<StaticModel<'a>, ModelError> {
        let mut model = StaticModel { bytes, layout: Layout::read(bytes)?, signposts: Vec::new() };
        model.signposts =
            (0..model.layout.rows).step_by(STRIDE).map(|row| leading(model.text(row))).collect();
        Ok(model)
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
        match self.row(term) {
            Some(row) => rows.push(row),
            None if term.len() <= LONGEST_CUT => self.cut(term, rows),
            None => {}
        }
    }

    /// Cuts from the left into the longest known terms; where none fits, one character is skipped.
    fn cut(&self, term: &str, rows: &mut Vec<u32>) {
        let mut rest = term;
        while !rest.is_empty() {
            let piece = self.longest_start(rest.as_bytes());
            let piece = piece.filter(|(length, _)| has_characters(&rest[..*length], SHORTEST_PIECE));
            let next = match piece {
                Some((length, row)) => {
                    rows.push(row);
                    length
                }
                None => rest.chars().next().map_or(rest.len(), char::len_utf8),
            };
            rest = &rest[next..];
        }
    }

    /// The longest term that `text` begins with, and its row. Of all terms up to `text` the last one is that term, or it shares with
    /// `text` all that the term can be.
    fn longest_start(&self, text: &[u8]) -> Option<(usize, u32)> {
        let mut text = text;
        while !text.is_empty() {
            let row = self.first_after(text).checked_sub(1)?;
            let known = self.text(row);
            if text.starts_with(known) {
                return (!known.is_empty()).then_some((known.len(), row as u32));
            }
            let common = known.iter().zip(text).take_while(|(left, right)| left == right).count();
            text = &text[..common];
        }
        None
    }

    /// Row of the first term that comes after `text`.
    fn first_after(&self, text: &[u8]) -> usize {
        let (mut low, mut high) = self.neighbourhood(leading(text));
        while low < high {
            let middle = low.midpoint(high);
            if self.text(middle) <= text { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// Rows among which the first is that comes after a text with these first bytes: signposts that sort before them stand before
    /// the text, those that sort after them behind it.
    fn neighbourhood(&self, leading: u64) -> (usize, usize) {
        let before = self.signposts.partition_point(|signpost| *signpost < leading);
        let equal = self.signposts[before..].partition_point(|signpost| *signpost == leading);
        (before.saturating_sub(1) * STRIDE, ((before + equal) * STRIDE).min(self.layout.rows))
    }

    fn row(&self, term: &str) -> Option<u32> {
        let row = self.first_after(term.as_bytes()).checked_sub(1)?;
        (self.text(row) == term.as_bytes()).then_some(row as u32)
    }

    fn text(&self, row: usize) -> &[u8] {
        let end = |row: usize| number_at(self.bytes, self.layout.ends.start + 4 * row) as usize;
        let start = if row == 0 { 0 } else { end(row - 1) };
        let texts = &self.bytes[self.layout.texts.clone()];
        texts.get(start..end(row)).unwrap_or_default()
    }

    /// Adds a row to a sum of vectors.
    #[inline(always)]
    pub(crate) fn add_row(&self, row: u32, weight: f32, sum: &mut [f32]) {
        let (row, dimensions) = (row as usize, self.layout.dimensions);
        let scale = f32::from_bits(number_at(self.bytes, self.layout.scales.start + 4 * row)) * weight;
        let start = self.layout.numbers.start + row * dimensions;
        let numbers = self.bytes.get(start..start + dimensions).unwrap_or_default();
        for (total, number) in sum.iter_mut().zip(numbers) {
            *total += scale * f32::from(*number as i8);
        }
    }
}
