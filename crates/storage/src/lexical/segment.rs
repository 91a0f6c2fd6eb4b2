//! An immutable inverted index of the units of some files, in memory or mapped: the same bytes either way.

use super::fields::FIELDS;
use super::groups::Groups;
use super::long::{LongLists, LongRow, Mark};
use super::postings::Entries;
use super::vectors::{self, Rows};
use crate::error::{Error, Result};
use crate::key::Key;
use crate::sections::{Column, Content, SectionWriter, Sections, Written};
use bytemuck::{Pod, Zeroable};
use orienteer_model::{List, OwnMemory, Room};
use std::io::{self, Seek, Write};
use std::path::Path;

pub(super) const SECTIONS: usize = 12;

/// A file of a segment and its documents. The path counts too, because its words are in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct FileRow {
    pub(super) path: Key,
    pub(super) content: Key,
    pub(super) first: u32,
    pub(super) documents: u32,
}

/// A term: where its text and its postings begin; the next row says where they end.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct TermRow {
    pub(super) postings: u64,
    pub(super) text: u32,
    /// Documents that have it, dead ones too.
    pub(super) frequency: u32,
    /// The last of them, so that lists are joined without reading them.
    pub(super) last: u32,
    pub(super) padding: u32,
}

/// Lengths of a document's fields; the last is unused and zero.
pub(super) type Lengths = [u16; FIELDS + 1];

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Shape {
    documents: u32,
    files: u32,
    terms: u32,
    /// Numbers of a vector; 0 without vectors.
    dimensions: u32,
    model: u64,
}

/// The documents of a segment, in order: what is written after its terms.
pub(super) struct Documents<'a> {
    pub(super) files: &'a [FileRow],
    /// In parts that follow each other.
    pub(super) lengths: &'a [&'a [Lengths]],
    /// The model that the vectors are of; 0 without vectors.
    pub(super) model: u64,
    pub(super) dimensions: usize,
    pub(super) vectors: &'a [Rows<'a>],
}

/// What waits to be written after the lists of a segment.
pub(super) struct Buffers<'r> {
    room: &'r dyn Room,
    terms: List<'r, TermRow>,
    text: List<'r, u8>,
}

impl<'r> Buffers<'r> {
    pub(super) fn new(room: &'r dyn Room) -> Buffers<'r> {
        Buffers { room, terms: List::new(room), text: List::new(room) }
    }
}

/// Writes the terms of a segment in order.
pub(super) struct SegmentWriter<'a, 'b, W> {
    writer: SectionWriter<W>,
    documents: &'a Documents<'a>,
    terms: &'a mut List<'b, TermRow>,
    text: &'a mut List<'b, u8>,
    /// Terms and bytes of text so far.
    term_count: u32,
    text_bytes: u32,
    long: LongLists<'a>,
}

impl<'a, 'b, W: Write + Seek> SegmentWriter<'a, 'b, W> {
    /// `buffers` may be used again after it.
    pub(super) fn new(
        output: W,
        documents: &'a Documents<'a>,
        buffers: &'a mut Buffers<'b>,
    ) -> io::Result<SegmentWriter<'a, 'b, W>> {
        let writer = SectionWriter::new(output, Content::Segment, SECTIONS)?;
        let Buffers { room, terms, text } = buffers;
        let long = LongLists::new(documents.lengths, documents.files, *room);
        terms.clear();
        text.clear();
        Ok(SegmentWriter { writer, documents, terms, text, term_count: 0, text_bytes: 0, long })
    }

    /// Adds the next term with its whole list.
    pub(super) fn term(&mut self, term: &[u8], frequency: u32, last: u32, postings: &[u8]) -> io::Result<()> {
        self.long.add(self.term_count, frequency, postings)?;
        let (postings_start, text) = (self.writer.written(), self.text_bytes);
        self.terms.push(TermRow { postings: postings_start, text, frequency, last, padding: 0 })?;
        self.text.extend(term)?;
        self.term_count += 1;
        self.text_bytes += term.len() as u32;
        self.writer.bytes(postings)
    }

    pub(super) fn finish(mut self) -> io::Result<(W, Written)> {
        let documents = self.documents;
        let shape = Shape {
            documents: documents.lengths.iter().map(|part| part.len()).sum::<usize>() as u32,
            files: documents.files.len() as u32,
            terms: self.term_count,
            dimensions: documents.dimensions as u32,
            model: documents.model,
        };
        let end = TermRow { postings: self.writer.written(), text: self.text_bytes, ..TermRow::default() };
        self.terms.push(end)?;
        self.writer.end()?;
        self.writer.pieces(self.terms.pieces())?;
        self.writer.pieces(self.text.pieces())?;
        self.writer.pieces(documents.lengths.iter().copied())?;
        self.writer.section(documents.files)?;
        self.writer.section(&[shape])?;
        vectors::write(&mut self.writer, documents.vectors)?;
        self.long.finish()?;
        self.writer.pieces(self.long.rows.pieces())?;
        self.writer.pieces(self.long.marks.pieces())?;
        self.writer.pieces(self.long.best.pieces())?;
        self.writer.finish()
    }
}

/// An inverted index of some files' units.
#[derive(Clone)]
pub struct Segment {
    pub(super) sections: Sections,
    postings: Column<u8>,
    terms: Column<TermRow>,
    text: Column<u8>,
    lengths: Column<Lengths>,
    files: Column<FileRow>,
    model: u64,
    dimensions: usize,
    numbers: Column<i8>,
    sketches: Column<u64>,
    scales: Column<f32>,
    long: Column<LongRow>,
    marks: Column<Mark>,
    best: Column<u8>,
    groups: Option<Groups>,
    is_in_memory: bool,
}

impl Segment {
    pub(super) fn in_memory(bytes: &[u8]) -> Result<Segment> {
        let sections = Sections::in_memory(bytes, Content::Segment, SECTIONS)?;
        Ok(Segment { is_in_memory: true, ..Segment::of(sections)? })
    }

    pub(super) fn open(path: &Path) -> Result<Segment> {
        Segment::of(Sections::open(path, Content::Segment, SECTIONS)?)
    }

    /// With the groups that lie beside it.
    pub(super) fn with_groups(self, path: &Path) -> Result<Segment> {
        Ok(Segment { groups: Some(Groups::open(path, &self)?), ..self })
    }

    fn of(sections: Sections) -> Result<Segment> {
        let shape: Shape = sections.row(5)?;
        let segment = Segment {
            postings: sections.column(0)?,
            terms: sections.column(1)?,
            text: sections.column(2)?,
            lengths: sections.column(3)?,
            files: sections.column(4)?,
            model: shape.model,
            dimensions: shape.dimensions as usize,
            numbers: sections.column(6)?,
            sketches: sections.column(7)?,
            scales: sections.column(8)?,
            long: sections.column(9)?,
            marks: sections.column(10)?,
            best: sections.column(11)?,
            groups: None,
            is_in_memory: false,
            sections,
        };
        let fits = shape.documents as usize == segment.lengths.len()
            && shape.files as usize == segment.files.len()
            && shape.terms as usize + 1 == segment.terms.len();
        if fits && segment.has_all_vectors() {
            Ok(segment)
        } else {
            Err(segment.sections.corrupt("counts of the segment"))
        }
    }

    fn has_all_vectors(&self) -> bool {
        let vectors = if self.dimensions > 0 { self.lengths.len() } else { 0 };
        self.scales.len() == vectors
            && self.numbers.len() == vectors * self.dimensions
            && self.sketches.len() == vectors * vectors::sketch_words(self.dimensions)
    }

    /// The file it is mapped from; none for one in memory.
    pub(super) fn path(&self) -> Option<&Path> {
        (!self.is_in_memory).then(|| self.sections.path())
    }

    pub fn document_count(&self) -> usize {
        self.lengths.len()
    }

    pub fn term_count(&self) -> usize {
        self.terms.len().saturating_sub(1)
    }

    pub fn bytes(&self) -> u64 {
        self.sections.written().length
    }

    pub(super) fn files(&self) -> &[FileRow] {
        &self.files
    }

    pub(super) fn lengths(&self) -> &[Lengths] {
        &self.lengths
    }

    pub(super) fn terms(&self) -> &[TermRow] {
        &self.terms
    }

    /// The model that its vectors are of; 0 if it has none.
    pub(super) fn model(&self) -> u64 {
        self.model
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Its vectors by groups; none if it is not cut into any.
    pub(super) fn groups(&self) -> Option<&Groups> {
        self.groups.as_ref()
    }

    pub(super) fn vectors(&self) -> Rows<'_> {
        Rows {
            dimensions: self.dimensions,
            numbers: &self.numbers,
            sketches: &self.sketches,
            scales: &self.scales,
        }
    }

    /// The text of term `index`; empty where there is none.
    pub(super) fn text(&self, index: usize) -> &[u8] {
        match (self.terms.get(index), self.terms.get(index + 1)) {
            (Some(row), Some(next)) => self.text.get(row.text as usize..next.text as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    pub(super) fn list(&self, index: usize) -> &[u8] {
        match (self.terms.get(index), self.terms.get(index + 1)) {
            (Some(row), Some(next)) => {
                self.postings.get(row.postings as usize..next.postings as usize).unwrap_or(&[])
            }
            _ => &[],
        }
    }

    pub(super) fn entries(&self, index: usize) -> Entries<'_> {
        Entries::new(self.list(index))
    }

    /// The row of a term whose list is long, and the one after it.
    fn long(&self, index: usize) -> Option<(&LongRow, &LongRow)> {
        let at = self.long.partition_point(|row| (row.term as usize) < index);
        match self.long.get(at..at + 2)? {
            [row, next] if row.term as usize == index => Some((row, next)),
            _ => None,
        }
    }

    /// Files that have a term whose list is long, dead ones too.
    pub(super) fn long_files(&self, index: usize) -> Option<u32> {
        self.long(index).map(|(row, _)| row.files)
    }

    /// The entries of a long list that have most of the term.
    pub(super) fn best_entries(&self, index: usize) -> Option<Entries<'_>> {
        let (row, next) = self.long(index)?;
        Some(Entries::new(self.best.get(row.best as usize..next.best as usize).unwrap_or(&[])))
    }

    /// Where a list can be entered.
    pub(super) fn marks(&self, index: usize) -> &[Mark] {
        let marks = |(row, next): (&LongRow, &LongRow)| row.marks as usize..next.marks as usize;
        self.long(index).map(marks).and_then(|range| self.marks.get(range)).unwrap_or(&[])
    }

    /// Index of the first term that is not before `term`.
    pub(super) fn lower_bound(&self, term: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.term_count());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.text(middle) < term { low = middle + 1 } else { high = middle }
        }
        low
    }

    pub(super) fn find(&self, term: &[u8]) -> Option<usize> {
        let index = self.lower_bound(term);
        (index < self.term_count() && self.text(index) == term).then_some(index)
    }

    /// Puts several segments into one in memory, documents in the order given. One that is too large for memory is
    /// joined by the snapshot writer, straight to the disk.
    pub fn merge(segments: &[Segment]) -> Result<Segment> {
        let sources: Vec<_> = segments.iter().map(super::merge::Source::whole).collect();
        let output = io::Cursor::new(Vec::new());
        let (output, _) = super::merge::merge(output, &sources, &OwnMemory)
            .map_err(Error::io("merge", Path::new("(memory)")))?;
        Segment::in_memory(output.get_ref())
    }

    /// Its bytes as they are stored.
    pub(super) fn stored(&self) -> Option<&[u8]> {
        self.is_in_memory.then(|| self.sections.bytes())
    }
}
