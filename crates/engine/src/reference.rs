//! What a unit is called so that it can be found again: exactly in the same snapshot, by its name in a later one.
//!
//! Never means another name or another file than it says.

use crate::find::innermost;
use crate::place::Place;
use orienteer_model::{FileId, UnitId};
use orienteer_storage::{Snapshot, UnitRecord};

impl Place {
    /// `app/store.py:42:Store.load`, as everything takes it that takes a name. What stands outside the source has no path.
    pub fn reference(&self) -> String {
        format!("{}:{}:{}", self.path, self.line, self.name)
    }
}

/// The unit that a reference means; none where it is no reference, or means nothing here.
pub(crate) fn resolve(snapshot: &Snapshot, reference: &str) -> Option<UnitId> {
    let colons = reference.match_indices(':').map(|(at, _)| at);
    colons.into_iter().find_map(|at| {
        let (line, name) = reference[at + 1..].split_once(':')?;
        let line = line.parse().ok()?;
        match &reference[..at] {
            "" => external(snapshot, name),
            path => inside(snapshot, snapshot.file_by_path(path)?.id(), line, name),
        }
    })
}

fn external(snapshot: &Snapshot, name: &str) -> Option<UnitId> {
    let mut outside = snapshot.external_units().filter(|unit| called(unit) == name);
    outside.next().map(|unit| unit.id())
}

/// The unit of this name on this line, or the nearest to it: lines move when files change. What has no name stands where it stands.
fn inside(snapshot: &Snapshot, file: FileId, line: u32, name: &str) -> Option<UnitId> {
    let named = snapshot.units_of(file).filter(|unit| called(unit) == name);
    let nearest = named.min_by_key(|unit| (unit.name_line().abs_diff(line), unit.id()));
    match nearest {
        Some(unit) if !name.is_empty() || unit.name_line() == line => Some(unit.id()),
        _ if name.is_empty() => innermost(snapshot, file, line),
        _ => None,
    }
}

fn called<'s>(unit: &UnitRecord<'s>) -> &'s str {
    if unit.qualified().is_empty() { unit.name() } else { unit.qualified() }
}
