//! What may break when units change: a walk against the direction of dependence. Reads the snapshot's edges and nothing else.

use crate::place::{Place, is_test};
use orienteer_model::{EdgeKind, UnitId, UnitKind};
use orienteer_storage::Snapshot;
use std::collections::{BTreeMap, BTreeSet};

/// How far the walk goes.
#[derive(Clone, Copy, Debug)]
pub struct ImpactOptions {
    /// Most edges between a change and what it may break.
    pub depth: u32,
    /// Paths less sure than this, in 0..1, are not followed.
    pub least: f64,
}

impl Default for ImpactOptions {
    fn default() -> Self {
        ImpactOptions { depth: 4, least: 0.2 }
    }
}

/// A unit that may break, by the surest path that leads to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Affected {
    pub place: Place,
    /// Line of the reference, in its file; 0 where there is none.
    pub line: u32,
    /// Edges from the change.
    pub distance: u32,
    /// Product of the confidences along the path.
    pub confidence: f64,
    /// What it does to the unit that it was reached through: the kind of the last edge.
    pub via: &'static str,
    /// The unit that the last edge came from.
    pub through: String,
    pub ambiguous: bool,
}

/// A test that reaches the change.
#[derive(Clone, Debug, PartialEq)]
pub struct TestToRun {
    pub place: Place,
    pub confidence: f64,
}

/// Tests of one file, the surest first. Without any, the file as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct TestFile {
    pub path: String,
    pub confidence: f64,
    pub tests: Vec<TestToRun>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impact {
    /// What changes.
    pub changed: Vec<Place>,
    /// By distance, then the surest first. Tests are not among them.
    pub affected: Vec<Affected>,
    /// The surest first.
    pub tests: Vec<TestFile>,
}

/// How sure it is that a change goes over to the other end of an edge, beside the confidence of the edge itself.
fn share(kind: EdgeKind) -> f64 {
    match kind {
        EdgeKind::Calls | EdgeKind::Extends | EdgeKind::Implements => 1.0,
        EdgeKind::Inherits | EdgeKind::AccessesField => 0.9,
        EdgeKind::Overrides | EdgeKind::References | EdgeKind::Decorates => 0.8,
        EdgeKind::TypeHintOf => 0.7,
        EdgeKind::Throws => 0.6,
        // Whoever brings a name into scope breaks only if the name goes.
        EdgeKind::Imports => 0.3,
        _ => 0.0,
    }
}

/// A step of the walk: to whom, for what reason, how sure, and the line of the reference in the file of `to`.
pub(crate) struct Step {
    pub(crate) to: UnitId,
    pub(crate) reason: &'static str,
    pub(crate) confidence: f64,
    ambiguous: bool,
    line: u32,
}

/// Who may break with `unit`: those that depend on it, what it decorates, and the method that callers reach it through.
pub(crate) fn steps(snapshot: &Snapshot, unit: UnitId) -> impl Iterator<Item = Step> + '_ {
    let sure = |kind: EdgeKind, confidence: u8| share(kind) * f64::from(confidence) / 100.0;
    let dependents = snapshot.graph().incoming(unit).filter(|edge| edge.kind != EdgeKind::Decorates);
    let dependents = dependents.map(move |edge| Step {
        to: edge.from,
        reason: edge.kind.name(),
        confidence: sure(edge.kind, edge.confidence),
        ambiguous: edge.ambiguous,
        line: edge.line,
    });
    let passes_on = |kind: EdgeKind| matches!(kind, EdgeKind::Decorates | EdgeKind::Overrides);
    let others = snapshot.graph().outgoing(unit).filter(move |edge| passes_on(edge.kind));
    let others = others.map(move |edge| Step {
        to: edge.to,
        reason: if edge.kind == EdgeKind::Overrides { "overridden_by" } else { "decorated_by" },
        confidence: sure(edge.kind, edge.confidence),
        ambiguous: edge.ambiguous,
        line: 0,
    });
    dependents.chain(others)
}

/// How a unit was reached.
#[derive(Clone, Copy)]
struct Reached {
    distance: u32,
    confidence: f64,
    from: UnitId,
    reason: Option<&'static str>,
    ambiguous: bool,
    line: u32,
}

/// What may break when `seeds` change.
pub(crate) fn impact(snapshot: &Snapshot, seeds: &[UnitId], options: &ImpactOptions) -> Impact {
    let reached = walk(snapshot, seeds, options);
    let place = |unit: &UnitId| snapshot.unit(*unit).map(|unit| Place::of(&unit));
    Impact {
        changed: seeds.iter().filter_map(place).collect(),
        affected: affected(snapshot, &reached),
        tests: tests(snapshot, &reached, options),
    }
}

/// The members of containers change with them.
pub(crate) fn with_members(snapshot: &Snapshot, units: &[UnitId]) -> Vec<UnitId> {
    let mut all: Vec<UnitId> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<UnitId> = units.iter().rev().copied().collect();
    while let Some(unit) = open.pop() {
        if !seen.insert(unit) {
            continue;
        }
        all.push(unit);
        if snapshot.unit(unit).is_some_and(|unit| unit.kind().is_container()) {
            let members = snapshot.graph().outgoing(unit).filter(|edge| edge.kind == EdgeKind::Contains);
            open.extend(members.map(|edge| edge.to));
        }
    }
    all
}

/// Level by level; a unit is taken up again when a longer path to it is surer.
fn walk(snapshot: &Snapshot, seeds: &[UnitId], options: &ImpactOptions) -> BTreeMap<UnitId, Reached> {
    let start = |unit: &UnitId| {
        let seed =
            Reached { distance: 0, confidence: 1.0, from: *unit, reason: None, ambiguous: false, line: 0 };
        (*unit, seed)
    };
    let mut reached: BTreeMap<UnitId, Reached> = seeds.iter().map(start).collect();
    let mut frontier: BTreeSet<UnitId> = seeds.iter().copied().collect();
    for distance in 1..=options.depth {
        let level = level(snapshot, &frontier, &reached, distance, options.least);
        frontier = level.keys().copied().collect();
        reached.extend(level);
        if frontier.is_empty() {
            break;
        }
    }
    reached
}

/// What the frontier reaches surer than it was reached before.
fn level(
    snapshot: &Snapshot,
    frontier: &BTreeSet<UnitId>,
    reached: &BTreeMap<UnitId, Reached>,
    distance: u32,
    least: f64,
) -> BTreeMap<UnitId, Reached> {
    let mut level: BTreeMap<UnitId, Reached> = BTreeMap::new();
    for from in frontier {
        let sure = reached.get(from).map_or(0.0, |reached| reached.confidence);
        for step in steps(snapshot, *from) {
            let confidence = sure * step.confidence;
            let known = level.get(&step.to).or_else(|| reached.get(&step.to));
            if confidence < least || known.is_some_and(|known| known.confidence >= confidence) {
                continue;
            }
            let ambiguous = step.ambiguous;
            let reason = Some(step.reason);
            level.insert(
                step.to,
                Reached { distance, confidence, from: *from, reason, ambiguous, line: step.line },
            );
        }
    }
    level
}

fn affected(snapshot: &Snapshot, reached: &BTreeMap<UnitId, Reached>) -> Vec<Affected> {
    let name = |unit: UnitId| snapshot.unit(unit).map(|unit| Place::of(&unit).name).unwrap_or_default();
    let mut found: Vec<Affected> = reached
        .iter()
        .filter_map(|(unit, how)| {
            let unit = snapshot.unit(*unit).filter(|unit| !is_test(unit))?;
            Some(Affected {
                place: Place::of(&unit),
                line: how.line,
                distance: how.distance,
                confidence: how.confidence,
                via: how.reason?,
                through: name(how.from),
                ambiguous: how.ambiguous,
            })
        })
        .collect();
    // Units come in the order of their places, which a stable sort keeps among equals.
    found.sort_by(|left, right| {
        left.distance.cmp(&right.distance).then_with(|| right.confidence.total_cmp(&left.confidence))
    });
    found
}

/// Test units that were reached, and those whose subject was.
fn tests(snapshot: &Snapshot, reached: &BTreeMap<UnitId, Reached>, options: &ImpactOptions) -> Vec<TestFile> {
    let mut sure: BTreeMap<UnitId, f64> = BTreeMap::new();
    let mut add = |unit: UnitId, confidence: f64| {
        let known = sure.entry(unit).or_insert(confidence);
        *known = known.max(confidence);
    };
    for (unit, how) in reached {
        if snapshot.unit(*unit).is_some_and(|unit| is_test(&unit)) {
            add(*unit, how.confidence);
        }
        for edge in snapshot.graph().outgoing(*unit).filter(|edge| edge.kind == EdgeKind::TestedBy) {
            add(edge.to, how.confidence * f64::from(edge.confidence) / 100.0);
        }
    }
    sure.retain(|_, confidence| *confidence >= options.least);
    by_file(snapshot, &sure)
}

fn by_file(snapshot: &Snapshot, sure: &BTreeMap<UnitId, f64>) -> Vec<TestFile> {
    let mut files: BTreeMap<String, TestFile> = BTreeMap::new();
    for (unit, &confidence) in sure {
        let Some(unit) = snapshot.unit(*unit) else { continue };
        let place = Place::of(&unit);
        let file = files.entry(place.path.clone()).or_insert_with(|| TestFile {
            path: place.path.clone(),
            confidence: 0.0,
            tests: Vec::new(),
        });
        file.confidence = file.confidence.max(confidence);
        if is_runnable(place.kind) {
            file.tests.push(TestToRun { place, confidence });
        }
    }
    let mut files: Vec<TestFile> = files.into_values().collect();
    for file in &mut files {
        file.tests.sort_by(|left, right| right.confidence.total_cmp(&left.confidence));
    }
    files.sort_by(|left, right| right.confidence.total_cmp(&left.confidence));
    files
}

/// Can be named to a test runner.
fn is_runnable(kind: UnitKind) -> bool {
    kind.is_callable()
}
