//! Answers and their uses that somebody keeps elsewhere than beside the index: for measuring what learning is worth.

use super::answer::{GivenAnswer, GivenUnit};
use super::lessons::Lessons;
use super::mark::{Mark, Use};
use super::{MOST_UNITS, Record, pack_name, roots};
use crate::search::Hit;
use orienteer_search::{Memory, Params, learnable_words};
use orienteer_storage::Snapshot;

/// An answer and what became of it.
#[derive(Clone, Debug)]
pub struct Experience {
    answer: GivenAnswer,
    marks: Vec<Mark>,
}

impl Experience {
    /// Nothing of it was used yet. Times are seconds since 1970.
    pub fn new<'h>(
        snapshot: &Snapshot,
        task: &str,
        params: &Params,
        hits: impl IntoIterator<Item = &'h Hit>,
        now: u64,
    ) -> Experience {
        let units: Vec<GivenUnit> = hits.into_iter().map(GivenUnit::of).take(MOST_UNITS).collect();
        let roots = roots::of_folders(snapshot, units.iter().map(|unit| unit.path.as_str()));
        let words = learnable_words(task, params);
        let name = pack_name(snapshot, task, &units);
        let answer = GivenAnswer { name, time: now, words, roots, units };
        Experience { answer, marks: Vec::new() }
    }

    /// The unit at this position of the answer was used.
    pub fn note(&mut self, unit: usize, kind: Use, now: u64) {
        self.marks.push(self.answer.mark(unit, kind, now));
    }
}

/// What experiences have taught about the units of a snapshot.
pub fn memory_of(snapshot: &Snapshot, experiences: &[Experience], params: &Params, now: u64) -> Memory {
    let record = Record {
        answers: experiences.iter().map(|experience| experience.answer.clone()).collect(),
        marks: experiences.iter().flat_map(|experience| experience.marks.clone()).collect(),
        damaged: 0,
    };
    Lessons::of(&record, snapshot, params, now).memory(params)
}
