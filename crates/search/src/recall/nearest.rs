//! The units of a snapshot nearest to a vector. A first look compares one bit a number; what passes it is compared exactly.

use super::dense::Dense;
use crate::error::SearchError;
use crate::understand::prose;
use orienteer_embedding::{StaticModel, Sum, built_in, dot, quantize};
use orienteer_model::UnitId;
use orienteer_storage::{Snapshot, Vectors, sketch};
use orienteer_text::{Tokenizer, is_stop_word};

/// Units that pass the first look for each that is wanted: bits are a rough measure.
const LOOKED_AT: usize = 40;
/// Fewer than this are all compared exactly.
const FEWEST: usize = 10_000;

/// A question as a vector, and the vectors it is compared with.
pub struct Nearest<'a> {
    vectors: Vectors<'a>,
    question: Vec<i8>,
    scale: f32,
}

/// Vectors of a snapshot by the model that the program carries, of length one, for whoever compares them elsewhere.
pub struct BuiltInVectors<'a> {
    vectors: Vectors<'a>,
    /// Tells models apart.
    pub model: u64,
}

impl<'a> BuiltInVectors<'a> {
    /// None if the program has no model or the snapshot was made with another one.
    pub fn of(snapshot: &'a Snapshot) -> Option<BuiltInVectors<'a>> {
        let model = built_in()?.fingerprint;
        Some(BuiltInVectors { vectors: snapshot.lexical().vectors(model)?, model })
    }

    pub fn dimensions(&self) -> usize {
        self.vectors.dimensions()
    }

    /// None of a unit whose words the model does not know.
    pub fn unit(&self, unit: UnitId) -> Option<Vec<f32>> {
        let (vector, scale) = self.vectors.of(unit)?;
        Some(vector.iter().map(|number| f32::from(*number) * scale).collect())
    }

    /// None if the model knows no word of it.
    pub fn question(&self, question: &str) -> Option<Vec<f32>> {
        let nearest = Nearest::to_vector(self.vectors, question_row(&built_in()?.model, question))?;
        Some(nearest.question.iter().map(|number| f32::from(*number) * nearest.scale).collect())
    }
}

fn question_row(model: &StaticModel<'_>, question: &str) -> Vec<i8> {
    let mut sum = Sum::new();
    let mut tokenizer = Tokenizer::new();
    // Only stop words that stand alone are left out: one inside `is_empty` or `for-each` is part of a name.
    for word in prose(question).flat_map(str::split_whitespace) {
        if !is_stop_word(&word.to_lowercase()) {
            tokenizer.terms(word, &mut |term| sum.count_term(model, term));
        }
    }
    quantize(sum.finish(model))
}

impl<'a> Nearest<'a> {
    /// By the model that the program carries; none if it has none, if the snapshot was made with another one, or if the model knows
    /// no word of the question.
    pub fn to_question(snapshot: &'a Snapshot, question: &str) -> Option<Nearest<'a>> {
        let model = built_in()?;
        let vectors = snapshot.lexical().vectors(model.fingerprint)?;
        Nearest::to_vector(vectors, question_row(&model.model, question))
    }

    /// Whether the program carries a model at all.
    pub fn is_possible() -> bool {
        built_in().is_some()
    }

    /// Whether a snapshot can be searched by that model.
    pub fn has_vectors(snapshot: &Snapshot) -> bool {
        built_in().is_some_and(|model| snapshot.lexical().vectors(model.fingerprint).is_some())
    }

    /// Near another unit.
    pub fn to_unit(snapshot: &'a Snapshot, unit: UnitId) -> Option<Nearest<'a>> {
        let vectors = snapshot.lexical().vectors(built_in()?.fingerprint)?;
        let (vector, _) = vectors.of(unit)?;
        Nearest::to_vector(vectors, vector.to_vec())
    }

    fn to_vector(vectors: Vectors<'a>, question: Vec<i8>) -> Option<Nearest<'a>> {
        let square = dot(&question, &question);
        (square > 0).then(|| Nearest { vectors, question, scale: 1.0 / (square as f32).sqrt() })
    }

    fn distance_to(&self, vector: &[i8], scale: f32) -> f32 {
        1.0 - dot(&self.question, vector) as f32 * self.scale * scale
    }

    /// How many bits of each document differ, segment by segment.
    fn differences(&self) -> Vec<Vec<u8>> {
        let bits: Vec<u64> = sketch(&self.question).collect();
        let of_one = |words: &[u64]| -> u8 {
            let differing =
                words.iter().zip(&bits).map(|(left, right)| (left ^ right).count_ones()).sum::<u32>();
            differing.min(u8::MAX.into()) as u8
        };
        let of_segment = |sketches: &[u64]| sketches.chunks_exact(bits.len().max(1)).map(of_one).collect();
        self.vectors.segments().map(|rows| of_segment(rows.sketches())).collect()
    }
}

impl Dense for Nearest<'_> {
    fn nearest(
        &self,
        count: usize,
        wanted: &dyn Fn(UnitId) -> bool,
    ) -> Result<Vec<(UnitId, f32)>, SearchError> {
        let differences = self.differences();
        let most = largest_difference(&differences, (count * LOOKED_AT).max(FEWEST));
        let mut near = Vec::new();
        for (rows, differences) in self.vectors.segments().zip(&differences) {
            let passing = differences.iter().enumerate().filter(|(_, bits)| **bits <= most);
            for (document, _) in passing {
                let (vector, scale) = rows.vector(document);
                if let Some(unit) = rows.unit(document).filter(|_| scale > 0.0) {
                    near.push((self.distance_to(vector, scale), unit));
                }
            }
        }
        Ok(first_wanted(near, count, wanted))
    }

    fn distance(&self, unit: UnitId) -> Option<f32> {
        let (vector, scale) = self.vectors.of(unit)?;
        Some(self.distance_to(vector, scale))
    }
}

/// The first of them that are wanted, nearest first. Sorts no more than it has to.
pub(super) fn first_wanted(
    mut near: Vec<(f32, UnitId)>,
    count: usize,
    wanted: &dyn Fn(UnitId) -> bool,
) -> Vec<(UnitId, f32)> {
    let order =
        |left: &(f32, UnitId), right: &(f32, UnitId)| left.0.total_cmp(&right.0).then(left.1.cmp(&right.1));
    let mut found = Vec::with_capacity(count);
    let mut rest = near.as_mut_slice();
    while found.len() < count && !rest.is_empty() {
        let next = (2 * count).clamp(1, rest.len());
        if next < rest.len() {
            rest.select_nth_unstable_by(next - 1, order);
        }
        let (first, others) = rest.split_at_mut(next);
        first.sort_unstable_by(order);
        let some = first.iter().filter(|(_, unit)| wanted(*unit)).map(|(distance, unit)| (*unit, *distance));
        found.extend(some.take(count - found.len()));
        rest = others;
    }
    found
}

/// The fewest bits of difference that let so many documents pass.
fn largest_difference(differences: &[Vec<u8>], count: usize) -> u8 {
    let mut with = [0_usize; 256];
    differences.iter().flatten().for_each(|bits| with[*bits as usize] += 1);
    let mut passed = 0;
    let enough = with.iter().position(|documents| {
        passed += documents;
        passed >= count
    });
    enough.map_or(u8::MAX, |bits| bits as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_are_wanted_in_order() {
        let near: Vec<(f32, UnitId)> =
            (0..100).map(|number| ((number * 37 % 100) as f32, UnitId(number))).collect();
        let found = first_wanted(near.clone(), 7, &|unit| near[unit.0 as usize].0 as u32 % 10 == 3);
        let distances: Vec<f32> = found.iter().map(|(_, distance)| *distance).collect();
        assert_eq!(distances, [3.0, 13.0, 23.0, 33.0, 43.0, 53.0, 63.0]);
        assert_eq!(first_wanted(near, 200, &|_| true).len(), 100);
        assert!(first_wanted(Vec::new(), 3, &|_| true).is_empty());
    }

    #[test]
    fn as_many_pass_as_are_asked_for() {
        let differences = [vec![3, 9, 1], vec![4, 200, 3]];
        assert_eq!(largest_difference(&differences, 1), 1);
        assert_eq!(largest_difference(&differences, 2), 3);
        assert_eq!(largest_difference(&differences, 4), 4);
        assert_eq!(largest_difference(&differences, 7), u8::MAX);
    }
}
