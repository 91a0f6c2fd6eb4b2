//! Units of files that the question names: `app/store.py`, `store.py`.

use super::lexical::Text;
use crate::understand::Intent;
use orienteer_model::UnitId;
use orienteer_storage::{FileRecord, Snapshot, last_segment};

/// Of each file, and of all files together.
const MOST_OF_FILE: usize = 5;
const MOST: usize = 40;

pub(super) fn placed(
    snapshot: &Snapshot,
    intent: &Intent,
    text: &Text,
    wanted: &dyn Fn(UnitId) -> bool,
) -> Vec<UnitId> {
    if intent.files.is_empty() {
        return Vec::new();
    }
    let mut units = Vec::new();
    for file in files_named(snapshot, intent) {
        let Some(lines) = named_lines(file.path(), intent) else { continue };
        let mut of_file: Vec<UnitId> = file.units().filter(|unit| wanted(*unit)).collect();
        units.extend(of_file.iter().filter(|unit| is_at(snapshot, **unit, &lines)));
        of_file.sort_by(|left, right| {
            text.own(*right).total_cmp(&text.own(*left)).then_with(|| left.cmp(right))
        });
        units.extend(of_file.into_iter().take(MOST_OF_FILE));
        if units.len() >= MOST {
            break;
        }
    }
    units
}

/// Files that have the same name as one that the question speaks of, in path order.
fn files_named<'s>(snapshot: &'s Snapshot, intent: &Intent) -> Vec<FileRecord<'s>> {
    let names = intent.files.iter().map(|file| last_segment(&file.path));
    let mut files: Vec<FileRecord<'s>> =
        names.flat_map(|name| snapshot.files_called(name).collect::<Vec<_>>()).collect();
    files.sort_unstable_by_key(|file| file.id());
    files.dedup_by_key(|file| file.id());
    files
}

/// Whether a unit has one of the lines.
fn is_at(snapshot: &Snapshot, unit: UnitId, lines: &[u32]) -> bool {
    let span = snapshot.unit(unit).map(|unit| unit.span());
    span.is_some_and(|span| lines.iter().any(|line| (span.start_line..=span.end_line).contains(line)))
}

/// The lines that the question speaks of, if it names the file. Reports name files by where they were installed: the shorter of
/// the two decides.
pub(crate) fn named_lines(path: &str, intent: &Intent) -> Option<Vec<u32>> {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '\\']))
    };
    let mut named = intent
        .files
        .iter()
        .filter(|file| ends(path, &file.path) || (path.contains('/') && ends(&file.path, path)))
        .peekable();
    named.peek()?;
    Some(named.filter_map(|file| file.line).collect())
}
