//! A snapshot together with what is known about how current it is.

use crate::error::EngineError;
use crate::index::IndexOptions;
use crate::workspace::Workspace;
use orienteer_indexing::{Changes, Progress, Silent};
use orienteer_storage::{Snapshot, WriterLock};
use std::time::{Duration, Instant};

/// How long an answer waits for another process that is writing the index, before it is given from what there is.
const PATIENCE: Duration = Duration::from_millis(1_500);
const PAUSE: Duration = Duration::from_millis(10);

/// How a snapshot relates to the files on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// The files are as the snapshot has them.
    Current,
    /// These files changed since and could not be taken in yet: another process is writing, or this one may not.
    Behind(Changes),
}

impl Freshness {
    pub(crate) fn of(changes: Changes) -> Freshness {
        let same = changes.added.is_empty() && changes.changed.is_empty() && changes.removed.is_empty();
        if same { Freshness::Current } else { Freshness::Behind(changes) }
    }
}

/// What an answer is made from.
#[derive(Clone)]
pub struct View {
    pub snapshot: Snapshot,
    pub freshness: Freshness,
}

impl Workspace {
    /// A snapshot to answer from. Where nothing changed nothing is locked or written. Otherwise takes in what changed first; while
    /// another process writes, or where there is no space or no right to write, answers from what there is and says what
    /// changed since. A tree that was never indexed is indexed now.
    pub fn view(&self, progress: &dyn Progress) -> Result<View, EngineError> {
        if let Some(snapshot) = self.snapshot()?
            && self.is_taken_in(&snapshot)?
        {
            return Ok(View { snapshot, freshness: Freshness::Current });
        }
        match self.try_catch_up(progress) {
            Ok(Some(snapshot)) => return Ok(View { snapshot, freshness: Freshness::Current }),
            Ok(None) if self.snapshot()?.is_some() => {
                if let Some(snapshot) = self.wait_for_writer()? {
                    return Ok(View { snapshot, freshness: Freshness::Current });
                }
            }
            Ok(None) => {}
            Err(error) if error.is_refused_write() && self.snapshot()?.is_some() => {}
            Err(error) => return Err(error),
        }
        let snapshot = match self.snapshot()? {
            Some(snapshot) => snapshot,
            None => self.catch_up(&self.repository.lock_writer()?, progress)?,
        };
        Ok(View { freshness: self.freshness(&snapshot)?, snapshot })
    }

    /// None if another process is writing right now.
    fn try_catch_up(&self, progress: &dyn Progress) -> Result<Option<Snapshot>, EngineError> {
        match self.repository.try_lock_writer()? {
            Some(lock) => self.catch_up(&lock, progress).map(Some),
            None => Ok(None),
        }
    }

    /// What was published is opened before anybody else can publish: another version of the program writes what we cannot read.
    fn catch_up(&self, lock: &WriterLock, progress: &dyn Progress) -> Result<Snapshot, EngineError> {
        self.index_locked(lock, &IndexOptions::default(), progress)?;
        self.snapshot()?.ok_or(EngineError::NotIndexed)
    }

    /// Most changes are taken in within moments: a snapshot that is current, if the other writer makes one in time.
    fn wait_for_writer(&self) -> Result<Option<Snapshot>, EngineError> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            std::thread::sleep(PAUSE);
            match self.try_catch_up(&Silent) {
                Ok(Some(snapshot)) => return Ok(Some(snapshot)),
                Ok(None) => {}
                Err(error) if error.is_refused_write() => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Whether an index run would find nothing to do.
    fn is_taken_in(&self, snapshot: &Snapshot) -> Result<bool, EngineError> {
        let root = &self.location.root;
        Ok(!orienteer_indexing::lacks_vectors(snapshot)
            && orienteer_indexing::is_history_current(root, &self.repository, snapshot, &self.history)
            && self.freshness(snapshot)? == Freshness::Current)
    }

    /// Compares a snapshot with the files on disk.
    pub fn freshness(&self, snapshot: &Snapshot) -> Result<Freshness, EngineError> {
        Ok(Freshness::of(orienteer_indexing::changes(&self.location.root, &self.tree, snapshot)?))
    }
}
