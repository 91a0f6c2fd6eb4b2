//! The vector of a text from the counts of its rows. Rows are added in ascending order, so that the order of words cannot change a bit.

use crate::model::StaticModel;
use crate::unit::weight;

/// Counts rows and sums them. Keep one per thread: its buffers are used again.
#[derive(Default)]
pub struct Sum {
    rows: Vec<u32>,
    vector: Vec<f32>,
}

impl Sum {
    pub fn new() -> Sum {
        Sum::default()
    }

    /// Counts rows once more, as [`StaticModel::rows_of`] gives them.
    pub fn count(&mut self, rows: &[u32]) {
        self.rows.extend_from_slice(rows);
    }

    /// Counts the rows of a term.
    pub fn count_term(&mut self, model: &StaticModel<'_>, term: &str) {
        model.rows_of(term, &mut self.rows);
    }

    /// The vector of all that was counted, of length one or all zeros, and an empty count again.
    pub fn finish(&mut self, model: &StaticModel<'_>) -> &[f32] {
        self.vector.clear();
        self.vector.resize(model.dimensions(), 0.0);
        self.rows.sort_unstable();
        for same in self.rows.chunk_by(|left, right| left == right) {
            model.add_row(same[0], weight(same.len() as u32), &mut self.vector);
        }
        self.rows.clear();
        scale_to_one(&mut self.vector);
        &self.vector
    }
}

/// Scales a vector to length one; zeros stay.
pub(crate) fn scale_to_one(vector: &mut [f32]) {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    scale_by(vector, length);
}

/// Divides a vector by its length; zeros stay.
#[inline(always)]
pub(crate) fn scale_by(vector: &mut [f32], length: f32) {
    if length > 0.0 {
        vector.iter_mut().for_each(|number| *number /= length);
    }
}
