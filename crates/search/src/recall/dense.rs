//! Units by nearness of vectors. Where the vectors come from is not known here.

use super::Channel;
use crate::error::SearchError;
use crate::params::Params;
use crate::pipeline::{Request, Strategy};
use crate::understand::Intent;
use orienteer_model::{FileId, UnitId};
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
    /// Whether the parameters about distances were fitted to these vectors. Those of another model lie closer or further apart.
    fn is_built_in(&self) -> bool {
        true
    }
    /// Whether the question's vector is made of pieces of words that mean nothing by themselves.
    fn is_guess(&self) -> bool {
        false
    }
}

/// Distances that are known. A unit without one is unknown, which is not the same as far.
#[derive(Debug, Default)]
pub(crate) struct Distances {
    units: HashMap<UnitId, f32>,
    /// Of the nearest unit of each file, among the nearest of all.
    files: HashMap<FileId, f32>,
    /// Of the nearest of all.
    near: f32,
    /// From which on nothing is near.
    far: f32,
    /// How much nearness is worth for this question.
    trust: f32,
}

impl Distances {
    fn new(intent: &Intent, params: &Params) -> Distances {
        // A name is found by its letters; what is near to it in meaning is something else.
        let trust = if intent.is_symbol { params.dense_symbol } else { 1.0 };
        Distances { trust, far: params.dense_furthest, ..Distances::default() }
    }

    pub(crate) fn of(&self, unit: UnitId) -> Option<f32> {
        self.units.get(&unit).copied()
    }

    /// How near a unit is, between 0 for what does not count as near and 1 for the nearest, or less where vectors are worth less; 0
    /// where it is not known.
    pub(crate) fn nearness(&self, unit: UnitId) -> f32 {
        self.of(unit).map_or(0.0, |distance| self.share(distance))
    }

    /// How near the nearest unit of a file is.
    pub(crate) fn nearness_of_file(&self, file: FileId) -> f32 {
        self.files.get(&file).map_or(0.0, |distance| self.share(*distance))
    }

    fn share(&self, distance: f32) -> f32 {
        let reach = self.far - self.near;
        let share = if reach > 0.0 { (self.far - distance) / reach } else { 1.0 };
        share.clamp(0.0, 1.0) * self.trust
    }
}

/// Adds the channel, and the distances of what the other channels found.
pub(super) fn near(
    snapshot: &Snapshot,
    dense: &dyn Dense,
    request: &Request<'_>,
    intent: &Intent,
    params: &Params,
    channels: &mut Vec<Channel>,
) -> Result<Distances, SearchError> {
    let mut distances = Distances::new(intent, params);
    let has_found = channels.iter().any(|channel| !channel.units.is_empty());
    if request.strategy == Strategy::Union && dense.is_guess() && !has_found {
        return Ok(distances);
    }
    let trust = distances.trust;
    let mut units = Vec::new();
    let wanted = |unit: UnitId| snapshot.unit(unit).is_some_and(|unit| (request.wanted)(&unit));
    let mut nearest = dense.nearest(params.dense_reach as usize, &wanted)?;
    distances.far = match nearest.last() {
        Some((_, furthest)) if !dense.is_built_in() => *furthest,
        _ => params.dense_furthest,
    };
    if request.strategy == Strategy::Union {
        nearest.retain(|(_, distance)| *distance <= distances.far);
    }
    distances.near = nearest.first().map_or(0.0, |(_, distance)| *distance);
    for (unit, distance) in nearest {
        distances.units.insert(unit, distance);
        if let Some(file) = snapshot.unit(unit).and_then(|unit| unit.file()) {
            distances.files.entry(file.id()).or_insert(distance);
        }
        if units.len() < params.pool as usize {
            units.push(unit);
        }
    }
    for unit in channels.iter().flat_map(|channel| &channel.units) {
        if let Some(distance) = dense.distance(*unit) {
            distances.units.insert(*unit, distance);
        }
    }
    channels.push(Channel::new("dense", params.channel_dense * trust, units));
    Ok(distances)
}

/// The distances of what was found elsewhere. What is nearest of that is taken for the nearest of all.
pub(super) fn known(
    snapshot: &Snapshot,
    dense: &dyn Dense,
    intent: &Intent,
    params: &Params,
    channels: &[Channel],
) -> Distances {
    let mut distances = Distances::new(intent, params);
    let units = channels.iter().flat_map(|channel| &channel.units);
    distances.units = units.filter_map(|unit| Some((*unit, dense.distance(*unit)?))).collect();
    if !dense.is_built_in() {
        distances.far = distances.units.values().copied().fold(0.0, f32::max);
    }
    let mut near = f32::INFINITY;
    for (unit, &distance) in &distances.units {
        let file = snapshot.unit(*unit).and_then(|unit| unit.file()).filter(|_| distance <= distances.far);
        if let Some(file) = file {
            near = near.min(distance);
            let nearest = distances.files.entry(file.id()).or_insert(distance);
            *nearest = nearest.min(distance);
        }
    }
    distances.near = if near.is_finite() { near } else { 0.0 };
    distances
}
