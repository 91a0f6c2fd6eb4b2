//! Walks from the seeds through the graph: what is close to them joins the candidates, and everybody's nearness is known.

use crate::authority::authority;
use crate::explain::Standing;
use crate::fuse::Candidate;
use crate::params::Params;
use crate::seed::Seed;
use crate::trace::Trace;
use crate::walk::{Walk, walk};
use orienteer_model::UnitId;
use orienteer_storage::{Snapshot, UnitRecord};
use std::collections::{HashMap, HashSet};

/// Where the walk came by, and what the others lean on.
#[derive(Default)]
pub(crate) struct Spread {
    /// With their weights.
    seeds: HashMap<UnitId, f32>,
    walk: Option<Walk>,
    /// What was kept and was no candidate, best first.
    newcomers: Vec<UnitId>,
    /// Of those that were asked.
    standings: HashMap<UnitId, Standing>,
}

impl Spread {
    pub(crate) fn new(
        seeds: &[(UnitId, f32)],
        walk: Option<Walk>,
        standings: Vec<(UnitId, Standing)>,
    ) -> Spread {
        let standings = standings.into_iter().collect();
        Spread { seeds: seeds.iter().copied().collect(), walk, standings, ..Spread::default() }
    }

    pub(crate) fn share(&self, unit: UnitId) -> f32 {
        self.reached(unit).unwrap_or(0.0)
    }

    /// The share of a unit that the walk came by, however small.
    pub(crate) fn reached(&self, unit: UnitId) -> Option<f32> {
        self.walk.as_ref().and_then(|walk| walk.share(unit))
    }

    /// Its weight, if the walk began at it.
    pub(crate) fn seed(&self, unit: UnitId) -> Option<f32> {
        self.seeds.get(&unit).copied()
    }

    pub(crate) fn seeds(&self) -> &HashMap<UnitId, f32> {
        &self.seeds
    }

    pub(crate) fn walk(&self) -> Option<&Walk> {
        self.walk.as_ref()
    }

    pub(crate) fn newcomers(&self) -> &[UnitId] {
        &self.newcomers
    }

    pub(crate) fn standings(&self) -> &HashMap<UnitId, Standing> {
        &self.standings
    }

    /// The standing of a seed: what the task speaks of and others lean on, or what brings them together, is the heart of it.
    pub(crate) fn of_seed(&self, unit: UnitId) -> Standing {
        self.standings.get(&unit).filter(|_| self.seeds.contains_key(&unit)).copied().unwrap_or_default()
    }

    /// How much the others lean on a unit that is no seed: what everything leans on is seldom what a task is about.
    pub(crate) fn infrastructure(&self, unit: UnitId) -> f32 {
        let standing = self.standings.get(&unit).filter(|_| !self.seeds.contains_key(&unit));
        standing.map_or(0.0, |standing| standing.authority)
    }
}

/// Adds what the walk reached to the candidates. Without seeds nobody walks.
pub(crate) fn spread(
    snapshot: &Snapshot,
    seeds: &[Seed],
    candidates: &mut Vec<Candidate>,
    wanted: &dyn Fn(&UnitRecord<'_>) -> bool,
    params: &Params,
    trace: &mut Trace<'_>,
) -> Spread {
    if seeds.is_empty() {
        return Spread::default();
    }
    let seeds: Vec<(UnitId, f32)> = seeds.iter().map(|seed| (seed.unit, seed.weight)).collect();
    let walk = walk(snapshot, &seeds, params);
    let newcomers = newcomers(snapshot, candidates, &walk, wanted);
    let taken = candidates.len();
    let joining = newcomers.iter().take(params.walk_joins as usize);
    candidates.extend(joining.map(|unit| Candidate { unit: *unit, fused: 0.0, channels: vec!["walk"] }));
    let best: Vec<UnitId> =
        walk.shares.iter().map(|(unit, _)| *unit).take(params.authority_units as usize).collect();
    let mut spread =
        Spread { seeds: seeds.into_iter().collect(), walk: Some(walk), newcomers, ..Spread::default() };
    trace.walked(taken, &spread, candidates, params);
    let standings = authority(snapshot, &best, params);
    spread.standings = best.into_iter().zip(standings).collect();
    trace.stood(&spread);
    spread
}

/// What the walk kept, as far as it is wanted and no candidate yet.
fn newcomers(
    snapshot: &Snapshot,
    candidates: &[Candidate],
    walk: &Walk,
    wanted: &dyn Fn(&UnitRecord<'_>) -> bool,
) -> Vec<UnitId> {
    let known: HashSet<UnitId> = candidates.iter().map(|candidate| candidate.unit).collect();
    let is_new =
        |unit: &UnitId| !known.contains(unit) && snapshot.unit(*unit).is_some_and(|unit| wanted(&unit));
    walk.shares.iter().map(|(unit, _)| *unit).filter(is_new).collect()
}
