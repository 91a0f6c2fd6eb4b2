//! Writes the records: rows and arenas of each file are copied as they are, because their offsets are relative to the file.

use super::names::{NameTable, Names};
use super::read::Records;
use super::{ExternalUnit, FileInput, FileRow, SECTIONS, Shape, name_of, renamed};
use crate::error::{Error, Result};
use crate::sections::{Content, SectionWriter, Written};
use orienteer_model::{Name, NameHash, Span, Text, UnitFact};
use std::io::{self, Seek, Write};
use std::path::Path;

/// The same bytes with the records of the snapshot before and without them.
pub(crate) fn write<W: Write + Seek>(
    output: W,
    path: &Path,
    files: &[FileInput<'_>],
    externals: &[ExternalUnit<'_>],
    previous: Option<&Records>,
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
    let names = previous.and_then(|previous| renamed::names(files, externals, previous));
    let names = names.unwrap_or_else(|| all_names(files, externals, shape.units));
    sections(output, shape, files, externals, &names).map_err(Error::io("write", path))
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
    writer.section(&owners(files, shape.units))?;
    files.iter().try_for_each(|file| writer.bytes(file.facts.arena.as_bytes()))?;
    externals.iter().try_for_each(|external| writer.bytes(external.name.as_bytes()))?;
    writer.end()?;
    writer.section(&names.rows)?;
    writer.section(&names.dictionary)?;
    writer.section(names.text.as_bytes())?;
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
fn owners(files: &[FileInput<'_>], units: u32) -> Vec<u32> {
    let mut owners = Vec::with_capacity(units as usize);
    for (index, file) in files.iter().enumerate() {
        owners.resize(owners.len() + file.facts.units.len(), index as u32);
    }
    owners.resize(units as usize, u32::MAX);
    owners
}

fn all_names(files: &[FileInput<'_>], externals: &[ExternalUnit<'_>], units: u32) -> Names {
    let mut table = NameTable::for_units(units as usize);
    let mut unit = 0;
    for file in files {
        add_file(&mut table, file, unit);
        unit += file.facts.units.len() as u32;
    }
    add_externals(&mut table, externals, unit);
    table.finish()
}

/// The names of a file's units, which are numbered from `first_unit`.
pub(super) fn add_file(table: &mut NameTable, file: &FileInput<'_>, first_unit: u32) {
    for (fact, unit) in file.facts.units.iter().zip(first_unit..) {
        table.add(name_of(fact, file.facts.name(fact.name), file.module), unit);
    }
}

/// Their units are numbered from `first_unit`.
pub(super) fn add_externals(table: &mut NameTable, externals: &[ExternalUnit<'_>], first_unit: u32) {
    for (external, unit) in externals.iter().zip(first_unit..) {
        table.add(external.name, unit);
    }
}
