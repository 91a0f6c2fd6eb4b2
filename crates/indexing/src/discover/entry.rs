//! What the entries of a folder are.

use super::Found;
use super::extension::has_binary_extension;
use super::listing::Kind;
use crate::secret::is_secret;
use orienteer_storage::FolderStamp;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// What a walk came by, folders aside. Small, because all of a tree waits in memory at once.
pub(super) enum Seen {
    File(Found),
    Link(PathBuf, String),
    Unreadable(String),
    Secret,
    Binary,
    Nameless,
}

/// Nothing for a device. Links are not followed. `place` is where it lies.
pub(super) fn see(place: impl FnOnce() -> PathBuf, path: Option<String>, kind: Kind) -> Option<Seen> {
    let Some(path) = path else { return Some(Seen::Nameless) };
    match kind {
        Kind::Link => return Some(Seen::Link(place(), path)),
        Kind::File => {}
        Kind::Folder | Kind::Other => return None,
    }
    Some(if is_secret(&path) {
        Seen::Secret
    } else if has_binary_extension(&path) {
        Seen::Binary
    } else {
        match place().symlink_metadata() {
            // Gone since its folder was listed, or another thing now: the folder shows it next time.
            Ok(metadata) if !metadata.is_file() => return None,
            Ok(metadata) => Seen::File(found(path, &metadata)),
            Err(_) => Seen::Unreadable(path),
        }
    })
}

#[cfg(unix)]
fn found(path: String, metadata: &Metadata) -> Found {
    use std::os::unix::fs::MetadataExt;
    Found { path, modified: modified(metadata), size: metadata.len(), inode: metadata.ino() }
}

#[cfg(unix)]
fn modified(metadata: &Metadata) -> i64 {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    // A tool can set back the modification time, but not the change time.
    let modified = nanoseconds(metadata.mtime(), metadata.mtime_nsec());
    let changed = nanoseconds(metadata.ctime(), metadata.ctime_nsec());
    modified.max(changed)
}

/// The state of a folder; nothing where the system has no time that every change of the folder sets.
#[cfg(unix)]
pub(super) fn stamp(folder: &Path) -> Option<FolderStamp> {
    use std::os::unix::fs::MetadataExt;
    let metadata = folder.symlink_metadata().ok().filter(Metadata::is_dir)?;
    Some(FolderStamp { modified: modified(&metadata), inode: metadata.ino() })
}

#[cfg(not(unix))]
pub(super) fn stamp(_: &Path) -> Option<FolderStamp> {
    None
}

#[cfg(not(unix))]
fn found(path: String, metadata: &Metadata) -> Found {
    let since = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let modified = since.map_or(0, |since| since.as_nanos().min(i64::MAX as u128) as i64);
    Found { path, modified, size: metadata.len(), inode: 0 }
}
