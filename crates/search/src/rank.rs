//! One score for each candidate: named features times named weights, then named factors. The explanation is the same numbers.
//!
//! `measure` looks at the candidates, `rank` weighs what was measured: weights can be changed without looking again.

mod factors;
mod features;
mod files;
mod neighbours;
mod questions;

use crate::explain::{Factor, Part};
use crate::fuse::Candidate;
use crate::params::Params;
use crate::pipeline::Request;
use crate::recall::Recalled;
use crate::spread::Spread;
use crate::understand::Intent;
use factors::Held;
use features::Features;
pub(crate) use features::NAMES as FEATURES;
use files::Files;
use orienteer_model::{FileId, UnitId};
use orienteer_storage::Snapshot;
use questions::Question;
use std::collections::HashMap;

/// A candidate and what speaks for and against it.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) unit: UnitId,
    pub(crate) file: Option<FileId>,
    features: Features,
    held: Held,
    /// The question is its name.
    is_asked_for: bool,
    distance: Option<f32>,
    channels: Vec<&'static str>,
}

/// A unit with its score and where that comes from.
#[derive(Clone, Debug)]
pub struct Ranked {
    pub unit: UnitId,
    pub file: Option<FileId>,
    pub score: f32,
    pub parts: Vec<Part>,
    pub factors: Vec<Factor>,
    pub distance: Option<f32>,
    /// Names of the channels that found it.
    pub channels: Vec<&'static str>,
}

/// A measured candidate and its score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored<'a> {
    pub(crate) measured: &'a Measured,
    pub(crate) score: f32,
    /// For a further hit of its file.
    repeat: f32,
}

/// Whether a parameter is a weight or a factor: what is measured does not depend on it.
pub(crate) fn is_weight(name: &str) -> bool {
    name.starts_with("factor_") || FEATURES.contains(&name)
}

/// Looks at all candidates that are near enough.
pub(crate) fn measure(
    snapshot: &Snapshot,
    intent: &Intent,
    recalled: &Recalled,
    spread: &Spread,
    candidates: Vec<Candidate>,
    request: &Request<'_>,
) -> Vec<Measured> {
    let mut question = Question::new(intent, &recalled.text);
    let mut files = Files::default();
    let mut rows = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let distance = recalled.distances.of(candidate.unit);
        let is_far = request.max_distance.is_some_and(|most| distance.is_none_or(|distance| distance > most));
        let Some(unit) = snapshot.unit(candidate.unit).filter(|_| !is_far) else { continue };
        let features = Features {
            walk: spread.share(candidate.unit),
            authority: spread.of_seed(candidate.unit).authority,
            hub: spread.of_seed(candidate.unit).hub,
            infrastructure: spread.infrastructure(candidate.unit),
            ..features::of(snapshot, &unit, recalled, &mut question, &mut files)
        };
        let is_asked_for = features.definition >= 1.0;
        rows.push(Measured {
            unit: candidate.unit,
            file: unit.file().map(|file| file.id()),
            features,
            held: Held::of(&unit, intent, &files),
            is_asked_for,
            distance,
            channels: candidate.channels,
        });
    }
    let most = rows.iter().fold(Features::default(), |most, row| most.larger(&row.features));
    rows.iter_mut().for_each(|row| row.features = row.features.over(&most));
    forgive_tests(&mut rows);
    rows
}

/// Where only tests have the name that was asked for, it is tests that were asked for.
fn forgive_tests(rows: &mut [Measured]) {
    if rows.iter().filter(|row| row.is_asked_for).all(|row| row.held.is_test()) {
        rows.iter_mut().filter(|row| row.is_asked_for).for_each(|row| row.held.forgive_test());
    }
}

/// All candidates that have any evidence, best first; equal scores in the order of the source.
pub(crate) fn rank<'a>(rows: &'a [Measured], is_report: bool, params: &Params) -> Vec<Scored<'a>> {
    let scored = rows.iter().map(|measured| measured.alone(params));
    let mut ranked: Vec<Scored<'a>> = scored.filter(|scored| scored.score > 0.0).collect();
    sort(&mut ranked);
    if !is_report {
        decay(&mut ranked, params);
        sort(&mut ranked);
    }
    ranked
}

/// The one formula, in the one order.
fn score(measured: &Measured, repeat: f32, params: &Params) -> f32 {
    let evidence: f32 = measured.features.parts(params).iter().map(Part::product).sum();
    measured
        .held
        .factors(params)
        .chain(repetition(repeat))
        .fold(evidence, |score, factor| score * factor.value)
}

fn repetition(value: f32) -> Option<Factor> {
    (value < 1.0).then_some(Factor { name: "repeat", value })
}

impl Measured {
    /// As if no other unit of its file were there.
    pub(crate) fn alone(&self, params: &Params) -> Scored<'_> {
        Scored { measured: self, score: score(self, 1.0, params), repeat: 1.0 }
    }
}

impl Scored<'_> {
    /// With every number that made the score.
    pub(crate) fn explained(&self, params: &Params) -> Ranked {
        let measured = self.measured;
        Ranked {
            unit: measured.unit,
            file: measured.file,
            score: self.score,
            parts: measured.features.parts(params).to_vec(),
            factors: measured.held.factors(params).chain(repetition(self.repeat)).collect(),
            distance: measured.distance,
            channels: measured.channels.clone(),
        }
    }
}

fn sort(ranked: &mut [Scored<'_>]) {
    ranked.sort_by(|left, right| {
        right.score.total_cmp(&left.score).then_with(|| left.measured.unit.cmp(&right.measured.unit))
    });
}

/// Each further hit of one file counts less than the one before, unless it has the very name that was asked for.
fn decay(ranked: &mut [Scored<'_>], params: &Params) {
    let mut seen: HashMap<Option<FileId>, i32> = HashMap::new();
    for scored in ranked {
        let count = seen.entry(scored.measured.file).or_insert(0);
        if *count > 0 && !scored.measured.is_asked_for {
            scored.repeat = params.factor_repeat.powi(*count).max(params.factor_repeat_least);
            scored.score = score(scored.measured, scored.repeat, params);
        }
        *count += 1;
    }
}
