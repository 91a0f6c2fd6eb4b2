//! From units instead of words: what stands around them, measured and weighed like everything else that is found.
//!
//! Who is near is for the caller to say; the walk finds the rest. Nothing here knows files or changes.

use crate::authority::authority;
use crate::fuse::Candidate;
use crate::memory::NOTHING;
use crate::params::Params;
use crate::pipeline::{Prepared, Request, Strategy};
use crate::rank::{self, Look};
use crate::recall::{Recalled, lexical};
use crate::spread::Spread;
use crate::understand::{Intent, Wanted, understand};
use crate::walk::walk;
use orienteer_model::UnitId;
use orienteer_storage::{Snapshot, UnitRecord};
use std::collections::BTreeMap;

/// Units that a walk begins at; each further one leaves less for all.
const MOST_SEEDS: usize = 1_000;

/// A unit that has to do with the subject, for what reason and how surely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    pub unit: UnitId,
    /// The name of the reason.
    pub channel: &'static str,
    /// 1 for the subject itself or a part of it, less for a part that says little, 0 for others.
    pub origin: f32,
    /// Between 0 and 1.
    pub dependence: f32,
}

/// What an answer is to be made of.
pub struct Surroundings<'a> {
    /// Words that rank the units; without any, nearness alone does.
    pub query: &'a str,
    pub near: &'a [Near],
    /// Whether a walk from the origins adds to them.
    pub walks: bool,
    /// Tests and documentation are as welcome as code.
    pub welcomes_tests: bool,
    /// Which units may be found at all.
    pub wanted: &'a (dyn Fn(&UnitRecord<'_>) -> bool + Sync),
}

/// How near one unit is, by the best of its reasons.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nearness {
    pub(crate) origin: f32,
    pub(crate) dependence: f32,
}

/// Looks at the units and at what a walk from the origins adds to them.
pub fn measure_around(snapshot: &Snapshot, around: &Surroundings<'_>, params: &Params) -> Prepared {
    // What is begun with is weighed as the context of a report is: it says what it is about by itself.
    let params = &*params.for_question(true);
    let intent = intent(around, params);
    let (mut candidates, nearness) = candidates(snapshot, around, params);
    let spread = spread(snapshot, around, &mut candidates, params);
    let text = lexical::score(snapshot, &intent, params);
    let recalled = Recalled::of_text(text);
    let request = request(around);
    let mut look = Look::new(snapshot, &intent, &recalled, &request);
    look.at(&candidates);
    let mut rows = look.measured(&spread);
    rank::place(&mut rows, |unit| nearness.get(&unit).copied().unwrap_or_default());
    let terms = recalled.text.terms.into_iter().map(|term| term.text).collect();
    // A list of symbols, in which many of one file are welcome, as of a report.
    Prepared::new(rows, true, terms)
}

fn intent(around: &Surroundings<'_>, params: &Params) -> Intent {
    let mut intent =
        if around.query.is_empty() { Intent::default() } else { understand(around.query, params) };
    if around.welcomes_tests {
        intent.wanted = Wanted { tests: true, documentation: true, ..intent.wanted };
    }
    intent
}

fn request<'a>(around: &'a Surroundings<'a>) -> Request<'a> {
    Request {
        query: around.query,
        limit: 0,
        per_file: 0,
        strategy: Strategy::Lexical,
        max_distance: None,
        concepts: &[],
        memory: &NOTHING,
        elsewhere: None,
        sparse: None,
        wanted: around.wanted,
    }
}

/// The origins, and the surest of the others, each once, in the order of their ids.
fn candidates(
    snapshot: &Snapshot,
    around: &Surroundings<'_>,
    params: &Params,
) -> (Vec<Candidate>, BTreeMap<UnitId, Nearness>) {
    let is_wanted = |near: &&Near| snapshot.unit(near.unit).is_some_and(|unit| (around.wanted)(&unit));
    let mut found: BTreeMap<UnitId, (Nearness, Vec<&'static str>)> = BTreeMap::new();
    for near in around.near.iter().filter(is_wanted) {
        let (known, channels) = found.entry(near.unit).or_default();
        known.origin = known.origin.max(near.origin);
        known.dependence = known.dependence.max(near.dependence);
        if !channels.contains(&near.channel) {
            channels.push(near.channel);
        }
    }
    let mut sure: Vec<f32> =
        found.values().filter(|(near, _)| near.origin <= 0.0).map(|(near, _)| near.dependence).collect();
    sure.sort_by(|left, right| right.total_cmp(left));
    let least = sure.get((params.pool as usize).saturating_sub(1)).copied().unwrap_or(0.0);
    found.retain(|_, (near, _)| near.origin > 0.0 || near.dependence >= least);
    let nearness = found.iter().map(|(unit, (near, _))| (*unit, *near)).collect();
    let candidate = |(unit, (_, channels))| Candidate { unit, fused: 0.0, channels };
    (found.into_iter().map(candidate).collect(), nearness)
}

/// Where the walk came by, if there is one, and which of all these units the others lean on.
fn spread(
    snapshot: &Snapshot,
    around: &Surroundings<'_>,
    candidates: &mut Vec<Candidate>,
    params: &Params,
) -> Spread {
    let known: Vec<UnitId> = candidates.iter().map(|candidate| candidate.unit).collect();
    let origins = around.near.iter().filter(|near| near.origin > 0.0);
    let seeds: Vec<(UnitId, f32)> = origins.take(MOST_SEEDS).map(|near| (near.unit, 1.0)).collect();
    if !around.walks {
        let standings = authority(snapshot, &known, params);
        return Spread::new(&seeds, None, known.into_iter().zip(standings).collect());
    }
    let walk = walk(snapshot, &seeds, params);
    let is_new = |unit: &UnitId| {
        known.binary_search(unit).is_err() && snapshot.unit(*unit).is_some_and(|unit| (around.wanted)(&unit))
    };
    let best: Vec<UnitId> = walk.shares.iter().map(|(unit, _)| *unit).collect();
    let reached = best.iter().copied().filter(is_new).take(params.walk_joins as usize);
    candidates.extend(reached.map(|unit| Candidate { unit, fused: 0.0, channels: vec!["walk"] }));
    let standings = authority(snapshot, &best, params);
    Spread::new(&seeds, Some(walk), best.into_iter().zip(standings).collect())
}
