//! The units of a snapshot nearest to a vector: all are compared, or, of very many, those that pass a first look at one bit a number.

mod first_look;

use super::dense::Dense;
use crate::error::SearchError;
use crate::understand::prose;
use orienteer_embedding::{StaticModel, Sum, built_in, dot, products, quantize};
use orienteer_model::UnitId;
use orienteer_storage::{Snapshot, VectorRows, Vectors};
use orienteer_text::{Tokenizer, is_stop_word};

/// More documents than this are not all compared: it would take longer than all the rest of an answer.
const MOST_COMPARED: usize = 1_000_000;
/// Units that are looked at for each that is wanted: filters may refuse many.
const LOOKED_AT: usize = 40;
/// So many are looked at anyway.
const FEWEST: usize = 10_000;
/// Units that pass the first look for each that is wanted, and anyway.
const PASSING: usize = 20;
const FEWEST_PASSING: usize = 8_000;
/// Vectors that are compared in a row, so that their products need not leave the processor.
const BLOCK: usize = 1_024;
/// Distances lie between 0 and 2; so many steps lead there.
const STEPS: usize = 1_024;

/// A question as a vector, and the vectors it is compared with.
pub struct Nearest<'a> {
    vectors: Vectors<'a>,
    question: Vec<i8>,
    scale: f32,
    /// The model understands none of the question's words.
    is_guess: bool,
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
    question_terms(question, &mut |term| sum.count_term(model, term));
    quantize(sum.finish(model))
}

fn question_terms(question: &str, see: &mut dyn FnMut(&str)) {
    let mut tokenizer = Tokenizer::new();
    // Only stop words that stand alone are left out: one inside `is_empty` or `for-each` is part of a name.
    for word in prose(question).flat_map(str::split_whitespace) {
        if !is_stop_word(&word.to_lowercase()) {
            tokenizer.terms(word, &mut |term| see(term));
        }
    }
}

impl<'a> Nearest<'a> {
    /// By the model that the program carries; none if it has none, if the snapshot was made with another one, or if the model knows
    /// no word of the question.
    pub fn to_question(snapshot: &'a Snapshot, question: &str) -> Option<Nearest<'a>> {
        let model = built_in()?;
        let vectors = snapshot.lexical().vectors(model.fingerprint)?;
        let nearest = Nearest::to_vector(vectors, question_row(&model.model, question))?;
        let mut is_guess = true;
        question_terms(question, &mut |term| is_guess &= !model.model.understands(term));
        Some(Nearest { is_guess, ..nearest })
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
        let scale = 1.0 / (square as f32).sqrt();
        (square > 0).then_some(Nearest { vectors, question, scale, is_guess: false })
    }

    fn distance_to(&self, vector: &[i8], scale: f32) -> f32 {
        self.distance_of(dot(&self.question, vector), scale)
    }

    fn distance_of(&self, product: i32, scale: f32) -> f32 {
        1.0 - product as f32 * self.scale * scale
    }

    /// The nearest so many units or a few more, and how far they are.
    fn compared(&self, count: usize) -> Vec<(f32, UnitId)> {
        let distances: Vec<Vec<f32>> = self.vectors.segments().map(|rows| self.distances(&rows)).collect();
        let most = enough(distances.iter().flatten().map(|distance| step(*distance)), count);
        let mut near = Vec::new();
        for (rows, distances) in self.vectors.segments().zip(&distances) {
            let passing = distances.iter().enumerate().filter(|(_, distance)| step(**distance) <= most);
            near.extend(passing.filter_map(|(at, distance)| Some((*distance, rows.unit(at)?))));
        }
        near.retain(|(distance, _)| distance.is_finite());
        near
    }

    /// How far each document of a segment is; no distance at all for one without known words.
    fn distances(&self, rows: &VectorRows<'_>) -> Vec<f32> {
        let (numbers, scales) = rows.vectors();
        let (mut distances, mut block) = (Vec::with_capacity(scales.len()), Vec::with_capacity(BLOCK));
        let numbers = numbers.chunks(BLOCK * self.question.len());
        for (numbers, scales) in numbers.zip(scales.chunks(BLOCK)) {
            block.clear();
            products(&self.question, numbers, &mut block);
            let distance = |(product, scale): (&i32, &f32)| {
                if *scale > 0.0 { self.distance_of(*product, *scale) } else { f32::INFINITY }
            };
            distances.extend(block.iter().zip(scales).map(distance));
        }
        distances
    }

    /// The units that so many documents or a few more are whose bits fit best, and how far they are.
    fn looked_at(&self, count: usize) -> Vec<(f32, UnitId)> {
        let mut near = Vec::new();
        first_look::for_each_passing(self.vectors, &self.question, count, |rows, document| {
            let (vector, scale) = rows.vector(document);
            if let Some(unit) = rows.unit(document).filter(|_| scale > 0.0) {
                near.push((self.distance_to(vector, scale), unit));
            }
        });
        near
    }
}

impl Dense for Nearest<'_> {
    fn nearest(
        &self,
        count: usize,
        wanted: &dyn Fn(UnitId) -> bool,
    ) -> Result<Vec<(UnitId, f32)>, SearchError> {
        let documents: usize = self.vectors.segments().map(|rows| rows.document_count()).sum();
        let near = if documents > MOST_COMPARED {
            self.looked_at((count * PASSING).max(FEWEST_PASSING))
        } else {
            self.compared((count * LOOKED_AT).max(FEWEST))
        };
        Ok(first_wanted(near, count, wanted))
    }

    fn is_guess(&self) -> bool {
        self.is_guess
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

/// Which step a distance is on.
fn step(distance: f32) -> usize {
    ((distance * (STEPS / 2) as f32) as usize).min(STEPS)
}

/// The first step up to which so many are counted.
fn enough(steps: impl Iterator<Item = usize>, count: usize) -> usize {
    let mut on = [0_usize; STEPS + 1];
    steps.for_each(|step| on[step] += 1);
    let mut counted = 0;
    let found = on.iter().position(|here| {
        counted += here;
        counted >= count
    });
    found.unwrap_or(STEPS)
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
        let steps = [3, 9, 1, 4, 200, 3];
        let passing = |count| enough(steps.into_iter(), count);
        assert_eq!([passing(1), passing(2), passing(4), passing(7)], [1, 3, 4, STEPS]);
        assert_eq!([-0.1, 0.0, 1.0, 2.0, f32::INFINITY].map(step), [0, 0, 512, STEPS, STEPS]);
    }
}
