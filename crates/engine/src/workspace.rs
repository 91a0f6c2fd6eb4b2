//! One tree and its index.

use crate::companions::Companions;
use crate::error::EngineError;
use crate::location::Location;
use crate::qdrant::Clients;
use crate::user_settings::UserSettings;
use orienteer_history::Limits;
use orienteer_services::ServiceSettings;
use orienteer_storage::{Repository, Snapshot, Tree};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A tree that can be indexed and asked.
#[derive(Clone, Debug)]
pub struct Workspace {
    pub location: Location,
    pub(crate) repository: Repository,
    pub(crate) tree: Tree,
    /// How much of the history is read.
    pub(crate) history: Limits,
    pub(crate) clients: Arc<Clients>,
    pub(crate) personal: Arc<UserSettings>,
    /// Opened once, for as long as the settings stay the same.
    companions: Arc<Mutex<Option<Arc<Companions>>>>,
}

impl Workspace {
    /// Opens nothing yet; `cache` is the folder of all indexes.
    pub fn new(location: Location, cache: &Path) -> Workspace {
        let repository = Repository::open(cache, &location.repository_key);
        let tree = repository.tree(&location.tree_key);
        Workspace {
            location,
            repository,
            tree,
            history: Limits::default(),
            clients: Arc::default(),
            personal: Arc::default(),
            companions: Arc::default(),
        }
    }

    /// Reads no commits.
    pub(crate) fn without_history(self) -> Workspace {
        Workspace { history: Limits { commits: 0, older_commits: 0, ..Limits::default() }, ..self }
    }

    /// With what the front end knows about its user.
    pub fn with_user_settings(self, personal: UserSettings) -> Workspace {
        Workspace { personal: Arc::new(personal), ..self }
    }

    /// The services of these settings; none where none is configured.
    pub(crate) fn companions(&self, settings: &Arc<ServiceSettings>) -> Option<Arc<Companions>> {
        let ServiceSettings { dense, sparse, rerank, .. } = settings.as_ref();
        if dense.is_none() && sparse.is_none() && rerank.is_none() {
            return None;
        }
        let mut kept = self.companions.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.as_ref().is_none_or(|kept| kept.settings != *settings) {
            let (settings, root) = (Arc::clone(settings), self.root().to_owned());
            *kept = Some(Arc::new(Companions::open(settings, root, self.tree.clone())));
        }
        kept.clone()
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
