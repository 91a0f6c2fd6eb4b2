//! From the words of a task to units that were useful when others said those words. What was merely returned is not in it.

use super::lexical::rarity;
use crate::memory::Memory;
use crate::params::Params;
use crate::understand::Intent;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;
use std::collections::BTreeMap;

/// How much of a task was learned to mean each unit.
#[derive(Debug, Default)]
pub(crate) struct Learned(BTreeMap<UnitId, f32>);

impl Learned {
    pub(crate) fn of(&self, unit: UnitId) -> f32 {
        self.0.get(&unit).copied().unwrap_or(0.0)
    }

    /// The surest first.
    pub(super) fn best(&self, wanted: &dyn Fn(UnitId) -> bool, params: &Params) -> Vec<UnitId> {
        let strong = self.0.iter().filter(|(_, share)| **share >= params.learned_least);
        let mut units: Vec<(UnitId, f32)> = strong.map(|(unit, share)| (*unit, *share)).collect();
        units.sort_by(|left, right| right.1.total_cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
        let units = units.into_iter().map(|(unit, _)| unit).filter(|unit| wanted(*unit));
        units.take(params.learned_most as usize).collect()
    }
}

/// The share of the task's words, by their rarity, that stand for each unit, times how sure each word is.
pub(super) fn learned(snapshot: &Snapshot, memory: &Memory, intent: &Intent, params: &Params) -> Learned {
    let mut shares: BTreeMap<UnitId, f32> = BTreeMap::new();
    if memory.words.is_empty() || params.channel_learned <= 0.0 {
        return Learned(shares);
    }
    let words: Vec<(&str, f32)> =
        learnable(intent, params).map(|word| (word, rareness(snapshot, word))).collect();
    let whole: f32 = words.iter().map(|(_, rare)| rare).sum();
    for (word, rare) in &words {
        for (unit, sure) in memory.words.get(*word).into_iter().flatten() {
            *shares.entry(*unit).or_default() += rare * sure / whole;
        }
    }
    Learned(shares)
}

/// Words of a task that can come to stand for code: its own, the weightiest first, without those that all tasks share.
pub(crate) fn learnable<'i>(intent: &'i Intent, params: &Params) -> impl Iterator<Item = &'i str> {
    let telling = intent.terms.iter().filter(|term| term.is_telling);
    telling.map(|term| term.text.as_str()).take(params.vocabulary_words as usize)
}

/// A word that the corpus does not have is the rarest.
fn rareness(snapshot: &Snapshot, word: &str) -> f32 {
    let frequency = snapshot.lexical().term(word).map_or(0.0, |term| term.document_frequency() as f32);
    rarity(snapshot.lexical().document_count() as f32, frequency)
}
