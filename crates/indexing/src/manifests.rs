//! Reads the manifests that say how names lead to folders: go.mod, package.json, Cargo.toml, tsconfig.json.

use crate::read::{Content, Entry};
use crate::source::read_plain;
use orienteer_resolution::{Hints, hints_from_manifests};
use std::path::Path;

const NAMES: &[&str] =
    &["go.mod", "package.json", "Cargo.toml", "tsconfig.json", "tsconfig.base.json", "jsconfig.json"];

/// Largest manifest that is read, in bytes.
const LARGEST: u64 = 1 << 20;

pub(crate) fn is_manifest(path: &str) -> bool {
    NAMES.contains(&path.rsplit('/').next().unwrap_or(path))
}

pub(crate) fn hints(root: &Path, entries: &[Entry]) -> Hints {
    let texts: Vec<(&str, String)> = entries
        .iter()
        .filter(|entry| matches!(entry.content, Content::Text(_)) && entry.found.size <= LARGEST)
        .map(|entry| entry.found.path.as_str())
        .filter(|path| is_manifest(path))
        .filter_map(|path| Some((path, String::from_utf8(read_plain(&root.join(path)).ok()?).ok()?)))
        .collect();
    hints_from_manifests(texts.iter().map(|(path, text)| (*path, text.as_str())))
}
