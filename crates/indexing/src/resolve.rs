//! All files' facts to edges, with those of imported SCIP indexes.

use crate::commit::Row;
use crate::error::IndexError;
use crate::manifests::is_manifest;
use crate::scip;
use orienteer_model::Room;
use orienteer_resolution::{Changed, FileInput, Hints, Resolution, resolve_again, resolve_in};
use orienteer_storage::{FactsStore, FileFlags, Snapshot, Tree};

/// After a change of more files everything is resolved anew.
const MOST_CHANGED: usize = 32;

/// What was known before this run.
pub(crate) struct Known<'a> {
    pub previous: Option<&'a Snapshot>,
    pub store: &'a FactsStore,
}

/// Edges between the units of the files, numbered in path order.
pub(crate) fn resolve<'r>(
    rows: &[Row<'_>],
    hints: &Hints,
    tree: &Tree,
    known: &Known<'_>,
    room: &'r dyn Room,
) -> Result<Resolution<'r>, IndexError> {
    let inputs = inputs(rows);
    let changed = known.previous.filter(|previous| previous.graph().is_whole()).and_then(|previous| {
        let changed = changed(rows, previous, known.store)?;
        Some((changed, previous.graph()))
    });
    let again = match changed {
        Some((changed, graph)) => resolve_again(&inputs, hints, &changed, graph.edges(), room)?,
        None => None,
    };
    let mut resolved = match again {
        Some(resolved) => resolved,
        None => resolve_in(&inputs, hints, room)?,
    };
    resolved.edges.extend(scip::edges(tree, rows, &inputs)?);
    Ok(resolved)
}

/// The files that are other than in a snapshot, with what they said then; nothing where more than content changed.
fn changed<'a>(rows: &[Row<'_>], previous: &Snapshot, store: &'a FactsStore) -> Option<Vec<Changed<'a>>> {
    if previous.file_count() != rows.len() {
        return None;
    }
    let mut changed = Vec::new();
    for (number, (file, row)) in previous.files().zip(rows).enumerate() {
        if !file.has_path(row.path) {
            return None;
        }
        if file.key() != row.key {
            if changed.len() == MOST_CHANGED || is_manifest(row.path) {
                return None;
            }
            changed.push(Changed { file: number as u32, before: store.get(&file.key())? });
        }
    }
    Some(changed)
}

/// Units are numbered in path order.
pub(crate) fn inputs<'a>(rows: &[Row<'a>]) -> Vec<FileInput<'a>> {
    let mut first_unit = 0;
    let input = |row: &Row<'a>| {
        let is_test = row.flags.has(FileFlags::TEST);
        let input = FileInput { path: row.path, facts: row.facts, first_unit, is_test };
        first_unit += row.facts.units.len() as u32;
        input
    };
    rows.iter().map(input).collect()
}
