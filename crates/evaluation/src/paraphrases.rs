//! One task in several wordings: each is asked of `context`, and the lists before packing are compared with each other.
//!
//! Judges no answer: what is always the same may always be wrong.

use crate::metrics::{DEPTH, Found, agreement};
use crate::run::{Outcome, Settings, as_found};
use crate::suite::{Case, Suite};
use orienteer_engine::{ContextRequest, EngineError, SearchError, rank_context};
use orienteer_storage::Snapshot;
use std::fmt::Write;
use std::time::Instant;

/// Asks all wordings. The time is that of one of them, on average.
pub(crate) fn ask(
    at: usize,
    case: &Case,
    snapshot: &Snapshot,
    settings: &Settings,
) -> Result<Outcome, EngineError> {
    let started = Instant::now();
    let wordings = std::iter::once(&case.query).chain(&case.rewordings);
    let answers: Vec<Vec<Found>> =
        wordings.map(|wording| first_ten(case, wording, snapshot, settings)).collect::<Result<_, _>>()?;
    let milliseconds = started.elapsed().as_secs_f64() * 1e3 / answers.len() as f64;
    let is_refused = answers.iter().any(Vec::is_empty);
    let figures = agreement::score(&answers);
    let first = answers.into_iter().next().unwrap_or_default();
    Ok(Outcome { case: at, figures, milliseconds, first, is_refused })
}

fn first_ten(
    case: &Case,
    wording: &str,
    snapshot: &Snapshot,
    settings: &Settings,
) -> Result<Vec<Found>, EngineError> {
    let request = ContextRequest { params: settings.params.clone(), ..ContextRequest::new(wording) };
    match rank_context(snapshot, &request) {
        Ok(hits) => Ok(hits.iter().take(DEPTH).map(|hit| as_found(&case.root, hit)).collect()),
        Err(EngineError::Search(SearchError::Empty | SearchError::NoWords)) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// The tasks whose answers have least in common, as a table in Markdown.
pub fn least_steady(suite: &Suite, outcomes: &[Outcome], count: usize) -> String {
    let overlap = |outcome: &Outcome| outcome.figures.get("jaccard_at_10").copied().unwrap_or_default();
    let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
    sorted.sort_by(|left, right| overlap(left).total_cmp(&overlap(right)).then(left.case.cmp(&right.case)));
    let mut out = String::from("| least steady | jaccard@10 | task |\n|---|---:|---|\n");
    for outcome in sorted.into_iter().take(count) {
        let Case { id, query, .. } = &suite.cases[outcome.case];
        let _ = writeln!(out, "| {id} | {:.3} | {query} |", overlap(outcome));
    }
    out
}
