//! From files to what is near them: their units, and what depends on those directly. No words, no walk.

use super::around::Around;
use crate::error::EngineError;
use crate::impact::steps;
use orienteer_model::{EdgeKind, UnitId, UnitKind};
use orienteer_search::Near;
use orienteer_storage::{Snapshot, UnitRecord};

/// The units of the files and their direct users. Where a task ranks them, being in the files is worth no more than being sure to
/// use them.
pub(super) fn around(snapshot: &Snapshot, paths: &[String], has_task: bool) -> Result<Around, EngineError> {
    let own = own_units(snapshot, paths)?;
    let origin = if has_task { 0.0 } else { 1.0 };
    let mut near: Vec<Near> =
        own.iter().map(|unit| Near { unit: *unit, channel: "file", origin, dependence: 1.0 }).collect();
    let users = own.iter().flat_map(|unit| users(snapshot, *unit));
    near.extend(users.filter(|near| own.binary_search(&near.unit).is_err()));
    Ok(Around { near, walks: false, welcomes_tests: false })
}

/// Sorted, each once.
fn own_units(snapshot: &Snapshot, paths: &[String]) -> Result<Vec<UnitId>, EngineError> {
    let mut own = Vec::new();
    for path in paths {
        let file = snapshot.file_by_path(path);
        let file = file.ok_or_else(|| EngineError::NoSuchFile { path: path.clone() })?;
        // What has a name of its own says more than the file as a whole or a single field.
        let is_shown = |unit: &UnitRecord<'_>| {
            !matches!(unit.kind(), UnitKind::Module | UnitKind::Field | UnitKind::Fragment)
        };
        let named: Vec<UnitId> =
            snapshot.units_of(file.id()).filter(is_shown).map(|unit| unit.id()).collect();
        let all = || snapshot.units_of(file.id()).map(|unit| unit.id());
        if named.is_empty() { own.extend(all()) } else { own.extend(named) }
    }
    own.sort_unstable();
    own.dedup();
    Ok(own)
}

/// Who depends on a unit directly, and how surely.
pub(super) fn users(snapshot: &Snapshot, unit: UnitId) -> impl Iterator<Item = Near> + '_ {
    steps(snapshot, unit).filter(|step| step.confidence > 0.0).map(|step| {
        let is_call = step.reason == EdgeKind::Calls.name();
        let channel = if is_call { "caller" } else { "user" };
        Near { unit: step.to, channel, origin: 0.0, dependence: step.confidence as f32 }
    })
}
