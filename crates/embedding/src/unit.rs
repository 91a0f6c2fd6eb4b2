//! The vector of a unit: that of all its texts, with a share of what it is called and where it stands.

use crate::model::StaticModel;
use crate::sum::scale_to_one;

/// How much of the vector of a unit's name and signature is added to that of all its texts.
const TITLE_WEIGHT: f32 = 0.5;

/// How often a row stands in the texts of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitRow {
    pub row: u32,
    /// In all texts but the path.
    pub text: u32,
    /// In the name and the signature.
    pub title: u32,
    pub path: u32,
}

impl StaticModel<'_> {
    /// The direction of a unit's vector, of no particular length. Rows ascend, so that the order of words cannot change a bit;
    /// `buffer` is used again.
    pub fn unit<'b>(&self, rows: impl Iterator<Item = UnitRow>, buffer: &'b mut Vec<f32>) -> &'b [f32] {
        let dimensions = self.dimensions();
        buffer.clear();
        buffer.resize(3 * dimensions, 0.0);
        let (text, others) = buffer.split_at_mut(dimensions);
        let (title, path) = others.split_at_mut(dimensions);
        for row in rows {
            for (count, sum) in [(row.text, &mut *text), (row.title, &mut *title), (row.path, &mut *path)] {
                if count > 0 {
                    self.add_row(row.row, weight(count), sum);
                }
            }
        }
        scale_to_one(text);
        scale_to_one(title);
        scale_to_one(path);
        let path_weight = self.path_weight();
        for (total, (title, path)) in text.iter_mut().zip(title.iter().zip(path.iter())) {
            *total += TITLE_WEIGHT * title + path_weight * path;
        }
        text
    }
}

/// What a term that occurs so often weighs.
pub(crate) fn weight(count: u32) -> f32 {
    if count == 1 { 1.0 } else { 1.0 + (count as f32).ln() }
}
