//! Where the walk begins: the best candidates, what belongs to them, and without what only looks like an answer.
//!
//! Chooses and orders; nothing is scored here, and no candidate is lost: what is no seed is still ranked.

mod focus;
mod implementors;
mod noise;

use crate::fuse::Candidate;
use crate::params::Params;
use crate::rank::Look;
use crate::recall::Recalled;
use crate::understand::Intent;
use noise::Noise;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;

/// A unit that the walk begins at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seed {
    pub(crate) unit: UnitId,
    /// How often the walk begins here, against the other seeds.
    pub(crate) weight: f32,
    pub(crate) origin: Origin,
}

/// Why a unit is a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The channels found it.
    Fused,
    /// All that speaks for it.
    Evidence,
    /// Words found next to nothing, and its vector is near.
    Nearest,
    /// It implements a seed.
    Implementor,
    /// It lives in a folder that the task speaks of.
    Directory,
}

impl Origin {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Origin::Fused => "fused",
            Origin::Evidence => "evidence",
            Origin::Nearest => "nearest",
            Origin::Implementor => "implementor",
            Origin::Directory => "directory",
        }
    }
}

/// The seeds, first those that matter most. None where nobody walks.
pub(crate) fn seed(
    snapshot: &Snapshot,
    intent: &Intent,
    recalled: &Recalled,
    candidates: &[Candidate],
    look: &Look<'_>,
    params: &Params,
) -> Vec<Seed> {
    let count = seed_count(snapshot, params);
    if count == 0 {
        return Vec::new();
    }
    let noise = Noise::new(snapshot, intent);
    // A report names much that it is not about: there a place in several channels says more than all evidence together.
    let by_evidence = params.seed_evidence > 0.0 && !intent.is_report;
    let mut seeds = if by_evidence { weighty(candidates, look, params) } else { fused(candidates, params) };
    fill_gap(&mut seeds, recalled, candidates, params);
    noise.lower(&mut seeds, params);
    focus::focus(snapshot, &mut seeds, params);
    prefer_types(snapshot, &mut seeds, params);
    seeds.truncate(count);
    implementors::join(snapshot, &recalled.text, &mut seeds, &noise, params);
    add_directories(&mut seeds, recalled, &noise, params);
    seeds
}

/// Large graphs fall apart into more pieces.
fn seed_count(snapshot: &Snapshot, params: &Params) -> usize {
    if params.walk_seeds < 1.0 {
        return 0;
    }
    let units = snapshot.unit_count() as f32;
    let steps =
        [params.seed_medium_units, params.seed_large_units].iter().filter(|least| units > **least).count();
    (params.walk_seeds + params.seed_step * steps as f32).round() as usize
}

fn fused(candidates: &[Candidate], params: &Params) -> Vec<Seed> {
    let best = candidates.iter().take(params.seed_candidates as usize);
    best.map(|candidate| Seed { unit: candidate.unit, weight: candidate.fused, origin: Origin::Fused })
        .collect()
}

/// By all that speaks for them: ranks alone would let the walk begin nearly everywhere alike. What a channel found is a seed even if
/// nothing else speaks for it.
fn weighty(candidates: &[Candidate], look: &Look<'_>, params: &Params) -> Vec<Seed> {
    let impressions = look.impressions(params);
    let best = candidates.first().map_or(1.0, |candidate| candidate.fused.max(f32::MIN_POSITIVE));
    let weigh = |candidate: &Candidate| {
        let impression =
            impressions.get(&candidate.unit).map_or(0.0, |impression| impression.powf(params.seed_evidence));
        let weight = impression + params.seed_fused * candidate.fused / best;
        Seed { unit: candidate.unit, weight, origin: Origin::Evidence }
    };
    let mut seeds: Vec<Seed> = candidates.iter().map(weigh).collect();
    seeds
        .sort_by(|left, right| right.weight.total_cmp(&left.weight).then_with(|| left.unit.cmp(&right.unit)));
    seeds.truncate(params.seed_candidates as usize);
    seeds
}

/// Where words found next to nothing, the nearest by vector count as much as the best by words.
fn fill_gap(seeds: &mut Vec<Seed>, recalled: &Recalled, candidates: &[Candidate], params: &Params) {
    let by_words =
        candidates.iter().filter(|candidate| candidate.channels.iter().any(|name| *name != "dense"));
    let Some(dense) = recalled.channels.iter().find(|channel| channel.name == "dense") else { return };
    if by_words.count() >= params.seed_gap as usize {
        return;
    }
    let weight = largest(seeds).max(f32::MIN_POSITIVE);
    let nearest: Vec<UnitId> = dense.units.iter().take(params.seed_gap_fill as usize).copied().collect();
    seeds.retain(|seed| !nearest.contains(&seed.unit));
    let filled = nearest.into_iter().map(|unit| Seed { unit, weight, origin: Origin::Nearest });
    seeds.splice(0..0, filled);
}

/// On large graphs a type is the better place to begin: all its members are one step away.
fn prefer_types(snapshot: &Snapshot, seeds: &mut [Seed], params: &Params) {
    if snapshot.unit_count() as f32 > params.seed_types_units {
        let is_type = |seed: &Seed| snapshot.unit(seed.unit).is_some_and(|unit| unit.kind().is_type());
        seeds.sort_by_key(|seed| !is_type(seed));
    }
}

/// Beside the others, whose places they do not take.
fn add_directories(seeds: &mut Vec<Seed>, recalled: &Recalled, noise: &Noise<'_>, params: &Params) {
    let weight = largest(seeds) * params.seed_directories;
    if weight <= 0.0 {
        return;
    }
    for unit in recalled.directories.iter().copied() {
        if !noise.is_left_out(unit, params) && seeds.iter().all(|seed| seed.unit != unit) {
            seeds.push(Seed { unit, weight, origin: Origin::Directory });
        }
    }
}

fn largest(seeds: &[Seed]) -> f32 {
    seeds.iter().map(|seed| seed.weight).fold(0.0, f32::max)
}
