//! Units by name: exactly, by prefix, by substring. Asked with what the question writes as code; words and
//! pairs of words are left to the text.

use crate::understand::Intent;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;

const MOST_EXACT: usize = 30;
const MOST_PREFIX: usize = 30;
const MOST_SUBSTRING: usize = 20;
/// Fewer than this and the next, vaguer tier is asked.
const ENOUGH: usize = 5;
/// Shorter names are part of everything.
const SHORTEST: usize = 4;

/// Units with how they fit.
pub(super) fn named(
    snapshot: &Snapshot,
    intent: &Intent,
    wanted: &dyn Fn(UnitId) -> bool,
) -> Vec<(UnitId, &'static str)> {
    let mut found = Found { units: Vec::new(), wanted };
    let names: Vec<&str> = intent
        .identifiers
        .iter()
        .filter_map(|identifier| identifier.parts.last())
        .map(String::as_str)
        .collect();
    for name in &names {
        found.take("exact", MOST_EXACT, exact(snapshot, name));
    }
    let long = names.iter().filter(|name| name.len() >= SHORTEST);
    if found.units.len() < ENOUGH {
        for name in long.clone() {
            let longer = snapshot.names_with_prefix(name).take(MOST_PREFIX);
            let units = longer.flat_map(|name| snapshot.units_named(name).map(|unit| unit.id()));
            found.take("prefix", MOST_PREFIX, units);
        }
    }
    // All names are looked through, which only a question that is nothing but a name is worth: text finds parts of names anyway.
    if found.units.len() < ENOUGH && intent.is_symbol {
        for name in long {
            let lower = name.to_lowercase();
            let containing = snapshot.names().filter(|name| name.contains(&lower)).take(MOST_SUBSTRING);
            let units = containing.flat_map(|name| snapshot.units_named(name).map(|unit| unit.id()));
            found.take("substring", MOST_SUBSTRING, units);
        }
    }
    found.units
}

/// Units of this name: first those with the same capitals, and among them types first, for what is named is what is declared.
fn exact(snapshot: &Snapshot, name: &str) -> impl Iterator<Item = UnitId> {
    let mut units: Vec<(bool, bool, UnitId)> = snapshot
        .units_named(name)
        .map(|unit| (unit.name() != name, !unit.kind().is_type(), unit.id()))
        .collect();
    units.sort_unstable();
    units.into_iter().map(|(_, _, unit)| unit)
}

struct Found<'a> {
    units: Vec<(UnitId, &'static str)>,
    wanted: &'a dyn Fn(UnitId) -> bool,
}

impl Found<'_> {
    fn take(&mut self, tier: &'static str, most: usize, units: impl Iterator<Item = UnitId>) {
        let mut taken = 0;
        for unit in units {
            if taken == most {
                break;
            }
            if (self.wanted)(unit) && self.units.iter().all(|(known, _)| *known != unit) {
                self.units.push((unit, tier));
                taken += 1;
            }
        }
    }
}
