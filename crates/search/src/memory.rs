//! What use has taught about the units of one snapshot, as plain data. Nothing here knows where it was learned, or when.

use orienteer_model::UnitId;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3Default;

/// What is known from use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// Between -1, never useful, and 1, always.
    pub feedback: BTreeMap<UnitId, f32>,
    /// How much each was used in the last minutes, between 0 and 1.
    pub session: BTreeMap<UnitId, f32>,
    /// Units that were useful for tasks that say a word, by the word in the form of the index, with how sure that is.
    pub words: BTreeMap<String, Vec<(UnitId, f32)>>,
}

/// Of those who never learned anything.
pub(crate) static NOTHING: Memory = Memory::nothing();

impl Memory {
    pub const fn nothing() -> Memory {
        Memory { feedback: BTreeMap::new(), session: BTreeMap::new(), words: BTreeMap::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.feedback.is_empty() && self.session.is_empty() && self.words.is_empty()
    }

    /// Equal for equal memories, in every process.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = Xxh3Default::new();
        let mut add = |unit: &UnitId, value: f32| {
            hasher.update(&unit.0.to_le_bytes());
            hasher.update(&value.to_bits().to_le_bytes());
        };
        self.feedback.iter().for_each(|(unit, value)| add(unit, *value));
        add(&UnitId(u32::MAX), 0.0);
        self.session.iter().for_each(|(unit, value)| add(unit, *value));
        for (word, units) in &self.words {
            hasher.update(word.as_bytes());
            hasher.update(&[0]);
            for (unit, value) in units {
                hasher.update(&unit.0.to_le_bytes());
                hasher.update(&value.to_bits().to_le_bytes());
            }
        }
        hasher.digest()
    }

    /// How useful a unit was found to be, if it was.
    pub(crate) fn praise(&self, unit: UnitId) -> f32 {
        self.feedback.get(&unit).copied().unwrap_or(0.0).clamp(0.0, 1.0)
    }

    /// How useless, if it was that.
    pub(crate) fn blame(&self, unit: UnitId) -> f32 {
        (-self.feedback.get(&unit).copied().unwrap_or(0.0)).clamp(0.0, 1.0)
    }

    pub(crate) fn recent(&self, unit: UnitId) -> f32 {
        self.session.get(&unit).copied().unwrap_or(0.0).clamp(0.0, 1.0)
    }
}
