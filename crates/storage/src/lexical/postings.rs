//! One term's documents as bytes: the gap to the previous document, a byte of field bits, and a count per field.
//!
//! The highest bit of the field byte says that every count is 1 and left out, which is the common case.

use super::fields::FIELDS;
use orienteer_model::UnitId;

const ALL_ONCE: u8 = 0x80;

/// A term in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    pub unit: UnitId,
    /// Times that the term stands in each field, at most 255.
    pub frequencies: [u8; FIELDS],
    /// Terms that each field of the unit has, at most 65,535.
    pub lengths: [u16; FIELDS],
}

/// The number of a document in its segment, and the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) document: u32,
    pub(super) frequencies: [u8; FIELDS],
}

pub(super) fn push_number(output: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        output.push(number as u8 | 0x80);
        number >>= 7;
    }
    output.push(number as u8);
}

pub(super) fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends an entry `gap` documents after the one before.
pub(super) fn push_entry(output: &mut Vec<u8>, gap: u32, frequencies: &[u8; FIELDS]) {
    push_number(output, gap);
    let mut mask = 0;
    let mut once = true;
    for (field, &count) in frequencies.iter().enumerate() {
        mask |= u8::from(count > 0) << field;
        once &= count <= 1;
    }
    if once {
        output.push(mask | ALL_ONCE);
        return;
    }
    output.push(mask);
    output.extend(frequencies.iter().filter(|count| **count > 0));
}

/// The entries of one list. Ends at the first byte that makes no sense.
#[derive(Clone)]
pub(super) struct Entries<'a> {
    bytes: &'a [u8],
    previous: u32,
}

impl<'a> Entries<'a> {
    /// The first gap of a list counts from zero.
    pub(super) fn new(bytes: &'a [u8]) -> Entries<'a> {
        Entries { bytes, previous: 0 }
    }

    /// What follows the entry of `document`.
    pub(super) fn after(document: u32, bytes: &'a [u8]) -> Entries<'a> {
        Entries { bytes, previous: document }
    }

    /// Bytes that were not read yet.
    pub(super) fn left(&self) -> usize {
        self.bytes.len()
    }
}

impl Entries<'_> {
    /// The next entry: its document, the bits of the fields that have the term, and the counts of all fields.
    #[inline(always)]
    pub(super) fn step(&mut self) -> Option<(u32, u8, [u8; FIELDS])> {
        let document = self.previous.checked_add(take_number(&mut self.bytes)?)?;
        let (&mask, mut rest) = self.bytes.split_first()?;
        let fields = mask & !ALL_ONCE;
        let mut frequencies = [0; FIELDS];
        let mut left = fields;
        while left != 0 {
            let field = left.trailing_zeros() as usize;
            left &= left - 1;
            frequencies[field] = 1;
            if mask & ALL_ONCE == 0 {
                (frequencies[field], rest) = rest.split_first().map(|(count, rest)| (*count, rest))?;
            }
        }
        self.bytes = rest;
        self.previous = document;
        Some((document, fields, frequencies))
    }
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    #[inline]
    fn next(&mut self) -> Option<Entry> {
        self.step().map(|(document, _, frequencies)| Entry { document, frequencies })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn entries_come_back(list in proptest::collection::vec((1u32.., proptest::array::uniform7(0u8..4)), 0..40)) {
            let mut bytes = Vec::new();
            let mut expected = Vec::new();
            let mut document = 0u32;
            for (gap, frequencies) in list {
                let Some(next) = document.checked_add(gap) else { continue };
                push_entry(&mut bytes, gap, &frequencies);
                document = next;
                expected.push(Entry { document, frequencies });
            }
            prop_assert_eq!(Entries::new(&bytes).collect::<Vec<_>>(), expected);
        }

        #[test]
        fn nonsense_ends(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(Entries::new(&bytes).count() <= bytes.len());
        }
    }
}
