//! Looks terms up in all segments of a snapshot. Gives what is needed to score; scores nothing.

use super::DEAD;
use super::fields::{FIELDS, Field};
use super::postings::{Entries, Posting};
use super::segment::Segment;
use super::vectors::Vectors;
use crate::error::Result;
use crate::sections::{Column, Content, Sections};
use bytemuck::{Pod, Zeroable};
use orienteer_model::UnitId;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

pub(super) const SECTIONS: usize = 3;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct SegmentRow {
    pub(super) checksum: u64,
    pub(super) documents: u32,
    pub(super) live: u32,
}

/// Sums over living documents.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Totals {
    pub(super) documents: u64,
    pub(super) lengths: [u64; FIELDS],
}

struct Living {
    segment: Segment,
    /// Where its documents begin in the table of units.
    first: usize,
    all_live: bool,
}

/// The inverted index of a snapshot.
pub struct Lexical {
    pub(crate) sections: Sections,
    segments: Vec<Living>,
    units: Column<u32>,
    totals: Totals,
    /// The document of each unit, [`DEAD`] where there is none; made when first asked for.
    documents: OnceLock<Vec<u32>>,
}

impl Lexical {
    pub(crate) fn open(path: &Path) -> Result<Lexical> {
        let sections = Sections::open(path, Content::Lexical, SECTIONS)?;
        let rows: Column<SegmentRow> = sections.column(0)?;
        let units: Column<u32> = sections.column(1)?;
        let mut segments = Vec::new();
        let mut first = 0;
        for row in rows.iter() {
            let segment = Segment::open(&path.with_file_name(format!("segment-{:016x}", row.checksum)))?;
            if segment.document_count() != row.documents as usize
                || segment.sections.written().checksum != row.checksum
            {
                return Err(segment.sections.corrupt("another segment than was stored"));
            }
            segments.push(Living { segment, first, all_live: row.live == row.documents });
            first += row.documents as usize;
        }
        if first != units.len() {
            return Err(sections.corrupt("count of documents"));
        }
        Ok(Lexical { segments, units, totals: sections.row(2)?, sections, documents: OnceLock::new() })
    }

    pub(crate) fn verify(&self) -> Result<()> {
        self.sections.verify()?;
        self.segments.iter().try_for_each(|living| living.segment.sections.verify())
    }

    pub(crate) fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.segments.iter().map(|living| &living.segment)
    }

    /// Each segment with the units that its documents are.
    pub(super) fn segments_with_units(&self) -> impl Iterator<Item = (&Segment, &[u32])> {
        self.segments.iter().map(|living| {
            let documents = living.first..living.first + living.segment.document_count();
            (&living.segment, self.units.get(documents).unwrap_or_default())
        })
    }

    /// The segment of a unit and its document there.
    pub(super) fn document_of(&self, unit: UnitId) -> Option<(&Segment, usize)> {
        let documents = self.documents.get_or_init(|| self.by_unit());
        let document = *documents.get(unit.0 as usize).filter(|document| **document != DEAD)? as usize;
        let after = self.segments.partition_point(|living| living.first <= document);
        let living = self.segments.get(after.checked_sub(1)?)?;
        Some((&living.segment, document - living.first))
    }

    fn by_unit(&self) -> Vec<u32> {
        let mut documents = Vec::new();
        for (document, unit) in (0..).zip(self.units.iter()).filter(|(_, unit)| **unit != DEAD) {
            let unit = *unit as usize;
            // A damaged number must not ask for more memory than there are documents.
            if unit < self.units.len().saturating_mul(2) {
                documents.resize(documents.len().max(unit + 1), DEAD);
                documents[unit] = document;
            }
        }
        documents
    }

    /// Whether all its vectors are of this model; 0 asks whether it has none.
    pub fn has_model(&self, model: u64) -> bool {
        self.segments().all(|segment| segment.model() == model)
    }

    /// Vectors of this model; none if it was made with another one or without.
    pub fn vectors(&self, model: u64) -> Option<Vectors<'_>> {
        let dimensions =
            self.segments().map(Segment::dimensions).next().filter(|dimensions| *dimensions > 0)?;
        let is_whole =
            self.has_model(model) && self.segments().all(|segment| segment.dimensions() == dimensions);
        is_whole.then(|| Vectors::new(self, dimensions))
    }

    pub fn segment_count(&self) -> usize {
        self.segments.len()
    }

    /// Units that are indexed.
    pub fn document_count(&self) -> u64 {
        self.totals.documents
    }

    /// Sum of the lengths of `field` over all units; over [`Lexical::document_count`] it is the average.
    pub fn total_length(&self, field: Field) -> u64 {
        self.totals.lengths[field as usize]
    }

    /// A term as [`orienteer_text::Tokenizer`] makes it; none if no unit has it.
    pub fn term(&self, term: &str) -> Option<Term<'_>> {
        let lists: Vec<(&Living, usize)> = self
            .segments
            .iter()
            .filter_map(|living| Some((living, living.segment.find(term.as_bytes())?)))
            .collect();
        let frequencies = lists.iter().map(|(living, index)| self.frequency(living, *index));
        let frequency = frequencies.fold(0, u32::saturating_add);
        (frequency > 0).then_some(Term { lexical: self, lists, frequency })
    }

    fn frequency(&self, living: &Living, index: usize) -> u32 {
        if living.all_live {
            return living.segment.terms().get(index).map_or(0, |row| row.frequency);
        }
        let entries = living.segment.entries(index);
        entries.filter(|entry| self.unit(living, entry.document).is_some()).count() as u32
    }

    fn unit(&self, living: &Living, document: u32) -> Option<UnitId> {
        let unit = *self.units.get(living.first + document as usize)?;
        ((document as usize) < living.segment.document_count() && unit != DEAD).then_some(UnitId(unit))
    }

    /// Shows every term of every living unit: the term, the unit, the bits of the fields that have it, the counts and the lengths of
    /// all fields. Term by term within a segment, segment by segment.
    pub fn for_each_posting(&self, mut visit: impl FnMut(&str, UnitId, u8, &[u8; FIELDS], &[u16])) {
        for living in &self.segments {
            for index in 0..living.segment.term_count() {
                let Ok(text) = std::str::from_utf8(living.segment.text(index)) else { continue };
                let term = Term { lexical: self, lists: vec![(living, index)], frequency: 0 };
                term.for_each(|unit, fields, counts, lengths| visit(text, unit, fields, counts, lengths));
            }
        }
    }

    /// The first terms, in order, that begin with `prefix`. Some may have no living unit; [`Lexical::term`] knows.
    pub fn terms_with_prefix(&self, prefix: &str, limit: usize) -> Vec<String> {
        let mut terms = BTreeSet::new();
        for segment in self.segments() {
            let first = segment.lower_bound(prefix.as_bytes());
            let texts = (first..segment.term_count()).map(|index| segment.text(index));
            terms.extend(texts.take_while(|text| text.starts_with(prefix.as_bytes())).take(limit));
        }
        terms
            .into_iter()
            .take(limit)
            .filter_map(|text| std::str::from_utf8(text).ok().map(str::to_string))
            .collect()
    }
}

/// A term that living units have.
pub struct Term<'a> {
    lexical: &'a Lexical,
    lists: Vec<(&'a Living, usize)>,
    frequency: u32,
}

impl<'a> Term<'a> {
    /// Living units that have it, exactly.
    pub fn document_frequency(&self) -> u32 {
        self.frequency
    }

    /// Shows every unit that has it: the unit, the bits of the fields that do, the counts and the lengths of all fields. The
    /// same as [`Term::postings`], for loops in which a nanosecond counts.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(UnitId, u8, &[u8; FIELDS], &[u16])) {
        for (living, index) in &self.lists {
            let lengths = living.segment.lengths();
            let last = (living.first + living.segment.document_count()).min(self.lexical.units.len());
            let units = self.lexical.units.get(living.first..last).unwrap_or_default();
            let mut entries = living.segment.entries(*index);
            while let Some((document, fields, frequencies)) = entries.step() {
                if let (Some(&unit), Some(lengths)) =
                    (units.get(document as usize), lengths.get(document as usize))
                    && unit != DEAD
                {
                    visit(UnitId(unit), fields, &frequencies, lengths);
                }
            }
        }
    }

    /// The units that have it, with their counts. By segment, then by document.
    pub fn postings(&self) -> Postings<'a, '_> {
        Postings { lexical: self.lexical, lists: self.lists.iter(), open: None }
    }
}

/// Iterator over the units that have a term.
pub struct Postings<'a, 'term> {
    lexical: &'a Lexical,
    lists: std::slice::Iter<'term, (&'a Living, usize)>,
    open: Option<(&'a Living, Entries<'a>)>,
}

impl Iterator for Postings<'_, '_> {
    type Item = Posting;

    fn next(&mut self) -> Option<Posting> {
        loop {
            let Some((living, entries)) = &mut self.open else {
                let (living, index) = self.lists.next()?;
                self.open = Some((living, living.segment.entries(*index)));
                continue;
            };
            let Some(entry) = entries.next() else {
                self.open = None;
                continue;
            };
            let lengths = living.segment.lengths().get(entry.document as usize);
            if let (Some(unit), Some(lengths)) = (self.lexical.unit(living, entry.document), lengths) {
                let mut fields = [0; FIELDS];
                fields.copy_from_slice(&lengths[..FIELDS]);
                return Some(Posting { unit, frequencies: entry.frequencies, lengths: fields });
            }
        }
    }
}
