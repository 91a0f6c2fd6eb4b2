//! Units by nearness of vectors. Where the vectors come from is not known here.

use super::Channel;
use crate::error::SearchError;
use crate::params::Params;
use crate::pipeline::Request;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;
use std::collections::HashMap;

/// Vectors of a snapshot's units and of one question.
pub trait Dense: Sync {
    /// The `count` units nearest to the question among those that are wanted, nearest first, with their distances.
    fn nearest(
        &self,
        count: usize,
        wanted: &dyn Fn(UnitId) -> bool,
    ) -> Result<Vec<(UnitId, f32)>, SearchError>;
    /// The distance of one unit; none if it has no vector.
    fn distance(&self, unit: UnitId) -> Option<f32>;
}

/// Distances that are known. A unit without one is unknown, which is not the same as far.
#[derive(Debug, Default)]
pub(crate) struct Distances(HashMap<UnitId, f32>);

impl Distances {
    pub(crate) fn of(&self, unit: UnitId) -> Option<f32> {
        self.0.get(&unit).copied()
    }

    pub(crate) fn insert(&mut self, unit: UnitId, distance: f32) {
        self.0.insert(unit, distance);
    }
}

/// Adds the channel, and the distances of what the other channels found.
pub(super) fn near(
    snapshot: &Snapshot,
    dense: &dyn Dense,
    request: &Request<'_>,
    params: &Params,
    channels: &mut Vec<Channel>,
) -> Result<Distances, SearchError> {
    let mut distances = Distances::default();
    let mut units = Vec::new();
    let wanted = |unit: UnitId| snapshot.unit(unit).is_some_and(|unit| (request.wanted)(&unit));
    for (unit, distance) in dense.nearest(params.pool as usize, &wanted)? {
        distances.insert(unit, distance);
        units.push(unit);
    }
    for unit in channels.iter().flat_map(|channel| &channel.units) {
        if let Some(distance) = dense.distance(*unit) {
            distances.insert(*unit, distance);
        }
    }
    channels.push(Channel::new("dense", params.channel_dense, units));
    Ok(distances)
}
