//! Units of files that the question names: `app/store.py`, `store.py`.

use super::lexical::Text;
use crate::understand::Intent;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;

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
    for file in snapshot.files().filter(|file| is_named(file.path(), intent)) {
        let mut of_file: Vec<UnitId> = file.units().filter(|unit| wanted(*unit)).collect();
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

/// Whether the question names the file. Reports name files by where they were installed: the shorter of the two decides.
pub(crate) fn is_named(path: &str, intent: &Intent) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '\\']))
    };
    intent.files.iter().any(|file| ends(path, file) || (path.contains('/') && ends(file, path)))
}
