//! From a change to what is near it: the changed units, who depends on them, their tests, their documentation, and whoever still
//! uses what is gone. A walk finds the rest.

use super::around::Around;
use super::files::users;
use crate::diff::{DeletedUnit, Diff};
use crate::error::EngineError;
use crate::workspace::Workspace;
use orienteer_model::{EdgeKind, UnitId, UnitKind};
use orienteer_search::{Near, Params};
use orienteer_storage::Snapshot;
use std::collections::BTreeSet;

/// What a changed unit that is no declaration counts beside declarations of its file that changed too.
const BESIDE_OTHERS: f32 = 0.5;

pub(super) fn around(
    workspace: &Workspace,
    snapshot: &Snapshot,
    diff: &Diff,
    params: &Params,
) -> Result<Around, EngineError> {
    let mut near = changed(snapshot, &diff.units);
    for unit in &diff.units {
        near.extend(users(snapshot, *unit));
        near.extend(tests(snapshot, *unit, params.around_test));
        near.extend(documents(snapshot, *unit, params.around_docs));
    }
    let gone = gone(snapshot, diff);
    let left = workspace.users_of(snapshot, &gone)?;
    near.extend(left.into_iter().map(|(unit, likely)| Near {
        unit,
        channel: "gone",
        origin: 0.0,
        dependence: likely * params.around_gone,
    }));
    Ok(Around { near, walks: true, welcomes_tests: true })
}

/// A file as a whole, and text between declarations, say less than the declarations that changed in it.
fn changed(snapshot: &Snapshot, units: &[UnitId]) -> Vec<Near> {
    let is_declared = |unit: UnitId| {
        snapshot.unit(unit).is_some_and(|unit| !matches!(unit.kind(), UnitKind::Module | UnitKind::Fragment))
    };
    let file = |unit: UnitId| snapshot.unit(unit).and_then(|unit| unit.file()).map(|file| file.id());
    let declared: BTreeSet<_> =
        units.iter().filter(|unit| is_declared(**unit)).map(|unit| file(*unit)).collect();
    let near = |unit: &UnitId| {
        let is_beside = !is_declared(*unit) && declared.contains(&file(*unit));
        let origin = if is_beside { BESIDE_OTHERS } else { 1.0 };
        Near { unit: *unit, channel: "changed", origin, dependence: 1.0 }
    };
    units.iter().map(near).collect()
}

fn tests(snapshot: &Snapshot, unit: UnitId, share: f32) -> impl Iterator<Item = Near> + '_ {
    let edges = snapshot.graph().outgoing(unit).filter(|edge| edge.kind == EdgeKind::TestedBy);
    edges.map(move |edge| near(edge.to, "test", share, edge.confidence))
}

fn documents(snapshot: &Snapshot, unit: UnitId, share: f32) -> impl Iterator<Item = Near> + '_ {
    let edges = snapshot.graph().incoming(unit).filter(|edge| edge.kind == EdgeKind::Documents);
    edges.map(move |edge| near(edge.from, "docs", share, edge.confidence))
}

fn near(unit: UnitId, channel: &'static str, share: f32, confidence: u8) -> Near {
    Near { unit, channel, origin: 0.0, dependence: share * f32::from(confidence) / 100.0 }
}

/// Those that the tree does not have either; of the others the graph knows who uses them.
fn gone(snapshot: &Snapshot, diff: &Diff) -> Vec<DeletedUnit> {
    let is_there = |unit: &DeletedUnit| {
        let file = snapshot.file_by_path(&unit.path);
        let mut units = file.into_iter().flat_map(|file| snapshot.units_of(file.id()));
        units.any(|known| known.qualified() == unit.name && known.kind() == unit.kind)
    };
    let is_code = |unit: &DeletedUnit| !matches!(unit.kind, UnitKind::Module | UnitKind::Field);
    diff.deleted.iter().filter(|unit| is_code(unit) && !is_there(unit)).cloned().collect()
}
