//! What can go wrong, told apart by type. Every error names the path it is about.

use std::io;
use std::path::{Path, PathBuf};

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused: no space, no permission, gone.
    #[error("cannot {operation} {}: {source}", path.display())]
    Io { operation: &'static str, path: PathBuf, source: io::Error },
    /// Written by another version of the program. The index has to be built again.
    #[error("{} has index format {found}, this program reads {expected}", path.display())]
    Format { path: PathBuf, found: u32, expected: u32 },
    /// The bytes are not what was written. The index has to be built again.
    #[error("{} is damaged: {what}", path.display())]
    Corrupt { path: PathBuf, what: &'static str },
    /// More than the format can count.
    #[error("too many {what} for one index")]
    TooMany { what: &'static str },
    /// What the caller gave does not fit together.
    #[error("cannot store {what}")]
    Inconsistent { what: &'static str },
}

impl Error {
    pub(crate) fn io(operation: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::Io { operation, path: path.to_path_buf(), source }
    }

    pub(crate) fn corrupt(path: &Path, what: &'static str) -> Error {
        Error::Corrupt { path: path.to_path_buf(), what }
    }

    pub fn is_not_found(&self) -> bool {
        matches!(self, Error::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }

    /// The stored data cannot be used, but building it again from the sources helps.
    pub fn wants_rebuild(&self) -> bool {
        matches!(self, Error::Format { .. } | Error::Corrupt { .. })
    }
}
