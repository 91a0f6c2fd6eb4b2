//! Which unit of a file as it was is which unit of the file as it is: those before and those after one stretch that changed.
//!
//! Compares what other files can see of a unit. Nothing here looks at lines or bytes, which every edit moves.

use crate::hashing::hash;
use orienteer_model::{FactsView, NO_UNIT, UnitFact};
use std::ops::Range;

/// The units of one file, before and after a change.
pub(crate) struct Alignment<'a> {
    old: FactsView<'a>,
    new: FactsView<'a>,
    /// Units at the beginning that are the same.
    head: usize,
    /// Units at the end that are the same.
    tail: usize,
}

impl<'a> Alignment<'a> {
    /// Nothing where units that look the same stand inside different ones.
    pub(crate) fn of(old: FactsView<'a>, new: FactsView<'a>) -> Option<Alignment<'a>> {
        let shorter = old.units.len().min(new.units.len());
        let same = |left: &UnitFact, right: &UnitFact| is_same(&old, left, &new, right);
        let head = pairs(old.units.iter(), new.units.iter()).take_while(|(a, b)| same(a, b)).count();
        let ends = pairs(old.units.iter().rev(), new.units.iter().rev());
        let tail = ends.take(shorter - head).take_while(|(a, b)| same(a, b)).count();
        let alignment = Alignment { old, new, head, tail };
        alignment.has_same_nesting().then_some(alignment)
    }

    fn has_same_nesting(&self) -> bool {
        self.old.units.iter().enumerate().all(|(index, unit)| match self.moved(index as u32) {
            Some(now) => self.moved(unit.parent) == Some(self.new.units[now as usize].parent),
            None => true,
        })
    }

    /// The number that a unit has now; nothing if it is gone. The file as a whole stays.
    pub(crate) fn moved(&self, unit: u32) -> Option<u32> {
        let (index, old, new) = (unit as usize, self.old.units.len(), self.new.units.len());
        if unit == NO_UNIT || index < self.head {
            Some(unit)
        } else if index < old && index >= old - self.tail {
            Some((index + new - old) as u32)
        } else {
            None
        }
    }

    /// Whether a unit, as it is numbered now, was there before.
    pub(crate) fn was_there(&self, unit: u32) -> bool {
        unit == NO_UNIT || !self.added().contains(&(unit as usize))
    }

    fn added(&self) -> Range<usize> {
        self.head..self.new.units.len() - self.tail
    }

    /// Units that are gone or new, each with the facts that it stands in.
    pub(crate) fn different(&self) -> impl Iterator<Item = (&FactsView<'a>, &'a UnitFact)> {
        let gone = &self.old.units[self.head..self.old.units.len() - self.tail];
        let added = &self.new.units[self.added()];
        gone.iter().map(|unit| (&self.old, unit)).chain(added.iter().map(|unit| (&self.new, unit)))
    }
}

fn pairs<'u>(
    left: impl Iterator<Item = &'u UnitFact>,
    right: impl Iterator<Item = &'u UnitFact>,
) -> impl Iterator<Item = (&'u UnitFact, &'u UnitFact)> {
    left.zip(right)
}

/// Whether other files see the same in two units.
fn is_same(old: &FactsView<'_>, left: &UnitFact, new: &FactsView<'_>, right: &UnitFact) -> bool {
    left.kind() == right.kind()
        && left.flags == right.flags
        && left.name.hash == right.name.hash
        && left.container.hash == right.container.hash
        // Types that are open are known by it.
        && hash(old.text(left.qualified)) == hash(new.text(right.qualified))
}
