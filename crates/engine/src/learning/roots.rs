//! What the files of a folder are, in one number. When any of them changes, so does it.

use orienteer_model::FileId;
use orienteer_storage::{FileRecord, Key, Snapshot};
use std::collections::BTreeMap;

/// The folder that a file lies in; empty for the root.
pub(super) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The root of each folder that one of the files lies in.
pub(super) fn of_folders<'p>(
    snapshot: &Snapshot,
    paths: impl Iterator<Item = &'p str>,
) -> BTreeMap<String, String> {
    let mut roots = BTreeMap::new();
    for folder in paths.map(folder_of) {
        if !roots.contains_key(folder) {
            roots.insert(folder.to_owned(), root(snapshot, folder));
        }
    }
    roots
}

fn root(snapshot: &Snapshot, folder: &str) -> String {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for file in files_in(snapshot, folder) {
        parts.push(file.path().as_bytes().to_vec());
        parts.push(file.key().0.to_vec());
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    Key::of_parts(&parts).to_string()
}

/// The files of a folder, without those of folders in it.
fn files_in<'s>(snapshot: &'s Snapshot, folder: &str) -> Vec<FileRecord<'s>> {
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let mut files = Vec::new();
    let mut at = first_from(snapshot, &prefix);
    while let Some(file) = snapshot.file(FileId(at)) {
        let Some(rest) = file.path().strip_prefix(&prefix) else { break };
        match rest.split_once('/') {
            None => {
                files.push(file);
                at += 1;
            }
            // Past everything in that folder: the letter after the slash.
            Some((inner, _)) => at = first_from(snapshot, &format!("{prefix}{inner}0")).max(at + 1),
        }
    }
    files
}

/// The first file whose path is not before `path`; files are in the order of their paths.
fn first_from(snapshot: &Snapshot, path: &str) -> u32 {
    let (mut low, mut high) = (0, snapshot.file_count() as u32);
    while low < high {
        let middle = low + (high - low) / 2;
        let is_before = snapshot.file(FileId(middle)).is_some_and(|file| file.path() < path);
        if is_before { low = middle + 1 } else { high = middle }
    }
    low
}
