//! Every declared name with its declarations, found by hash. Decides nothing.

use bytemuck::{Pod, Zeroable};
use orienteer_model::{NameHash, Room, Rows, ends_of, sort_by_hash};
use std::io;

/// A declaration in the list of all names, with what choosing among namesakes needs, as one number:
/// name, unit, family and two bits, so that the order of numbers is that of names and units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct Named(u128);

const METHOD: u128 = 1;
const TEST: u128 = 2;

impl Named {
    pub(crate) fn new(name: NameHash, unit: u32, family: u16, is_method: bool, is_test: bool) -> Named {
        let marks = (u128::from(is_method) * METHOD) | (u128::from(is_test) * TEST);
        Named(u128::from(name.0) << 64 | u128::from(unit) << 32 | u128::from(family) << 16 | marks)
    }

    fn name(self) -> u64 {
        (self.0 >> 64) as u64
    }

    pub(crate) fn unit(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(crate) fn family(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(crate) fn is_method(self) -> bool {
        self.0 & METHOD != 0
    }

    pub(crate) fn is_test(self) -> bool {
        self.0 & TEST != 0
    }
}

/// What the list of names lies in.
pub(crate) struct NameTables {
    /// Declarations as they come; gone when they are sorted.
    unsorted: Option<Rows<Named>>,
    count: usize,
    sorted: Rows<Named>,
    starts: Rows<u32>,
}

impl NameTables {
    /// For at most so many declarations.
    pub(crate) fn new(room: &dyn Room, most: usize) -> io::Result<NameTables> {
        let (unsorted, sorted) = (Some(Rows::zeroed(room, most)?), Rows::zeroed(room, most)?);
        Ok(NameTables { unsorted, count: 0, sorted, starts: Rows::zeroed(room, ends_of(most))? })
    }

    pub(crate) fn push(&mut self, named: Named) {
        if let Some(unsorted) = &mut self.unsorted {
            unsorted[self.count] = named;
            self.count += 1;
        }
    }
}

/// Declarations in the order of their names' hashes. These are uniform: their first bits say nearly where to look.
#[derive(Default)]
pub(crate) struct Names<'t> {
    sorted: &'t [Named],
    /// Where the hashes with the same first bits begin.
    starts: &'t [u32],
    shift: u32,
}

impl<'t> Names<'t> {
    pub(crate) fn new(tables: &'t mut NameTables) -> Names<'t> {
        let unsorted = tables.unsorted.take();
        let unsorted = unsorted.as_ref().map_or(&[][..], |rows| &rows[..tables.count]);
        let (sorted, starts) = (&mut tables.sorted[..unsorted.len()], &mut tables.starts);
        let starts = &mut starts[..ends_of(unsorted.len())];
        sort_by_hash(unsorted, sorted, starts, |entry| entry.name());
        let shift = u64::BITS - unsorted.len().max(2).ilog2();
        let mut next = 0;
        for (position, entry) in sorted.iter().enumerate() {
            let bucket = (entry.name() >> shift) as usize;
            while next <= bucket {
                starts[next] = position as u32;
                next += 1;
            }
        }
        starts[next..].fill(sorted.len() as u32);
        Names { sorted, starts, shift }
    }

    /// The declarations of a name, in the order of their units.
    pub(crate) fn of(&self, name: NameHash) -> &[Named] {
        let Some(starts) = self.starts.get((name.0 >> self.shift) as usize..).filter(|rest| rest.len() > 1)
        else {
            return &[];
        };
        let near = &self.sorted[starts[0] as usize..starts[1] as usize];
        let rest = &near[near.partition_point(|entry| entry.name() < name.0)..];
        &rest[..rest.partition_point(|entry| entry.name() == name.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orienteer_model::OwnMemory;

    fn named(name: u64, unit: u32) -> Named {
        Named::new(NameHash(name), unit, 7, unit.is_multiple_of(2), unit.is_multiple_of(3))
    }

    /// More room than is needed, as usual.
    fn tables(all: impl Iterator<Item = Named>) -> NameTables {
        let mut tables = NameTables::new(&OwnMemory, 700).expect("memory");
        all.for_each(|named| tables.push(named));
        tables
    }

    #[test]
    fn declarations_are_found_in_order() {
        let spread = |value: u64| value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let all = (0..500u32).rev().map(|unit| named(spread(u64::from(unit % 90)), unit));
        let mut tables = tables(all);
        let names = Names::new(&mut tables);
        for value in 0..90 {
            let units: Vec<u32> =
                names.of(NameHash(spread(value))).iter().map(|named| named.unit()).collect();
            let expected: Vec<u32> = (0..500).filter(|unit| u64::from(unit % 90) == value).collect();
            assert_eq!(units, expected);
        }
        assert!(names.of(NameHash(spread(91))).is_empty());
    }

    #[test]
    fn few_or_no_names_are_no_exception() {
        assert!(Names::default().of(NameHash(u64::MAX)).is_empty());
        assert!(Names::new(&mut tables([].into_iter())).of(NameHash(0)).is_empty());
        let mut tables = tables([named(u64::MAX, 4)].into_iter());
        let one = Names::new(&mut tables);
        assert_eq!(one.of(NameHash(u64::MAX)), [named(u64::MAX, 4)]);
        assert!(one.of(NameHash(0)).is_empty());
    }

    #[test]
    fn marks_are_kept() {
        let entry = Named::new(NameHash(u64::MAX), u32::MAX, u16::MAX, false, true);
        assert_eq!(
            (entry.unit(), entry.family(), entry.is_method(), entry.is_test()),
            (u32::MAX, u16::MAX, false, true)
        );
    }
}
