//! What a run tells whoever observes it: what each stage took in and gave out, and the way of single units through it.
//!
//! Everything told here was made by the stages, for the answer. No clock is read: whoever wants times reads one when a stage is
//! reported. Without an observer nothing is done.

mod journeys;
mod notes;

use crate::explain::{Journey, Reason, Standing};
use crate::fuse::Candidate;
use crate::params::Params;
use crate::pipeline::Request;
use crate::rank::{Measured, Scored};
use crate::recall::dense::Distances;
use crate::recall::{Channel, Recalled};
use crate::seed::Seed;
use crate::spread::Spread;
use crate::understand::Intent;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;

/// A stage that has just ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub name: &'static str,
    /// Part of the stage that was reported before it; has no time of its own.
    pub is_part: bool,
    pub taken: usize,
    pub given: usize,
    /// What else is worth knowing.
    pub note: String,
}

/// Listens to a run.
pub trait Observer {
    fn stage(&mut self, stage: Stage);

    /// The units that are followed; the run writes into them.
    fn journeys(&mut self) -> &mut [Journey] {
        &mut []
    }
}

/// Tells an observer, if there is one.
pub(crate) struct Trace<'o>(Option<&'o mut dyn Observer>);

impl<'o> Trace<'o> {
    pub(crate) fn new(observer: Option<&'o mut dyn Observer>) -> Trace<'o> {
        Trace(observer)
    }

    pub(crate) fn understood(&mut self, query: &str, intent: &Intent) {
        let words = query.split_whitespace().count();
        self.stage("understand", words, intent.terms.len(), || notes::intent(intent));
    }

    /// The channels, and in which of them the followed units are.
    pub(crate) fn recalled(
        &mut self,
        snapshot: &Snapshot,
        request: &Request<'_>,
        recalled: &Recalled,
        params: &Params,
    ) {
        let terms = recalled.text.terms.len();
        self.stage("recall", terms, total(&recalled.channels), || notes::recalled(recalled));
        for channel in &recalled.channels {
            self.part(channel.name, terms, channel.units.len(), || notes::channel(channel));
        }
        let wanted = |unit: UnitId| snapshot.unit(unit).is_some_and(|unit| (request.wanted)(&unit));
        for journey in self.journeys() {
            journeys::recalled(journey, recalled, &wanted, params);
        }
    }

    pub(crate) fn fused(&mut self, channels: &[Channel], candidates: &[Candidate]) {
        self.stage("fuse", total(channels), candidates.len(), || notes::fused(candidates));
        let least = candidates.last().map_or(0.0, |last| last.fused);
        for journey in self.journeys() {
            journeys::fused(journey, candidates, least);
        }
    }

    /// The candidates, looked at for the first time.
    pub(crate) fn looked(&mut self, taken: usize, given: usize) {
        self.stage("look", taken, given, notes::looked);
    }

    /// Where the walk begins, and why there.
    pub(crate) fn seeded(&mut self, candidates: &[Candidate], seeds: &[Seed]) {
        self.stage("seed", candidates.len(), seeds.len(), || notes::seeded(seeds));
        for journey in self.journeys() {
            let seed = seeds.iter().find(|seed| seed.unit == journey.unit);
            journey.origin = seed.map(|seed| seed.origin.name());
        }
    }

    /// The walk, and what joined through it. `taken` is how many candidates there were.
    pub(crate) fn walked(
        &mut self,
        taken: usize,
        spread: &Spread,
        candidates: &[Candidate],
        params: &Params,
    ) {
        self.stage("walk", taken, candidates.len(), || notes::walked(spread, candidates.len() - taken));
        for journey in self.journeys() {
            journeys::walked(journey, spread, candidates, params);
        }
    }

    pub(crate) fn stood(&mut self, spread: &Spread) {
        let standings = spread.standings();
        let given = standings.values().filter(|standing| **standing != Standing::default()).count();
        self.stage("authority", standings.len(), given, || notes::stood(spread));
        for journey in self.journeys() {
            journey.standing = standings.get(&journey.unit).copied().unwrap_or_default();
        }
    }

    pub(crate) fn measured(
        &mut self,
        taken: usize,
        rows: &[Measured],
        request: &Request<'_>,
        distances: &Distances,
    ) {
        self.stage("measure", taken, rows.len(), notes::measured);
        for journey in self.journeys() {
            let distance = distances.of(journey.unit);
            let far = |most| Reason::Far { distance, most };
            let reason = request.max_distance.map_or(Reason::Removed, far);
            journey.pass("measure", rows.iter().map(|row| row.unit), reason);
        }
    }

    /// Scores, and the list that they make.
    pub(crate) fn ranked(&mut self, rows: &[Measured], ranked: &[Scored<'_>], params: &Params) {
        self.stage("rank", rows.len(), ranked.len(), || notes::ranked(ranked));
        for journey in self.journeys() {
            journeys::ranked(journey, rows, ranked, params);
        }
    }

    /// Whether a reranker, where there is one, ordered the list anew.
    pub(crate) fn reranked(&mut self, changed: Option<bool>, count: usize) {
        if let Some(changed) = changed {
            self.part("rerank", count, count, || notes::reranked(changed));
        }
    }

    /// What is shown of the list, as positions in it.
    pub(crate) fn diversified(&mut self, ranked: &[Scored<'_>], shown: &[usize], per_file: usize) {
        self.stage("diversify", ranked.len(), shown.len(), || notes::diversified(per_file));
        for journey in self.journeys() {
            let place = journey.place("rank").unwrap_or_default();
            let reason = Reason::Crowded { place, most: shown.len() };
            journey.pass("diversify", shown.iter().map(|at| ranked[*at].measured.unit), reason);
        }
    }

    fn stage(&mut self, name: &'static str, taken: usize, given: usize, note: impl FnOnce() -> String) {
        self.tell(name, false, taken, given, note);
    }

    fn part(&mut self, name: &'static str, taken: usize, given: usize, note: impl FnOnce() -> String) {
        self.tell(name, true, taken, given, note);
    }

    fn tell(
        &mut self,
        name: &'static str,
        is_part: bool,
        taken: usize,
        given: usize,
        note: impl FnOnce() -> String,
    ) {
        if let Some(observer) = &mut self.0 {
            observer.stage(Stage { name, is_part, taken, given, note: note() });
        }
    }

    fn journeys(&mut self) -> &mut [Journey] {
        self.0.as_deref_mut().map_or(&mut [], |observer| observer.journeys())
    }
}

fn total(channels: &[Channel]) -> usize {
    channels.iter().map(|channel| channel.units.len()).sum()
}

fn units(candidates: &[Candidate]) -> impl Iterator<Item = UnitId> + '_ {
    candidates.iter().map(|candidate| candidate.unit)
}
