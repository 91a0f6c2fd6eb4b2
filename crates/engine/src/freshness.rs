//! A snapshot together with what is known about how current it is.

use crate::error::EngineError;
use crate::index::IndexOptions;
use crate::workspace::Workspace;
use orienteer_indexing::{Changes, Progress, Silent};
use orienteer_storage::Snapshot;
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
        let options = IndexOptions::default();
        match self.try_index(&options, progress) {
            Ok(Some(_)) => {
                let snapshot = self.snapshot()?.ok_or(EngineError::NotIndexed)?;
                return Ok(View { snapshot, freshness: Freshness::Current });
            }
            Ok(None) if self.snapshot()?.is_some() => {
                if let Some(snapshot) = self.wait_for_writer()? {
                    return Ok(View { snapshot, freshness: Freshness::Current });
                }
            }
            Ok(None) => drop(self.index(&options, progress)?),
            Err(error) if error.is_refused_write() && self.snapshot()?.is_some() => {}
            Err(error) => return Err(error),
        }
        let snapshot = self.snapshot()?.ok_or(EngineError::NotIndexed)?;
        Ok(View { freshness: self.freshness(&snapshot)?, snapshot })
    }

    /// Most changes are taken in within moments: a snapshot that is current, if the other writer makes one in time.
    fn wait_for_writer(&self) -> Result<Option<Snapshot>, EngineError> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            std::thread::sleep(PAUSE);
            match self.try_index(&IndexOptions::default(), &Silent) {
                Ok(Some(_)) => return self.snapshot(),
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
        let changes = orienteer_indexing::changes(&self.location.root, &self.tree, snapshot)?;
        let same = changes.added.is_empty() && changes.changed.is_empty() && changes.removed.is_empty();
        Ok(if same { Freshness::Current } else { Freshness::Behind(changes) })
    }
}
