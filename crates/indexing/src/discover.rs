//! Which files a tree has: ignore rules applied, secrets left out, links not followed. Reads no file's content.

mod entry;
mod extension;
mod listing;
mod rules;
mod walk;

use crate::error::IndexError;
use crate::progress::{Progress, Silent};
use entry::Seen;
use listing::Origin;
use orienteer_storage::{FolderCache, ListedFolder};
use std::path::{Path, PathBuf};
use walk::walk;

/// A file that may be indexed.
#[derive(Clone, Debug)]
pub struct Found {
    /// Relative to the root, with forward slashes.
    pub path: String,
    /// Last change of content or metadata, in nanoseconds since 1970.
    pub modified: i64,
    pub size: u64,
    pub inode: u64,
}

/// What was left out, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    pub secrets: u64,
    pub binary: u64,
    /// Names that are not text.
    pub names: u64,
}

/// The files of a tree in path order.
#[derive(Clone, Debug, Default)]
pub struct Discovery {
    pub files: Vec<Found>,
    /// Links that leave the tree or go round in a circle.
    pub links: Vec<String>,
    pub unreadable: Vec<String>,
    pub skipped: Skipped,
    pub folders: Folders,
}

/// Where the names of the files are from.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// Those that the cache has as they are, by its numbers.
    pub known: Vec<u32>,
    pub listed: Vec<ListedFolder>,
}

/// Walks the tree under `root`.
pub fn discover(root: &Path, progress: &dyn Progress) -> Result<Discovery, IndexError> {
    discover_again(root, &FolderCache::default(), progress)
}

/// Walks a tree whose folders are listed only where they are other than the cache has them.
pub fn discover_again(
    root: &Path,
    cache: &FolderCache,
    progress: &dyn Progress,
) -> Result<Discovery, IndexError> {
    let discovery = take_all(root, cache, progress)?;
    // A part of a tree is not one whose other files are gone.
    if progress.is_cancelled() { Err(IndexError::Cancelled) } else { Ok(discovery) }
}

/// As much of the tree as was walked when it was cancelled.
pub fn discover_some(root: &Path, progress: &dyn Progress) -> Result<Discovery, IndexError> {
    take_all(root, &FolderCache::default(), progress)
}

fn take_all(root: &Path, cache: &FolderCache, progress: &dyn Progress) -> Result<Discovery, IndexError> {
    std::fs::read_dir(root).map_err(|source| IndexError::Folder { path: root.to_owned(), source })?;
    let mut discovery = Discovery::default();
    for listing in walk(root, cache, progress) {
        listing.seen.into_iter().for_each(|seen| discovery.take(root, seen));
        match listing.origin {
            Origin::Known(number) => discovery.folders.known.push(number),
            Origin::Listed(folder) => discovery.folders.listed.push(folder),
            Origin::Unsure => {}
        }
    }
    discovery.files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    discovery.links.sort_unstable();
    discovery.unreadable.sort_unstable();
    Ok(discovery)
}

/// The folders that a walk goes through, the root among them: where files of the tree can come to be.
pub fn folders(root: &Path) -> Vec<PathBuf> {
    let listings = walk(root, &FolderCache::default(), &Silent);
    let mut folders: Vec<PathBuf> = listings.into_iter().map(|listing| listing.folder).collect();
    folders.sort_unstable();
    folders
}

impl Discovery {
    fn take(&mut self, root: &Path, seen: Seen) {
        match seen {
            Seen::File(found) => self.files.push(found),
            Seen::Link(link, path) => self.take_link(root, &link, path),
            Seen::Unreadable(path) => self.unreadable.push(path),
            Seen::Secret => self.skipped.secrets += 1,
            Seen::Binary => self.skipped.binary += 1,
            Seen::Nameless => self.skipped.names += 1,
        }
    }

    /// A link inside the tree leads to what is indexed anyway; any other is recorded and not followed.
    fn take_link(&mut self, root: &Path, link: &Path, path: String) {
        let target = link.canonicalize();
        let inside = match (&target, root.canonicalize()) {
            (Ok(target), Ok(root)) => target.starts_with(root),
            _ => false,
        };
        if !inside {
            self.links.push(path);
        }
    }
}
