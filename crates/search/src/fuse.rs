//! Merges the channels by rank into one list of candidates. A unit is itself: never its file's name, never its own name.

use crate::params::Params;
use crate::recall::Channel;
use orienteer_model::UnitId;
use std::collections::HashMap;

/// What keeps the first ranks of a channel from outweighing everything else.
const SMOOTHING: f32 = 60.0;

/// A unit and how it was found. It has no score until `rank`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) unit: UnitId,
    /// Reciprocal ranks, by weight.
    pub(crate) fused: f32,
    /// Names of the channels that found it.
    pub(crate) channels: Vec<&'static str>,
}

/// What a channel adds to its unit of this rank, the best having 0.
pub(crate) fn reciprocal(weight: f32, rank: usize) -> f32 {
    weight / (SMOOTHING + rank as f32 + 1.0)
}

/// The best of all channels, best first.
pub(crate) fn fuse(channels: &[Channel], params: &Params) -> Vec<Candidate> {
    let mut places: HashMap<UnitId, usize> = HashMap::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    for channel in channels {
        for (rank, unit) in channel.units.iter().enumerate() {
            let place = *places.entry(*unit).or_insert_with(|| {
                candidates.push(Candidate { unit: *unit, fused: 0.0, channels: Vec::new() });
                candidates.len() - 1
            });
            let candidate = &mut candidates[place];
            if !candidate.channels.contains(&channel.name) {
                candidate.fused += reciprocal(channel.weight, rank);
                candidate.channels.push(channel.name);
            }
        }
    }
    candidates
        .sort_by(|left, right| right.fused.total_cmp(&left.fused).then_with(|| left.unit.cmp(&right.unit)));
    candidates.truncate(params.pool as usize + params.pool_files as usize);
    candidates
}
