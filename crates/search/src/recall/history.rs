//! What commits say: messages that match the question speak for what they changed. A message is matched by look-ups in the log,
//! never read; nothing after the commit that was indexed is known.

use super::lexical::Text;
use crate::params::Params;
use crate::understand::Intent;
use orienteer_model::{FileId, UnitFlags, UnitId};
use orienteer_storage::{Log, Snapshot};
use std::collections::HashMap;

/// Units of each file that the files' evidence brings along.
const MOST_OF_FILE: usize = 3;

/// What matching commits say for units and for files.
#[derive(Default)]
pub(crate) struct Told {
    units: HashMap<UnitId, f32>,
    files: HashMap<FileId, f32>,
}

/// A commit and how well its message fits.
struct Match {
    commit: u32,
    score: f32,
}

/// Asks the commits whose messages fit best.
pub(crate) fn told(snapshot: &Snapshot, intent: &Intent, params: &Params) -> Told {
    let mut told = Told::default();
    let Some(log) = snapshot.log().filter(|_| params.history_commits >= 1.0) else { return told };
    for Match { commit, score } in matches(log, intent, params) {
        if (1.0..=params.history_most_files).contains(&(log.file_count(commit) as f32)) {
            told.hear_of_files(log, commit, score, params);
            told.hear_of_units(snapshot, commit, score, params);
        }
    }
    told
}

impl Told {
    pub(crate) fn of_unit(&self, unit: UnitId) -> f32 {
        self.units.get(&unit).copied().unwrap_or(0.0)
    }

    pub(crate) fn of_file(&self, file: FileId) -> f32 {
        self.files.get(&file).copied().unwrap_or(0.0)
    }

    fn hear_of_files(&mut self, log: &Log, commit: u32, score: f32, params: &Params) {
        let shared = score / (log.file_count(commit) as f32).powf(params.history_shared_power);
        for file in log.files_of(commit) {
            let often = (log.times(file).max(1) as f32).powf(params.history_often_power);
            *self.files.entry(file).or_default() += shared / often;
        }
    }

    fn hear_of_units(&mut self, snapshot: &Snapshot, commit: u32, score: f32, params: &Params) {
        let Some(history) = snapshot.history() else { return };
        let is_test =
            |unit: UnitId| snapshot.unit(unit).is_some_and(|unit| unit.flags().has(UnitFlags::TEST));
        let touched: Vec<UnitId> =
            history.units_of(commit).map(|touch| touch.unit).filter(|unit| !is_test(*unit)).collect();
        let shared = score / (touched.len().max(1) as f32).powf(params.history_shared_power);
        for unit in touched {
            let often = (history.touches_of(unit).count().max(1) as f32).powf(params.history_often_power);
            *self.units.entry(unit).or_default() += shared / often;
        }
    }

    /// The best units by what is said of them and by their own text, then those of the best files.
    pub(super) fn best(
        &self,
        snapshot: &Snapshot,
        text: &Text,
        params: &Params,
        wanted: &dyn Fn(UnitId) -> bool,
    ) -> Vec<UnitId> {
        let most = text.largest().max(f32::MIN_POSITIVE);
        let spoken = self.units.iter().map(|(unit, said)| (*unit, said * (1.0 + text.own(*unit) / most)));
        let mut units = best(spoken.filter(|(unit, _)| wanted(*unit)), params.history_pool as usize);
        let files = self.files.iter().map(|(file, said)| (*file, *said));
        for file in best(files, params.history_pool_files as usize) {
            let of_file = snapshot.units_of(file).map(|unit| (unit.id(), text.own(unit.id())));
            units.extend(best(of_file.filter(|(unit, _)| wanted(*unit)), MOST_OF_FILE));
        }
        units
    }
}

/// The messages that fit best: BM25 over the words of all messages.
fn matches(log: &Log, intent: &Intent, params: &Params) -> Vec<Match> {
    let mut scores = vec![0.0; log.commit_count()];
    let count = log.commit_count() as f32;
    let per_length = params.history_b * count / log.total_length().max(1) as f32;
    for asked in intent.terms.iter().take(params.most_terms as usize) {
        let mentions = log.mentions(&asked.text);
        let frequency = mentions.len() as f32;
        let rarity = (1.0 + (count - frequency + 0.5).max(0.0) / (frequency + 0.5)).ln();
        let weight = rarity * asked.weight.powf(params.history_weight_power) * (params.history_k1 + 1.0);
        for mention in mentions {
            let Some(score) = scores.get_mut(mention.commit as usize) else { continue };
            let length = 1.0 - params.history_b + per_length * log.length(mention.commit) as f32;
            let times = mention.count as f32;
            *score += weight * times / (times + params.history_k1 * length);
        }
    }
    let found = scores.iter().enumerate().filter(|(_, score)| **score > 0.0);
    let numbered = found.map(|(commit, score)| (commit as u32, *score));
    let kept = best(numbered, params.history_commits as usize);
    kept.into_iter().map(|commit| Match { commit, score: scores[commit as usize] }).collect()
}

/// The `count` best by their scores, best first; the smaller first where scores are equal.
fn best<T: Copy + Ord>(scored: impl Iterator<Item = (T, f32)>, count: usize) -> Vec<T> {
    let mut scored: Vec<(T, f32)> = scored.collect();
    let order = |left: &(T, f32), right: &(T, f32)| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0));
    if scored.len() > count && count > 0 {
        scored.select_nth_unstable_by(count - 1, order);
    }
    scored.truncate(count);
    scored.sort_unstable_by(order);
    scored.into_iter().map(|(item, _)| item).collect()
}
