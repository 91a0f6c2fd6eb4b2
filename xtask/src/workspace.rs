//! Where the workspace is and which files belong to it.
//!
//! A file belongs if git tracks it or would track it; ignored files are never looked at.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_owned()
}

/// A file that belongs to the workspace and holds text.
pub(crate) struct TextFile {
    /// Relative to the root, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    /// Samples that the product reads are data, whatever language they are written in.
    pub(crate) fn is_rust_source(&self) -> bool {
        let ours = ["crates/", "fuzz/", "xtask/"].iter().any(|folder| self.path.starts_with(folder));
        ours && self.path.ends_with(".rs") && !self.path.contains("/test_data/")
    }
}

/// Every text file of the workspace, in the order of its path.
pub(crate) fn text_files(root: &Path) -> Result<Vec<TextFile>, String> {
    let mut paths = listed_paths(root)?;
    paths.sort();
    paths.dedup();
    Ok(paths.into_iter().filter_map(|path| read_text(root, path)).collect())
}

fn listed_paths(root: &Path) -> Result<Vec<String>, String> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let listing = String::from_utf8_lossy(&output.stdout);
    Ok(listing.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

/// `None` for what is gone from the work tree, is not UTF-8 or holds a zero byte.
fn read_text(root: &Path, path: String) -> Option<TextFile> {
    let text = std::fs::read_to_string(root.join(&path)).ok()?;
    (!text.contains('\0')).then_some(TextFile { path, text })
}
