//! Units by name. A search asks with what the question writes as code, exactly, by prefix, by substring, and leaves words and
//! pairs of words to the text; a task is looked up by all its keywords, tier by tier. Each unit keeps the tier that found it.

mod needles;
mod tiers;

use super::lexical::{LookedAt, Text};
use crate::params::Params;
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

/// Units with the tier that found each.
pub(super) fn named(
    snapshot: &Snapshot,
    intent: &Intent,
    text: &Text,
    wanted: &dyn Fn(UnitId) -> bool,
    params: &Params,
) -> Vec<(UnitId, &'static str)> {
    if params.names_tiers > 0.0 {
        tiers::tiered(snapshot, intent, text, wanted, params)
    } else {
        written(snapshot, intent, text, wanted)
    }
}

/// By what the question writes as code.
fn written(
    snapshot: &Snapshot,
    intent: &Intent,
    text: &Text,
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
            match &text.looked_at {
                Some(looked_at) => {
                    found.take("substring", MOST_SUBSTRING, containing(snapshot, looked_at, &lower));
                }
                None => {
                    let names = snapshot.names().filter(|name| name.contains(&lower)).take(MOST_SUBSTRING);
                    let units = names.flat_map(|name| snapshot.units_named(name).map(|unit| unit.id()));
                    found.take("substring", MOST_SUBSTRING, units);
                }
            }
        }
    }
    found.units
}

/// Of a very large tree, the units that the words lead to and that have the text in their names.
fn containing<'a>(
    snapshot: &'a Snapshot,
    looked_at: &'a LookedAt,
    lower: &'a str,
) -> impl Iterator<Item = UnitId> + 'a {
    let has_part = move |unit: &UnitId| {
        snapshot.unit(*unit).is_some_and(|unit| unit.name().to_ascii_lowercase().contains(lower))
    };
    looked_at.units.iter().copied().filter(has_part)
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
