//! Reads the records where they are mapped. An id that does not exist gives nothing; damaged text gives an empty string.

use super::names::{lower_into, name_hash};
use super::{FileFlags, FileRow, NameRow, SECTIONS, Shape};
use crate::error::Result;
use crate::key::Key;
use crate::sections::{Column, Content, Sections};
use orienteer_model::{FileId, LanguageId, Problem, Span, Text, UnitFact, UnitFlags, UnitId, UnitKind};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

pub(crate) struct Records {
    pub(crate) sections: Sections,
    shape: Shape,
    files: Column<FileRow>,
    file_text: Column<u8>,
    units: Column<UnitFact>,
    owners: Column<u32>,
    arena: Column<u8>,
    names: Column<NameRow>,
    dictionary: Column<Text>,
    dictionary_text: Column<u8>,
    /// Hashes of the names of files, in order; made when first asked for.
    file_names: OnceLock<Vec<(u64, u32)>>,
}

impl Records {
    pub(crate) fn open(path: &Path) -> Result<Records> {
        let sections = Sections::open(path, Content::Records, SECTIONS)?;
        let records = Records {
            shape: sections.row(0)?,
            files: sections.column(1)?,
            file_text: sections.column(2)?,
            units: sections.column(3)?,
            owners: sections.column(4)?,
            arena: sections.column(5)?,
            names: sections.column(6)?,
            dictionary: sections.column(7)?,
            dictionary_text: sections.column(8)?,
            file_names: OnceLock::new(),
            sections,
        };
        records.check()?;
        Ok(records)
    }

    fn check(&self) -> Result<()> {
        let shape = &self.shape;
        let units = shape.units as usize;
        let fits = self.files.len() == shape.files as usize
            && self.units.len() == units
            && self.owners.len() == units
            && shape.first_external <= shape.units;
        if fits { Ok(()) } else { Err(self.sections.corrupt("counts of the records")) }
    }

    pub(crate) fn file_count(&self) -> usize {
        self.files.len()
    }

    pub(crate) fn unit_count(&self) -> usize {
        self.units.len()
    }

    pub(crate) fn file(&self, id: FileId) -> Option<FileRecord<'_>> {
        let row = self.files.get(id.0 as usize)?;
        Some(FileRecord { records: self, row, id })
    }

    pub(crate) fn unit(&self, id: UnitId) -> Option<UnitRecord<'_>> {
        let fact = self.units.get(id.0 as usize)?;
        let file = *self.owners.get(id.0 as usize)?;
        let file =
            self.files.get(file as usize).map(|row| FileRecord { records: self, row, id: FileId(file) });
        Some(UnitRecord { records: self, fact, file, id })
    }

    pub(crate) fn file_by_path(&self, path: &str) -> Option<FileRecord<'_>> {
        let written = |row: &FileRow| self.file_text.slice(row.text, row.path_length);
        let index = self.files.partition_point(|row| written(row) < path.as_bytes());
        self.file(FileId(index as u32)).filter(|file| file.has_path(path))
    }

    /// Finds files by path, quickly when they are asked for in path order.
    pub(crate) fn files_in_order(&self) -> FilesInOrder<'_> {
        FilesInOrder { records: self, next: 0 }
    }

    /// Files whose path ends with `/name` or is `name`, in order; perhaps others too.
    pub(crate) fn files_called(&self, name: &str) -> impl Iterator<Item = FileRecord<'_>> {
        let hash = name_hash(name);
        let names = self.file_names.get_or_init(|| self.hash_file_names());
        let rest = names.get(names.partition_point(|(other, _)| *other < hash)..).unwrap_or_default();
        let files = rest.iter().take_while(move |(other, _)| *other == hash);
        files.filter_map(|(_, file)| self.file(FileId(*file)))
    }

    fn hash_file_names(&self) -> Vec<(u64, u32)> {
        let hash = |row: &FileRow| name_hash(last_segment(self.path(row)));
        let mut names: Vec<(u64, u32)> = self.files.iter().map(hash).zip(0..).collect();
        names.sort_unstable();
        names
    }

    /// Whether the path of some file begins with `prefix`.
    pub(crate) fn has_path_prefix(&self, prefix: &str) -> bool {
        let index = self.files.partition_point(|row| self.path(row) < prefix);
        self.files.get(index).is_some_and(|row| self.path(row).starts_with(prefix))
    }

    fn path(&self, row: &FileRow) -> &str {
        self.file_text.text(row.text, row.path_length)
    }

    fn units_of(&self, file: FileId) -> Range<u32> {
        let first =
            |index: usize| self.files.get(index).map_or(self.shape.first_external, |row| row.first_unit);
        let start = first(file.0 as usize);
        start..first(file.0 as usize + 1).min(self.shape.units).max(start)
    }

    pub(crate) fn externals(&self) -> Range<u32> {
        self.shape.first_external..self.shape.units
    }

    pub(crate) fn units_named(&self, name: &str) -> impl Iterator<Item = UnitId> + '_ {
        let mut lower = String::new();
        lower_into(&mut lower, name);
        let hash = name_hash(&lower);
        let start = self.names.partition_point(|row| row.hash < hash);
        let rows = self.names.get(start..).unwrap_or(&[]);
        rows.iter().take_while(move |row| row.hash == hash).map(|row| UnitId(row.unit))
    }

    fn dictionary_entry(&self, text: &Text) -> &str {
        self.dictionary_text.text(u64::from(text.start), text.len)
    }

    pub(super) fn name_rows(&self) -> &[NameRow] {
        &self.names
    }

    pub(super) fn name_count(&self) -> usize {
        self.dictionary.len()
    }

    /// The number of the first name that does not come before `name`.
    pub(super) fn first_name_after(&self, name: &str) -> usize {
        self.dictionary.partition_point(|text| self.dictionary_entry(text) < name)
    }

    /// Some of the dictionary, and its text.
    pub(super) fn names_between(&self, range: Range<usize>) -> (&[Text], &[u8]) {
        let slices = self.dictionary.get(range).unwrap_or(&[]);
        let end = |text: &Text| text.start.saturating_add(text.len);
        match (slices.first(), slices.last()) {
            (Some(first), Some(last)) => {
                let length = end(last).saturating_sub(first.start);
                (slices, self.dictionary_text.slice(u64::from(first.start), length))
            }
            _ => (&[], &[]),
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.dictionary.iter().map(|text| self.dictionary_entry(text))
    }

    /// Looks at bytes and makes text of those that are wanted alone: a look at all names is about speed.
    pub(crate) fn names_where(&self, is_wanted: impl Fn(&[u8]) -> bool) -> impl Iterator<Item = &str> {
        let bytes = |text: &Text| {
            let start = text.start as usize;
            self.dictionary_text.get(start..start.saturating_add(text.len as usize)).unwrap_or(&[])
        };
        let wanted = self.dictionary.iter().filter(move |text| is_wanted(bytes(text)));
        wanted.map(|text| self.dictionary_entry(text))
    }

    pub(crate) fn names_with_prefix(&self, prefix: &str) -> impl Iterator<Item = &str> {
        let mut lower = String::new();
        lower_into(&mut lower, prefix);
        let start = self.first_name_after(&lower);
        let rest = self.dictionary.get(start..).unwrap_or(&[]);
        rest.iter().map(|text| self.dictionary_entry(text)).take_while(move |name| name.starts_with(&lower))
    }
}

/// Files by path: each is looked for first behind the one that was found last.
pub struct FilesInOrder<'a> {
    records: &'a Records,
    next: u32,
}

impl<'a> FilesInOrder<'a> {
    pub fn find(&mut self, path: &str) -> Option<FileRecord<'a>> {
        let next = self.records.file(FileId(self.next)).filter(|file| file.has_path(path));
        let found = next.or_else(|| self.records.file_by_path(path))?;
        self.next = found.id.0 + 1;
        Some(found)
    }
}

/// What follows the last separator of a path, of whichever system.
pub fn last_segment(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A file of a snapshot.
#[derive(Clone, Copy)]
pub struct FileRecord<'a> {
    records: &'a Records,
    row: &'a FileRow,
    id: FileId,
}

impl<'a> FileRecord<'a> {
    pub fn id(&self) -> FileId {
        self.id
    }

    pub fn path(&self) -> &'a str {
        self.records.path(self.row)
    }

    /// Whether it is the file at `path`, told without reading its own path as text.
    pub fn has_path(&self, path: &str) -> bool {
        self.records.file_text.slice(self.row.text, self.row.path_length) == path.as_bytes()
    }

    pub fn module(&self) -> &'a str {
        self.records
            .file_text
            .text(self.row.text.saturating_add(self.row.path_length.into()), self.row.module_length)
    }

    pub fn language(&self) -> LanguageId {
        self.row.language
    }

    /// The key its facts are stored under.
    pub fn key(&self) -> Key {
        self.row.key
    }

    pub fn size(&self) -> u64 {
        self.row.size
    }

    pub fn lines(&self) -> u32 {
        self.row.lines
    }

    pub fn flags(&self) -> FileFlags {
        self.row.flags
    }

    pub fn problem_count(&self) -> u32 {
        self.row.problems
    }

    pub fn first_problem(&self) -> Option<Problem> {
        (self.row.problems > 0).then_some(self.row.first_problem)
    }

    /// The first unit after those of this file.
    pub fn end_unit(&self) -> UnitId {
        UnitId(self.records.units_of(self.id).end)
    }

    pub fn units(&self) -> impl ExactSizeIterator<Item = UnitId> + use<> {
        UnitIds(self.records.units_of(self.id))
    }
}

pub(crate) struct UnitIds(pub(crate) Range<u32>);

impl Iterator for UnitIds {
    type Item = UnitId;

    fn next(&mut self) -> Option<UnitId> {
        self.0.next().map(UnitId)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = (self.0.end - self.0.start) as usize;
        (length, Some(length))
    }
}

impl ExactSizeIterator for UnitIds {}

/// A unit of a snapshot.
#[derive(Clone, Copy)]
pub struct UnitRecord<'a> {
    records: &'a Records,
    fact: &'a UnitFact,
    file: Option<FileRecord<'a>>,
    id: UnitId,
}

impl<'a> UnitRecord<'a> {
    fn text(&self, text: Text) -> &'a str {
        let arena = self.file.map_or(self.records.shape.external_arena, |file| file.row.arena);
        self.records.arena.text(arena.saturating_add(text.start.into()), text.len)
    }

    pub fn id(&self) -> UnitId {
        self.id
    }

    /// None for a unit that stands for something outside the source.
    pub fn file(&self) -> Option<FileRecord<'a>> {
        self.file
    }

    pub fn name(&self) -> &'a str {
        self.written_or_module(self.fact.name.text)
    }

    fn written_or_module(&self, text: Text) -> &'a str {
        let written = self.text(text);
        if written.is_empty() { super::name_of(self.fact, written, self.module()) } else { written }
    }

    /// Inside its file: `Class.method`.
    pub fn qualified(&self) -> &'a str {
        self.written_or_module(self.fact.qualified)
    }

    /// Name of the type or namespace that it belongs to.
    pub fn container(&self) -> &'a str {
        self.text(self.fact.container.text)
    }

    pub fn signature(&self) -> &'a str {
        self.text(self.fact.signature)
    }

    pub fn doc(&self) -> &'a str {
        self.text(self.fact.doc)
    }

    /// The module path of its file.
    pub fn module(&self) -> &'a str {
        self.file.map_or("", |file| file.module())
    }

    pub fn kind(&self) -> UnitKind {
        self.fact.kind()
    }

    pub fn flags(&self) -> UnitFlags {
        self.fact.flags
    }

    pub fn span(&self) -> Span {
        self.fact.span
    }

    pub fn body_start(&self) -> u32 {
        self.fact.body_start
    }

    pub fn name_line(&self) -> u32 {
        self.fact.name_line
    }

    /// The unit that encloses it.
    pub fn parent(&self) -> Option<UnitId> {
        let units = self.records.units_of(self.file?.id);
        let parent = units.start.checked_add(self.fact.parent()? as u32)?;
        units.contains(&parent).then_some(UnitId(parent))
    }
}
