//! Which files a tree has: ignore rules applied, secrets left out, links not followed. Reads no file's content.

use crate::error::IndexError;
use crate::progress::Progress;
use crate::rules::{self, Refused};
use crate::secret::is_secret;
use ignore::{DirEntry, WalkBuilder, WalkState};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

/// Folders that no ignore file names but nobody wrote.
const PASSED_OVER: &[&str] = &[
    ".git",
    ".hg",
    ".svn",
    ".jj",
    "node_modules",
    "__pycache__",
    ".venv",
    ".tox",
    ".ruff_cache",
    ".gradle",
    ".idea",
    ".next",
    ".nuxt",
    ".cache",
    ".codegraph",
];

/// Folders in which package managers put the code of others.
const INSTALLED: &[&str] = &["node_modules", "site-packages", "dist-packages"];

/// More of them wait for each other.
const MOST_THREADS: usize = 8;

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

/// What a walk came by, folders aside. Small, because all of a tree waits in memory at once.
enum Seen {
    File(Found),
    Link(PathBuf, String),
    Unreadable(String),
    Secret,
    Binary,
    Nameless,
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
}

/// Walks the tree under `root`.
pub fn discover(root: &Path, progress: &dyn Progress) -> Result<Discovery, IndexError> {
    let discovery = discover_some(root, progress)?;
    // A part of a tree is not one whose other files are gone.
    if progress.is_cancelled() { Err(IndexError::Cancelled) } else { Ok(discovery) }
}

/// As much of the tree as was walked when it was cancelled.
pub fn discover_some(root: &Path, progress: &dyn Progress) -> Result<Discovery, IndexError> {
    std::fs::read_dir(root).map_err(|source| IndexError::Folder { path: root.to_owned(), source })?;
    let mut discovery = Discovery::default();
    let refused = Arc::new(Refused::default());
    walked(root, &refused, progress).into_iter().for_each(|seen| discovery.take(root, seen));
    discovery.unreadable.extend(refused.take().iter().filter_map(|folder| relative(root, folder)));
    discovery.files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    discovery.links.sort_unstable();
    discovery.unreadable.sort_unstable();
    Ok(discovery)
}

/// The folders that a walk goes through, the root among them: where files of the tree can come to be.
pub fn folders(root: &Path) -> Vec<PathBuf> {
    let is_folder = |entry: &DirEntry| entry.file_type().is_some_and(|kind| kind.is_dir());
    walker(root, &Arc::default()).build().flatten().filter(is_folder).map(DirEntry::into_path).collect()
}

fn walker(root: &Path, refused: &Arc<Refused>) -> WalkBuilder {
    let (mut walker, refused) = (WalkBuilder::new(root), Arc::clone(refused));
    walker
        .hidden(false)
        .require_git(false)
        .follow_links(false)
        .parents(!is_installed(root))
        .git_ignore(rules::is_readable(root, rules::OF_GIT))
        .ignore(rules::is_readable(root, rules::OF_TOOLS))
        .filter_entry(move |entry| !is_passed_over(entry) && may_enter(entry, &refused));
    if rules::is_readable(root, rules::OWN) {
        walker.add_custom_ignore_filename(rules::OWN);
    }
    walker
}

/// The root is entered whatever its ignore files are.
fn may_enter(entry: &DirEntry, refused: &Refused) -> bool {
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    entry.depth() == 0 || !is_folder || refused.admits(entry.path())
}

/// Whether a package manager put it there: the project around it ignores it as a whole, which says nothing about its files.
fn is_installed(root: &Path) -> bool {
    let above = root.ancestors().skip(1).filter_map(|folder| folder.file_name()?.to_str());
    above.into_iter().any(|name| INSTALLED.contains(&name))
}

/// Everything that a walk comes by, in any order: folders are looked for ignore files, and files are asked for their state, on all cores.
fn walked(root: &Path, refused: &Arc<Refused>, progress: &dyn Progress) -> Vec<Seen> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
    let (sender, receiver) = mpsc::channel();
    walker(root, refused).threads(threads).build_parallel().run(|| {
        let sender = sender.clone();
        Box::new(move |entry| {
            progress.advance(1);
            let seen = entry.map_or_else(|error| unreadable(root, &error), |entry| see(root, entry));
            let goes_on = seen.is_none_or(|seen| sender.send(seen).is_ok()) && !progress.is_cancelled();
            if goes_on { WalkState::Continue } else { WalkState::Quit }
        })
    });
    drop(sender);
    receiver.into_iter().collect()
}

fn is_passed_over(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_str();
    entry.depth() > 0 && name.is_some_and(|name| PASSED_OVER.contains(&name))
}

/// What an entry is; nothing for a folder or a device.
fn see(root: &Path, entry: DirEntry) -> Option<Seen> {
    let kind = entry.file_type().filter(|kind| !kind.is_dir())?;
    let Some(path) = relative(root, entry.path()) else { return Some(Seen::Nameless) };
    if kind.is_symlink() {
        return Some(Seen::Link(entry.into_path(), path));
    }
    if !kind.is_file() {
        return None;
    }
    Some(if is_secret(&path) {
        Seen::Secret
    } else if has_binary_extension(&path) {
        Seen::Binary
    } else {
        match entry.path().symlink_metadata() {
            Ok(metadata) => Seen::File(found(path, &metadata)),
            Err(_) => Seen::Unreadable(path),
        }
    })
}

/// What could not be looked at, unless it is the root.
fn unreadable(root: &Path, error: &ignore::Error) -> Option<Seen> {
    let path = path_of(error).and_then(|path| relative(root, &path)).filter(|path| !path.is_empty());
    path.map(Seen::Unreadable)
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

fn path_of(error: &ignore::Error) -> Option<PathBuf> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path.clone()),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        ignore::Error::Loop { child, .. } => Some(child.clone()),
        _ => None,
    }
}

fn relative(root: &Path, path: &Path) -> Option<String> {
    let relative = path.strip_prefix(root).ok()?.to_str()?;
    Some(if std::path::MAIN_SEPARATOR == '/' { relative.to_owned() } else { relative.replace('\\', "/") })
}

#[cfg(unix)]
fn found(path: String, metadata: &std::fs::Metadata) -> Found {
    use std::os::unix::fs::MetadataExt;
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    // A tool can set back the modification time, but not the change time.
    let modified = nanoseconds(metadata.mtime(), metadata.mtime_nsec());
    let changed = nanoseconds(metadata.ctime(), metadata.ctime_nsec());
    Found { path, modified: modified.max(changed), size: metadata.len(), inode: metadata.ino() }
}

#[cfg(not(unix))]
fn found(path: String, metadata: &std::fs::Metadata) -> Found {
    let since = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let modified = since.map_or(0, |since| since.as_nanos().min(i64::MAX as u128) as i64);
    Found { path, modified, size: metadata.len(), inode: 0 }
}

fn has_binary_extension(path: &str) -> bool {
    const BINARY: &[&str] = &[
        "png",
        "jpg",
        "jpeg",
        "gif",
        "bmp",
        "ico",
        "webp",
        "tiff",
        "pdf",
        "zip",
        "gz",
        "bz2",
        "xz",
        "zst",
        "7z",
        "tar",
        "tgz",
        "jar",
        "war",
        "class",
        "o",
        "a",
        "so",
        "dll",
        "dylib",
        "exe",
        "bin",
        "wasm",
        "pyc",
        "pyo",
        "mo",
        "ttf",
        "otf",
        "woff",
        "woff2",
        "eot",
        "mp3",
        "mp4",
        "avi",
        "mov",
        "wav",
        "flac",
        "ogg",
        "webm",
        "sqlite",
        "db",
        "npy",
        "npz",
        "pkl",
        "parquet",
        "onnx",
        "safetensors",
        "whl",
        "egg",
        "rlib",
        "deb",
        "rpm",
        "iso",
        "dmg",
        "psd",
        "shp",
        "dbf",
        "shx",
        "mmdb",
        "gpkg",
    ];
    let extension =
        path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, extension)| extension);
    extension.is_some_and(|extension| BINARY.iter().any(|binary| extension.eq_ignore_ascii_case(binary)))
}
