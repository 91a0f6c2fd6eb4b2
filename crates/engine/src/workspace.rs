//! One tree and its index.

use crate::error::EngineError;
use crate::location::Location;
use crate::qdrant::Clients;
use orienteer_history::Limits;
use orienteer_storage::{Repository, Snapshot, Tree};
use std::path::Path;
use std::sync::Arc;

/// A tree that can be indexed and asked.
#[derive(Clone, Debug)]
pub struct Workspace {
    pub location: Location,
    pub(crate) repository: Repository,
    pub(crate) tree: Tree,
    /// How much of the history is read.
    pub(crate) history: Limits,
    pub(crate) clients: Arc<Clients>,
}

impl Workspace {
    /// Opens nothing yet; `cache` is the folder of all indexes.
    pub fn new(location: Location, cache: &Path) -> Workspace {
        let repository = Repository::open(cache, &location.repository_key);
        let tree = repository.tree(&location.tree_key);
        let (history, clients) = (Limits::default(), Arc::default());
        Workspace { location, repository, tree, history, clients }
    }

    pub fn root(&self) -> &Path {
        &self.location.root
    }

    /// Where the index of this repository lies.
    pub fn index_folder(&self) -> &Path {
        self.repository.folder()
    }

    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    pub fn repository(&self) -> &Repository {
        &self.repository
    }

    /// The last published snapshot; none if there is none or if another version of the program wrote it.
    pub fn snapshot(&self) -> Result<Option<Snapshot>, EngineError> {
        match self.tree.current() {
            Ok(snapshot) => Ok(snapshot),
            Err(error) if error.wants_rebuild() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes the index of this tree, and of the whole repository when no other tree is left. What was learned stays.
    pub fn clear(&self) -> Result<(), EngineError> {
        if !self.repository.folder().exists() {
            return Ok(());
        }
        let lock = self.repository.lock_writer()?;
        self.tree.clear(&lock)?;
        if self.repository.trees()?.is_empty() {
            self.repository.clear(lock)?;
        } else {
            self.repository.collect_garbage(&lock)?;
        }
        Ok(())
    }
}
