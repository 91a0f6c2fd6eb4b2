//! Keeps the index of a tree fresh: waits for the operating system to report changes, lets them settle, takes them in.
//!
//! Nothing here looks at files on a timer: a system that cannot report changes is an error with a way out.

use crate::changes_inbox::{Concern, Inbox};
use crate::embed::EmbedReport;
use crate::error::EngineError;
use crate::index::IndexOptions;
use crate::watch_lock::{WatchLock, signature};
use crate::workspace::Workspace;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use orienteer_indexing::{IndexError, Progress, Report, Stage};
use orienteer_storage::Snapshot;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What happens while a tree is watched.
#[derive(Debug)]
pub enum WatchNews<'a> {
    /// Another process watches; this one takes over when that one ends.
    Waiting {
        process: Option<u32>,
    },
    Watching {
        folders: usize,
    },
    /// A new snapshot was published.
    Indexed {
        report: &'a Report,
        changed: usize,
        elapsed: Duration,
    },
    /// Vectors of the new snapshot were computed, or some of them.
    Embedded(&'a EmbedReport),
    /// This time it could not be done; the next change tries again.
    Failed(&'a EngineError),
}

/// Why a watch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchEnd {
    Stopped,
    /// Another process watches, and waiting was not asked for.
    Watched {
        process: Option<u32>,
    },
}

impl Workspace {
    /// Watches until told to stop. One process watches a tree; with `wait` the others stand by.
    pub fn watch(
        &self,
        wait: bool,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(WatchNews<'_>),
    ) -> Result<WatchEnd, EngineError> {
        while !progress.is_cancelled() {
            let lock = match WatchLock::attempt(self)? {
                Some(lock) => lock,
                None if !wait => return Ok(WatchEnd::Watched { process: signature(self) }),
                None => {
                    tell(WatchNews::Waiting { process: signature(self) });
                    let Some(lock) = WatchLock::wait(self, progress)? else { break };
                    lock
                }
            };
            // A lock that vanished with a cleared index has to be won again.
            if lock.is_current() {
                self.watch_locked(&lock, progress, tell)?;
            }
        }
        Ok(WatchEnd::Stopped)
    }

    fn watch_locked(
        &self,
        lock: &WatchLock,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(WatchNews<'_>),
    ) -> Result<(), EngineError> {
        let inbox = Arc::new(Inbox::default());
        let mut folders = Folders::new(self, Arc::clone(&inbox))?;
        folders.watch_new(self.root())?;
        tell(WatchNews::Watching { folders: folders.watched.len() });
        self.take_in(&inbox, progress, tell)?;
        while lock.is_current() {
            let Some(arrived) = inbox.settled(progress) else { break };
            if !self.root().is_dir() {
                return Err(EngineError::NoSuchFolder { path: self.root().to_owned() });
            }
            if arrived.folders {
                folders.watch_new(self.root())?;
            }
            self.take_in(&inbox, progress, tell)?;
        }
        Ok(())
    }

    fn take_in(
        &self,
        inbox: &Inbox,
        progress: &dyn Progress,
        tell: &mut dyn FnMut(WatchNews<'_>),
    ) -> Result<(), EngineError> {
        let started = Instant::now();
        let before = self.snapshot()?;
        match self.index(&IndexOptions::default(), progress) {
            Ok(report) if report.published => {
                let changed = difference(before.as_ref(), self.snapshot()?.as_ref());
                tell(WatchNews::Indexed { report: &report, changed, elapsed: started.elapsed() });
            }
            Ok(_) => {}
            Err(EngineError::Index(IndexError::Cancelled)) => return Ok(()),
            Err(error) => {
                tell(WatchNews::Failed(&error));
                return Ok(());
            }
        }
        self.take_vectors(&Hasty { inbox, progress }, tell);
        Ok(())
    }

    /// Where services are configured. The index is good without.
    fn take_vectors(&self, progress: &dyn Progress, tell: &mut dyn FnMut(WatchNews<'_>)) {
        let is_news = |report: &&EmbedReport| report.computed > 0 || report.note.is_some();
        match self.embed(progress) {
            Ok(reports) if !progress.is_cancelled() => {
                reports.iter().filter(is_news).for_each(|report| tell(WatchNews::Embedded(report)));
            }
            Ok(_) => {}
            Err(error) => tell(WatchNews::Failed(&error)),
        }
    }
}

/// Lets a long computation end as soon as files change: what it has is kept, and it goes on behind the next snapshot.
struct Hasty<'a> {
    inbox: &'a Inbox,
    progress: &'a dyn Progress,
}

impl Progress for Hasty<'_> {
    fn begin(&self, stage: Stage, total: u64) {
        self.progress.begin(stage, total);
    }

    fn advance(&self, amount: u64) {
        self.progress.advance(amount);
    }

    fn is_cancelled(&self) -> bool {
        self.inbox.has_news() || self.progress.is_cancelled()
    }
}

/// Files that came, went or changed between two snapshots.
fn difference(before: Option<&Snapshot>, after: Option<&Snapshot>) -> usize {
    let (Some(before), Some(after)) = (before, after) else {
        return after.map_or(0, Snapshot::file_count);
    };
    let kept = |file: &orienteer_storage::FileRecord<'_>| before.file_by_path(file.path());
    let same = after.files().filter(|file| kept(file).is_some_and(|old| old.key() == file.key())).count();
    let paths = after.files().filter(|file| kept(file).is_some()).count();
    after.file_count() - same + before.file_count() - paths
}

/// The folders whose changes are reported.
struct Folders {
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
}

impl Folders {
    fn new(workspace: &Workspace, inbox: Arc<Inbox>) -> Result<Folders, EngineError> {
        let git = orienteer_history::locate(workspace.root());
        let index = workspace.index_folder();
        let concern = Concern {
            git: git.iter().flat_map(|git| [git.git_dir.clone(), git.common_dir.clone()]).collect(),
            index: index.canonicalize().unwrap_or_else(|_| index.to_owned()),
        };
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| match event {
            Ok(event) => {
                if let Some(folders) = concern.judge(&event) {
                    inbox.mark(folders);
                }
            }
            // What was lost is found by looking at everything.
            Err(_) => inbox.mark(true),
        });
        let watcher = watcher.map_err(refused)?;
        let mut folders = Folders { watcher, watched: BTreeSet::new() };
        if let Some(git) = git {
            folders.watch_git(&git.git_dir, &git.common_dir)?;
        }
        Ok(folders)
    }

    fn watch_git(&mut self, git_dir: &Path, common_dir: &Path) -> Result<(), EngineError> {
        for folder in [git_dir, common_dir] {
            self.add(folder.to_owned(), RecursiveMode::NonRecursive)?;
        }
        let branches = common_dir.join("refs").join("heads");
        if branches.is_dir() { self.add(branches, RecursiveMode::Recursive) } else { Ok(()) }
    }

    /// Where the system watches folders one by one, ignored ones are left alone; elsewhere the whole tree costs the same as one.
    fn watch_new(&mut self, root: &Path) -> Result<(), EngineError> {
        if !cfg!(any(target_os = "linux", target_os = "android")) {
            return self.add(root.to_owned(), RecursiveMode::Recursive);
        }
        // A folder that went and came again has to be watched again, and nothing tells it from one that stayed.
        self.watched.clear();
        loop {
            let found = orienteer_indexing::folders(root);
            let new: Vec<PathBuf> =
                found.into_iter().filter(|folder| !self.watched.contains(folder)).collect();
            if new.is_empty() {
                return Ok(());
            }
            // A folder that comes to be before its parent is watched would be missed: look again.
            new.into_iter().try_for_each(|folder| self.add(folder, RecursiveMode::NonRecursive))?;
        }
    }

    fn add(&mut self, folder: PathBuf, mode: RecursiveMode) -> Result<(), EngineError> {
        if self.watched.contains(&folder) {
            return Ok(());
        }
        let watched = self.watcher.watch(&folder, mode);
        self.watched.insert(folder);
        match watched {
            Err(error) if matches!(error.kind, notify::ErrorKind::PathNotFound) => Ok(()),
            Err(error) => is_gone(&error).then_some(()).ok_or_else(|| refused(error)),
            Ok(()) => Ok(()),
        }
    }
}

/// The folder went, or may not be read: then there is nothing in it to watch.
fn is_gone(error: &notify::Error) -> bool {
    use std::io::ErrorKind::{NotFound, PermissionDenied};
    matches!(&error.kind, notify::ErrorKind::Io(error) if matches!(error.kind(), NotFound | PermissionDenied))
}

fn refused(error: notify::Error) -> EngineError {
    /// Too many open files: on Linux also too many users of inotify.
    const EMFILE: i32 = 24;
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => EngineError::TooManyWatches,
        notify::ErrorKind::Io(io) if io.raw_os_error() == Some(EMFILE) => EngineError::TooManyWatchers,
        _ => EngineError::Watch { message: error.to_string() },
    }
}
