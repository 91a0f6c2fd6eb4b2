//! Where the folders are that agents keep their configuration in. Told by the caller: nothing here looks at the environment.

use std::path::PathBuf;

/// Folders of a user and of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    pub home: PathBuf,
    /// Where programs of the command line keep their configuration, `~/.config`.
    pub config: PathBuf,
    /// Where desktop programs keep their profiles; the same folder on some systems.
    pub applications: PathBuf,
    /// Instead of `~/.claude`, where the user said so.
    pub claude: Option<PathBuf>,
    /// Instead of `~/.codex`, where the user said so.
    pub codex: Option<PathBuf>,
    /// The root of the repository.
    pub project: PathBuf,
}
