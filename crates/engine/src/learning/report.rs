//! What was learned, for people and for export. Read only.

use super::lessons::Lessons;
use crate::error::EngineError;
use crate::place::Place;
use crate::workspace::Workspace;
use orienteer_search::Params;
use orienteer_storage::Snapshot;

/// What was learned about a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedUnit {
    pub place: Place,
    /// Uses, and a user's words, for it and against it.
    pub useful: f32,
    pub against: f32,
    /// What ranking makes of that, between -1 and 1.
    pub signal: f32,
    /// Of the last minutes, between 0 and 1.
    pub session: f32,
}

/// A word and what it came to stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedWord {
    /// In the form of the index.
    pub word: String,
    pub place: Place,
    /// Answers in which it led there.
    pub count: u32,
    /// How surely it does; none while it was seen too rarely.
    pub weight: Option<f32>,
}

/// All that was learned and still counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// Answers of which something was used.
    pub answers: usize,
    pub uses: usize,
    /// Uses that count no more, because the code changed.
    pub expired: usize,
    /// Lines that could not be read.
    pub damaged: usize,
    /// The most useful first.
    pub units: Vec<LearnedUnit>,
    /// By word, the surest unit first.
    pub words: Vec<LearnedWord>,
}

impl Workspace {
    /// What use has taught, as far as it holds for a snapshot.
    pub fn learned(&self, snapshot: &Snapshot, params: &Params, now: u64) -> Result<Learned, EngineError> {
        let record = self.record()?;
        let lessons = Lessons::of(&record, snapshot, params, now);
        Ok(Learned {
            answers: record.answers.len(),
            uses: record.marks.len(),
            expired: lessons.expired,
            damaged: record.damaged,
            units: units(snapshot, &lessons, params),
            words: words(snapshot, &lessons, params),
        })
    }
}

fn units(snapshot: &Snapshot, lessons: &Lessons, params: &Params) -> Vec<LearnedUnit> {
    let known = lessons.units.iter().filter_map(|(id, tally)| {
        Some(LearnedUnit {
            place: Place::of(&snapshot.unit(*id)?),
            useful: tally.useful,
            against: tally.against,
            signal: tally.signal(params),
            session: lessons.session.get(id).copied().unwrap_or(0.0),
        })
    });
    let mut units: Vec<LearnedUnit> = known.collect();
    units.sort_by(|left, right| right.signal.total_cmp(&left.signal));
    units
}

fn words(snapshot: &Snapshot, lessons: &Lessons, params: &Params) -> Vec<LearnedWord> {
    let mut words = Vec::new();
    for (word, units) in &lessons.words {
        let mut units: Vec<_> = units.iter().collect();
        units.retain(|(_, led)| led.used > 0);
        units.sort_by(|left, right| right.1.used.cmp(&left.1.used).then_with(|| left.0.cmp(right.0)));
        words.extend(units.into_iter().filter_map(|(id, led)| {
            let place = Place::of(&snapshot.unit(*id)?);
            Some(LearnedWord { word: word.clone(), place, count: led.used, weight: led.sureness(params) })
        }));
    }
    words
}
