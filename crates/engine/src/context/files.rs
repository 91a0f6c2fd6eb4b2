//! From files to a ranked list: their units, and what calls them directly. No words, no walk.

use crate::error::EngineError;
use crate::place::Place;
use crate::search::Hit;
use orienteer_model::{EdgeKind, UnitId, UnitKind};
use orienteer_storage::{Snapshot, UnitRecord};
use std::collections::BTreeMap;

/// Score of a unit of the files that nothing refers to, and of a caller that is not sure at all. Callers stay below.
const OWN: f32 = 0.75;
const CALLER: f32 = 0.5;
/// What references to a unit, and sureness of a call, add at most.
const MOST_ADDED: f32 = 0.24;

/// Units of the files and their callers, best first.
pub(super) fn ranked(snapshot: &Snapshot, paths: &[String]) -> Result<Vec<Hit>, EngineError> {
    let own = own_units(snapshot, paths)?;
    let mut scores: BTreeMap<UnitId, (f32, &'static str)> = BTreeMap::new();
    for unit in &own {
        for (caller, confidence) in callers(snapshot, *unit) {
            let score = CALLER + MOST_ADDED * confidence;
            let known = scores.entry(caller).or_insert((score, "caller"));
            known.0 = known.0.max(score);
        }
    }
    for unit in &own {
        scores.insert(*unit, (OWN + MOST_ADDED * popularity(snapshot, *unit), "file"));
    }
    let mut scored: Vec<(UnitId, (f32, &'static str))> = scores.into_iter().collect();
    scored.sort_by(|left, right| right.1.0.total_cmp(&left.1.0).then(left.0.cmp(&right.0)));
    scored.truncate(super::RANKED);
    let top = scored.first().map_or(1.0, |(_, (score, _))| *score);
    let hits = scored.into_iter().filter_map(|(unit, (score, channel))| {
        let unit = snapshot.unit(unit)?;
        Some(hit(&unit, score, score / top, channel))
    });
    Ok(hits.collect())
}

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

/// Who calls it or is made of it, and how sure that is.
fn callers(snapshot: &Snapshot, unit: UnitId) -> impl Iterator<Item = (UnitId, f32)> + '_ {
    let calls = |kind: EdgeKind| matches!(kind, EdgeKind::Calls | EdgeKind::Extends | EdgeKind::Implements);
    let edges = snapshot.graph().incoming(unit).filter(move |edge| calls(edge.kind));
    edges.map(|edge| (edge.from, f32::from(edge.confidence) / 100.0))
}

/// Between 0 and 1.
fn popularity(snapshot: &Snapshot, unit: UnitId) -> f32 {
    let references = snapshot.graph().in_degree(unit) as f32;
    references / (references + 4.0)
}

fn hit(unit: &UnitRecord<'_>, score: f32, relative: f32, channel: &'static str) -> Hit {
    Hit {
        place: Place::of(unit),
        start_line: unit.span().start_line,
        signature: unit.signature().to_owned(),
        score,
        relative,
        distance: None,
        channels: vec![channel],
        parts: Vec::new(),
        factors: Vec::new(),
    }
}
