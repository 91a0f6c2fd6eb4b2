//! The table of rows over the bytes that hold it. Nothing is copied or decoded before it is asked for.

use crate::error::ModelError;
use crate::layout::{Layout, number_at};

/// Shorter pieces of an unknown term say nothing.
const SHORTEST_PIECE: usize = 3;
/// Longer unknown terms are data.
const LONGEST_CUT: usize = 64;

/// A model of static vectors.
#[derive(Clone, Debug)]
pub struct StaticModel<'a> {
    bytes: &'a [u8],
    layout: Layout,
}

impl<'a> StaticModel<'a> {
    pub fn load(bytes: &'a [u8]) -> Result<StaticModel<'a>, ModelError> {
        Ok(StaticModel { bytes, layout: Layout::read(bytes)? })
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
        let places: Vec<usize> = term.char_indices().map(|(at, _)| at).chain([term.len()]).collect();
        let mut at = 0;
        while at + SHORTEST_PIECE < places.len() {
            let ends = (at + SHORTEST_PIECE..places.len()).rev();
            let found =
                ends.into_iter().find_map(|end| Some((end, self.row(term.get(places[at]..places[end])?)?)));
            match found {
                Some((end, row)) => {
                    rows.push(row);
                    at = end;
                }
                None => at += 1,
            }
        }
    }

    fn row(&self, term: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.layout.rows);
        while low < high {
            let middle = (low + high) / 2;
            match self.text(middle).cmp(term.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle as u32),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn text(&self, row: usize) -> &[u8] {
        let end = |row: usize| number_at(self.bytes, self.layout.ends.start + 4 * row) as usize;
        let start = if row == 0 { 0 } else { end(row - 1) };
        let texts = &self.bytes[self.layout.texts.clone()];
        texts.get(start..end(row)).unwrap_or_default()
    }

    /// Adds a row to a sum of vectors.
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
