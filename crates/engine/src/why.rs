//! Why a symbol stands where it stands in a context, or why it is not in it: one run of the same pipeline, followed.
//!
//! Nothing is computed for it that did not make the answer; nothing here ranks, packs or prints.

mod words;

use crate::context::ContextRequest;
use crate::error::EngineError;
use crate::find::{Found, find};
use crate::freshness::View;
use crate::nearest::nearest;
use crate::note::Note;
use crate::place::Place;
use crate::search::{Exclusion, exclusion};
use crate::symbol::{SymbolAnswer, places};
use crate::trace::{Packing, Recorder, TracedStage};
use crate::workspace::Workspace;
use orienteer_model::UnitId;
use orienteer_search::Journey;
use orienteer_storage::Snapshot;

/// Units of one name that are followed; a name that more units have says little about any of them.
const MOST_FOLLOWED: usize = 1_000;

/// The way of one unit, from the words of the task to its place in the answer.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub place: Place,
    pub journey: Journey,
    /// Of the best score, where it has one.
    pub relative: Option<f32>,
    /// What of the request keeps it out.
    pub exclusion: Option<Exclusion>,
    /// What became of it where the budget was filled; none where it did not come so far.
    pub packing: Option<Packing>,
}

/// Everything about a name.
#[derive(Clone, Debug, Default)]
pub struct WhyAnswer {
    /// Of each unit that has the name, those that came furthest first.
    pub explanations: Vec<Explanation>,
    /// Where nothing has the name: what may have been meant.
    pub unknown: Option<SymbolAnswer>,
    /// What the run did.
    pub stages: Vec<TracedStage>,
    /// What the run had to do without.
    pub notes: Vec<Note>,
}

impl Workspace {
    /// Runs the context once and follows what is called `symbol`.
    pub fn why(&self, view: &View, request: &ContextRequest, symbol: &str) -> Result<WhyAnswer, EngineError> {
        request.validate()?;
        match find(&view.snapshot, symbol) {
            Found::Exact(units) => self.follow(view, request, units),
            Found::OtherCase(units) => Ok(WhyAnswer::unknown(&view.snapshot, &units, true)),
            Found::Nothing => {
                let units = nearest(&view.snapshot, symbol);
                Ok(WhyAnswer::unknown(&view.snapshot, &units, false))
            }
        }
    }

    fn follow(
        &self,
        view: &View,
        request: &ContextRequest,
        units: Vec<UnitId>,
    ) -> Result<WhyAnswer, EngineError> {
        let followed = units.into_iter().take(MOST_FOLLOWED).map(Journey::new).collect();
        let mut recorder = Recorder::new(followed);
        let answer = self.context_recorded(view, request, &mut recorder)?;
        let top = answer.ranked.first().map_or(0.0, |hit| hit.score);
        let Recorder { stages, journeys, packings, .. } = recorder;
        let explain = |journey| explanation(&view.snapshot, request, journey, &packings, top);
        let mut explanations: Vec<Explanation> = journeys.into_iter().filter_map(explain).collect();
        explanations.sort_by_key(Explanation::distance);
        Ok(WhyAnswer { explanations, unknown: None, stages, notes: answer.notes })
    }
}

impl WhyAnswer {
    fn unknown(snapshot: &Snapshot, units: &[UnitId], is_other_case: bool) -> WhyAnswer {
        let unknown =
            SymbolAnswer { suggestions: places(snapshot, units), is_other_case, ..SymbolAnswer::default() };
        WhyAnswer { unknown: Some(unknown), ..WhyAnswer::default() }
    }
}

fn explanation(
    snapshot: &Snapshot,
    request: &ContextRequest,
    journey: Journey,
    packings: &[Packing],
    top: f32,
) -> Option<Explanation> {
    let unit = snapshot.unit(journey.unit)?;
    let listed = journey.is_there().then(|| journey.place("diversify")).flatten();
    Some(Explanation {
        place: Place::of(&unit),
        relative: journey.ranked.as_ref().filter(|_| top > 0.0).map(|ranked| ranked.score / top),
        exclusion: exclusion(&unit, &request.filter),
        packing: listed.and_then(|place| packings.get(place - 1)).copied(),
        journey,
    })
}

impl Explanation {
    /// Smaller for what came further.
    fn distance(&self) -> (usize, usize) {
        let shown = self.packing.and_then(|packing| packing.place);
        let ranked = self.journey.place("rank");
        (shown.unwrap_or(usize::MAX), ranked.unwrap_or(usize::MAX))
    }
}
