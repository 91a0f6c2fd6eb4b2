//! BM25F over units, and over files as wholes, with the statistics of the whole corpus: what else was recalled never changes a
//! score.

mod bounded;
mod scorer;
mod scores;
mod terms;

use crate::params::Params;
use crate::understand::Intent;
pub(crate) use bounded::LookedAt;
use orienteer_model::{FileId, UnitId};
use orienteer_storage::Snapshot;
pub use scorer::term_weights;
use scorer::{Looked, Scorer};
use scores::{Scores, best};
pub(crate) use terms::Weighed;
pub use terms::asked_terms;
pub(super) use terms::rarity;

/// Units that are looked at, for each that is wanted, before all are.
const LOOK_AT: usize = 4;

/// Scores of all units and files by their text.
pub(crate) struct Text {
    /// By unit.
    own: Scores,
    /// By file.
    file: Scores,
    /// Weightiest first.
    pub(crate) terms: Vec<Weighed>,
    /// The files in which every term was looked up; none if that is all of them.
    pub(crate) looked_at: Option<LookedAt>,
}

pub(crate) fn score(snapshot: &Snapshot, intent: &Intent, params: &Params) -> Text {
    let terms = terms::weighed(snapshot, intent, params);
    if snapshot.unit_count() as f32 > params.bounded_from {
        return bounded::score(snapshot, terms, params);
    }
    let mut text = Text::of_all(snapshot);
    let mut scorer = Scorer::new(snapshot, params);
    for asked in terms {
        scorer.term(&mut text, &asked, Looked::All);
        text.terms.push(asked.weighed);
    }
    text
}

impl Text {
    /// In which many units and files may have a score.
    fn of_all(snapshot: &Snapshot) -> Text {
        let (own, file) = (Scores::table(snapshot.unit_count()), Scores::table(snapshot.file_count()));
        Text { own, file, ..Text::of_few() }
    }

    /// The same for a very large tree, of which a part is looked at.
    fn of_part(snapshot: &Snapshot) -> Text {
        let (own, file) = (Scores::pages(snapshot.unit_count()), Scores::pages(snapshot.file_count()));
        Text { own, file, ..Text::of_few() }
    }

    /// In which few units and files have a score.
    fn of_few() -> Text {
        Text { own: Scores::map(), file: Scores::map(), terms: Vec::new(), looked_at: None }
    }

    pub(crate) fn own(&self, unit: UnitId) -> f32 {
        self.own.get(unit.0)
    }

    pub(crate) fn file(&self, file: FileId) -> f32 {
        self.file.get(file.0)
    }

    /// Units with a term of the question, in no order.
    #[cfg(test)]
    pub(crate) fn units(&self) -> impl Iterator<Item = UnitId> {
        self.own.found().iter().copied().map(UnitId)
    }

    /// Files with a term of the question, in no order.
    pub(crate) fn files(&self) -> impl Iterator<Item = FileId> {
        self.file.found().iter().copied().map(FileId)
    }

    /// Of the best unit.
    pub(crate) fn largest(&self) -> f32 {
        self.own.largest()
    }

    /// The weight of all terms together.
    pub(crate) fn total_weight(&self) -> f32 {
        self.terms.iter().map(|term| term.weight).sum()
    }

    /// Where a unit stands among all that are wanted, the best having 1; none without a term of the question.
    pub(crate) fn place(&self, unit: UnitId, wanted: &dyn Fn(UnitId) -> bool) -> Option<usize> {
        let own = self.own(unit);
        let is_before = |other: &u32| {
            let score = self.own.get(*other);
            score.total_cmp(&own).then(unit.0.cmp(other)).is_gt() && wanted(UnitId(*other))
        };
        (own > 0.0).then(|| 1 + self.own.found().iter().filter(|other| is_before(other)).count())
    }

    pub(crate) fn best_units(&self, count: usize, wanted: &dyn Fn(UnitId) -> bool) -> Vec<UnitId> {
        let found = || self.own.found().iter().copied();
        let is_wanted = |unit: &u32| wanted(UnitId(*unit));
        // Most filters leave most units: looking at the best few is enough, and much cheaper than looking at all.
        let mut units = best(found(), |unit| self.own.get(unit), count * LOOK_AT);
        let is_all = units.len() < count * LOOK_AT;
        units.retain(is_wanted);
        if units.len() < count && !is_all {
            units = best(found().filter(is_wanted), |unit| self.own.get(unit), count);
        }
        units.into_iter().take(count).map(UnitId).collect()
    }

    /// The best units, at most three, of each of the best files.
    pub(crate) fn best_of_files(
        &self,
        snapshot: &Snapshot,
        count: usize,
        wanted: &dyn Fn(UnitId) -> bool,
    ) -> Vec<UnitId> {
        let found = self.file.found().iter().copied();
        let mut units = Vec::new();
        for file in best(found, |file| self.file.get(file), count) {
            let Some(file) = snapshot.file(FileId(file)) else { continue };
            let of_file = file
                .units()
                .map(|unit| unit.0)
                .filter(|unit| self.own(UnitId(*unit)) > 0.0 && wanted(UnitId(*unit)));
            units.extend(best(of_file, |unit| self.own.get(unit), 3).into_iter().map(UnitId));
        }
        units
    }
}
