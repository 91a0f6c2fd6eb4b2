//! All folders of a tree, each listed once, on all cores.
//!
//! The walker of the crate `ignore` opens whatever lies in the place of an ignore file. To keep it from that, three files would have
//! to be looked for in every folder, most often in vain and at the cost of all the rest; whoever lists the folders knows.

use super::entry::{Seen, see};
use super::listing::{Kind, Names, Origin};
use super::rules::{Present, Rules, Unknowable};
use crate::progress::Progress;
use crate::source::open_plain;
use orienteer_storage::{FolderCache, TAG, TAG_SIGNATURE};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::ffi::OsStr;
use std::io::Read;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

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

/// A folder that was entered, and what it holds.
pub(super) struct Listing {
    pub(super) folder: PathBuf,
    pub(super) seen: Vec<Seen>,
    pub(super) origin: Origin,
}

/// A folder that is to be entered.
struct Folder {
    path: PathBuf,
    /// From the root, with forward slashes; nothing if a name on the way is not text.
    relative: Option<String>,
    /// That hold around it.
    rules: Rules,
}

/// Every folder of a tree with what it holds, in any order. What was not reached when it was cancelled is not there. Folders that the
/// cache has as they are are not listed again.
pub(super) fn walk(root: &Path, cache: &FolderCache, progress: &dyn Progress) -> Vec<Listing> {
    let base = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let rules = Rules::around(&base, !is_installed(&base));
    let queue = Queue::of(Folder { path: base, relative: Some(String::new()), rules });
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
    // Threads that stay: what ends with a thread is handed back to the system, and asked for again.
    let workers = (0..threads).into_par_iter().with_max_len(1);
    workers.flat_map_iter(|_| work(&queue, root, cache, progress)).collect()
}

fn work(queue: &Queue, root: &Path, cache: &FolderCache, progress: &dyn Progress) -> Vec<Listing> {
    let mut listings = Vec::new();
    while let Some(mut turn) = queue.next() {
        if progress.is_cancelled() {
            continue;
        }
        let (seen, origin) = list(&turn.folder, cache, &mut turn.below);
        progress.advance(1 + seen.len() as u64);
        let Folder { path, relative, .. } = &turn.folder;
        let folder = relative.as_deref().map_or_else(|| path.clone(), |relative| root.join(relative));
        listings.push(Listing { folder, seen, origin });
    }
    listings
}

/// What a folder holds; the folders among it go to `below`.
fn list(folder: &Folder, cache: &FolderCache, below: &mut Vec<Folder>) -> (Vec<Seen>, Origin) {
    match Names::of(&folder.path, folder.relative.as_deref(), cache) {
        Ok(names) => (inside(folder, &names, below), names.origin),
        Err(_) => (folder.unreadable(), Origin::Unsure),
    }
}

/// What of the names in a folder is wanted.
fn inside(folder: &Folder, names: &Names<'_>, below: &mut Vec<Folder>) -> Vec<Seen> {
    let is_root = folder.is_root();
    if !is_root && names.iter().any(|(name, _)| name == TAG) && is_tagged(&folder.path) {
        return Vec::new();
    }
    let mut present = Present::default();
    names.iter().for_each(|(name, _)| present.note(name));
    let mut seen = Vec::new();
    let rules = match folder.rules.within(&folder.path, present) {
        Ok(rules) => rules,
        // The root is entered whatever its ignore files are; that they say nothing is told.
        Err(Unknowable(files)) if is_root => {
            seen.extend(files.into_iter().map(|file| Seen::Unreadable(file.to_owned())));
            folder.rules.within_readable(&folder.path, present)
        }
        // What it wants ignored cannot be known.
        Err(Unknowable(_)) => return folder.unreadable(),
    };
    for (name, kind) in names.iter() {
        let path = || relative(folder.relative.as_deref(), name);
        let place = || folder.path.join(name);
        let Some(kind) = kind else {
            seen.extend(path().map(Seen::Unreadable));
            continue;
        };
        let is_folder = kind == Kind::Folder;
        if is_passed_over(name) || (!rules.are_none() && rules.ignore(&place(), is_folder)) {
            continue;
        }
        if is_folder {
            below.push(Folder { path: place(), relative: path(), rules: rules.clone() });
        } else {
            seen.extend(see(place, path(), kind));
        }
    }
    seen
}

impl Folder {
    fn is_root(&self) -> bool {
        self.relative.as_deref() == Some("")
    }

    /// What is told of a folder that cannot be looked into.
    fn unreadable(&self) -> Vec<Seen> {
        self.relative.clone().filter(|_| !self.is_root()).map(Seen::Unreadable).into_iter().collect()
    }
}

/// Whether a program marked a folder as one that it can make anew, as we do with an index and compilers with what they build.
fn is_tagged(folder: &Path) -> bool {
    let mut begin = [0; TAG_SIGNATURE.len()];
    let read = open_plain(&folder.join(TAG)).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == *TAG_SIGNATURE.as_bytes()
}

fn relative(folder: Option<&str>, name: &OsStr) -> Option<String> {
    let (folder, name) = (folder?, name.to_str()?);
    Some(if folder.is_empty() { name.to_owned() } else { [folder, "/", name].concat() })
}

fn is_passed_over(name: &OsStr) -> bool {
    PASSED_OVER.iter().any(|passed| name == *passed)
}

/// Whether a package manager put it there: the project around it ignores it as a whole, which says nothing about its files.
fn is_installed(root: &Path) -> bool {
    let above = root.ancestors().skip(1).filter_map(|folder| folder.file_name()?.to_str());
    above.into_iter().any(|name| INSTALLED.contains(&name))
}

/// Folders that wait for a thread.
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    folders: Vec<Folder>,
    /// Turns that may find more.
    open: usize,
    /// Threads that have nothing to do: to wake nobody costs as much as to list a folder.
    waiting: usize,
}

/// A folder in the hands of one thread. What it found below is handed on when it ends, however it ends: others wait for it.
struct Turn<'a> {
    queue: &'a Queue,
    folder: Folder,
    below: Vec<Folder>,
}

impl Queue {
    fn of(root: Folder) -> Queue {
        Queue {
            state: Mutex::new(State { folders: vec![root], open: 0, waiting: 0 }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing once nobody can find more.
    fn next(&self) -> Option<Turn<'_>> {
        let mut state = self.state();
        loop {
            if let Some(folder) = state.folders.pop() {
                state.open += 1;
                return Some(Turn { queue: self, folder, below: Vec::new() });
            }
            if state.open == 0 {
                return None;
            }
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.folders.append(&mut self.below);
        state.open -= 1;
        if state.waiting > 0 && (state.open == 0 || !state.folders.is_empty()) {
            self.queue.changed.notify_all();
        }
    }
}
