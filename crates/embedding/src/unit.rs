//! The vector of a unit: that of all its texts, with shares of what it is called, what is said of it and where it stands.

use crate::model::StaticModel;
use crate::quantize::quantize_into;
use crate::sum::scale_by;

/// How much of the vector of a unit's name and signature is added to that of all its texts.
const TITLE_WEIGHT: f32 = 1.0;
/// How much of the vector of its documentation: a long body would drown what people say of it.
const DOC_WEIGHT: f32 = 0.7;

/// How often a row stands in the texts of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitRow {
    pub row: u32,
    /// In all texts but the path.
    pub text: u32,
    /// In the name and the signature.
    pub title: u32,
    /// In the documentation.
    pub doc: u32,
    pub path: u32,
}

/// Rows that are asked for together.
const AHEAD: usize = 8;
/// Weights that need not be computed again.
pub(crate) const KEPT_WEIGHTS: usize = 64;

impl StaticModel<'_> {
    /// Appends a unit's vector as integers, of no particular length. Rows ascend, so that the order of words cannot change a bit;
    /// `buffer` is used again; the vector before it was rounded is what it begins with then.
    pub fn unit(
        &self,
        rows: impl Iterator<Item = UnitRow> + Clone,
        buffer: &mut Vec<f32>,
        numbers: &mut Vec<i8>,
    ) {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            return wide::unit(self, rows, buffer, numbers);
        }
        self.unit_of(rows, buffer, numbers);
    }

    /// Written so that a compiler makes of it what the processor has.
    #[inline(always)]
    fn unit_of(
        &self,
        rows: impl Iterator<Item = UnitRow> + Clone,
        buffer: &mut Vec<f32>,
        numbers: &mut Vec<i8>,
    ) {
        let dimensions = self.dimensions().max(1);
        buffer.clear();
        buffer.resize(4 * dimensions, 0.0);
        let (text, others) = buffer.split_at_mut(dimensions);
        let (title, others) = others.split_at_mut(dimensions);
        let (doc, path) = others.split_at_mut(dimensions);
        self.add_rows(rows.clone().map(|row| (row.row, row.text)), text);
        self.add_rows(rows.clone().map(|row| (row.row, row.title)), title);
        self.add_rows(rows.clone().map(|row| (row.row, row.doc)), doc);
        self.add_rows(rows.map(|row| (row.row, row.path)), path);
        quantize_into(self.joined(buffer, dimensions), numbers);
    }

    /// Adds the rows of one of the texts. They are far apart in memory, so some are asked for before the first of them is added.
    #[inline(always)]
    fn add_rows(&self, counts: impl Iterator<Item = (u32, u32)>, sum: &mut [f32]) {
        let mut counts = counts.filter(|(_, count)| *count > 0);
        let mut ahead = [(0, 0.0); AHEAD];
        loop {
            let mut found = 0;
            let mut touched = [[0; 2]; AHEAD];
            for ((row, count), next) in counts.by_ref().take(AHEAD).zip(&mut ahead) {
                let (place, scale) = self.place(row);
                *next = (place, scale * self.weight(count));
                touched[found] = self.touch(place);
                found += 1;
            }
            // The bytes are wanted for nothing else, which a compiler must not notice.
            std::hint::black_box(&touched);
            ahead[..found].iter().for_each(|(place, scale)| self.add_numbers(*place, *scale, sum));
            if found < AHEAD {
                return;
            }
        }
    }

    #[inline(always)]
    fn weight(&self, count: u32) -> f32 {
        self.weights.get(count as usize).copied().unwrap_or_else(|| weight(count))
    }

    /// The sum of the four vectors of a unit's texts, each with its share.
    #[inline(always)]
    fn joined<'b>(&self, vectors: &'b mut [f32], dimensions: usize) -> &'b [f32] {
        let lengths = lengths(vectors, dimensions);
        let (text, others) = vectors.split_at_mut(dimensions);
        scale_by(text, lengths[0]);
        let shares = [TITLE_WEIGHT, DOC_WEIGHT, self.path_weight()];
        for (at, (share, part)) in shares.into_iter().zip(others.chunks_exact_mut(dimensions)).enumerate() {
            scale_by(part, lengths[at + 1]);
            text.iter_mut().zip(part.iter()).for_each(|(total, number)| *total += share * number);
        }
        text
    }
}

/// The lengths of four vectors that lie one after the other. Each sum waits for the number before: four at once wait no longer than one.
#[inline(always)]
fn lengths(vectors: &[f32], dimensions: usize) -> [f32; 4] {
    let mut squares = [0.0_f32; 4];
    let (first, second) = vectors.split_at(2 * dimensions);
    let ((a, b), (c, d)) = (first.split_at(dimensions), second.split_at(dimensions));
    for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
        squares = [squares[0] + a * a, squares[1] + b * b, squares[2] + c * c, squares[3] + d * d];
    }
    squares.map(f32::sqrt)
}

/// The same in the wide form of the instructions, which not every processor has. Numbers are rounded alike in both.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{StaticModel, UnitRow};

    #[expect(unsafe_code, reason = "the caller has asked the processor")]
    pub(super) fn unit(
        model: &StaticModel<'_>,
        rows: impl Iterator<Item = UnitRow> + Clone,
        buffer: &mut Vec<f32>,
        numbers: &mut Vec<i8>,
    ) {
        // SAFETY: called only where the processor said that it has them.
        unsafe { of_wide(model, rows, buffer, numbers) }
    }

    #[target_feature(enable = "avx2")]
    fn of_wide(
        model: &StaticModel<'_>,
        rows: impl Iterator<Item = UnitRow> + Clone,
        buffer: &mut Vec<f32>,
        numbers: &mut Vec<i8>,
    ) {
        model.unit_of(rows, buffer, numbers);
    }
}

/// What a term that occurs so often weighs.
pub(crate) fn weight(count: u32) -> f32 {
    if count == 1 { 1.0 } else { 1.0 + (count as f32).ln() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One term after the other, with `dimensions` numbers each.
    fn model(rows: usize, dimensions: usize) -> Vec<u8> {
        let mut bytes = b"ORNTEMBD".to_vec();
        for number in [1, rows as u32, dimensions as u32, 0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(0.3_f32.to_le_bytes());
        (1..=rows as u32).for_each(|end| bytes.extend(end.to_le_bytes()));
        bytes.extend((0..rows as u8).map(|row| b'a' + row));
        (1..=rows).for_each(|row| bytes.extend((0.1 / row as f32).to_le_bytes()));
        bytes.extend((0..rows * dimensions).map(|at| (at * 89 % 251) as u8));
        bytes
    }

    #[test]
    fn every_processor_makes_the_same_vector() {
        for dimensions in [1, 7, 128, 131] {
            let bytes = model(9, dimensions);
            let model = StaticModel::load(&bytes).expect("loads");
            let counts =
                |row: u32| UnitRow { row, text: row % 4, title: row % 2, doc: row % 3, path: row / 5 };
            let made = |unit: &dyn Fn(&mut Vec<f32>, &mut Vec<i8>)| {
                let (mut buffer, mut numbers) = (Vec::new(), vec![1]);
                unit(&mut buffer, &mut numbers);
                assert!(buffer.iter().any(|number| *number != 0.0) && numbers.len() == 1 + dimensions);
                (buffer.iter().map(|number| number.to_bits()).collect::<Vec<_>>(), numbers)
            };
            let found = made(&|buffer, numbers| model.unit((0..9).map(counts), buffer, numbers));
            let plainly = made(&|buffer, numbers| model.unit_of((0..9).map(counts), buffer, numbers));
            assert_eq!(found, plainly, "{dimensions} dimensions");
        }
    }
}
