//! Everything that can go wrong, with what the user can do about it.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("{} does not exist", path.display())]
    NoSuchFolder { path: PathBuf },
    #[error("{} is a file, not a folder", path.display())]
    NotAFolder { path: PathBuf },
    #[error("{} is a bare repository: it has no files to index", path.display())]
    Bare { path: PathBuf },
    #[error(transparent)]
    Index(#[from] orienteer_indexing::IndexError),
    #[error(transparent)]
    Storage(#[from] orienteer_storage::Error),
    #[error("this tree has not been indexed")]
    NotIndexed,
}

impl EngineError {
    /// The way out, where there is one.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            EngineError::NoSuchFolder { .. } => Some("check the path"),
            EngineError::NotAFolder { .. } => Some("give the folder that holds it"),
            EngineError::Bare { .. } => Some("add a worktree (`git worktree add`) and index that"),
            EngineError::NotIndexed => Some("run `orient index`"),
            EngineError::Storage(error) | EngineError::Index(orienteer_indexing::IndexError::Storage(error)) => {
                storage_hint(error)
            }
            EngineError::Index(_) => None,
        }
    }
}

fn storage_hint(error: &orienteer_storage::Error) -> Option<&'static str> {
    use orienteer_storage::Error;
    match error {
        Error::Io { source, .. } => match source.kind() {
            std::io::ErrorKind::StorageFull => Some("free some space, or set ORIENT_CACHE_DIR to another disk"),
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                Some("set ORIENT_CACHE_DIR to a folder that you may write to")
            }
            _ => None,
        },
        Error::Format { .. } | Error::Corrupt { .. } => Some("run `orient index --force`"),
        Error::TooMany { .. } | Error::Inconsistent { .. } => None,
    }
}
