//! The figures of many cases as the figures of a suite and of its parts.

use crate::run::Outcome;
use crate::statistics::{Estimate, bootstrap, percentile};
use crate::suite::{Case, Suite, SuiteKind};
use std::collections::BTreeMap;

/// The dimensions by which figures are told apart.
pub const DIMENSIONS: [&str; 3] = ["language", "category", "repository"];

/// The figures of some cases.
#[derive(Clone, Debug, Default)]
pub struct Group {
    pub cases: usize,
    pub figures: BTreeMap<&'static str, Estimate>,
}

/// The figures of a suite.
#[derive(Clone, Debug)]
pub struct Summary {
    pub kind: SuiteKind,
    pub skipped: usize,
    /// Questions that were found to have nothing to look for; they count as answered with nothing.
    pub refused: usize,
    pub all: Group,
    /// By dimension, then by what the cases are called in it.
    pub by: BTreeMap<&'static str, BTreeMap<String, Group>>,
}

impl Summary {
    pub fn of(suite: &Suite, skipped: usize, outcomes: &[Outcome]) -> Summary {
        let all: Vec<&Outcome> = outcomes.iter().collect();
        let mut by = BTreeMap::new();
        for dimension in DIMENSIONS {
            let parts = parts(suite, dimension, &all);
            if !parts.is_empty() {
                let groups = parts.into_iter().map(|(name, outcomes)| (name, group(&outcomes)));
                by.insert(dimension, groups.collect());
            }
        }
        let refused = outcomes.iter().filter(|outcome| outcome.is_refused).count();
        Summary { kind: suite.kind, skipped, refused, all: whole(suite, &all), by }
    }
}

pub(crate) fn part_of<'a>(case: &'a Case, dimension: &str) -> Option<&'a str> {
    match dimension {
        "repository" => Some(&case.repo),
        "language" => case.language(),
        _ => case.category(),
    }
}

fn parts<'a>(suite: &Suite, dimension: &str, outcomes: &[&'a Outcome]) -> BTreeMap<String, Vec<&'a Outcome>> {
    let mut parts: BTreeMap<String, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        if let Some(part) = part_of(&suite.cases[outcome.case], dimension) {
            parts.entry(part.to_owned()).or_default().push(outcome);
        }
    }
    parts
}

/// The main figure of `files` is a mean over languages: the languages with most cases are not the product's only ones.
fn whole(suite: &Suite, outcomes: &[&Outcome]) -> Group {
    let mut whole = group(outcomes);
    let languages = parts(suite, "language", outcomes);
    if suite.kind == SuiteKind::Files && !languages.is_empty() {
        let over_cases = whole.figures.get("ndcg_at_10").copied().unwrap_or_default();
        whole.figures.insert("ndcg_at_10_over_cases", over_cases);
        let values: Vec<Vec<f64>> = languages.values().map(|part| values(part, "ndcg_at_10")).collect();
        let values: Vec<&[f64]> = values.iter().map(Vec::as_slice).collect();
        whole.figures.insert("ndcg_at_10", bootstrap(&values));
    }
    whole
}

fn group(outcomes: &[&Outcome]) -> Group {
    let mut figures = BTreeMap::new();
    for name in outcomes.iter().flat_map(|outcome| outcome.figures.keys()) {
        figures.entry(*name).or_insert_with(|| bootstrap(&[&values(outcomes, name)]));
    }
    let mut times: Vec<f64> = outcomes.iter().map(|outcome| outcome.milliseconds).collect();
    times.sort_by(f64::total_cmp);
    figures.insert("latency_p50_ms", Estimate::exact(percentile(&times, 0.5)));
    figures.insert("latency_p99_ms", Estimate::exact(percentile(&times, 0.99)));
    Group { cases: outcomes.len(), figures }
}

fn values(outcomes: &[&Outcome], name: &str) -> Vec<f64> {
    outcomes.iter().filter_map(|outcome| outcome.figures.get(name).copied()).collect()
}
