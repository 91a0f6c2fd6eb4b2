//! Long lists in short: where one can be entered in its middle, and which of its documents have most of the term.
//!
//! What this is for is a question that must not cost more in a larger tree. A list that is not long has neither: it is read from its
//! beginning to its end. Nothing here scores; the weights below only say which documents are worth keeping aside.

use super::fields::FIELDS;
use super::postings::{Entries, push_entry};
use super::segment::{FileRow, Lengths};
use bytemuck::{Pod, Zeroable};
use orienteer_model::{List, Room};
use std::cmp::Reverse;
use std::io;

/// Lists with more entries are long.
pub(super) const LONG: u32 = 8_192;
/// Documents of a long list that are kept aside.
pub(super) const BEST: usize = 1_024;
/// Entries between two marks: what is read for nothing, at most, where a list is entered.
const BETWEEN_MARKS: u32 = 64;

/// What a term in each field weighs, and how many terms the field usually has: those of a question, roughly. They are constants,
/// so that the choice depends on the document alone and not on what else is in its segment.
const WEIGHTS: [f32; FIELDS] = [3.0, 2.0, 2.0, 1.2, 0.5, 0.7, 0.5];
const USUAL_LENGTHS: [f32; FIELDS] = [3.0, 2.0, 8.0, 12.0, 8.0, 60.0, 8.0];
/// How much of a weight does not depend on the length.
const BASE: f32 = 0.7;

/// A long list; the next row says where its marks and its best end.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LongRow {
    pub(super) term: u32,
    /// Files that have the term, dead ones too.
    pub(super) files: u32,
    /// The first of its marks.
    pub(super) marks: u64,
    /// The first byte of its best.
    pub(super) best: u64,
}

/// A place between two entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Mark {
    /// Of the entry before it.
    pub(super) document: u32,
    /// The byte of the list that the next entry begins with.
    pub(super) offset: u32,
}

/// An entry and how much of the term it has, as bits of a positive number.
type Weighed = (Reverse<u32>, u32, [u8; FIELDS]);

/// The long lists of a segment in the making.
pub(super) struct LongLists<'a> {
    lengths: LengthsInOrder<'a>,
    files: &'a [FileRow],
    pub(super) rows: List<'a, LongRow>,
    pub(super) marks: List<'a, Mark>,
    pub(super) best: List<'a, u8>,
    weighed: Vec<Weighed>,
    written: Vec<u8>,
}

/// Lengths of documents that are asked for in their order, list after list. They lie in several parts, because those of a large segment
/// are not copied together.
struct LengthsInOrder<'a> {
    parts: &'a [&'a [Lengths]],
    /// The part that was asked last, its first document, and the one after it.
    at: usize,
    first: usize,
    after: usize,
}

impl<'a> LengthsInOrder<'a> {
    fn new(parts: &'a [&'a [Lengths]]) -> LengthsInOrder<'a> {
        let mut lengths = LengthsInOrder { parts, at: 0, first: 0, after: 0 };
        lengths.begin();
        lengths
    }

    /// Goes back to the first document.
    fn begin(&mut self) {
        (self.at, self.first, self.after) = (0, 0, self.parts.first().map_or(0, |part| part.len()));
    }

    #[inline]
    fn of(&mut self, document: u32) -> Option<&'a Lengths> {
        while document as usize >= self.after {
            self.at += 1;
            self.first = self.after;
            self.after += self.parts.get(self.at)?.len();
        }
        self.parts.get(self.at)?.get((document as usize).checked_sub(self.first)?)
    }
}

impl<'a> LongLists<'a> {
    pub(super) fn new(
        lengths: &'a [&'a [Lengths]],
        files: &'a [FileRow],
        room: &'a dyn Room,
    ) -> LongLists<'a> {
        LongLists {
            lengths: LengthsInOrder::new(lengths),
            files,
            rows: List::new(room),
            marks: List::new(room),
            best: List::new(room),
            weighed: Vec::new(),
            written: Vec::new(),
        }
    }

    /// Adds the list of the next term if it is long.
    pub(super) fn add(&mut self, term: u32, frequency: u32, list: &[u8]) -> io::Result<()> {
        if frequency <= LONG {
            return Ok(());
        }
        let (marks, best) = (self.marks.len() as u64, self.best.len() as u64);
        let files = self.read(list)?;
        self.keep_best()?;
        self.rows.push(LongRow { term, files, marks, best })
    }

    /// Marks the list, weighs its entries, and says how many files they are of.
    fn read(&mut self, list: &[u8]) -> io::Result<u32> {
        self.lengths.begin();
        let mut entries = Entries::new(list);
        let (mut since, mut files, mut at, mut end, mut least) = (0, 0, 0, 0, 0);
        self.weighed.clear();
        while let Some((document, fields, counts)) = entries.step() {
            since += 1;
            if since == BETWEEN_MARKS {
                since = 0;
                self.marks.push(Mark { document, offset: (list.len() - entries.left()) as u32 })?;
            }
            if document >= end {
                files += 1;
                (at, end) = end_of_file(self.files, at, document);
            }
            let weight = self.weight(document, fields, &counts);
            if weight >= least {
                self.weighed.push((Reverse(weight), document, counts));
            }
            if self.weighed.len() >= 8 * BEST {
                least = self.drop_least();
            }
        }
        Ok(files)
    }

    fn weight(&mut self, document: u32, mut fields: u8, counts: &[u8; FIELDS]) -> u32 {
        let Some(lengths) = self.lengths.of(document) else { return 0 };
        let mut weight = 0.0;
        while fields != 0 {
            let field = fields.trailing_zeros() as usize;
            fields &= fields - 1;
            if field < FIELDS {
                let length = BASE + (1.0 - BASE) * f32::from(lengths[field]) / USUAL_LENGTHS[field];
                weight += WEIGHTS[field] * f32::from(counts[field]) / length;
            }
        }
        weight.to_bits()
    }

    /// Keeps the best of what was weighed so far, and says what the next must weigh to be among them.
    fn drop_least(&mut self) -> u32 {
        if self.weighed.len() <= BEST {
            return 0;
        }
        let (_, least, _) = self.weighed.select_nth_unstable(BEST - 1);
        let least = least.0.0;
        self.weighed.truncate(BEST);
        least
    }

    /// Writes them down in the order of documents, as a list.
    fn keep_best(&mut self) -> io::Result<()> {
        self.drop_least();
        self.weighed.sort_unstable_by_key(|(_, document, _)| *document);
        self.written.clear();
        let mut last = 0;
        for (_, document, counts) in &self.weighed {
            push_entry(&mut self.written, document - last, counts);
            last = *document;
        }
        self.best.extend(&self.written)
    }

    /// Ends the table with a row that is no list.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        let (marks, best) = (self.marks.len() as u64, self.best.len() as u64);
        self.rows.push(LongRow { term: u32::MAX, files: 0, marks, best })
    }
}

/// The file of a document, looked for from `at` on, and the first document after it.
fn end_of_file(files: &[FileRow], mut at: usize, document: u32) -> (usize, u32) {
    let end = |file: &FileRow| file.first.saturating_add(file.documents);
    while files.get(at).is_some_and(|file| end(file) <= document) {
        at += 1;
    }
    (at, files.get(at).map_or(u32::MAX, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use orienteer_model::OwnMemory;

    /// A term in three of four documents, ten documents to a file; every thousandth document has it in its name.
    fn made() -> (Vec<u8>, u32, Vec<Lengths>, Vec<FileRow>) {
        let documents = 20_000;
        let (mut list, mut last, mut count) = (Vec::new(), 0, 0);
        for document in (0..documents).filter(|document| document % 4 != 3) {
            let name = u8::from(document % 1_000 == 0);
            push_entry(&mut list, document - last, &[name, 0, 0, 0, 0, 1 + (document % 3) as u8, 0]);
            (last, count) = (document, count + 1);
        }
        let key = Key([0; 16]);
        let file = |first| FileRow { path: key, content: key, first, documents: 10 };
        let files = (0..documents / 10).map(|number| file(number * 10)).collect();
        (list, count, vec![[1; FIELDS + 1]; documents as usize], files)
    }

    #[test]
    fn the_best_are_those_that_weigh_most() {
        let (list, frequency, lengths, files) = made();
        let parts = [&lengths[..7_000], &[], &lengths[7_000..]];
        let mut long = LongLists::new(&parts, &files, &OwnMemory);
        long.add(7, frequency, &list).expect("memory");
        long.finish().expect("memory");
        let rows: Vec<LongRow> = long.rows.iter().copied().collect();
        let best: Vec<u8> = long.best.iter().copied().collect();
        let best: Vec<(u32, u8)> =
            Entries::new(&best).map(|entry| (entry.document, entry.frequencies[0])).collect();
        assert_eq!(best.len(), BEST);
        assert_eq!(best.iter().filter(|(_, name)| *name > 0).count(), 20);
        assert!(best.is_sorted());
        assert_eq!((rows[0].term, rows[0].files, rows.len()), (7, 2_000, 2));
    }

    #[test]
    fn every_mark_leads_into_the_list() {
        let (list, frequency, lengths, files) = made();
        let parts = [&lengths[..]];
        let mut long = LongLists::new(&parts, &files, &OwnMemory);
        long.add(0, frequency, &list).expect("memory");
        let all: Vec<u32> = Entries::new(&list).map(|entry| entry.document).collect();
        assert_eq!(long.marks.len(), all.len() / BETWEEN_MARKS as usize);
        for mark in long.marks.iter() {
            let next = Entries::after(mark.document, &list[mark.offset as usize..]).next();
            let place = all.partition_point(|document| *document <= mark.document);
            assert_eq!(next.map(|entry| entry.document), all.get(place).copied());
        }
    }

    #[test]
    fn a_list_that_is_not_long_is_left_alone() {
        let (list, _, lengths, files) = made();
        let parts = [&lengths[..]];
        let mut long = LongLists::new(&parts, &files, &OwnMemory);
        long.add(0, LONG, &list).expect("memory");
        assert!(long.rows.is_empty() && long.marks.is_empty() && long.best.is_empty());
    }
}
