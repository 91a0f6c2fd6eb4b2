//! From files before and after to the units that are not the same: by the lines of hunks, and by names for what is gone.

use super::{Changed, DeletedUnit, Diff, RenamedFile};
use orienteer_extraction::extract;
use orienteer_history::{Hunk, diff_lines};
use orienteer_model::{FileFacts, NO_UNIT, UnitFact, UnitId, UnitKind};
use orienteer_storage::Snapshot;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Bytes that are looked at to tell text from the rest.
const HEAD: usize = 8_000;

pub(super) fn diff(snapshot: &Snapshot, changed: &[Changed]) -> Diff {
    let mut diff = Diff::default();
    for file in changed.iter().filter(|file| is_text(&file.old) && is_text(&file.new)) {
        let (old, new) = (unix_lines(file.old.as_deref()), unix_lines(file.new.as_deref()));
        let is_same = file.old.is_some() == file.new.is_some() && old == new;
        match &file.before {
            Some(from) if is_same => {
                diff.renamed.push(RenamedFile { from: from.clone(), to: file.path.clone() });
            }
            _ if is_same => {}
            _ => compare(&mut diff, snapshot, file, &old, &new),
        }
    }
    diff.files.sort_unstable();
    diff.renamed.sort_unstable();
    diff.units.sort_unstable();
    diff.units.dedup();
    diff.deleted.sort_unstable();
    diff
}

fn is_text(text: &Option<Vec<u8>>) -> bool {
    text.as_ref().is_none_or(|text| !text[..text.len().min(HEAD)].contains(&0))
}

/// Git may keep other line ends than the work tree has; that is no change.
pub(super) fn unix_lines(text: Option<&[u8]>) -> Vec<u8> {
    let mut text = text.unwrap_or_default().to_vec();
    if text.contains(&b'\r') {
        let ends: Vec<bool> =
            (0..text.len()).map(|at| text[at] == b'\r' && text.get(at + 1) == Some(&b'\n')).collect();
        let mut at = 0..;
        text.retain(|_| at.next().is_none_or(|at| !ends[at]));
    }
    text
}

fn compare(diff: &mut Diff, snapshot: &Snapshot, file: &Changed, old: &[u8], new: &[u8]) {
    let before = file.before.as_deref().unwrap_or(&file.path);
    let (old_facts, new_facts) = (extract(before, old), extract(&file.path, new));
    let lines = new.iter().filter(|byte| **byte == b'\n').count() + 1;
    let own = touched(&new_facts, &diff_lines(old, new), lines);
    let (gone, poorer) = deleted(before, &old_facts, &new_facts);
    let mut known = Known::new(snapshot, &file.path);
    let ids: Vec<Option<UnitId>> =
        new_facts.units.iter().map(|unit| known.take(name(&new_facts, unit), unit.kind())).collect();
    let mut before = Known::new(snapshot, before);
    // The tree may be older than the change, and still have what the change takes away.
    diff.units.extend(gone.iter().filter_map(|unit| before.take(&unit.name, unit.kind)));
    diff.units.extend(own.union(&poorer).filter_map(|unit| ids.get(*unit as usize).copied().flatten()));
    diff.deleted.extend(gone);
    diff.files.push(file.path.clone());
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
    units: BTreeMap<(&'s str, UnitKind), VecDeque<UnitId>>,
}

impl<'s> Known<'s> {
    fn new(snapshot: &'s Snapshot, path: &str) -> Known<'s> {
        let mut units: BTreeMap<_, VecDeque<UnitId>> = BTreeMap::new();
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
