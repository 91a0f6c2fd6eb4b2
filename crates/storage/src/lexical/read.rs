//! Looks terms up in all segments of a snapshot. Gives what is needed to score; scores nothing.

use super::DEAD;
use super::fields::{FIELDS, Field};
use super::groups;
use super::places::{PlaceRow, Places, dead_places, for_each_in, place_of};
use super::segment::Segment;
use super::term::Term;
use super::vectors::Vectors;
use crate::error::Result;
use crate::sections::{Column, Content, Sections};
use bytemuck::{Pod, Zeroable};
use orienteer_model::UnitId;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

pub(super) const SECTIONS: usize = 4;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct SegmentRow {
    pub(super) checksum: u64,
    pub(super) documents: u32,
    pub(super) live: u32,
}

/// Sums over living documents.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Totals {
    pub(super) documents: u64,
    pub(super) lengths: [u64; FIELDS],
    /// Bytes of the files.
    pub(super) source: u64,
}

pub(super) fn segment_name(checksum: u64) -> String {
    format!("segment-{checksum:016x}")
}

pub(super) struct Living {
    pub(super) segment: Segment,
    /// Where its documents begin in the table of units.
    pub(super) first: usize,
    all_live: bool,
    /// What of it is dead; made when first asked for.
    dead: OnceLock<Vec<Range<u32>>>,
}

/// The inverted index of a snapshot.
pub struct Lexical {
    pub(crate) sections: Sections,
    pub(super) segments: Vec<Living>,
    pub(super) units: Column<u32>,
    totals: Totals,
    /// In the order of units.
    places: Column<PlaceRow>,
}

impl Lexical {
    /// `is_listed` says which files beside it belong to the snapshot.
    pub(crate) fn open(path: &Path, is_listed: &dyn Fn(&str) -> bool) -> Result<Lexical> {
        let sections = Sections::open(path, Content::Lexical, SECTIONS)?;
        let rows: Column<SegmentRow> = sections.column(0)?;
        let units: Column<u32> = sections.column(1)?;
        let mut segments = Vec::new();
        let mut first = 0;
        for row in rows.iter() {
            let name = segment_name(row.checksum);
            let mut segment = Segment::open(&path.with_file_name(&name))?;
            if segment.document_count() != row.documents as usize
                || segment.sections.written().checksum != row.checksum
            {
                return Err(segment.sections.corrupt("another segment than was stored"));
            }
            let groups = groups::name_of(&name);
            if is_listed(&groups) {
                segment = segment.with_groups(&path.with_file_name(groups))?;
            }
            segments.push(Living {
                segment,
                first,
                all_live: row.live == row.documents,
                dead: OnceLock::new(),
            });
            first += row.documents as usize;
        }
        if first != units.len() {
            return Err(sections.corrupt("count of documents"));
        }
        Ok(Lexical { segments, units, totals: sections.row(2)?, places: sections.column(3)?, sections })
    }

    pub(crate) fn verify(&self) -> Result<()> {
        self.sections.verify()?;
        self.segments().try_for_each(|segment| segment.sections.verify())?;
        self.segments().filter_map(Segment::groups).try_for_each(|groups| groups.sections.verify())
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
        let (row, offset) = place_of(&self.places, unit.0)?;
        let (segment, document) = self.segment_at(row.document.checked_add(offset)?)?;
        let segment = &self.segments.get(segment)?.segment;
        (document < segment.document_count()).then_some((segment, document))
    }

    /// The segment that one of all documents is in, and its number there.
    fn segment_at(&self, document: u32) -> Option<(usize, usize)> {
        let after = self.segments.partition_point(|living| living.first <= document as usize);
        let living = self.segments.get(after.checked_sub(1)?)?;
        Some((after - 1, document as usize - living.first))
    }

    /// Where the files are that have these units, each named by its first one.
    pub fn places(&self, first_units: impl Iterator<Item = UnitId>) -> Places {
        let mut by_segment = vec![Vec::new(); self.segments.len()];
        for (row, _) in first_units.filter_map(|unit| place_of(&self.places, unit.0)) {
            if let Some((segment, document)) = self.segment_at(row.document) {
                let first = document as u32;
                by_segment[segment].push(first..first.saturating_add(row.count));
            }
        }
        by_segment.iter_mut().for_each(|ranges| ranges.sort_unstable_by_key(|range| range.start));
        Places { by_segment }
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

    /// Bytes of all files together.
    pub fn source_bytes(&self) -> u64 {
        self.totals.source
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
        let frequency = living.segment.terms().get(index).map_or(0, |row| row.frequency);
        let mut dead = 0;
        for_each_in(&living.segment, index, self.dead(living), |_, _, _| dead += 1);
        frequency.saturating_sub(dead)
    }

    fn dead<'l>(&self, living: &'l Living) -> &'l [Range<u32>] {
        living.dead.get_or_init(|| {
            let documents = living.first..living.first + living.segment.document_count();
            dead_places(&living.segment, self.units.get(documents).unwrap_or_default())
        })
    }

    pub(super) fn unit(&self, living: &Living, document: u32) -> Option<UnitId> {
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
