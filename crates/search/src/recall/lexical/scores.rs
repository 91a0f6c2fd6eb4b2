//! Scores by number, of units or of files, and which of them there are: nobody looks through those that have none.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Scores of some numbers; all others have 0.
pub(crate) struct Scores {
    values: Values,
    /// Numbers with a score, each once, as they were met.
    found: Vec<u32>,
}

enum Values {
    /// Of all numbers.
    Table(Vec<f32>),
    /// Of very many numbers: a large one costs what is looked at.
    Pages(Pages),
    /// Of those that have one, for few.
    Map(HashMap<u32, f32, BuildHasherDefault<NumberHasher>>),
}

impl Scores {
    /// For numbers below `count`.
    pub(super) fn table(count: usize) -> Scores {
        Scores { values: Values::Table(vec![0.0; count]), found: Vec::new() }
    }

    /// For numbers below `count` where that is very many.
    pub(super) fn pages(count: usize) -> Scores {
        Scores { values: Values::Pages(Pages::new(count)), found: Vec::new() }
    }

    /// For any numbers, not too many of them.
    pub(super) fn map() -> Scores {
        Scores { values: Values::Map(HashMap::default()), found: Vec::new() }
    }

    pub(crate) fn get(&self, number: u32) -> f32 {
        match &self.values {
            Values::Table(values) => values.get(number as usize).copied().unwrap_or(0.0),
            Values::Pages(pages) => pages.get(number),
            Values::Map(values) => values.get(&number).copied().unwrap_or(0.0),
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, number: u32, score: f32) {
        let value = match &mut self.values {
            Values::Table(values) => values.get_mut(number as usize),
            Values::Pages(pages) => pages.get_mut(number),
            Values::Map(values) => Some(values.entry(number).or_insert(0.0)),
        };
        let Some(value) = value else { return };
        if *value == 0.0 && score > 0.0 {
            self.found.push(number);
        }
        *value += score;
    }

    /// Numbers that have a score, in no order.
    pub(crate) fn found(&self) -> &[u32] {
        &self.found
    }

    pub(crate) fn largest(&self) -> f32 {
        self.found.iter().map(|number| self.get(*number)).fold(0.0, f32::max)
    }
}

/// Numbers that have a place as soon as one of them has.
const PAGE: usize = 256;

/// Values of neighbouring numbers together, made when the first of them is met. A table of all would be fresh memory for every
/// question, and the system takes longer to give it than the question to fill it.
struct Pages {
    /// Which page of `values` each so many numbers have; the first is nobody's and stays 0.
    places: Vec<u32>,
    values: Vec<f32>,
}

impl Pages {
    fn new(count: usize) -> Pages {
        Pages { places: vec![0; count.div_ceil(PAGE)], values: vec![0.0; PAGE] }
    }

    fn get(&self, number: u32) -> f32 {
        let place = self.places.get(number as usize / PAGE).copied().unwrap_or(0);
        self.values.get(place as usize * PAGE + number as usize % PAGE).copied().unwrap_or(0.0)
    }

    #[inline(always)]
    fn get_mut(&mut self, number: u32) -> Option<&mut f32> {
        let place = self.places.get_mut(number as usize / PAGE)?;
        if *place == 0 {
            *place = (self.values.len() / PAGE) as u32;
            self.values.resize(self.values.len() + PAGE, 0.0);
        }
        self.values.get_mut(*place as usize * PAGE + number as usize % PAGE)
    }
}

/// The `count` numbers with the highest scores, highest first; the smaller number first where scores are equal.
pub(super) fn best(numbers: impl Iterator<Item = u32>, score: impl Fn(u32) -> f32, count: usize) -> Vec<u32> {
    let mut scored: Vec<(f32, u32)> = numbers.map(|number| (score(number), number)).collect();
    let order =
        |left: &(f32, u32), right: &(f32, u32)| right.0.total_cmp(&left.0).then_with(|| left.1.cmp(&right.1));
    if scored.len() > count && count > 0 {
        scored.select_nth_unstable_by(count - 1, order);
    }
    scored.truncate(count);
    scored.sort_unstable_by(order);
    scored.into_iter().map(|(_, number)| number).collect()
}

/// Numbers are far apart and nobody chooses them: one multiplication spreads them.
#[derive(Default)]
pub(super) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32((*byte).into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_hold_the_same() {
        for mut scores in [Scores::table(10), Scores::pages(10), Scores::map()] {
            for (number, score) in [(3, 1.0), (7, 0.5), (3, 0.25), (9, 0.0), (9, 2.0)] {
                scores.add(number, score);
            }
            assert_eq!(scores.found(), [3, 7, 9]);
            assert_eq!([3, 7, 9, 1].map(|number| scores.get(number)), [1.25, 0.5, 2.0, 0.0]);
            assert_eq!(scores.largest(), 2.0);
            assert_eq!(best(scores.found().iter().copied(), |number| scores.get(number), 2), [9, 3]);
        }
    }

    #[test]
    fn a_table_knows_its_numbers() {
        let mut scores = Scores::table(2);
        scores.add(2, 1.0);
        assert!(scores.found().is_empty() && scores.get(2) == 0.0);
        let mut scores = Scores::pages(2 * PAGE);
        scores.add(2 * PAGE as u32, 1.0);
        assert!(scores.found().is_empty() && scores.get(2 * PAGE as u32) == 0.0);
    }

    #[test]
    fn pages_hold_what_a_table_holds() {
        let (mut pages, mut table) = (Scores::pages(10_000), Scores::table(10_000));
        for number in (0..3_000_u32).map(|number| number * 7_919 % 10_000) {
            pages.add(number, number as f32);
            table.add(number, number as f32);
        }
        assert_eq!(pages.found(), table.found());
        assert!((0..10_001).all(|number| pages.get(number) == table.get(number)));
    }
}
