//! Writes the records: rows and arenas of each file are copied as they are, because their offsets are relative to the file.

use super::names::{NameTable, Names, NamesSize};
use super::read::Records;
use super::{ExternalUnit, FileInput, FileRow, SECTIONS, Shape, name_of, renamed};
use crate::error::{Error, Result};
use crate::sections::{Content, SectionWriter, Written};
use orienteer_model::{Name, NameHash, Room, Span, Text, UnitFact};
use std::io::{self, Seek, Write};
use std::path::Path;

/// The same bytes with the records of the snapshot before and without them.
pub(crate) fn write<W: Write + Seek>(
    output: W,
    path: &Path,
    files: &[FileInput<'_>],
    externals: &[ExternalUnit<'_>],
    previous: Option<&Records>,
    room: &dyn Room,
) -> Result<(W, Written)> {
    check(files, externals)?;
    let arena = files.iter().map(|file| file.facts.arena.len() as u64).sum();
    let units: usize = files.iter().map(|file| file.facts.units.len()).sum();
    let shape = Shape {
        files: files.len() as u32,
        units: (units + externals.len()) as u32,
        first_external: units as u32,
        padding: 0,
        external_arena: arena,
    };
    let write = || {
        let known = match previous {
            Some(previous) => renamed::names(files, externals, previous, room)?,
            None => None,
        };
        let names = match known {
            Some(names) => names,
            None => all_names(files, externals, room)?,
        };
        sections(output, shape, files, externals, &names)
    };
    write().map_err(Error::io("write", path))
}

fn check(files: &[FileInput<'_>], externals: &[ExternalUnit<'_>]) -> Result<()> {
    if !files.is_sorted_by(|a, b| a.path < b.path) {
        return Err(Error::Inconsistent { what: "files that are not in path order" });
    }
    let units: usize = files.iter().map(|file| file.facts.units.len()).sum();
    if units + externals.len() >= u32::MAX as usize {
        return Err(Error::TooMany { what: "units" });
    }
    Ok(())
}

fn sections<W: Write + Seek>(
    output: W,
    shape: Shape,
    files: &[FileInput<'_>],
    externals: &[ExternalUnit<'_>],
    names: &Names,
) -> io::Result<(W, Written)> {
    let mut writer = SectionWriter::new(output, Content::Records, SECTIONS)?;
    writer.section(&[shape])?;
    writer.section(&file_rows(files))?;
    for file in files {
        writer.bytes(file.path.as_bytes())?;
        writer.bytes(file.module.as_bytes())?;
    }
    writer.end()?;
    files.iter().try_for_each(|file| writer.rows(file.facts.units))?;
    writer.section(&external_rows(externals))?;
    write_owners(&mut writer, files, externals)?;
    files.iter().try_for_each(|file| writer.bytes(file.facts.arena.as_bytes()))?;
    externals.iter().try_for_each(|external| writer.bytes(external.name.as_bytes()))?;
    writer.end()?;
    writer.section(names.rows())?;
    writer.section(names.dictionary())?;
    writer.section(names.text())?;
    writer.finish()
}

fn file_rows(files: &[FileInput<'_>]) -> Vec<FileRow> {
    let (mut text, mut arena, mut first_unit) = (0, 0, 0);
    let mut rows = Vec::with_capacity(files.len());
    for file in files {
        let facts = &file.facts;
        rows.push(FileRow {
            key: file.key,
            size: file.size,
            text,
            arena,
            path_length: file.path.len() as u32,
            module_length: file.module.len() as u32,
            lines: file.lines,
            first_unit,
            problems: facts.problems.len() as u32,
            first_problem: facts.problems.first().copied().unwrap_or(bytemuck::Zeroable::zeroed()),
            flags: file.flags,
            language: file.language,
            padding: [0; 6],
        });
        text += (file.path.len() + file.module.len()) as u64;
        arena += facts.arena.len() as u64;
        first_unit += facts.units.len() as u32;
    }
    rows
}

fn external_rows(externals: &[ExternalUnit<'_>]) -> Vec<UnitFact> {
    let mut start = 0;
    let row = |external: &ExternalUnit<'_>| {
        let text = Text { start, len: external.name.len() as u32 };
        start += text.len;
        let mut unit = UnitFact::new(external.kind, Span::default());
        unit.name = Name { text, hash: NameHash::of(external.name) };
        unit.qualified = text;
        unit
    };
    externals.iter().map(row).collect()
}

/// The file of every unit.
fn write_owners<W: Write + Seek>(
    writer: &mut SectionWriter<W>,
    files: &[FileInput<'_>],
    externals: &[ExternalUnit<'_>],
) -> io::Result<()> {
    let mut owners = Vec::new();
    let counts = files.iter().map(|file| file.facts.units.len()).zip(0u32..);
    for (units, owner) in counts.chain([(externals.len(), u32::MAX)]) {
        owners.clear();
        owners.resize(units, owner);
        writer.rows(&owners)?;
    }
    writer.end()
}

fn all_names(files: &[FileInput<'_>], externals: &[ExternalUnit<'_>], room: &dyn Room) -> io::Result<Names> {
    let mut size = NamesSize::default();
    files.iter().flat_map(names_of).for_each(|name| size.add(name));
    names_of_externals(externals).for_each(|name| size.add(name));
    let mut table = NameTable::new(room, size)?;
    let mut unit = 0;
    for file in files {
        add_file(&mut table, file, unit);
        unit += file.facts.units.len() as u32;
    }
    add_externals(&mut table, externals, unit);
    table.finish()
}

/// What the units of a file are called, in order.
pub(super) fn names_of<'f>(file: &'f FileInput<'_>) -> impl Iterator<Item = &'f str> {
    file.facts.units.iter().map(|fact| name_of(fact, file.facts.name(fact.name), file.module))
}

pub(super) fn names_of_externals<'e>(externals: &'e [ExternalUnit<'_>]) -> impl Iterator<Item = &'e str> {
    externals.iter().map(|external| external.name)
}

/// The names of a file's units, which are numbered from `first_unit`.
pub(super) fn add_file(table: &mut NameTable<'_>, file: &FileInput<'_>, first_unit: u32) {
    names_of(file).zip(first_unit..).for_each(|(name, unit)| table.add(name, unit));
}

/// Their units are numbered from `first_unit`.
pub(super) fn add_externals(table: &mut NameTable<'_>, externals: &[ExternalUnit<'_>], first_unit: u32) {
    names_of_externals(externals).zip(first_unit..).for_each(|(name, unit)| table.add(name, unit));
}
