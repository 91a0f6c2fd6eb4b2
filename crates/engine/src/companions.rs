//! The services that a tree is asked with: clients that were opened, and the rows that they computed for its units.
//!
//! Opens and maps; asks nobody anything by itself. One that could not be opened is a failure for whoever wants to use it.

mod recent;

use orienteer_search::UnitRows;
use orienteer_services::{
    DenseEmbedder, Failure, Reranker, ServiceSettings, SparseEmbedder, SparseVector, open_dense,
};
use orienteer_storage::{Snapshot, SnapshotId, Tree};
use recent::Recent;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Rows of a dense and of a sparse model, beside the snapshots of a tree.
pub(crate) const DENSE_ROWS: &str = "vectors-dense";
pub(crate) const SPARSE_ROWS: &str = "vectors-sparse";

type Opened<T> = Option<Result<T, Failure>>;

pub(crate) struct Companions {
    pub(crate) settings: Arc<ServiceSettings>,
    pub(crate) root: PathBuf,
    pub(crate) tree: Tree,
    pub(crate) dense: Opened<Box<dyn DenseEmbedder>>,
    pub(crate) sparse: Opened<SparseEmbedder>,
    pub(crate) reranker: Opened<Reranker>,
    /// Questions as vectors, and of which model.
    pub(crate) dense_questions: Recent<(String, Vec<f32>)>,
    pub(crate) sparse_questions: Recent<SparseVector>,
    pub(crate) orders: Recent<Vec<usize>>,
    dense_rows: Mutex<Option<Mapped>>,
    sparse_rows: Mutex<Option<Mapped>>,
}

/// Rows as they were last looked at.
struct Mapped {
    stamp: Stamp,
    snapshot: SnapshotId,
    identity: String,
    rows: Arc<UnitRows>,
}

/// Tells a file from the one that replaced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<std::time::SystemTime>,
}

impl Companions {
    pub(crate) fn open(settings: Arc<ServiceSettings>, root: PathBuf, tree: Tree) -> Companions {
        Companions {
            dense: settings.dense.as_ref().map(open_dense),
            sparse: settings.sparse.as_ref().map(SparseEmbedder::open),
            reranker: settings.rerank.as_ref().map(Reranker::open),
            settings,
            root,
            tree,
            dense_questions: Recent::default(),
            sparse_questions: Recent::default(),
            orders: Recent::default(),
            dense_rows: Mutex::default(),
            sparse_rows: Mutex::default(),
        }
    }

    /// The rows of a snapshot's units that a model of this identity computed; none if there are no such rows.
    pub(crate) fn dense_rows(&self, snapshot: &Snapshot, identity: &str) -> Option<Arc<UnitRows>> {
        self.rows(&self.dense_rows, DENSE_ROWS, snapshot, identity)
    }

    pub(crate) fn sparse_rows(&self, snapshot: &Snapshot, identity: &str) -> Option<Arc<UnitRows>> {
        self.rows(&self.sparse_rows, SPARSE_ROWS, snapshot, identity)
    }

    fn rows(
        &self,
        kept: &Mutex<Option<Mapped>>,
        name: &str,
        snapshot: &Snapshot,
        identity: &str,
    ) -> Option<Arc<UnitRows>> {
        let stamp = self.stamp(name)?;
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_kept = |mapped: &&Mapped| mapped.stamp == stamp && mapped.snapshot == *snapshot.id();
        if kept.as_ref().filter(is_kept).is_none() {
            let sidecar = self.tree.sidecar(name)?;
            let identity = sidecar.identity().to_owned();
            let rows = Arc::new(UnitRows::new(sidecar, snapshot));
            *kept = Some(Mapped { stamp, snapshot: snapshot.id().clone(), identity, rows });
        }
        kept.as_ref().filter(|mapped| mapped.identity == identity).map(|mapped| Arc::clone(&mapped.rows))
    }

    /// Whether there are rows of this name at all, whoever made them.
    pub(crate) fn has_rows(&self, name: &str) -> bool {
        self.stamp(name).is_some()
    }

    fn stamp(&self, name: &str) -> Option<Stamp> {
        let metadata = self.tree.sidecar_path(name).metadata().ok()?;
        Some(Stamp { length: metadata.len(), modified: metadata.modified().ok() })
    }

    /// Everything that answers depend on beside the settings: a part of the key of whatever is kept.
    pub(crate) fn state(&self) -> String {
        let used = |name, is_used: bool| is_used.then(|| self.tree.sidecar_checksum(name)).flatten();
        format!("{:?} {:?}", used(DENSE_ROWS, self.dense.is_some()), used(SPARSE_ROWS, self.sparse.is_some()))
    }
}

impl fmt::Debug for Companions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Companions").field("settings", &self.settings).finish_non_exhaustive()
    }
}
