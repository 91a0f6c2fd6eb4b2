//! SCIP indexes that were given for a tree: kept beside its snapshots, with the state of the files they were made for.
//!
//! A file that changed since has lost its lines: edges from or to it are left out until a new index is given.

use crate::commit::Row;
use crate::error::IndexError;
use crate::resolve::inputs;
use orienteer_model::Edge;
use orienteer_resolution::{FileInput, scip_edges};
use orienteer_storage::{Key, Tree};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

const FOLDER: &str = "scip";
/// Begins as all temporary things do, so that the next writer removes what a killed one left.
const INCOMING: &str = "tmp-scip";
const STATES: &str = "files";
const EXTENSION: &str = "scip";

/// Replaces what was kept by `files`; an empty list forgets it. What is new is complete before it takes the place of the old.
pub(crate) fn attach(tree: &Tree, files: &[PathBuf], rows: &[Row<'_>]) -> Result<(), IndexError> {
    let folder = tree.folder().join(FOLDER);
    if files.is_empty() {
        return remove(&folder);
    }
    check(files, rows)?;
    let incoming = tree.folder().join(INCOMING);
    remove(&incoming)?;
    fill(&incoming, files, rows)?;
    remove(&folder)?;
    std::fs::rename(&incoming, &folder).map_err(|error| refused(&folder, error))
}

/// An index that cannot be used is refused before it could spoil later runs.
fn check(files: &[PathBuf], rows: &[Row<'_>]) -> Result<(), IndexError> {
    let inputs = inputs(rows);
    for file in files {
        // A device or a pipe may never end.
        if !file.metadata().map_err(|error| refused(file, error))?.is_file() {
            return Err(refused(file, std::io::Error::other("not a plain file")));
        }
        let bytes = std::fs::read(file).map_err(|error| refused(file, error))?;
        scip_edges(&bytes, &inputs).map_err(|source| IndexError::Scip { path: file.clone(), source })?;
    }
    Ok(())
}

fn fill(folder: &Path, files: &[PathBuf], rows: &[Row<'_>]) -> Result<(), IndexError> {
    std::fs::create_dir_all(folder).map_err(|error| refused(folder, error))?;
    for (number, file) in files.iter().enumerate() {
        let kept = folder.join(format!("{number}.{EXTENSION}"));
        std::fs::copy(file, &kept).map_err(|error| refused(file, error))?;
    }
    let states: Vec<u8> =
        rows.iter().flat_map(|row| [&row.key.0[..], row.path.as_bytes(), b"\0"].concat()).collect();
    let path = folder.join(STATES);
    std::fs::write(&path, states).map_err(|error| refused(&path, error))
}

fn remove(folder: &Path) -> Result<(), IndexError> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(refused(folder, error)),
        _ => Ok(()),
    }
}

/// Edges of all kept indexes between files that are as they were.
pub(crate) fn edges(
    tree: &Tree,
    rows: &[Row<'_>],
    inputs: &[FileInput<'_>],
) -> Result<Vec<Edge>, IndexError> {
    let folder = tree.folder().join(FOLDER);
    let Ok(states) = std::fs::read(folder.join(STATES)) else { return Ok(Vec::new()) };
    let known = states_by_path(&states);
    let unchanged: Vec<bool> =
        rows.iter().map(|row| known.get(row.path.as_bytes()) == Some(&row.key)).collect();
    let mut edges = Vec::new();
    for path in kept(&folder) {
        let bytes = std::fs::read(&path).map_err(|error| refused(&path, error))?;
        let found = scip_edges(&bytes, inputs).map_err(|source| IndexError::Scip { path, source })?;
        edges.extend(
            found
                .into_iter()
                .filter(|edge| unchanged[owner(inputs, edge.from.0)] && unchanged[owner(inputs, edge.to.0)]),
        );
    }
    Ok(edges)
}

fn states_by_path(states: &[u8]) -> HashMap<&[u8], Key> {
    let entry = |row: &'_ [u8]| -> Option<(usize, Key)> { Some((16, Key(row.get(..16)?.try_into().ok()?))) };
    let mut known = HashMap::new();
    let mut rest = states;
    while let Some((start, key)) = entry(rest) {
        let Some(length) = rest[start..].iter().position(|byte| *byte == 0) else { break };
        known.insert(&rest[start..start + length], key);
        rest = &rest[start + length + 1..];
    }
    known
}

fn kept(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION)).collect();
    paths.sort();
    paths
}

fn owner(inputs: &[FileInput<'_>], unit: u32) -> usize {
    inputs.partition_point(|input| input.first_unit <= unit).saturating_sub(1)
}

fn refused(path: &Path, source: std::io::Error) -> IndexError {
    IndexError::File { path: path.to_owned(), source }
}
