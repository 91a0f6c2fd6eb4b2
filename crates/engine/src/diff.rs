//! Which units a change touches: the work tree against a commit, or one commit against another.

use crate::error::EngineError;
use crate::workspace::Workspace;
use orienteer_extraction::extract;
use orienteer_history::{CommitId, HeadFiles, Hunk, Repository as Git, diff_lines};
use orienteer_model::{FileFacts, NO_UNIT, UnitFact, UnitId, UnitKind};
use orienteer_storage::Snapshot;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A declaration that is gone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeletedUnit {
    /// The file that it was in.
    pub path: String,
    pub name: String,
    pub kind: UnitKind,
    /// Where it stood before.
    pub line: u32,
}

/// What a change touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Files that differ and could be compared.
    pub files: Vec<String>,
    pub deleted: Vec<DeletedUnit>,
    pub(crate) units: Vec<UnitId>,
}

/// The two sides of a comparison.
enum After {
    WorkTree,
    Commit(CommitId),
}

impl Workspace {
    /// `range` is `BASE`, `BASE..OTHER` or `BASE...OTHER` as git has it; without one the work tree is compared with HEAD.
    pub(crate) fn diff(&self, snapshot: &Snapshot, range: Option<&str>) -> Result<Diff, EngineError> {
        let git = Git::open(self.root())?;
        let (before, after) = sides(&git, range)?;
        let mut before = Side::new(before.map_or_else(|| git.head(), |commit| git.at(&commit)));
        let changed = match after {
            After::WorkTree => self.changed_in_work_tree(snapshot, &mut before)?,
            After::Commit(commit) => changed_between(&mut before, &mut Side::new(git.at(&commit))),
        };
        Ok(diff(snapshot, &changed))
    }

    fn changed_in_work_tree(
        &self,
        snapshot: &Snapshot,
        before: &mut Side,
    ) -> Result<Vec<Changed>, EngineError> {
        let facts = self.repository.facts()?;
        let blob = |file: &orienteer_storage::FileRecord<'_>| facts.get(&file.key()).map(|facts| facts.blob);
        let now: BTreeMap<String, Option<[u8; 20]>> =
            snapshot.files().map(|file| (file.path().to_owned(), blob(&file))).collect();
        let kept: BTreeSet<[u8; 20]> = now.values().flatten().copied().collect();
        let mut changed: Vec<Changed> = Vec::new();
        for (path, blob) in &now {
            if blob.is_none() || before.files.get(path).copied() != *blob {
                let text = orienteer_indexing::read_source(self.root(), path).ok().flatten();
                changed.push(Changed {
                    path: path.clone(),
                    old: before.text(path),
                    new: text.map(|text| text.bytes),
                });
            }
        }
        let is_gone = |path: &String| !now.contains_key(path) && !exists(&self.root().join(path));
        let gone = before.files.iter().filter(|(path, blob)| !kept.contains(*blob) && is_gone(path));
        let gone: Vec<String> = gone.map(|(path, _)| path.clone()).collect();
        changed.extend(gone.into_iter().map(|path| Changed { old: before.text(&path), new: None, path }));
        Ok(changed)
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

/// A file that is not the same on both sides.
struct Changed {
    path: String,
    old: Option<Vec<u8>>,
    new: Option<Vec<u8>>,
}

fn changed_between(before: &mut Side, after: &mut Side) -> Vec<Changed> {
    let paths: BTreeSet<String> = before.files.keys().chain(after.files.keys()).cloned().collect();
    let kept: BTreeSet<[u8; 20]> = after.files.values().copied().collect();
    let mut changed = Vec::new();
    for path in paths {
        let (old, new) = (before.files.get(&path).copied(), after.files.get(&path).copied());
        let is_moved = new.is_none() && old.is_some_and(|blob| kept.contains(&blob));
        if old != new && !is_moved {
            changed.push(Changed { old: before.text(&path), new: after.text(&path), path });
        }
    }
    changed
}

fn diff(snapshot: &Snapshot, changed: &[Changed]) -> Diff {
    let mut diff = Diff::default();
    for file in changed {
        let is_text = |text: &Option<Vec<u8>>| {
            text.as_ref().is_none_or(|text| !text[..text.len().min(8_000)].contains(&0))
        };
        if !is_text(&file.old) || !is_text(&file.new) {
            continue;
        }
        let old = unix_lines(file.old.as_deref());
        let new = unix_lines(file.new.as_deref());
        if file.old.is_some() == file.new.is_some() && old == new {
            continue;
        }
        diff.files.push(file.path.clone());
        let facts = [&old, &new].map(|text| extract(&file.path, text));
        let mut known = Known::new(snapshot, &file.path);
        let own = touched(
            &facts[1],
            &diff_lines(&old, &new),
            new.iter().filter(|byte| **byte == b'\n').count() + 1,
        );
        let (gone, poorer) = deleted(&file.path, &facts[0], &facts[1]);
        let ids: Vec<Option<UnitId>> =
            facts[1].units.iter().map(|unit| known.take(name(&facts[1], unit), unit.kind())).collect();
        diff.units.extend(own.union(&poorer).filter_map(|unit| ids.get(*unit as usize).copied().flatten()));
        diff.deleted.extend(gone);
    }
    diff.files.sort_unstable();
    diff.units.sort_unstable();
    diff.units.dedup();
    diff.deleted.sort_unstable();
    diff
}

/// Git may keep other line ends than the work tree has; that is no change.
fn unix_lines(text: Option<&[u8]>) -> Vec<u8> {
    let mut text = text.unwrap_or_default().to_vec();
    if text.contains(&b'\r') {
        let ends: Vec<bool> =
            (0..text.len()).map(|at| text[at] == b'\r' && text.get(at + 1) == Some(&b'\n')).collect();
        let mut at = 0..;
        text.retain(|_| at.next().is_none_or(|at| !ends[at]));
    }
    text
}

fn name<'f>(facts: &'f FileFacts, unit: &UnitFact) -> &'f str {
    unit.qualified.of(&facts.arena)
}

/// Units whose own lines a hunk touches.
fn touched(facts: &FileFacts, hunks: &[Hunk], lines: usize) -> BTreeSet<u32> {
    let owners = owners(facts, lines);
    let owner = |line: u32| owners.get(line as usize).copied().filter(|unit| *unit != NO_UNIT);
    let mut touched: BTreeSet<u32> = BTreeSet::new();
    for hunk in hunks {
        let lines = hunk.new_start..hunk.new_start.saturating_add(hunk.new_lines);
        touched.extend(lines.filter_map(owner));
        if hunk.new_lines == 0 {
            // Lines went from between these two: inside a unit only if both are in it.
            let around = (hunk.new_start.checked_sub(1).and_then(owner), owner(hunk.new_start));
            touched.extend(around.0.filter(|unit| around.1 == Some(*unit)));
        }
    }
    touched
}

/// The innermost unit of every line, counted from 0.
fn owners(facts: &FileFacts, lines: usize) -> Vec<u32> {
    let mut owners = vec![NO_UNIT; lines];
    for (index, unit) in facts.units.iter().enumerate() {
        let start = unit.span.start_line.saturating_sub(1) as usize;
        let end = (unit.span.end_line as usize).min(owners.len());
        owners.get_mut(start..end).unwrap_or_default().fill(index as u32);
    }
    owners
}

/// The units of a file in the snapshot by name; those of equal names in their order.
struct Known<'s> {
    units: BTreeMap<(&'s str, UnitKind), std::collections::VecDeque<UnitId>>,
}

impl<'s> Known<'s> {
    fn new(snapshot: &'s Snapshot, path: &str) -> Known<'s> {
        let mut units: BTreeMap<_, std::collections::VecDeque<UnitId>> = BTreeMap::new();
        let file = snapshot.file_by_path(path);
        for unit in file.into_iter().flat_map(|file| snapshot.units_of(file.id())) {
            units.entry((unit.qualified(), unit.kind())).or_default().push_back(unit.id());
        }
        Known { units }
    }

    fn take(&mut self, name: &'s str, kind: UnitKind) -> Option<UnitId> {
        self.units.get_mut(&(name, kind))?.pop_front()
    }
}

/// Declarations of the old text whose name the new one does not have, and the types of the new one that lost them.
fn deleted(path: &str, old: &FileFacts, new: &FileFacts) -> (Vec<DeletedUnit>, BTreeSet<u32>) {
    let kept: BTreeMap<(&str, UnitKind), u32> =
        new.units.iter().enumerate().map(|(at, unit)| ((name(new, unit), unit.kind()), at as u32)).collect();
    let (mut gone, mut poorer) = (Vec::new(), BTreeSet::new());
    for unit in old.units.iter().filter(|unit| is_named(name(old, unit), unit.kind())) {
        if kept.contains_key(&(name(old, unit), unit.kind())) {
            continue;
        }
        let parent =
            unit.parent().and_then(|parent| old.units.get(parent)).filter(|parent| parent.kind().is_type());
        poorer.extend(parent.and_then(|parent| kept.get(&(name(old, parent), parent.kind()))));
        let (path, name) = (path.to_owned(), name(old, unit).to_owned());
        gone.push(DeletedUnit { path, name, kind: unit.kind(), line: unit.name_line });
    }
    (gone, poorer)
}

fn is_named(name: &str, kind: UnitKind) -> bool {
    !name.is_empty() && !matches!(kind, UnitKind::Fragment | UnitKind::Section)
}
