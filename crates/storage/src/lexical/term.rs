//! One term in all segments of a snapshot: all units that have it, those that have most of it, or those of some files.

use super::DEAD;
use super::fields::FIELDS;
use super::places::{Places, for_each_in};
use super::postings::{Entries, Posting};
use super::read::{Lexical, Living};
use super::segment::Lengths;
use orienteer_model::UnitId;

/// A term that living units have.
pub struct Term<'a> {
    pub(super) lexical: &'a Lexical,
    pub(super) lists: Vec<(&'a Living, usize)>,
    pub(super) frequency: u32,
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
            let documents = self.documents(living);
            let mut entries = living.segment.entries(*index);
            while let Some((document, fields, frequencies)) = entries.step() {
                documents.show(document, fields, &frequencies, &mut visit);
            }
        }
    }

    /// Whether it has a list that is long: one of which a few documents can be looked at instead of all.
    pub fn is_long(&self) -> bool {
        self.lists.iter().any(|(living, index)| living.segment.long_files(*index).is_some())
    }

    /// Files that have it; of a long list dead ones too.
    pub fn file_frequency(&self) -> u32 {
        let files = |(living, index): &(&Living, usize)| {
            living.segment.long_files(*index).unwrap_or_else(|| self.files_in(living, *index))
        };
        self.lists.iter().map(files).fold(0, u32::saturating_add)
    }

    /// Files of a list that is not long.
    fn files_in(&self, living: &Living, index: usize) -> u32 {
        let rows = living.segment.files();
        let (mut files, mut end) = (0, 0);
        for entry in
            living.segment.entries(index).filter(|entry| self.lexical.unit(living, entry.document).is_some())
        {
            if entry.document >= end {
                files += 1;
                let after = rows.partition_point(|row| row.first <= entry.document);
                let row = after.checked_sub(1).and_then(|last| rows.get(last));
                end = row.map_or(entry.document, |row| row.first.saturating_add(row.documents));
            }
        }
        files
    }

    /// The same as [`Term::for_each`], of long lists only those units that have most of it.
    #[inline]
    pub fn for_each_best(&self, mut visit: impl FnMut(UnitId, u8, &[u8; FIELDS], &[u16])) {
        for (living, index) in &self.lists {
            let documents = self.documents(living);
            let best = living.segment.best_entries(*index);
            let mut entries = best.unwrap_or_else(|| living.segment.entries(*index));
            while let Some((document, fields, frequencies)) = entries.step() {
                documents.show(document, fields, &frequencies, &mut visit);
            }
        }
    }

    /// The same as [`Term::for_each`], of some files. Long lists are entered where these are.
    #[inline]
    pub fn for_each_in(&self, places: &Places, mut visit: impl FnMut(UnitId, u8, &[u8; FIELDS], &[u16])) {
        for (living, index) in &self.lists {
            let at = self.lexical.segments.partition_point(|other| other.first < living.first);
            let Some(ranges) = places.by_segment.get(at) else { continue };
            let documents = self.documents(living);
            for_each_in(&living.segment, *index, ranges, |document, fields, frequencies| {
                documents.show(document, fields, &frequencies, &mut visit);
            });
        }
    }

    fn documents(&self, living: &'a Living) -> Documents<'a> {
        let last = (living.first + living.segment.document_count()).min(self.lexical.units.len());
        let units = self.lexical.units.get(living.first..last).unwrap_or_default();
        Documents { units, lengths: living.segment.lengths() }
    }

    /// The units that have it, with their counts. By segment, then by document.
    pub fn postings(&self) -> Postings<'a, '_> {
        Postings { lexical: self.lexical, lists: self.lists.iter(), open: None }
    }
}

/// The documents of a segment as units.
struct Documents<'a> {
    units: &'a [u32],
    lengths: &'a [Lengths],
}

impl Documents<'_> {
    /// Shows an entry if its unit lives.
    #[inline(always)]
    fn show(
        &self,
        document: u32,
        fields: u8,
        frequencies: &[u8; FIELDS],
        visit: &mut impl FnMut(UnitId, u8, &[u8; FIELDS], &[u16]),
    ) {
        if let (Some(&unit), Some(lengths)) =
            (self.units.get(document as usize), self.lengths.get(document as usize))
            && unit != DEAD
        {
            visit(UnitId(unit), fields, frequencies, lengths);
        }
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
