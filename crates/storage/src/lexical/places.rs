//! Which documents the units of a file are, and lists looked into at some documents only.

use super::DEAD;
use super::long::Mark;
use super::postings::Entries;
use super::segment::Segment;
use bytemuck::{Pod, Zeroable};
use std::ops::Range;

/// A file of the snapshot that has units, by its first unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub(super) struct PlaceRow {
    pub(super) unit: u32,
    /// Among the documents of all segments.
    pub(super) document: u32,
    pub(super) count: u32,
}

/// Some files of a snapshot: their documents in each segment, ascending.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub(super) by_segment: Vec<Vec<Range<u32>>>,
}

/// The row of a unit and its number within it.
pub(super) fn place_of(rows: &[PlaceRow], unit: u32) -> Option<(PlaceRow, u32)> {
    let after = rows.partition_point(|row| row.unit <= unit);
    let row = *rows.get(after.checked_sub(1)?)?;
    let offset = unit - row.unit;
    (offset < row.count).then_some((row, offset))
}

/// Documents of a segment that are nobody's unit any more, file by file.
pub(super) fn dead_places(segment: &Segment, units: &[u32]) -> Vec<Range<u32>> {
    let is_dead = |first: u32| units.get(first as usize).is_none_or(|unit| *unit == DEAD);
    let dead = segment.files().iter().filter(|file| file.documents > 0 && is_dead(file.first));
    dead.map(|file| file.first..file.first.saturating_add(file.documents)).collect()
}

/// How many marks lie before a document. Files that are looked for are near each other: the search begins with the next mark.
fn passed(marks: &[Mark], document: u32) -> usize {
    let is_before = |at: usize| marks.get(at).is_some_and(|mark| mark.document < document);
    let mut reach = 1;
    while is_before(reach - 1) {
        reach *= 2;
    }
    let (low, high) = (reach / 2, (reach - 1).min(marks.len()));
    low + marks.get(low..high).map_or(0, |some| some.partition_point(|mark| mark.document < document))
}

/// Shows the entries of a list whose documents lie in `ranges`, which are ascending.
#[inline]
pub(super) fn for_each_in(
    segment: &Segment,
    index: usize,
    ranges: &[Range<u32>],
    mut visit: impl FnMut(u32, u8, [u8; super::FIELDS]),
) {
    let (list, mut marks) = (segment.list(index), segment.marks(index));
    let mut entries = Entries::new(list);
    for range in ranges {
        // The last mark before the range; marks that were passed are not looked at again.
        let passed = passed(marks, range.start);
        if let Some(mark) = passed.checked_sub(1).and_then(|last| marks.get(last)) {
            marks = &marks[passed..];
            if entries.left() > list.len().saturating_sub(mark.offset as usize) {
                entries = Entries::after(mark.document, list.get(mark.offset as usize..).unwrap_or(&[]));
            }
        }
        let mut before = entries.clone();
        while let Some((document, fields, counts)) = entries.step() {
            if document >= range.end {
                entries = before;
                break;
            }
            if document >= range.start {
                visit(document, fields, counts);
            }
            before = entries.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_before_a_document_are_counted() {
        for count in 0..40 {
            let marks: Vec<Mark> = (0..count).map(|at| Mark { document: at * 3, offset: at }).collect();
            for document in 0..130 {
                let expected = marks.partition_point(|mark| mark.document < document);
                assert_eq!(passed(&marks, document), expected, "{count} marks, document {document}");
            }
        }
    }
}
