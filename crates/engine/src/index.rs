//! Brings an index up to date, waiting for whoever else is writing it.

use crate::error::EngineError;
use crate::workspace::Workspace;
use orienteer_indexing::{MemoryBound, Progress, Report, Request};
use orienteer_storage::WriterLock;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// What an index run is asked for.
#[derive(Clone, Debug, Default)]
pub struct IndexOptions {
    /// SCIP indexes to keep for the tree instead of those it has; `None` leaves them.
    pub scip: Option<Vec<PathBuf>>,
    /// Publish anew even if nothing changed.
    pub force: bool,
    /// What the run may take, in place of what the settings say.
    pub memory: Option<MemoryBound>,
}

impl Workspace {
    /// Waits for another writer, then takes in what changed.
    pub fn index(&self, options: &IndexOptions, progress: &dyn Progress) -> Result<Report, EngineError> {
        let lock = self.repository.lock_writer()?;
        self.index_locked(&lock, options, progress)
    }

    /// None if another process is writing right now.
    pub fn try_index(
        &self,
        options: &IndexOptions,
        progress: &dyn Progress,
    ) -> Result<Option<Report>, EngineError> {
        match self.repository.try_lock_writer()? {
            Some(lock) => self.index_locked(&lock, options, progress).map(Some),
            None => Ok(None),
        }
    }

    pub fn index_locked(
        &self,
        lock: &WriterLock,
        options: &IndexOptions,
        progress: &dyn Progress,
    ) -> Result<Report, EngineError> {
        let memory = options.memory.unwrap_or_else(|| self.memory_bound());
        let request = Request {
            root: &self.location.root,
            repository: &self.repository,
            tree: &self.tree,
            lock,
            scip: options.scip.as_deref(),
            force: options.force,
            history: self.history,
            memory,
            started: nanoseconds_now(),
        };
        Ok(orienteer_indexing::index(&request, progress)?)
    }
}

/// Nanoseconds since 1970.
pub fn nanoseconds_now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos().min(i64::MAX as u128) as i64
}

/// The same in seconds.
pub fn seconds_now() -> u64 {
    (nanoseconds_now().max(0) / 1_000_000_000) as u64
}
