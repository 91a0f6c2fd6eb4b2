//! What the commands that are about a change have in common: how it is named, and what is said of what is no more.

use super::answer::shown;
use super::context::standard_input;
use crate::failure::Failure;
use crate::terminal::clean;
use orienteer_engine::{Change, Diff};

/// Files and declarations that are named before the rest is counted.
const NAMED: usize = 5;

/// A range of commits, `-` for a patch on standard input, or the work tree.
pub(super) fn change(range: Option<&str>) -> Result<Change, Failure> {
    Ok(match range {
        None => Change::WorkTree,
        Some("-") => Change::Patch(standard_input()?),
        Some(range) => Change::Range(range.to_owned()),
    })
}

/// Says on standard error what has no source to show.
pub(super) fn print_gone(diff: &Diff) {
    let deleted = diff.deleted.iter().map(|unit| {
        format!("gone: {} {} {}:{}", unit.kind.name(), clean(&unit.name), shown(&unit.path), unit.line)
    });
    print_first(deleted, diff.deleted.len());
    print_renamed(diff);
}

/// Files that only have another path.
pub(super) fn print_renamed(diff: &Diff) {
    let renamed =
        diff.renamed.iter().map(|file| format!("renamed: {} to {}", shown(&file.from), shown(&file.to)));
    print_first(renamed, diff.renamed.len());
}

fn print_first(lines: impl Iterator<Item = String>, count: usize) {
    lines.take(NAMED).for_each(|line| eprintln!("{line}"));
    if count > NAMED {
        eprintln!("and {} more", count - NAMED);
    }
}
