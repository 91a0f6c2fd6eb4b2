//! All files' facts to edges, with those of imported SCIP indexes.

use crate::commit::Row;
use crate::error::IndexError;
use crate::scip;
use orienteer_resolution::{FileInput, Hints, Resolved, resolve as resolve_facts};
use orienteer_storage::{FileFlags, Tree};

/// Edges between the units of the files, numbered in path order.
pub(crate) fn resolve(rows: &[Row<'_>], hints: &Hints, tree: &Tree) -> Result<Resolved, IndexError> {
    let inputs = inputs(rows);
    let mut resolved = resolve_facts(&inputs, hints);
    resolved.edges.extend(scip::edges(tree, rows, &inputs)?);
    Ok(resolved)
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
