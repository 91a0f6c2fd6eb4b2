//! What follows from answers and their uses: how useful units were, which words led to them, what is in use just now.
//!
//! A pure function of what was written down, a snapshot and a time. A unit counts while its folder is as it was.

use super::answer::{GivenAnswer, GivenUnit};
use super::mark::{Mark, Use};
use super::{Record, roots};
use orienteer_model::UnitId;
use orienteer_search::{Memory, Params};
use orienteer_storage::{Snapshot, UnitRecord};
use std::collections::{BTreeMap, BTreeSet};

/// Ages of uses are told in steps of so many seconds, so that questions that follow each other are the same question.
const STEP: u64 = 15;

/// What was said for and against a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) useful: f32,
    pub(super) against: f32,
}

impl Tally {
    /// Between -1 and 1; doubt draws it to the middle.
    pub(super) fn signal(&self, params: &Params) -> f32 {
        let all = self.useful + self.against + params.feedback_doubt;
        if all > 0.0 { (self.useful - self.against) / all } else { 0.0 }
    }
}

/// How often a word led to a unit, of the times that it was shown for the word and looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Led {
    pub(super) used: u32,
    pub(super) shown: u32,
}

impl Led {
    /// How surely the word stands for the unit; none while it was seen too rarely. Whoever uses things at random is not consistent.
    pub(super) fn sureness(&self, params: &Params) -> Option<f32> {
        let consistency = self.used as f32 / self.shown.max(1) as f32;
        Some(sureness(self.used, params)? * consistency.powf(params.vocabulary_consistency))
    }
}

#[derive(Debug, Default)]
pub(super) struct Lessons {
    pub(super) units: BTreeMap<UnitId, Tally>,
    /// Which words led to which units.
    pub(super) words: BTreeMap<String, BTreeMap<UnitId, Led>>,
    pub(super) session: BTreeMap<UnitId, f32>,
    /// Uses of units that changed, or whose folder did.
    pub(super) expired: usize,
}

impl Lessons {
    pub(super) fn of(record: &Record, snapshot: &Snapshot, params: &Params, now: u64) -> Lessons {
        let mut lessons = Lessons::default();
        let mut current = Current { snapshot, roots: BTreeMap::new() };
        let marks = record.marks_by_answer();
        for answer in &record.answers {
            let Some(marks) = marks.get(&(answer.name.as_str(), answer.time)) else { continue };
            lessons.hear(answer, marks, &mut current, params);
            lessons.note_session(answer, marks, snapshot, params, now);
        }
        for recent in lessons.session.values_mut() {
            *recent = recent.min(params.session_cap) / params.session_cap;
        }
        lessons
    }

    fn hear(&mut self, answer: &GivenAnswer, marks: &[&Mark], current: &mut Current<'_>, params: &Params) {
        let last_used = marks.iter().filter(|mark| mark.kind != Use::NotUseful).map(|mark| mark.unit).max();
        let said: BTreeSet<usize> = marks.iter().map(|mark| mark.unit).collect();
        for (at, unit) in answer.units.iter().enumerate() {
            let is_passed_over = last_used.is_some_and(|last| at < last) && !said.contains(&at);
            if !is_passed_over && !said.contains(&at) {
                continue;
            }
            let Some(id) = current.unit(answer, unit) else {
                self.expired += usize::from(said.contains(&at));
                continue;
            };
            let tally = self.units.entry(id).or_default();
            let of_unit = marks.iter().filter(|mark| mark.unit == at).map(|mark| mark.kind);
            let is_useful = judge(tally, of_unit, params);
            if is_passed_over {
                tally.against += params.feedback_ignored;
            }
            for word in &answer.words {
                let led = self.words.entry(word.clone()).or_default().entry(id).or_default();
                led.shown += 1;
                led.used += u32::from(is_useful);
            }
        }
    }

    /// What was used lately, whether its code changed since or not: those who work on it change it.
    fn note_session(
        &mut self,
        answer: &GivenAnswer,
        marks: &[&Mark],
        snapshot: &Snapshot,
        params: &Params,
        now: u64,
    ) {
        for mark in marks.iter().filter(|mark| mark.kind != Use::NotUseful) {
            // A clock that was set back leaves uses in the future: those are as far away as they are.
            let age = now.abs_diff(mark.time) / STEP * STEP;
            let lift = (-(age as f32) * std::f32::consts::LN_2 / params.session_half_life).exp();
            let unit = answer.units.get(mark.unit).filter(|_| lift >= params.session_least);
            if let Some(id) = unit.and_then(|unit| find_by_name(snapshot, unit)) {
                *self.session.entry(id).or_default() += lift;
            }
        }
    }

    /// As ranking takes it.
    pub(super) fn memory(&self, params: &Params) -> Memory {
        let signals = self.units.iter().map(|(unit, tally)| (*unit, tally.signal(params)));
        let mut words = BTreeMap::new();
        for (word, units) in &self.words {
            let sure: Vec<(UnitId, f32)> =
                units.iter().filter_map(|(unit, led)| Some((*unit, led.sureness(params)?))).collect();
            if !sure.is_empty() {
                words.insert(word.clone(), sure);
            }
        }
        Memory { feedback: signals.collect(), session: self.session.clone(), words }
    }
}

/// Counts what was said of a unit of one answer, each kind once; whether it was of use there.
fn judge(tally: &mut Tally, kinds: impl Iterator<Item = Use>, params: &Params) -> bool {
    let kinds: Vec<Use> = kinds.collect();
    let says = |kind: Use| kinds.contains(&kind);
    let explicit = params.feedback_explicit;
    if says(Use::NotUseful) {
        tally.against += explicit;
    }
    let is_used = kinds.iter().any(|kind| !kind.is_explicit());
    if says(Use::Useful) {
        tally.useful += explicit;
    } else if is_used && !says(Use::NotUseful) {
        tally.useful += 1.0;
    }
    (is_used || says(Use::Useful)) && !says(Use::NotUseful)
}

/// How surely a word stands for a unit after so many answers; none before it does.
fn sureness(count: u32, params: &Params) -> Option<f32> {
    let (least, most) = (params.vocabulary_least, params.vocabulary_most.max(params.vocabulary_least + 1.0));
    let (low, high) = (params.vocabulary_least_weight, params.vocabulary_most_weight);
    let way = (count as f32 - least) / (most - least);
    (way >= 0.0).then(|| low + (high - low) * way.min(1.0))
}

/// The snapshot, with the folders that were looked at.
struct Current<'s> {
    snapshot: &'s Snapshot,
    roots: BTreeMap<String, String>,
}

impl Current<'_> {
    /// The unit of the snapshot, if its folder is as it was.
    fn unit(&mut self, answer: &GivenAnswer, unit: &GivenUnit) -> Option<UnitId> {
        let folder = roots::folder_of(&unit.path);
        if !self.roots.contains_key(folder) {
            self.roots.extend(roots::of_folders(self.snapshot, std::iter::once(unit.path.as_str())));
        }
        let is_as_it_was = answer.roots.get(folder) == self.roots.get(folder);
        let is_it =
            |record: &UnitRecord<'_>| record.span().start_line == unit.first_line && is_named(record, unit);
        is_as_it_was.then(|| find(self.snapshot, &unit.path, is_it)).flatten()
    }
}

fn find(snapshot: &Snapshot, path: &str, is_it: impl Fn(&UnitRecord<'_>) -> bool) -> Option<UnitId> {
    let file = snapshot.file_by_path(path)?;
    snapshot.units_of(file.id()).find(|record| is_it(record)).map(|record| record.id())
}

fn find_by_name(snapshot: &Snapshot, unit: &GivenUnit) -> Option<UnitId> {
    find(snapshot, &unit.path, |record| !unit.name.is_empty() && is_named(record, unit))
}

fn is_named(record: &UnitRecord<'_>, unit: &GivenUnit) -> bool {
    name_of(record) == unit.name && record.kind() == unit.kind
}

fn name_of<'r>(record: &UnitRecord<'r>) -> &'r str {
    if record.qualified().is_empty() { record.name() } else { record.qualified() }
}
