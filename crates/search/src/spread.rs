//! Walks from the best candidates through the graph: what is close to them joins them, and everybody's nearness is known.

use crate::authority::{Standing, authority};
use crate::fuse::Candidate;
use crate::params::Params;
use crate::walk::{Walk, walk};
use orienteer_model::UnitId;
use orienteer_storage::{Snapshot, UnitRecord};
use std::collections::{HashMap, HashSet};

/// Seeds in graphs of more than 40,000 and of more than 10,000 units, for one in a small graph: large graphs fall apart into
/// more pieces.
const MORE_SEEDS: [(usize, f32); 2] = [(40_000, 25.0 / 15.0), (10_000, 20.0 / 15.0)];

/// Where the walk came by, and what the others lean on.
#[derive(Default)]
pub(crate) struct Spread {
    walk: Option<Walk>,
    authority: HashMap<UnitId, f32>,
}

impl Spread {
    pub(crate) fn new(walk: Option<Walk>, standings: Vec<(UnitId, Standing)>) -> Spread {
        let authority = standings.into_iter().map(|(unit, standing)| (unit, standing.authority)).collect();
        Spread { walk, authority }
    }

    pub(crate) fn share(&self, unit: UnitId) -> f32 {
        self.walk.as_ref().and_then(|walk| walk.share(unit)).unwrap_or(0.0)
    }

    pub(crate) fn authority(&self, unit: UnitId) -> f32 {
        self.authority.get(&unit).copied().unwrap_or(0.0)
    }
}

/// Adds what the walk reached to the candidates. Without seeds nobody walks.
pub(crate) fn spread(
    snapshot: &Snapshot,
    candidates: &mut Vec<Candidate>,
    wanted: &dyn Fn(&UnitRecord<'_>) -> bool,
    params: &Params,
) -> Spread {
    let count = seed_count(snapshot, params);
    if count == 0 || candidates.is_empty() {
        return Spread::default();
    }
    let seeds: Vec<(UnitId, f32)> =
        candidates.iter().take(count).map(|candidate| (candidate.unit, candidate.fused)).collect();
    let walk = walk(snapshot, &seeds, params);
    let known: HashSet<UnitId> = candidates.iter().map(|candidate| candidate.unit).collect();
    let is_new =
        |unit: &UnitId| !known.contains(unit) && snapshot.unit(*unit).is_some_and(|unit| wanted(&unit));
    let reached = walk.shares.iter().map(|(unit, _)| *unit).filter(is_new).take(params.walk_joins as usize);
    candidates.extend(reached.map(|unit| Candidate { unit, fused: 0.0, channels: vec!["walk"] }));
    let best: Vec<UnitId> = walk.shares.iter().map(|(unit, _)| *unit).collect();
    let standings = authority(snapshot, &best, params);
    Spread::new(Some(walk), best.into_iter().zip(standings).collect())
}

fn seed_count(snapshot: &Snapshot, params: &Params) -> usize {
    let units = snapshot.unit_count();
    let more = MORE_SEEDS.iter().find(|(least, _)| units > *least).map_or(1.0, |(_, more)| *more);
    (params.walk_seeds * more).round() as usize
}
