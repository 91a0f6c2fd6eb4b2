//! An answer before there is an index: the files that a question is most likely about, indexed by themselves in a folder that its
//! owner throws away, within a time. Never touches the index of the tree, nor waits for whoever is making it.

mod choose;

use crate::error::EngineError;
use crate::freshness::{Freshness, View};
use crate::index::nanoseconds_now;
use crate::workspace::Workspace;
use orienteer_history::Limits;
use orienteer_indexing::{Discovery, MemoryBound, Progress, Request, Stage};
use orienteer_storage::Repository;
use std::path::Path;
use std::time::{Duration, Instant};

/// Of the time: how much of it the files are looked for and looked into. The rest is for indexing what was chosen.
const LOOKING: f64 = 0.5;
/// Of the time: when files have to be found; those of a tree that is larger are left out.
const FINDING: f64 = 0.3;
/// Threads, beside those that make the whole index.
const THREADS: usize = 2;

/// What is told of a tree that is not indexed yet.
pub struct Glimpse {
    /// Of the chosen files alone.
    pub view: View,
    /// Files of the tree, as far as they were found, how many of them were looked into, and how many were chosen.
    pub files: usize,
    pub looked_into: usize,
    pub chosen: usize,
}

impl Workspace {
    /// None where the time was too short. `folder` is for this call alone and may be removed once the answer was given.
    pub fn glimpse(
        &self,
        words: &str,
        time: Duration,
        folder: &Path,
    ) -> Result<Option<Glimpse>, EngineError> {
        let began = Instant::now();
        let deadline = Deadline { at: began + time };
        // The other threads are busy with the whole tree.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build();
        let Ok(pool) = pool else { return Ok(None) };
        pool.install(|| {
            let finding = Deadline { at: began + time.mul_f64(FINDING) };
            let discovery = orienteer_indexing::discover_some(self.root(), &finding)?;
            self.glimpse_until(discovery, words, began + time.mul_f64(LOOKING), &deadline, folder)
        })
    }

    fn glimpse_until(
        &self,
        discovery: Discovery,
        words: &str,
        looking: Instant,
        deadline: &Deadline,
        folder: &Path,
    ) -> Result<Option<Glimpse>, EngineError> {
        let files = discovery.files.len();
        let chosen = choose::choose(self.root(), discovery.files, words, looking);
        if chosen.files.is_empty() || deadline.is_cancelled() {
            return Ok(None);
        }
        let (looked_into, chosen_count) = (chosen.looked_into, chosen.files.len());
        let found = Discovery { files: chosen.files, ..Discovery::default() };
        let indexed = match self.index_aside(found, deadline, folder) {
            Err(error) if error.is_cancelled() => return Ok(None),
            other => other?,
        };
        Ok(indexed.map(|view| Glimpse { view, files, looked_into, chosen: chosen_count }))
    }

    fn index_aside(
        &self,
        found: Discovery,
        deadline: &Deadline,
        folder: &Path,
    ) -> Result<Option<View>, EngineError> {
        let repository = Repository::open(folder, &self.location.repository_key);
        let tree = repository.tree(&self.location.tree_key);
        let Some(lock) = repository.try_lock_writer()? else { return Ok(None) };
        let request = Request {
            root: self.root(),
            repository: &repository,
            tree: &tree,
            lock: &lock,
            scip: None,
            force: false,
            memory: MemoryBound::default(),
            history: Limits { commits: 0, older_commits: 0, ..Limits::default() },
            started: nanoseconds_now(),
        };
        orienteer_indexing::index_found(&request, found, deadline)?;
        Ok(tree.current()?.map(|snapshot| View { snapshot, freshness: Freshness::Current }))
    }
}

/// Ends a run when its time is over.
struct Deadline {
    at: Instant,
}

impl Progress for Deadline {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_cancelled(&self) -> bool {
        Instant::now() > self.at
    }
}
