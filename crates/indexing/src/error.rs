//! Why an index could not be made. A broken source file is never one of the reasons.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error(transparent)]
    Storage(#[from] orienteer_storage::Error),
    #[error("cannot read the folder {}: {source}", path.display())]
    Folder { path: PathBuf, source: std::io::Error },
    #[error("cannot read {}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("cannot use {}: {source}", path.display())]
    Scip { path: PathBuf, source: orienteer_resolution::ScipError },
    /// What resolution works in could not be had.
    #[error("cannot resolve the tree: {0}")]
    Room(#[from] std::io::Error),
    /// The caller asked to stop; what was read so far is kept for the next run.
    #[error("stopped before the index was complete; what was read is kept")]
    Cancelled,
}
