//! Vectors that a configured model computed: rows of small integers, compared with a question of the same model.
//!
//! A row is what scales it to length one, and a byte a number. Whoever asks made sure that both are of one model.

use super::dense::Dense;
use super::nearest::first_wanted;
use super::rows::UnitRows;
use crate::error::SearchError;
use orienteer_embedding::{dot, quantize, quantize_into};
use orienteer_model::UnitId;
use std::sync::Arc;

const SCALE: usize = size_of::<f32>();

/// A vector as a row.
pub fn dense_row(vector: &[f32]) -> Vec<u8> {
    let mut numbers = Vec::with_capacity(vector.len());
    quantize_into(vector, &mut numbers);
    let mut row = scale_of(&numbers).to_le_bytes().to_vec();
    row.extend(numbers.iter().map(|number| *number as u8));
    row
}

fn scale_of(numbers: &[i8]) -> f32 {
    let square = dot(numbers, numbers);
    if square > 0 { 1.0 / (square as f32).sqrt() } else { 0.0 }
}

/// A question, and the rows it is compared with.
pub struct Embedded {
    rows: Arc<UnitRows>,
    question: Vec<i8>,
    scale: f32,
}

impl Embedded {
    pub fn new(rows: Arc<UnitRows>, question: &[f32]) -> Embedded {
        let question = quantize(question);
        Embedded { rows, scale: scale_of(&question), question }
    }

    /// The question as it is compared, of length one.
    pub fn question(&self) -> Vec<f32> {
        self.question.iter().map(|number| f32::from(*number) * self.scale).collect()
    }

    /// A unit's row, of length one; none where it has none or a damaged one.
    pub fn vector_of(rows: &UnitRows, unit: UnitId) -> Option<Vec<f32>> {
        let (scale, numbers) = rows.of(unit)?.split_first_chunk::<SCALE>()?;
        let scale = Some(f32::from_le_bytes(*scale)).filter(|scale| *scale > 0.0 && scale.is_finite())?;
        Some(numbers.iter().map(|number| f32::from(*number as i8) * scale).collect())
    }

    /// Numbers in a vector of the rows; none if there is no row.
    pub fn dimension(rows: &UnitRows) -> Option<usize> {
        rows.each().next().and_then(|(_, row)| row.len().checked_sub(SCALE))
    }

    /// None for a row that is damaged or of another length.
    fn distance_to(&self, row: &[u8]) -> Option<f32> {
        let (scale, numbers) = row.split_first_chunk::<SCALE>()?;
        let scale = f32::from_le_bytes(*scale);
        let is_whole = numbers.len() == self.question.len() && scale > 0.0 && scale.is_finite();
        is_whole.then(|| 1.0 - product(&self.question, numbers) as f32 * self.scale * scale)
    }
}

/// As `dot` has it, of bytes as they are stored.
fn product(question: &[i8], row: &[u8]) -> i32 {
    question.iter().zip(row).map(|(left, right)| i32::from(*left) * i32::from(*right as i8)).sum()
}

impl Dense for Embedded {
    fn nearest(
        &self,
        count: usize,
        wanted: &dyn Fn(UnitId) -> bool,
    ) -> Result<Vec<(UnitId, f32)>, SearchError> {
        let known = self.rows.each().filter_map(|(unit, row)| Some((self.distance_to(row)?, unit)));
        Ok(first_wanted(known.collect(), count, wanted))
    }

    fn distance(&self, unit: UnitId) -> Option<f32> {
        self.distance_to(self.rows.of(unit)?)
    }

    fn is_built_in(&self) -> bool {
        false
    }
}
