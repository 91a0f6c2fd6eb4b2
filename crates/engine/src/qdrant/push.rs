//! Brings what a server has of a tree up to date with a snapshot: points that are missing are added, those that are gone removed, and
//! readers see the result at once or not at all.
//!
//! The snapshot is published before and stays whatever happens here.

use super::point::FilePoints;
use super::vectors::UnitVectors;
use crate::library::Library;
use crate::settings::Settings;
use orienteer_indexing::{Progress, Stage};
use orienteer_model::UnitId;
use orienteer_search::{Params, term_weights};
use orienteer_services::{Build, Built, Failure, Qdrant, Shape, SparseVector, Stored, Vectors, term_index};
use orienteer_storage::Snapshot;
use std::collections::HashMap;

/// Units whose words are in memory at once.
const AT_ONCE: usize = 100_000;

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// What the tree is called there.
    pub project: String,
    pub collection: String,
    pub added: u64,
    pub kept: u64,
    pub removed: u64,
}

/// Pushes a snapshot of the tree that the settings are of.
pub fn push(snapshot: &Snapshot, settings: &Settings, progress: &dyn Progress) -> Result<Pushed, Failure> {
    push_as(&settings.remote.project, snapshot, settings, progress)
}

/// Pushes a snapshot of a library, to the server of these settings.
pub fn push_library(
    library: &Library,
    snapshot: &Snapshot,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Pushed, Failure> {
    push_as(&library.project(), snapshot, settings, progress)
}

/// Takes a library off the server.
pub fn remove_pushed_library(library: &Library, settings: &Settings) -> Result<(), Failure> {
    settings.remote.client()?.remove(&library.project(), &|| false)
}

fn push_as(
    project: &str,
    snapshot: &Snapshot,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Pushed, Failure> {
    let remote = &settings.remote;
    let vectors = UnitVectors::of(snapshot, settings)?;
    let built = build(&remote.client()?, project, snapshot, &vectors, progress)?;
    let Built { added, kept, removed, .. } = built;
    let collection = remote.server.collection.clone();
    Ok(Pushed { project: project.to_owned(), collection, added, kept, removed })
}

fn build(
    client: &Qdrant,
    project: &str,
    snapshot: &Snapshot,
    vectors: &UnitVectors<'_>,
    progress: &dyn Progress,
) -> Result<Built, Failure> {
    let shape = Shape { dimension: vectors.dimension() };
    let cancelled = || progress.is_cancelled();
    progress.begin(Stage::Push, 0);
    let build = client.begin(project, shape, vectors.made_with(), &cancelled)?;
    let mut build = build.of_state(&snapshot.id().to_string());
    let missing = missing(&mut build, snapshot, vectors);
    progress.begin(Stage::Push, missing.len() as u64);
    for some in missing.chunks(AT_ONCE) {
        add(&mut build, snapshot, some, vectors, progress)?;
    }
    build.finish()
}

/// The units that the server does not have.
fn missing(build: &mut Build<'_>, snapshot: &Snapshot, vectors: &UnitVectors<'_>) -> Vec<UnitId> {
    let mut missing = Vec::new();
    for file in snapshot.files() {
        let points = FilePoints::of(&file, vectors);
        for (ordinal, unit) in (0..).zip(snapshot.units_of(file.id())) {
            if let Stored::Missing(_) = build.want(&points.describe(&unit, ordinal)) {
                missing.push(unit.id());
            }
        }
    }
    missing
}

fn add(
    build: &mut Build<'_>,
    snapshot: &Snapshot,
    units: &[UnitId],
    vectors: &UnitVectors<'_>,
    progress: &dyn Progress,
) -> Result<(), Failure> {
    let mut words = words(snapshot, units);
    let mut file: Option<(u32, FilePoints<'_>)> = None;
    for unit in units.iter().filter_map(|unit| snapshot.unit(*unit)) {
        let Some(record) = unit.file() else { continue };
        let first = record.units().next().map_or(0, |first| first.0);
        if file.as_ref().is_none_or(|(known, _)| *known != first) {
            file = Some((first, FilePoints::of(&record, vectors)));
        }
        if let Some((first, points)) = &file {
            let lexical = words.remove(&unit.id()).map(SparseVector::from_entries).unwrap_or_default();
            let named =
                Vectors { dense: vectors.dense(unit.id()), sparse: vectors.sparse(unit.id()), lexical };
            build.add(&points.describe(&unit, unit.id().0 - first), named)?;
        }
        progress.advance(1);
    }
    Ok(())
}

/// What each of the units has of each of its words.
fn words(snapshot: &Snapshot, units: &[UnitId]) -> HashMap<UnitId, Vec<(u32, f32)>> {
    let mut words: HashMap<UnitId, Vec<(u32, f32)>> = units.iter().map(|unit| (*unit, Vec::new())).collect();
    let mut last: Option<(String, u32)> = None;
    term_weights(snapshot, &Params::default(), |term, unit, weight| {
        let Some(entries) = words.get_mut(&unit) else { return };
        let index = match &last {
            Some((known, index)) if known == term => *index,
            _ => last.insert((term.to_owned(), term_index(term))).1,
        };
        entries.push((index, weight));
    });
    words
}
