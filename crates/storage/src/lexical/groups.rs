//! The groups of a large segment's vectors in a file of their own beside it: a first look at some groups instead of all documents.
//!
//! A snapshot without it is whole, and answers the same questions more slowly. Nothing here compares vectors.

use super::grouping::{Grouping, group};
use super::segment::Segment;
use super::vectors::{scale, sketch_words};
use crate::error::Result;
use crate::sections::{Column, Content, SectionWriter, Sections, Written};
use bytemuck::{Pod, Zeroable};
use orienteer_model::Room;
use std::io::{self, Seek, Write};
use std::path::Path;

const SECTIONS: usize = 6;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Shape {
    /// Of the segment that it belongs to.
    segment: u64,
    documents: u32,
    dimensions: u32,
}

/// Vectors of a segment by groups.
#[derive(Clone)]
pub(super) struct Groups {
    pub(super) sections: Sections,
    dimensions: usize,
    centres: Column<i8>,
    scales: Column<f32>,
    /// Where the documents of each group begin, and where the last ones end.
    starts: Column<u32>,
    documents: Column<u32>,
    /// Of the documents, in the order of groups.
    sketches: Column<u64>,
}

/// What the groups of a segment are called. Programs that do not know them take them for a segment that nothing names.
pub(super) fn name_of(segment: &str) -> String {
    format!("{segment}-groups")
}

impl Groups {
    pub(super) fn open(path: &Path, segment: &Segment) -> Result<Groups> {
        let sections = Sections::open(path, Content::Groups, SECTIONS)?;
        let shape: Shape = sections.row(0)?;
        let groups = Groups {
            dimensions: shape.dimensions as usize,
            centres: sections.column(1)?,
            scales: sections.column(2)?,
            starts: sections.column(3)?,
            documents: sections.column(4)?,
            sketches: sections.column(5)?,
            sections,
        };
        let is_of_segment = shape.segment == segment.sections.written().checksum
            && shape.documents as usize == segment.document_count()
            && groups.dimensions == segment.dimensions();
        if is_of_segment && groups.fits() {
            Ok(groups)
        } else {
            Err(groups.sections.corrupt("groups of another segment"))
        }
    }

    fn fits(&self) -> bool {
        let count = self.scales.len();
        self.centres.len() == count * self.dimensions
            && self.starts.len() == count + 1
            && self.sketches.len() == self.documents.len() * sketch_words(self.dimensions)
    }

    /// Directions of all groups, one after the other, and what scales each to length one.
    pub(super) fn centres(&self) -> (&[i8], &[f32]) {
        (&self.centres, &self.scales)
    }

    /// The documents of a group and their sketches.
    pub(super) fn of(&self, group: usize) -> (&[u32], &[u64]) {
        let (Some(start), Some(end)) = (self.starts.get(group), self.starts.get(group + 1)) else {
            return (&[], &[]);
        };
        let range = *start as usize..*end as usize;
        let words = sketch_words(self.dimensions);
        let of_words = range.start.saturating_mul(words)..range.end.saturating_mul(words);
        match (self.documents.get(range), self.sketches.get(of_words)) {
            (Some(documents), Some(sketches)) => (documents, sketches),
            _ => (&[], &[]),
        }
    }
}

/// Groups the vectors of a segment and writes them.
pub(super) fn write<W: Write + Seek>(
    output: W,
    segment: &Segment,
    room: &dyn Room,
) -> io::Result<(W, Written)> {
    let rows = segment.vectors();
    let Grouping { centres, starts, documents } = group(&rows, room)?;
    let shape = Shape {
        segment: segment.sections.written().checksum,
        documents: segment.document_count() as u32,
        dimensions: rows.dimensions as u32,
    };
    let mut writer = SectionWriter::new(output, Content::Groups, SECTIONS)?;
    writer.section(&[shape])?;
    writer.pieces(centres.iter().map(Vec::as_slice))?;
    writer.section(&centres.iter().map(|centre| scale(centre)).collect::<Vec<f32>>())?;
    writer.section(&starts)?;
    writer.section(&documents)?;
    let of = |document: &u32| rows.part(*document as usize..*document as usize + 1).sketches;
    writer.pieces(documents.iter().map(of))?;
    writer.finish()
}
