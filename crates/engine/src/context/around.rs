//! From units that are near something to a ranked list: measured and weighed as what a task finds. Knows neither files nor
//! changes.

use super::{ContextRequest, RANKED};
use crate::error::EngineError;
use crate::search::{Filter, Hit, hit};
use orienteer_search::{Near, Params, Surroundings, measure_around};
use orienteer_storage::{Snapshot, UnitRecord};
use std::collections::{BTreeMap, BTreeSet};

/// Units, and whether what a walk from them finds belongs to them.
pub(super) struct Around {
    pub(super) near: Vec<Near>,
    pub(super) walks: bool,
    pub(super) welcomes_tests: bool,
}

/// Best first.
pub(super) fn ranked(
    snapshot: &Snapshot,
    around: &Around,
    request: &ContextRequest,
    params: &Params,
) -> Result<Vec<Hit>, EngineError> {
    let filter = Filter::new(&request.filter)?;
    let wanted = |unit: &UnitRecord<'_>| filter.accepts(unit);
    let surroundings = Surroundings {
        query: &request.task,
        near: &around.near,
        walks: around.walks,
        welcomes_tests: around.welcomes_tests,
        wanted: &wanted,
    };
    let answer = measure_around(snapshot, &surroundings, params).answer(usize::MAX, 0, params);
    let top = answer.ranked.first().map_or(0.0, |ranked| ranked.score);
    let hits: Vec<Hit> = answer.ranked.into_iter().filter_map(|ranked| hit(snapshot, ranked, top)).collect();
    Ok(shortened(hits, params))
}

/// At most as many as are packed. However many the list begins with, some places are for those around them, and each reason has
/// some of these: a hundred callers do not hide the one test.
fn shortened(hits: Vec<Hit>, params: &Params) -> Vec<Hit> {
    let is_origin = |hit: &Hit| hit.parts.iter().any(|part| part.name == "origin" && part.value > 0.0);
    let (origins, others): (Vec<usize>, Vec<usize>) = (0..hits.len()).partition(|at| is_origin(&hits[*at]));
    let most_origins = RANKED - others.len().min(params.around_places as usize).min(RANKED);
    let most_others = RANKED - origins.len().min(most_origins);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut is_first = |at: &usize| {
        let mut has_place = false;
        for channel in &hits[*at].channels {
            let count = counts.entry(channel).or_default();
            *count += 1;
            has_place |= *count <= params.around_each as usize;
        }
        has_place
    };
    let (first, rest): (Vec<usize>, Vec<usize>) = others.into_iter().partition(|at| is_first(at));
    let others = first.into_iter().chain(rest).take(most_others);
    let kept: BTreeSet<usize> = origins.into_iter().take(most_origins).chain(others).collect();
    hits.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, hit)| hit).collect()
}
