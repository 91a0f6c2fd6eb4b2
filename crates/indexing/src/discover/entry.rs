//! What the entries of a folder are.

use super::Found;
use super::extension::has_binary_extension;
use crate::secret::is_secret;
use std::fs::{DirEntry, Metadata};
use std::path::PathBuf;

/// What a walk came by, folders aside. Small, because all of a tree waits in memory at once.
pub(super) enum Seen {
    File(Found),
    Link(PathBuf, String),
    Unreadable(String),
    Secret,
    Binary,
    Nameless,
}

/// Nothing for a device. Links are not followed.
pub(super) fn see(entry: &DirEntry, path: Option<String>, kind: std::fs::FileType) -> Option<Seen> {
    let Some(path) = path else { return Some(Seen::Nameless) };
    if kind.is_symlink() {
        return Some(Seen::Link(entry.path(), path));
    }
    if !kind.is_file() {
        return None;
    }
    Some(if is_secret(&path) {
        Seen::Secret
    } else if has_binary_extension(&path) {
        Seen::Binary
    } else {
        match entry.metadata() {
            Ok(metadata) => Seen::File(found(path, &metadata)),
            Err(_) => Seen::Unreadable(path),
        }
    })
}

#[cfg(unix)]
fn found(path: String, metadata: &Metadata) -> Found {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    // A tool can set back the modification time, but not the change time.
    let modified = nanoseconds(metadata.mtime(), metadata.mtime_nsec());
    let changed = nanoseconds(metadata.ctime(), metadata.ctime_nsec());
    Found { path, modified: modified.max(changed), size: metadata.len(), inode: metadata.ino() }
}

#[cfg(not(unix))]
fn found(path: String, metadata: &Metadata) -> Found {
    let since = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let modified = since.map_or(0, |since| since.as_nanos().min(i64::MAX as u128) as i64);
    Found { path, modified, size: metadata.len(), inode: 0 }
}
