//! Units by learned sparse vectors: entries of a vocabulary that only the model knows, multiplied and added. A row is its entries, each
//! an index and a number. Where they come from is not known here.

use super::Channel;
use super::nearest::first_wanted;
use super::rows::UnitRows;
use crate::params::Params;
use crate::pipeline::Request;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;
use std::collections::HashMap;
use std::sync::Arc;

const ENTRY: usize = 8;

/// Entries as a row.
pub fn sparse_row(indices: &[u32], values: &[f32]) -> Vec<u8> {
    let entries = indices.iter().zip(values);
    entries.flat_map(|(index, value)| [index.to_le_bytes(), value.to_le_bytes()]).flatten().collect()
}

fn entries(row: &[u8]) -> impl Iterator<Item = (u32, f32)> + '_ {
    row.chunks_exact(ENTRY).map(|entry| {
        let half = |at: usize| [entry[at], entry[at + 1], entry[at + 2], entry[at + 3]];
        (u32::from_le_bytes(half(0)), f32::from_le_bytes(half(4)))
    })
}

/// A question of a sparse model, and the rows it is compared with.
pub struct SparseQuestion {
    rows: Arc<UnitRows>,
    weights: HashMap<u32, f32>,
}

impl SparseQuestion {
    pub fn new(rows: Arc<UnitRows>, indices: &[u32], values: &[f32]) -> SparseQuestion {
        let weights = indices.iter().copied().zip(values.iter().copied()).collect();
        SparseQuestion { rows, weights }
    }

    /// The question as it is compared, in the order of its entries.
    pub fn entries(&self) -> Vec<(u32, f32)> {
        let mut entries: Vec<(u32, f32)> =
            self.weights.iter().map(|(index, weight)| (*index, *weight)).collect();
        entries.sort_unstable_by_key(|(index, _)| *index);
        entries
    }

    /// A unit's row; none where it has none.
    pub fn entries_of(rows: &UnitRows, unit: UnitId) -> Option<Vec<(u32, f32)>> {
        Some(entries(rows.of(unit)?).collect())
    }

    /// Added in the order of the row: the same bytes give the same bits.
    fn product(&self, row: &[u8]) -> f32 {
        let parts = entries(row).filter_map(|(index, value)| Some(self.weights.get(&index)? * value));
        parts.fold(0.0, |sum, part| sum + part)
    }

    /// The units that have most in common with the question, best first.
    fn best(&self, count: usize, wanted: &dyn Fn(UnitId) -> bool) -> Vec<(UnitId, f32)> {
        let scored = self.rows.each().map(|(unit, row)| (-self.product(row), unit));
        let scored = scored.filter(|(score, _)| *score < 0.0 && score.is_finite()).collect();
        let found = first_wanted(scored, count, wanted);
        found.into_iter().map(|(unit, score)| (unit, -score)).collect()
    }
}

/// What the question has in common with units, as shares of the best.
#[derive(Debug, Default)]
pub(crate) struct Shares(HashMap<UnitId, f32>);

impl Shares {
    pub(crate) fn of(&self, unit: UnitId) -> f32 {
        self.0.get(&unit).copied().unwrap_or_default()
    }
}

/// Adds the channel, and the shares of what the other channels found.
pub(super) fn shared(
    snapshot: &Snapshot,
    question: &SparseQuestion,
    request: &Request<'_>,
    params: &Params,
    channels: &mut Vec<Channel>,
) -> Shares {
    let wanted = |unit: UnitId| snapshot.unit(unit).is_some_and(|unit| (request.wanted)(&unit));
    let best = question.best(params.pool as usize, &wanted);
    let most = best.first().map_or(0.0, |(_, score)| *score);
    let share = |score: f32| if most > 0.0 { (score / most).clamp(0.0, 1.0) } else { 0.0 };
    let others = channels.iter().flat_map(|channel| &channel.units);
    let mut shares: HashMap<UnitId, f32> =
        others.filter_map(|unit| Some((*unit, share(question.product(question.rows.of(*unit)?))))).collect();
    shares.extend(best.iter().map(|(unit, score)| (*unit, share(*score))));
    let units = best.into_iter().map(|(unit, _)| unit).collect();
    channels.push(Channel::new("sparse", params.channel_sparse, units));
    Shares(shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_half_an_entry_is_none() {
        let mut row = sparse_row(&[7, 9], &[0.5, 2.0]);
        assert_eq!(entries(&row).collect::<Vec<_>>(), [(7, 0.5), (9, 2.0)]);
        row.pop();
        assert_eq!(entries(&row).collect::<Vec<_>>(), [(7, 0.5)]);
    }
}
