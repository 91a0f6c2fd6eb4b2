//! The vector of a unit: that of all its texts, with shares of what it is called, what is said of it and where it stands.

use crate::model::StaticModel;
use crate::sum::scale_to_one;

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

impl StaticModel<'_> {
    /// The direction of a unit's vector, of no particular length. Rows ascend, so that the order of words cannot change a bit;
    /// `buffer` is used again.
    pub fn unit<'b>(&self, rows: impl Iterator<Item = UnitRow>, buffer: &'b mut Vec<f32>) -> &'b [f32] {
        let dimensions = self.dimensions().max(1);
        buffer.clear();
        buffer.resize(4 * dimensions, 0.0);
        let (text, others) = buffer.split_at_mut(dimensions);
        for row in rows {
            let parts = std::iter::once(&mut *text).chain(others.chunks_exact_mut(dimensions));
            for (count, sum) in [row.text, row.title, row.doc, row.path].into_iter().zip(parts) {
                if count > 0 {
                    self.add_row(row.row, weight(count), sum);
                }
            }
        }
        scale_to_one(text);
        let shares = [TITLE_WEIGHT, DOC_WEIGHT, self.path_weight()];
        for (share, part) in shares.into_iter().zip(others.chunks_exact_mut(dimensions)) {
            scale_to_one(part);
            text.iter_mut().zip(part.iter()).for_each(|(total, number)| *total += share * number);
        }
        text
    }
}

/// What a term that occurs so often weighs.
pub(crate) fn weight(count: u32) -> f32 {
    if count == 1 { 1.0 } else { 1.0 + (count as f32).ln() }
}
