//! Which folder is meant, and under which keys its index is kept.

use crate::error::EngineError;
use std::path::{Path, PathBuf};

/// A tree and the repository it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The folder that is indexed, absolute.
    pub root: PathBuf,
    /// Shared by all worktrees of a repository.
    pub repository_key: String,
    pub tree_key: String,
    pub is_git: bool,
}

impl Location {
    /// Exactly this folder.
    pub fn exact(path: &Path) -> Result<Location, EngineError> {
        let root = canonical_folder(path)?;
        let git = orienteer_history::locate(&root);
        if git.as_ref().is_some_and(|git| git.is_bare) {
            return Err(EngineError::Bare { path: root });
        }
        let shared = git.as_ref().map_or(root.as_path(), |git| git.common_dir.as_path());
        Ok(Location {
            repository_key: key(repository_name(shared), shared),
            tree_key: key(root.file_name().and_then(|name| name.to_str()).unwrap_or("root"), &root),
            is_git: git.is_some(),
            root,
        })
    }

    /// The whole work tree that this folder is in; the folder itself where there is no repository.
    pub fn enclosing(path: &Path) -> Result<Location, EngineError> {
        let folder = canonical_folder(path)?;
        let work_dir = orienteer_history::locate(&folder).and_then(|git| git.work_dir);
        Location::exact(work_dir.as_deref().unwrap_or(&folder))
    }

    /// The folder of a library, whatever repository it may lie in.
    pub(crate) fn of_library(name: &str, root: &Path) -> Result<Location, EngineError> {
        let root = canonical_folder(root)?;
        let own = key(&format!("lib-{name}"), &root);
        Ok(Location { repository_key: own.clone(), tree_key: own, is_git: false, root })
    }

    /// The full path of a folder that is there.
    pub(crate) fn folder(path: &Path) -> Result<PathBuf, EngineError> {
        canonical_folder(path)
    }
}

fn canonical_folder(path: &Path) -> Result<PathBuf, EngineError> {
    let folder = path.canonicalize().map_err(|_| EngineError::NoSuchFolder { path: path.to_owned() })?;
    if folder.is_dir() { Ok(folder) } else { Err(EngineError::NotAFolder { path: path.to_owned() }) }
}

/// `project` for `project/.git`.
fn repository_name(shared: &Path) -> &str {
    let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
    let is_git = name(shared).as_deref() == Some(".git");
    let named = if is_git { shared.parent().unwrap_or(shared) } else { shared };
    named.file_name().and_then(|name| name.to_str()).unwrap_or("repository")
}

/// A name that people recognise, made unique by the path.
fn key(name: &str, path: &Path) -> String {
    let readable: String =
        name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).take(40).collect();
    let hash = blake3::hash(path.as_os_str().as_encoded_bytes());
    format!("{readable}-{}", &hash.to_hex()[..16])
}
