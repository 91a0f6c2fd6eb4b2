//! One score for each candidate: named features times named weights, then named factors. The explanation is the same numbers.
//!
//! `Look` measures the candidates, `rank` weighs what was measured: weights can be changed without looking again.

mod factors;
mod features;
mod files;
mod kin;
mod links;
mod neighbours;
mod questions;

use crate::around::Nearness;
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
pub(crate) use files::is_built;
pub(crate) use links::Links;
use orienteer_model::{FileId, UnitId};
use orienteer_storage::{Snapshot, UnitRecord};
use questions::Question;
use std::collections::{HashMap, HashSet};
use xxhash_rust::xxh3::Xxh3Default;

/// A candidate and what speaks for and against it.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) unit: UnitId,
    pub(crate) file: Option<FileId>,
    /// What it is a member of.
    parent: Option<UnitId>,
    /// Equal for all units of one folder.
    folder: u32,
    /// Equal for all declarations of one name in one place.
    name: u64,
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
    features: Features,
    /// For a further hit of its file.
    repeat: f32,
    /// For a further declaration of its name.
    overload: f32,
    /// What a reranker makes of it.
    rerank: f32,
}

/// Whether a parameter is a weight or a factor: what is measured does not depend on it.
pub(crate) fn is_weight(name: &str) -> bool {
    let name = ["context_", "report_"].iter().find_map(|of| name.strip_prefix(of)).unwrap_or(name);
    name.starts_with("factor_") || FEATURES.contains(&name)
}

/// Looks at candidates that are near enough. What was found out about names and files for one is known for the next.
pub(crate) struct Look<'a> {
    snapshot: &'a Snapshot,
    intent: &'a Intent,
    recalled: &'a Recalled,
    request: &'a Request<'a>,
    question: Question<'a>,
    files: Files,
    folders: Folders<'a>,
    rows: Vec<Measured>,
}

impl<'a> Look<'a> {
    pub(crate) fn new(
        snapshot: &'a Snapshot,
        intent: &'a Intent,
        recalled: &'a Recalled,
        request: &'a Request<'a>,
    ) -> Look<'a> {
        let question = Question::new(intent, &recalled.text);
        let (files, folders) = (Files::default(), Folders::default());
        Look { snapshot, intent, recalled, request, question, files, folders, rows: Vec::new() }
    }

    pub(crate) fn at(&mut self, candidates: &[Candidate]) {
        self.rows.reserve(candidates.len());
        for candidate in candidates {
            let row = self.row(candidate);
            self.rows.extend(row);
        }
    }

    fn row(&mut self, candidate: &Candidate) -> Option<Measured> {
        let (recalled, request) = (self.recalled, self.request);
        let distance = recalled.distances.of(candidate.unit);
        let is_far = request.max_distance.is_some_and(|most| distance.is_none_or(|distance| distance > most));
        let unit = self.snapshot.unit(candidate.unit).filter(|_| !is_far)?;
        let features = Features {
            feedback: request.memory.praise(candidate.unit),
            refused: request.memory.blame(candidate.unit),
            session: request.memory.recent(candidate.unit),
            ..features::of(self.snapshot, &unit, recalled, &mut self.question, &mut self.files)
        };
        Some(Measured {
            unit: candidate.unit,
            file: unit.file().map(|file| file.id()),
            parent: unit.parent(),
            folder: self.folders.number(&unit),
            name: name_key(&unit),
            features,
            held: Held::of(&unit, self.intent, &self.files),
            is_asked_for: features.definition >= 1.0,
            distance,
            channels: candidate.channels.clone(),
        })
    }

    /// How many candidates were looked at.
    pub(crate) fn count(&self) -> usize {
        self.rows.len()
    }

    /// What each weighs by all that is known before anybody walks, the best having 1.
    pub(crate) fn impressions(&self, params: &Params) -> HashMap<UnitId, f32> {
        let rows = related(self.rows.clone());
        let ranked = rank(&rows, &Links::default(), self.intent.is_report, params);
        let best = ranked.first().map_or(1.0, |scored| scored.score);
        ranked.iter().map(|scored| (scored.measured.unit, scored.score / best)).collect()
    }

    /// With where the walk came by.
    pub(crate) fn measured(mut self, spread: &Spread) -> Vec<Measured> {
        for row in &mut self.rows {
            let standing = spread.of_seed(row.unit);
            row.features.walk = spread.share(row.unit);
            row.features.authority = standing.authority;
            row.features.hub = standing.hub;
            row.features.infrastructure = spread.infrastructure(row.unit);
        }
        related(self.rows)
    }
}

/// What is relative, in relation to the others.
fn related(mut rows: Vec<Measured>) -> Vec<Measured> {
    let most = rows.iter().fold(Features::default(), |most, row| most.larger(&row.features));
    rows.iter_mut().for_each(|row| row.features = row.features.over(&most));
    forgive_tests(&mut rows);
    rows
}

/// Says how near the units are to what the answer begins with, which has nothing held against it.
pub(crate) fn place(rows: &mut [Measured], nearness: impl Fn(UnitId) -> Nearness) {
    for row in rows {
        let near = nearness(row.unit);
        row.features.dependence = near.dependence;
        row.features.origin = near.origin;
        if near.origin > 0.0 {
            row.held = Held::default();
        }
    }
}

/// Where only tests have the name that was asked for, it is tests that were asked for.
fn forgive_tests(rows: &mut [Measured]) {
    if rows.iter().filter(|row| row.is_asked_for).all(|row| row.held.is_test()) {
        rows.iter_mut().filter(|row| row.is_asked_for).for_each(|row| row.held.forgive_test());
    }
}

/// Numbers for folders, in the order in which they are met.
#[derive(Default)]
struct Folders<'a>(HashMap<&'a str, u32>);

impl<'a> Folders<'a> {
    fn number(&mut self, unit: &UnitRecord<'a>) -> u32 {
        let path = unit.file().map_or("", |file| file.path());
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let next = self.0.len() as u32;
        *self.0.entry(folder).or_insert(next)
    }
}

fn name_key(unit: &UnitRecord<'_>) -> u64 {
    let mut hasher = Xxh3Default::new();
    hasher.update(&unit.file().map_or(u32::MAX, |file| file.id().0).to_le_bytes());
    hasher.update(unit.container().as_bytes());
    hasher.update(&[0]);
    hasher.update(unit.name().as_bytes());
    hasher.digest()
}

/// All candidates that have any evidence, best first; equal scores in the order of the source.
pub(crate) fn rank<'a>(
    rows: &'a [Measured],
    links: &Links,
    is_report: bool,
    params: &Params,
) -> Vec<Scored<'a>> {
    let features = weighed(rows, links, params);
    let scored = rows.iter().zip(features).map(|(measured, features)| measured.with(features, params));
    let mut ranked: Vec<Scored<'a>> = scored.filter(|scored| scored.score > 0.0).collect();
    sort(&mut ranked);
    if !is_report {
        decay(&mut ranked, params);
        sort(&mut ranked);
    }
    demote_overloads(&mut ranked, params);
    ranked
}

/// What each is weighed by: what was measured, and what others around it weigh.
fn weighed(rows: &[Measured], links: &Links, params: &Params) -> Vec<Features> {
    let weigh = |all: &[Features]| -> Vec<f32> {
        let weighed = rows.iter().zip(all).map(|(row, features)| row.with(*features, params).score);
        weighed.collect()
    };
    let mut features: Vec<Features> = rows.iter().map(|row| row.features).collect();
    if params.family > 0.0 || params.folder > 0.0 {
        features = kin::with_kin(rows, &weigh(&features));
    }
    let rounds = if links.is_empty() { 0 } else { params.link_rounds as usize };
    for _ in 0..rounds {
        // What use has taught about a unit is about that unit.
        let unlearned: Vec<Features> = features.iter().map(Features::unlearned).collect();
        links.pass_on(&standings(&weigh(&unlearned), params), &mut features);
    }
    features
}

/// What each passes on: its score as a share of the best, those that are far behind less than that.
fn standings(scores: &[f32], params: &Params) -> Vec<f32> {
    let best = scores.iter().copied().fold(0.0, f32::max);
    let standing = |score: &f32| features::share(score.max(0.0), best).powf(params.link_power);
    scores.iter().map(standing).collect()
}

fn evidence(features: &Features, params: &Params) -> f32 {
    features.parts(params).iter().map(Part::product).sum()
}

impl Measured {
    /// As if no other unit were there.
    pub(crate) fn alone(&self, params: &Params) -> Scored<'_> {
        self.with(self.features, params)
    }

    fn with(&self, features: Features, params: &Params) -> Scored<'_> {
        Scored { measured: self, score: 0.0, features, repeat: 1.0, overload: 1.0, rerank: 1.0 }.again(params)
    }
}

impl Scored<'_> {
    /// The one formula, in the one order.
    fn again(self, params: &Params) -> Self {
        let evidence = evidence(&self.features, params);
        Scored { score: self.factors(params).fold(evidence, |score, factor| score * factor.value), ..self }
    }

    fn factors(&self, params: &Params) -> impl Iterator<Item = Factor> + use<> {
        let position = [("repeat", self.repeat), ("overload", self.overload)];
        let position = position.into_iter().map(|(name, value)| Factor { name, value });
        let position = position.filter(|factor| factor.value < 1.0);
        let rerank = (self.rerank != 1.0).then_some(Factor { name: "rerank", value: self.rerank });
        self.measured.held.factors(params).chain(position).chain(rerank)
    }

    /// With the factor that brings it to a score, or as near below as numbers allow: never above. A quotient is rounded to the nearest, so
    /// that one or two steps are enough.
    pub(crate) fn at_score(self, score: f32, params: &Params) -> Self {
        let mut moved = Scored { rerank: score / self.score, ..self }.again(params);
        for _ in 0..4 {
            if moved.score > score {
                moved = Scored { rerank: moved.rerank.next_down(), ..moved }.again(params);
            }
        }
        moved
    }

    /// With every number that made the score.
    pub(crate) fn explained(&self, params: &Params) -> Ranked {
        let measured = self.measured;
        Ranked {
            unit: measured.unit,
            file: measured.file,
            score: self.score,
            parts: self.features.parts(params).to_vec(),
            factors: self.factors(params).collect(),
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
            *scored = scored.again(params);
        }
        *count += 1;
    }
}

/// Of declarations of one name in one place the best stands for all.
fn demote_overloads(ranked: &mut [Scored<'_>], params: &Params) {
    if params.factor_overload >= 1.0 {
        return;
    }
    let mut seen = HashSet::new();
    for scored in ranked.iter_mut().filter(|scored| !seen.insert(scored.measured.name)) {
        scored.overload = params.factor_overload;
        *scored = scored.again(params);
    }
    sort(ranked);
}
