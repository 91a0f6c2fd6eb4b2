//! One task in several wordings: each is asked as any question is, and the first results are compared with each other.
//!
//! Judges no answer: what is always the same may always be wrong.

use crate::ask::Question;
use crate::metrics::{Found, agreement};
use crate::run::{Outcome, Settings};
use crate::suite::{Case, Suite};
use orienteer_engine::EngineError;
use std::fmt::Write;
use std::time::Instant;

/// Asks all wordings. The time is that of one of them, on average.
pub(crate) fn ask(question: &Question<'_>, settings: &Settings) -> Result<Outcome, EngineError> {
    let started = Instant::now();
    let case = question.case;
    let wordings = std::iter::once(&case.query).chain(&case.rewordings);
    let answers: Vec<Vec<Found>> =
        wordings.map(|wording| first_ten(question, wording, settings)).collect::<Result<_, _>>()?;
    let milliseconds = started.elapsed().as_secs_f64() * 1e3 / answers.len() as f64;
    let is_refused = answers.iter().any(Vec::is_empty);
    let figures = agreement::score(&answers);
    let first = answers.into_iter().next().unwrap_or_default();
    Ok(Outcome { case: question.at, figures, milliseconds, first, is_refused })
}

fn first_ten(question: &Question<'_>, wording: &str, settings: &Settings) -> Result<Vec<Found>, EngineError> {
    let case = Case { query: wording.to_owned(), ..question.case.clone() };
    let reworded = Question { case: &case, ..*question };
    let hits = reworded.prepare(settings)?.map(|prepared| reworded.rank(&prepared, settings));
    Ok(reworded.outcome(hits.as_deref(), None, settings).first)
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
