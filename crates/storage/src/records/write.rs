//! Writes the records: rows and arenas of each file are copied as they are, because their offsets are relative to the file.

use super::names::NameTable;
use super::{ExternalUnit, FileInput, FileRow, SECTIONS, Shape, name_of};
use crate::error::{Error, Result};
use crate::sections::{Content, SectionWriter, Written};
use orienteer_model::{Name, NameHash, Span, Text, UnitFact};
use std::io::{self, Seek, Write};
use std::path::Path;

pub(crate) fn write<W: Write + Seek>(
    output: W,
    path: &Path,
    files: &[FileInput<'_>],
    externals: &[ExternalUnit<'_>],
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
    sections(output, shape, files, externals).map_err(Error::io("write", path))
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
    let (table, dictionary, text) = names(files, externals, shape.units).finish();
    writer.section(&table)?;
    writer.section(&dictionary)?;
    writer.section(text.as_bytes())?;
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

fn names(files: &[FileInput<'_>], externals: &[ExternalUnit<'_>], units: u32) -> NameTable {
    let mut table = NameTable::for_units(units as usize);
    let mut unit = 0;
    for file in files {
        for fact in file.facts.units {
            table.add(name_of(fact, file.facts.name(fact.name), file.module), unit);
            unit += 1;
        }
    }
    for external in externals {
        table.add(external.name, unit);
        unit += 1;
    }
    table
}
