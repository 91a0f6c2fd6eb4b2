//! Units by the order in which they were met. Nothing here iterates over a hash table.

use orienteer_model::UnitId;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

/// Spreads the bits of one small number.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
}

/// Units, numbered as they come.
#[derive(Default)]
pub(crate) struct Positions {
    units: Vec<UnitId>,
    by_unit: HashMap<UnitId, u32, BuildHasherDefault<Spread>>,
}

impl Positions {
    pub(crate) fn units(&self) -> &[UnitId] {
        &self.units
    }

    pub(crate) fn get(&self, unit: UnitId) -> Option<u32> {
        self.by_unit.get(&unit).copied()
    }

    /// The position of `unit`, and whether it is new.
    pub(crate) fn add(&mut self, unit: UnitId) -> (u32, bool) {
        match self.by_unit.entry(unit) {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                let position = *entry.insert(self.units.len() as u32);
                self.units.push(unit);
                (position, true)
            }
        }
    }
}
