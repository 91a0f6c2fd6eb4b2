//! Why a history cannot be read at all. Damage inside a history is not an error: it ends the walk.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    #[error("{} is not inside a git repository", path.display())]
    NotARepository { path: PathBuf },
    #[error("{} is not UTF-8 below its repository", path.display())]
    PathNotText { path: PathBuf },
    #[error("the repository at {} uses {format}, which is not supported", path.display())]
    UnsupportedFormat { path: PathBuf, format: &'static str },
    #[error("the repository at {} cannot be opened", path.display())]
    Open { path: PathBuf, source: Box<dyn std::error::Error + Send + Sync> },
    #[error("HEAD cannot be resolved")]
    Head { source: Box<dyn std::error::Error + Send + Sync> },
    #[error("`{revision}` names no commit of this repository")]
    UnknownRevision { revision: String },
}
