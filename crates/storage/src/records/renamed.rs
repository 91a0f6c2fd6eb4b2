//! The names of a snapshot from those of the one before. Most of them stay, and sorting them all is most of what they cost.

use super::names::{NameTable, Names, NamesSize, name_hash};
use super::read::Records;
use super::write::{add_externals, add_file, names_of, names_of_externals};
use super::{ExternalUnit, FileInput, NameRow};
use orienteer_model::{Room, Rows};
use std::io;

/// With more files that are other than before, all names are sorted anew.
const MOST_FRESH: usize = 64;
const GONE: u32 = u32::MAX;

/// Nothing where too much is other than it was.
pub(super) fn names(
    files: &[FileInput<'_>],
    externals: &[ExternalUnit<'_>],
    previous: &Records,
    room: &dyn Room,
) -> io::Result<Option<Names>> {
    let matched = Matched::new(files, previous).filter(|_| previous.sections.is_whole());
    let Some(Matched { moved, fresh }) = matched else { return Ok(None) };
    let mut size = NamesSize::default();
    fresh.iter().flat_map(|(file, _)| names_of(file)).for_each(|name| size.add(name));
    names_of_externals(externals).for_each(|name| size.add(name));
    let mut table = NameTable::new(room, size)?;
    fresh.iter().for_each(|(file, first_unit)| add_file(&mut table, file, *first_unit));
    let units: usize = files.iter().map(|file| file.facts.units.len()).sum();
    add_externals(&mut table, externals, units as u32);
    let fresh = table.finish()?;
    let now = |row: &NameRow| moved.get(row.unit as usize).copied().unwrap_or(GONE);
    let (rows, lost) = merged(previous.name_rows(), fresh.rows(), now, room)?;
    let is_in = |rows: &[NameRow], hash: u64| rows.binary_search_by_key(&hash, |row| row.hash).is_ok();
    let gone: Vec<u64> = lost.into_iter().filter(|hash| !is_in(&rows, *hash)).collect();
    let is_new = |name: &&str| !is_in(previous.name_rows(), name_hash(name));
    let size =
        fresh.size_with(previous.name_count(), previous.names_between(0..previous.name_count()).1.len());
    let mut names = Names::new(room, rows, size)?;
    let mut taken = 0;
    for change in changes(previous, &gone, fresh.spelled().filter(is_new)) {
        names.append(previous.names_between(taken..change.at));
        taken = change.at;
        match change.added {
            Some(name) => names.push(name.as_bytes()),
            None => taken += 1,
        }
    }
    names.append(previous.names_between(taken..previous.name_count()));
    Ok(Some(names))
}

/// A place in the dictionary of before where a name comes in, or one goes.
struct Change<'n> {
    at: usize,
    added: Option<&'n str>,
}

/// All of them, in the order of the dictionary. `added` is in order.
fn changes<'n>(previous: &Records, gone: &[u64], added: impl Iterator<Item = &'n str>) -> Vec<Change<'n>> {
    let place = |name: &'n str| Change { at: previous.first_name_after(name), added: Some(name) };
    let mut changes: Vec<Change<'n>> = added.map(place).collect();
    if !gone.is_empty() {
        let is_gone = |name: &str| gone.contains(&name_hash(name));
        let places = previous.names().enumerate().filter(|(_, name)| is_gone(name));
        changes.extend(places.map(|(at, _)| Change { at, added: None }));
    }
    // Stable: names that come in before the same one stay in order, and before that one goes.
    changes.sort_by_key(|change| change.at);
    changes
}

/// Which units of the snapshot before are which units now.
struct Matched<'f, 'a> {
    /// By number then; `GONE` for units of files that are other now.
    moved: Vec<u32>,
    /// Files that are other than then, with the numbers of their first units.
    fresh: Vec<(&'f FileInput<'a>, u32)>,
}

impl<'f, 'a> Matched<'f, 'a> {
    fn new(files: &'f [FileInput<'a>], previous: &Records) -> Option<Matched<'f, 'a>> {
        let mut matched = Matched { moved: vec![GONE; previous.unit_count()], fresh: Vec::new() };
        let mut first_unit = 0;
        let mut known = previous.files_in_order();
        for file in files {
            let units = file.facts.units.len() as u32;
            let same = known
                .find(file.path)
                .filter(|old| old.key() == file.key && old.module() == file.module)
                .filter(|old| old.units().len() == units as usize);
            match same {
                Some(old) => old.units().zip(first_unit..).for_each(|(old, now)| {
                    matched.moved[old.0 as usize] = now;
                }),
                None if matched.fresh.len() == MOST_FRESH => return None,
                None => matched.fresh.push((file, first_unit)),
            }
            first_unit += units;
        }
        Some(matched)
    }
}

/// Both lists by hash and unit, and the hashes of those that are gone.
fn merged(
    old: &[NameRow],
    fresh: &[NameRow],
    now: impl Fn(&NameRow) -> u32,
    room: &dyn Room,
) -> io::Result<(Rows<NameRow>, Vec<u64>)> {
    let mut table = Rows::zeroed(room, old.len() + fresh.len())?;
    let rows: &mut [NameRow] = &mut table;
    let mut count = 0;
    let mut push = |row: NameRow| {
        rows[count] = row;
        count += 1;
    };
    let mut lost = Vec::new();
    let mut fresh = fresh.iter().copied().peekable();
    for row in old {
        let row = NameRow { unit: now(row), ..*row };
        if row.unit == GONE {
            lost.push(row.hash);
            continue;
        }
        while let Some(before) = fresh.next_if(|fresh| *fresh < row) {
            push(before);
        }
        push(row);
    }
    fresh.for_each(push);
    table.truncate(count);
    lost.dedup();
    Ok((table, lost))
}
