//! Walks from the seeds through the graph: what is close to them joins the candidates, and everybody's nearness is known.

use crate::authority::authority;
use crate::fuse::Candidate;
use crate::params::Params;
use crate::seed::Seed;
use crate::walk::{Walk, walk};
use orienteer_model::UnitId;
use orienteer_storage::{Snapshot, UnitRecord};
use std::collections::{HashMap, HashSet};

/// Where the walk came by, and what the others lean on.
#[derive(Default)]
pub(crate) struct Spread {
    walk: Option<Walk>,
    authority: HashMap<UnitId, f32>,
}

impl Spread {
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
    seeds: &[Seed],
    candidates: &mut Vec<Candidate>,
    wanted: &dyn Fn(&UnitRecord<'_>) -> bool,
    params: &Params,
) -> Spread {
    if seeds.is_empty() {
        return Spread::default();
    }
    let seeds: Vec<(UnitId, f32)> = seeds.iter().map(|seed| (seed.unit, seed.weight)).collect();
    let walk = walk(snapshot, &seeds, params);
    let known: HashSet<UnitId> = candidates.iter().map(|candidate| candidate.unit).collect();
    let is_new =
        |unit: &UnitId| !known.contains(unit) && snapshot.unit(*unit).is_some_and(|unit| wanted(&unit));
    let reached = walk.shares.iter().map(|(unit, _)| *unit).filter(is_new).take(params.walk_joins as usize);
    candidates.extend(reached.map(|unit| Candidate { unit, fused: 0.0, channels: vec!["walk"] }));
    let best: Vec<UnitId> = walk.shares.iter().map(|(unit, _)| *unit).collect();
    let standings = authority(snapshot, &best, params);
    let authority =
        best.into_iter().zip(standings).map(|(unit, standing)| (unit, standing.authority)).collect();
    Spread { walk: Some(walk), authority }
}
