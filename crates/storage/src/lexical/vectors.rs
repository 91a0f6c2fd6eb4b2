//! Vectors of documents, beside their words: rows of small integers, one bit a number for a first look, and what scales a row to
//! length one. Nothing here knows a model or compares vectors.

use super::DEAD;
use super::fields::FIELDS;
use super::groups::Groups;
use super::read::Lexical;
use super::segment::Segment;
use crate::sections::SectionWriter;
use orienteer_model::UnitId;
use std::io::{self, Seek, Write};
use std::ops::Range;

/// A row of a model and how often the terms that it stands for occur in each field of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowCount {
    pub row: u32,
    pub counts: [u8; FIELDS],
}

/// Makes vectors of documents from rows that stand for terms.
pub trait Embed: Send + Sync {
    /// Which model it is, never 0: vectors of different models have nothing to do with each other.
    fn model(&self) -> u64;
    fn dimensions(&self) -> usize;
    /// Appends the rows that stand for a term.
    fn rows_of(&self, term: &str, rows: &mut Vec<u32>);
    /// Appends the vector of a document. Rows ascend, each once; `scratch` is kept between calls.
    fn embed(&self, rows: &[RowCount], scratch: &mut Vec<f32>, vector: &mut Vec<i8>);
}

/// Words of bits that a sketch of so many numbers takes.
pub(super) fn sketch_words(dimensions: usize) -> usize {
    dimensions.div_ceil(64)
}

/// One bit a number: whether it is above zero.
pub fn sketch(vector: &[i8]) -> impl Iterator<Item = u64> + '_ {
    let word = |numbers: &[i8]| {
        let eights = numbers.chunks(8).enumerate();
        eights.fold(0, |word, (at, eight)| word | positive(eight) << (8 * at))
    };
    vector.chunks(64).map(word)
}

/// A bit for each of up to eight numbers, all at once: whether it is above zero.
fn positive(numbers: &[i8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let mut bytes = [0; 8];
    bytes[..numbers.len()].copy_from_slice(bytemuck::cast_slice(numbers));
    let bytes = u64::from_le_bytes(bytes);
    // The highest bit of a byte: set by any lower one, unless the byte is below zero.
    let marks = ((bytes & LOW) + LOW) & !bytes & !LOW;
    // Each mark is moved to a bit of its own in the highest byte.
    (marks >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// What a row is multiplied with to have length one; 0 for a row of zeros.
pub(super) fn scale(vector: &[i8]) -> f32 {
    let square: i32 = vector.iter().map(|number| i32::from(*number) * i32::from(*number)).sum();
    if square > 0 { 1.0 / (square as f32).sqrt() } else { 0.0 }
}

/// Vectors of some documents, one after the other.
#[derive(Clone, Copy, Default)]
pub(super) struct Rows<'a> {
    pub(super) dimensions: usize,
    pub(super) numbers: &'a [i8],
    pub(super) sketches: &'a [u64],
    pub(super) scales: &'a [f32],
}

impl<'a> Rows<'a> {
    /// Of a range of documents; nothing where it does not fit.
    pub(super) fn part(&self, documents: Range<usize>) -> Rows<'a> {
        let words = sketch_words(self.dimensions);
        let times = |size: usize| documents.start * size..documents.end * size;
        Rows {
            dimensions: self.dimensions,
            numbers: self.numbers.get(times(self.dimensions)).unwrap_or_default(),
            sketches: self.sketches.get(times(words)).unwrap_or_default(),
            scales: self.scales.get(documents).unwrap_or_default(),
        }
    }
}

/// Vectors in the making.
#[derive(Default)]
pub(super) struct Growing {
    numbers: Vec<i8>,
    sketches: Vec<u64>,
    scales: Vec<f32>,
}

impl Growing {
    /// Takes the vector that `embed` appends.
    pub(super) fn push(&mut self, embed: impl FnOnce(&mut Vec<i8>)) {
        let start = self.numbers.len();
        embed(&mut self.numbers);
        let vector = self.numbers.get(start..).unwrap_or_default();
        self.sketches.extend(sketch(vector));
        self.scales.push(scale(vector));
    }

    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.sketches.clear();
        self.scales.clear();
    }

    pub(super) fn rows(&self, dimensions: usize) -> Rows<'_> {
        Rows { dimensions, numbers: &self.numbers, sketches: &self.sketches, scales: &self.scales }
    }
}

/// Writes the three sections of the parts in order.
pub(super) fn write<W: Write + Seek>(writer: &mut SectionWriter<W>, parts: &[Rows<'_>]) -> io::Result<()> {
    parts.iter().try_for_each(|part| writer.rows(part.numbers))?;
    writer.end()?;
    parts.iter().try_for_each(|part| writer.rows(part.sketches))?;
    writer.end()?;
    parts.iter().try_for_each(|part| writer.rows(part.scales))?;
    writer.end()
}

/// The vectors of a snapshot's units, by segment.
#[derive(Clone, Copy)]
pub struct Vectors<'a> {
    lexical: &'a Lexical,
    dimensions: usize,
}

/// Vectors of one segment.
#[derive(Clone, Copy)]
pub struct VectorRows<'a> {
    rows: Rows<'a>,
    units: &'a [u32],
    groups: Option<&'a Groups>,
}

impl<'a> Vectors<'a> {
    pub(super) fn new(lexical: &'a Lexical, dimensions: usize) -> Vectors<'a> {
        Vectors { lexical, dimensions }
    }

    /// Numbers of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn segments(&self) -> impl Iterator<Item = VectorRows<'a>> {
        self.lexical.segments_with_units().map(|(segment, units)| VectorRows::of(segment, units))
    }

    /// The vector of a unit and its scale; none of a unit without words.
    pub fn of(&self, unit: UnitId) -> Option<(&'a [i8], f32)> {
        let (segment, document) = self.lexical.document_of(unit)?;
        let rows = segment.vectors();
        let numbers = rows.part(document..document + 1).numbers;
        let scale = *rows.scales.get(document)?;
        (scale > 0.0 && numbers.len() == self.dimensions).then_some((numbers, scale))
    }
}

impl<'a> VectorRows<'a> {
    fn of(segment: &'a Segment, units: &'a [u32]) -> VectorRows<'a> {
        VectorRows { rows: segment.vectors(), units, groups: segment.groups() }
    }

    pub fn document_count(&self) -> usize {
        self.units.len()
    }

    /// The unit that a document is; none if it is none any more.
    pub fn unit(&self, document: usize) -> Option<UnitId> {
        self.units.get(document).filter(|unit| **unit != DEAD).map(|unit| UnitId(*unit))
    }

    /// Bits of all documents, [`sketch`] of each.
    pub fn sketches(&self) -> &'a [u64] {
        self.rows.sketches
    }

    /// Directions of groups of near documents, one after the other, and their scales; none if it is not cut into groups.
    pub fn centres(&self) -> Option<(&'a [i8], &'a [f32])> {
        self.groups.map(Groups::centres)
    }

    /// The documents of a group and their bits, [`sketch`] of each.
    pub fn group(&self, group: usize) -> (&'a [u32], &'a [u64]) {
        self.groups.map_or((&[], &[]), |groups| groups.of(group))
    }

    /// Vectors of all documents, one after the other, and their scales.
    pub fn vectors(&self) -> (&'a [i8], &'a [f32]) {
        (self.rows.numbers, self.rows.scales)
    }

    /// The vector of a document and its scale, 0 for a document without known words.
    pub fn vector(&self, document: usize) -> (&'a [i8], f32) {
        let scale = self.rows.scales.get(document).copied().unwrap_or_default();
        (self.rows.part(document..document + 1).numbers, scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sketch_has_a_bit_for_each_positive_number() {
        let mut vector = vec![-1_i8; 70];
        (vector[0], vector[63], vector[64]) = (1, 5, 127);
        assert_eq!(sketch(&vector).collect::<Vec<u64>>(), [1 | 1 << 63, 1]);
        assert_eq!(sketch_words(70), 2);
    }

    #[test]
    fn parts_beyond_the_end_are_empty() {
        let mut growing = Growing::default();
        growing.push(|vector| vector.extend([3, 4]));
        let rows = growing.rows(2);
        assert_eq!((rows.part(0..1).numbers, rows.part(0..1).scales), (&[3_i8, 4][..], &[0.2_f32][..]));
        assert!(rows.part(1..2).numbers.is_empty() && rows.part(1..2).scales.is_empty());
    }
}
