//! Where a path's repository is. Looks at files and folders only; opens no objects.

use std::path::{Path, PathBuf};

/// A repository as seen from one path in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The checked out files; none in bare repositories.
    pub work_dir: Option<PathBuf>,
    /// HEAD and index of this checkout.
    pub git_dir: PathBuf,
    /// Objects and branches, shared by all worktrees.
    pub common_dir: PathBuf,
    /// The path asked for, relative to `work_dir` with `/` between parts; empty at its root and in bare
    /// repositories, none where it is not UTF-8.
    pub prefix: Option<String>,
    pub is_bare: bool,
    pub is_worktree: bool,
    pub is_submodule: bool,
}

/// Finds the repository that `path` is in, searching upwards.
pub fn locate(path: &Path) -> Option<Location> {
    let path = path.canonicalize().ok()?;
    let folder = if path.is_dir() { path.as_path() } else { path.parent()? };
    let is_bare = |folder: &Path| folder.join("objects").is_dir();
    let is_hostile =
        |folder: &Path| !is_readable(&folder.join(".git")) || is_bare(folder) && !is_readable(folder);
    if folder.ancestors().any(is_hostile) {
        return None;
    }
    let (found, _trust) = gix::discover::upwards(folder).ok()?;
    let (git_dir, work_dir) = found.into_repository_and_work_tree_directories();
    let git_dir = git_dir.canonicalize().ok()?;
    let work_dir = work_dir.and_then(|dir| dir.canonicalize().ok());
    let shared = git_dir.join("commondir");
    let common_dir = match gix::discover::path::from_plain_file(&shared) {
        Some(relative) => git_dir.join(relative.ok()?).canonicalize().ok()?,
        None => git_dir.clone(),
    };
    if !is_readable(&git_dir) || !is_readable(&common_dir) {
        return None;
    }
    Some(Location {
        prefix: prefix(&path, work_dir.as_deref()),
        is_bare: work_dir.is_none(),
        is_worktree: common_dir != git_dir,
        is_submodule: is_submodule(&common_dir, work_dir.as_deref()),
        work_dir,
        git_dir,
        common_dir,
    })
}

/// Files of a git folder that are read to their end, whoever asks for a commit.
const READ: [&str; 8] = [
    "HEAD",
    "config",
    "config.worktree",
    "commondir",
    "packed-refs",
    "shallow",
    "index",
    "objects/info/alternates",
];

/// Whether no such file is a device or a pipe, which whoever reads it would wait for. An archive may have them, a clone has not.
fn is_readable(git_dir: &Path) -> bool {
    let is_special = |name: &&str| {
        git_dir.join(name).metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
    };
    !READ.iter().any(is_special)
}

fn prefix(path: &Path, work_dir: Option<&Path>) -> Option<String> {
    let Some(relative) = work_dir.and_then(|work_dir| path.strip_prefix(work_dir).ok()) else {
        return Some(String::new());
    };
    let parts: Option<Vec<&str>> = relative.components().map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/"))
}

/// A submodule's git directory lies below `modules` in that of the repository around it; older ones keep it in place,
/// where nothing but the outer repository's index tells them from a nested clone.
fn is_submodule(common_dir: &Path, work_dir: Option<&Path>) -> bool {
    let mut parents = common_dir.ancestors().skip(1);
    let inside = work_dir.is_some_and(|work_dir| !common_dir.starts_with(work_dir));
    inside
        && parents
            .any(|dir| dir.file_name().is_some_and(|name| name == "modules") && is_git_dir(dir.parent()))
}

fn is_git_dir(dir: Option<&Path>) -> bool {
    dir.is_some_and(|dir| dir.join("HEAD").is_file() && dir.join("objects").is_dir())
}
