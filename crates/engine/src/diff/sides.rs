//! The two sides of a comparison: the files of commits, and those of the work tree. Compares contents, looks at no line.

use super::Changed;
use crate::error::EngineError;
use crate::workspace::Workspace;
use orienteer_history::{CommitId, HeadFiles, Repository as Git};
use orienteer_storage::{FileRecord, Snapshot};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What is compared with what came before.
pub(super) enum After {
    WorkTree,
    Commit(CommitId),
}

/// None before the first commit, where HEAD names nothing.
pub(super) struct Sides {
    git: Git,
    before: Option<CommitId>,
    after: After,
}

impl Workspace {
    pub(super) fn sides(&self, range: Option<&str>) -> Result<Sides, EngineError> {
        let git = Git::open(self.root())?;
        let (before, after) = sides(&git, range)?;
        Ok(Sides { git, before, after })
    }

    pub(super) fn changed_since(
        &self,
        snapshot: &Snapshot,
        range: Option<&str>,
    ) -> Result<Vec<Changed>, EngineError> {
        let Sides { git, before, after } = self.sides(range)?;
        let mut before = Side::new(before.map_or_else(|| git.head(), |commit| git.at(&commit)));
        match after {
            After::WorkTree => self.changed_in_work_tree(snapshot, &mut before),
            After::Commit(commit) => Ok(changed_between(&mut before, &mut Side::new(git.at(&commit)))),
        }
    }

    fn changed_in_work_tree(
        &self,
        snapshot: &Snapshot,
        before: &mut Side,
    ) -> Result<Vec<Changed>, EngineError> {
        let facts = self.repository.facts()?;
        let blob = |file: &FileRecord<'_>| facts.get(&file.key()).map(|facts| facts.blob);
        let now: BTreeMap<String, Option<[u8; 20]>> =
            snapshot.files().map(|file| (file.path().to_owned(), blob(&file))).collect();
        let mut changed: Vec<Changed> = Vec::new();
        for (path, blob) in &now {
            if blob.is_none() || before.files.get(path).copied() != *blob {
                let text = orienteer_indexing::read_source(self.root(), path).ok().flatten();
                changed.push(Changed::of(path.clone(), before.text(path), text.map(|text| text.bytes)));
            }
        }
        let is_gone = |path: &String| !now.contains_key(path) && !exists(&self.root().join(path));
        let gone: Vec<String> = before.files.keys().filter(|path| is_gone(path)).cloned().collect();
        changed.extend(gone.into_iter().map(|path| Changed::of(path.clone(), before.text(&path), None)));
        Ok(changed)
    }
}

impl Changed {
    fn of(path: String, old: Option<Vec<u8>>, new: Option<Vec<u8>>) -> Changed {
        Changed { path, before: None, old, new }
    }
}

fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// None on the left stands for HEAD, also before the first commit.
fn sides(git: &Git, range: Option<&str>) -> Result<(Option<CommitId>, After), EngineError> {
    let commit = |name: &str| git.commit_named(if name.is_empty() { "HEAD" } else { name });
    let Some(range) = range else { return Ok((None, After::WorkTree)) };
    if let Some((left, right)) = range.split_once("...") {
        let (left_id, right_id) = (commit(left)?, commit(right)?);
        let base = git.merge_base(&left_id, &right_id);
        let base = base.ok_or_else(|| EngineError::NoCommonCommit { range: range.to_owned() })?;
        return Ok((Some(base), After::Commit(right_id)));
    }
    if let Some((left, right)) = range.split_once("..") {
        return Ok((Some(commit(left)?), After::Commit(commit(right)?)));
    }
    Ok((Some(commit(range)?), After::WorkTree))
}

/// The files of one commit.
struct Side {
    reader: HeadFiles,
    files: BTreeMap<String, [u8; 20]>,
}

impl Side {
    fn new(mut reader: HeadFiles) -> Side {
        let files =
            reader.files().into_iter().filter(|(path, _)| !orienteer_indexing::is_secret(path)).collect();
        Side { reader, files }
    }

    fn text(&mut self, path: &str) -> Option<Vec<u8>> {
        self.files.contains_key(path).then(|| self.reader.blob(path))?
    }
}

fn changed_between(before: &mut Side, after: &mut Side) -> Vec<Changed> {
    let paths: BTreeSet<String> = before.files.keys().chain(after.files.keys()).cloned().collect();
    let is_other = |path: &String| before.files.get(path) != after.files.get(path);
    let paths: Vec<String> = paths.into_iter().filter(is_other).collect();
    let changed = |path: String| Changed::of(path.clone(), before.text(&path), after.text(&path));
    paths.into_iter().map(changed).collect()
}
