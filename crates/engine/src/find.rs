//! From a name as people write it to the units that have exactly this name. Never answers with another one.

use crate::place::is_test;
use crate::reference;
use orienteer_model::{FileId, UnitFlags, UnitId, UnitKind};
use orienteer_storage::{FileFlags, Snapshot, UnitRecord};

/// What stands between the parts of a name, in whichever language.
const SEPARATORS: [char; 5] = ['.', ':', '#', '/', '\\'];

/// Units by name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Exact(Vec<UnitId>),
    /// Only with other upper and lower case letters.
    OtherCase(Vec<UnitId>),
    Nothing,
}

/// Finds `load`, `Store.load`, `app.store.Store.load`, `Store::load`, `Store#load`, `store.py:Store.load` and `store.py:42`, and what
/// a place calls itself: `app/store.py:42:Store.load`.
pub(crate) fn find(snapshot: &Snapshot, wanted: &str) -> Found {
    if let Some(unit) = reference::resolve(snapshot, wanted) {
        return Found::Exact(vec![unit]);
    }
    let wanted = wanted.trim();
    if let Some((files, rest)) = split_path(snapshot, wanted) {
        return match rest.parse::<u32>() {
            Ok(line) => exact(files.iter().filter_map(|file| innermost(snapshot, *file, line)).collect()),
            Err(_) => find_in(snapshot, rest, Some(&files)),
        };
    }
    find_in(snapshot, wanted, None)
}

fn exact(units: Vec<UnitId>) -> Found {
    if units.is_empty() { Found::Nothing } else { Found::Exact(units) }
}

fn find_in(snapshot: &Snapshot, wanted: &str, files: Option<&[FileId]>) -> Found {
    let candidates = candidates(snapshot, wanted);
    let is_there = |unit: &UnitRecord<'_>| {
        files.is_none_or(|files| unit.file().is_some_and(|file| files.contains(&file.id())))
    };
    let select = |same: fn(&str, &str) -> bool| {
        let named = candidates.iter().filter(|unit| is_there(unit) && is_named(unit, wanted, same));
        ordered(named.copied().collect())
    };
    let units = select(|left, right| left == right);
    if !units.is_empty() {
        return Found::Exact(units);
    }
    let units = select(|left, right| left.to_lowercase() == right.to_lowercase());
    if units.is_empty() { Found::Nothing } else { Found::OtherCase(units) }
}

/// Units that end in the last part of the name, or are called by the whole of it.
fn candidates<'s>(snapshot: &'s Snapshot, wanted: &str) -> Vec<UnitRecord<'s>> {
    let last = last_part(wanted);
    let mut units: Vec<UnitRecord<'s>> = snapshot.units_named(wanted).collect();
    if last != wanted {
        units.extend(snapshot.units_named(last));
    }
    units.sort_by_key(|unit| unit.id());
    units.dedup_by_key(|unit| unit.id());
    units
}

/// Whether the parts of `wanted` are the last parts of the unit's full name.
fn is_named(unit: &UnitRecord<'_>, wanted: &str, same: fn(&str, &str) -> bool) -> bool {
    if same(unit.name(), wanted) {
        return true;
    }
    let qualified = if unit.qualified().is_empty() { unit.name() } else { unit.qualified() };
    let mut full = parts(qualified).rev().chain(parts(unit.module()).rev());
    let mut wanted = parts(without_call(wanted)).rev().peekable();
    wanted.peek().is_some() && wanted.all(|part| full.next().is_some_and(|found| same(found, part)))
}

fn parts(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    name.split(SEPARATORS).filter(|part| !part.is_empty())
}

fn without_call(name: &str) -> &str {
    name.strip_suffix("()").unwrap_or(name)
}

/// `load` of `Store.load()`.
pub(crate) fn last_part(wanted: &str) -> &str {
    let name = without_call(wanted);
    parts(name).next_back().unwrap_or(name)
}

/// Definitions before declarations, code before tests and documents, then by place.
fn ordered(mut units: Vec<UnitRecord<'_>>) -> Vec<UnitId> {
    let rank = |unit: &UnitRecord<'_>| {
        let written =
            unit.file().is_none_or(|file| file.flags().0 & (FileFlags::GENERATED | FileFlags::VENDORED) == 0);
        let declared = unit.flags().has(UnitFlags::DECLARATION);
        (unit.kind() == UnitKind::Section, is_test(unit), !written, declared, unit.id())
    };
    units.retain(|unit| unit.kind() != UnitKind::Fragment);
    units.sort_by_key(rank);
    units.iter().map(UnitRecord::id).collect()
}

/// Splits `path:rest` where the path is that of a file, or the end of it.
fn split_path<'w>(snapshot: &Snapshot, wanted: &'w str) -> Option<(Vec<FileId>, &'w str)> {
    let bytes = wanted.as_bytes();
    let is_single =
        |at: usize| bytes.get(at + 1) != Some(&b':') && at.checked_sub(1).map(|at| bytes[at]) != Some(b':');
    let colons = wanted.char_indices().filter(|(at, c)| *c == ':' && is_single(*at));
    colons.into_iter().find_map(|(at, _)| {
        let files = files_ending_in(snapshot, wanted[..at].trim_start_matches("./"));
        (!files.is_empty()).then_some((files, &wanted[at + 1..]))
    })
}

fn files_ending_in(snapshot: &Snapshot, path: &str) -> Vec<FileId> {
    if path.is_empty() {
        return Vec::new();
    }
    if let Some(file) = snapshot.file_by_path(path) {
        return vec![file.id()];
    }
    let ends = |full: &str| full.strip_suffix(path).is_some_and(|rest| rest.ends_with('/'));
    snapshot.files().filter(|file| ends(file.path())).map(|file| file.id()).collect()
}

pub(crate) fn innermost(snapshot: &Snapshot, file: FileId, line: u32) -> Option<UnitId> {
    let around = snapshot.units_of(file).filter(|unit| {
        let span = unit.span();
        (span.start_line..=span.end_line).contains(&line)
    });
    around.min_by_key(|unit| (unit.span().line_count(), std::cmp::Reverse(unit.id()))).map(|unit| unit.id())
}
