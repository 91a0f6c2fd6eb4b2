//! Where the index of a repository lies, and how readers find the current snapshot of a tree without a lock.

use crate::answers::{AnswerLimits, Answers};
use crate::disk::{names_in, read_small};
use crate::error::{Error, Result};
use crate::facts::FactsStore;
use crate::folders::{FolderCache, ListedFolder};
use crate::journal::{Journal, LEARNED};
use crate::lock::{FACTS, HISTORY, TREES, WriterLock};
use crate::pack::Packs;
use crate::snapshot::Snapshot;
use crate::stat::{StatCache, StatEntry};
use std::path::{Path, PathBuf};

pub(crate) const CURRENT: &str = "current";
pub(crate) const SNAPSHOT: &str = "snapshot-";

/// A reader that is overtaken this often by publishing writers gives up.
const ATTEMPTS: usize = 64;

/// The index of one repository, shared by its worktrees.
#[derive(Clone, Debug)]
pub struct Repository {
    root: PathBuf,
}

impl Repository {
    /// `cache` is the folder of all indexes, `key` names this repository in it. Touches nothing.
    pub fn open(cache: &Path, key: &str) -> Repository {
        Repository { root: cache.join(key) }
    }

    pub fn folder(&self) -> &Path {
        &self.root
    }

    /// Waits until this process is the one that writes.
    pub fn lock_writer(&self) -> Result<WriterLock> {
        WriterLock::wait(&self.root)
    }

    /// None if another one is writing.
    pub fn try_lock_writer(&self) -> Result<Option<WriterLock>> {
        WriterLock::attempt(&self.root)
    }

    pub fn tree(&self, key: &str) -> Tree {
        Tree { folder: self.root.join(TREES).join(key) }
    }

    /// The trees that have been indexed.
    pub fn trees(&self) -> Result<Vec<Tree>> {
        let folder = self.root.join(TREES);
        Ok(names_in(&folder)?.into_iter().map(|name| Tree { folder: folder.join(name) }).collect())
    }

    pub fn facts(&self) -> Result<FactsStore> {
        FactsStore::open(&self.root.join(FACTS))
    }

    /// What is known of commits, by their id, in the form that its owner gave it.
    pub fn commits(&self) -> Result<Packs<20>> {
        Packs::open(&self.root.join(HISTORY))
    }

    /// Answers that were given before.
    pub fn answers(&self, limits: AnswerLimits) -> Answers {
        Answers::new(&self.root, limits)
    }

    /// Lines that outlive snapshots, by a name that is one file's.
    pub fn journal(&self, name: &'static str) -> Journal {
        Journal::new(&self.root, name)
    }

    /// Removes the whole index, the lock last. Journals stay, and the folder with them: they cannot be made again.
    pub fn clear(&self, lock: WriterLock) -> Result<()> {
        let is_learned = self.has_journals()?;
        let kept = |name: &str| name == "lock" || is_learned && name == LEARNED;
        for name in names_in(&self.root)?.iter().filter(|name| !kept(name)) {
            lock.disk().remove(&self.root.join(name))?;
        }
        if is_learned { Ok(()) } else { lock.disk().remove(&self.root) }
    }

    /// Whether a journal has lines.
    pub fn has_journals(&self) -> Result<bool> {
        let folder = self.root.join(LEARNED);
        let names = if folder.is_dir() { names_in(&folder)? } else { Vec::new() };
        let has_lines = |name: &String| folder.join(name).metadata().is_ok_and(|data| data.len() > 0);
        Ok(names.iter().any(has_lines))
    }
}

/// The index of one worktree.
#[derive(Clone, Debug)]
pub struct Tree {
    folder: PathBuf,
}

impl Tree {
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The snapshot that was published last; none if there never was one.
    pub fn current(&self) -> Result<Option<Snapshot>> {
        let mut last: Option<Pointer> = None;
        for _ in 0..ATTEMPTS {
            let Some(pointer) = Pointer::read(&self.folder)? else { return Ok(None) };
            match Snapshot::open(&self.folder.join(&pointer.current)) {
                Ok(snapshot) => return Ok(Some(snapshot)),
                // Only if a newer snapshot was published in between may the folder have gone.
                Err(error) if error.is_not_found() && last.as_ref() != Some(&pointer) => last = Some(pointer),
                Err(error) if error.is_not_found() => break,
                Err(error) => return Err(error),
            }
        }
        Err(Error::corrupt(&self.folder.join(CURRENT), "the snapshot it names is not there"))
    }

    /// What was known of the files of the tree when they were last read; empty when that is lost.
    pub fn stat_cache(&self) -> StatCache {
        StatCache::open(&self.folder)
    }

    /// Replaces the stat cache. An entry whose file changed at or after the moment its content was read must not be in it.
    pub fn write_stat_cache(&self, lock: &WriterLock, entries: &[(String, StatEntry)]) -> Result<()> {
        lock.disk().create_folders(&self.folder)?;
        crate::stat::write(lock.disk(), &self.folder, entries)
    }

    /// The folders of the tree as they were last listed; empty when that is lost.
    pub fn folder_cache(&self) -> FolderCache {
        FolderCache::open(&self.folder)
    }

    /// Replaces the folder cache by some of its own folders and fresh ones. A folder that changed at or after the moment it was
    /// listed must not be among them.
    pub fn write_folder_cache(
        &self,
        lock: &WriterLock,
        cache: &FolderCache,
        kept: &[u32],
        fresh: &[ListedFolder],
    ) -> Result<()> {
        lock.disk().create_folders(&self.folder)?;
        crate::folders::write(lock.disk(), &self.folder, cache, kept, fresh)
    }

    /// Removes everything about this tree. What other trees share stays.
    pub fn clear(&self, lock: &WriterLock) -> Result<()> {
        lock.disk().remove(&self.folder)
    }
}

/// The one line that says which snapshot is current and which was before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) current: String,
    pub(crate) previous: String,
}

impl Pointer {
    pub(crate) fn read(folder: &Path) -> Result<Option<Pointer>> {
        let path = folder.join(CURRENT);
        let Some(bytes) = read_small(&path, 4096)? else { return Ok(None) };
        let damaged = || Error::corrupt(&path, "not the name of a snapshot");
        let line = String::from_utf8(bytes).map_err(|_| damaged())?;
        let mut names = line.trim_end().split(' ').map(str::to_string);
        let current = names.next().filter(|name| is_snapshot(name)).ok_or_else(damaged)?;
        Ok(Some(Pointer {
            current,
            previous: names.next().filter(|name| is_snapshot(name)).unwrap_or_default(),
        }))
    }

    pub(crate) fn advance(self, name: &str) -> Pointer {
        let previous = if self.current == name { self.previous } else { self.current };
        Pointer { current: name.to_string(), previous }
    }

    pub(crate) fn to_line(&self) -> String {
        format!("{} {}\n", self.current, self.previous)
    }

    pub(crate) fn names(&self, name: &str) -> bool {
        self.current == name || self.previous == name
    }

    /// The folders it speaks of.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &str> {
        [self.current.as_str(), self.previous.as_str()].into_iter().filter(|name| !name.is_empty())
    }
}

fn is_snapshot(name: &str) -> bool {
    let id = name.strip_prefix(SNAPSHOT).unwrap_or("");
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}
