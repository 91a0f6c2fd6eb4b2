//! What fitting maximises: the mean over suites of their main figures, on some repositories. Every setting is run once.

use crate::error::EvaluationError;
use crate::metrics::main_figures;
use crate::run::{Outcome, Session, Settings};
use crate::statistics::mean;
use crate::suite::SuiteKind;
use orienteer_engine::Params;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Settings whose outcomes are remembered; more would take more memory than running them again takes time.
const REMEMBERED: usize = 500;

/// Suites to fit to, and what is known of settings that were tried.
pub struct Objective<'a> {
    sessions: &'a [Session],
    settings: Settings,
    /// Outcomes by suite, by the parameters' hash. Folds try many of the same settings.
    known: HashMap<u64, Vec<Vec<Outcome>>>,
}

impl<'a> Objective<'a> {
    pub fn new(sessions: &'a [Session], settings: &Settings) -> Objective<'a> {
        let settings = Settings { check_cap: false, check_packs: false, ..settings.clone() };
        Objective { sessions, settings, known: HashMap::new() }
    }

    /// Settings that were run.
    pub fn tried(&self) -> usize {
        self.known.len()
    }

    /// Repositories with the number of their cases.
    pub fn repositories(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for case in self.sessions.iter().flat_map(|session| session.bench().cases()) {
            *counts.entry(case.repo.clone()).or_default() += 1;
        }
        counts
    }

    pub fn of(&mut self, params: &Params, repositories: &BTreeSet<String>) -> Result<f64, EvaluationError> {
        let key = params.fingerprint();
        if !self.known.contains_key(&key) {
            let settings = Settings { params: params.clone(), ..self.settings.clone() };
            let runs: Result<Vec<_>, _> =
                self.sessions.iter().map(|session| session.weigh(&settings)).collect();
            if self.known.len() >= REMEMBERED {
                self.known.clear();
            }
            self.known.insert(key, runs?);
        }
        let suites = self.sessions.iter().zip(&self.known[&key]);
        let values = suites.filter_map(|(session, outcomes)| value(session, outcomes, repositories));
        Ok(mean(&values.collect::<Vec<f64>>()))
    }
}

/// The mean of a suite's main figures; none if it has no case in these repositories.
fn value(session: &Session, outcomes: &[Outcome], repositories: &BTreeSet<String>) -> Option<f64> {
    let suite = &session.bench().suite;
    let mut figures = Vec::new();
    for figure in main_figures(suite.kind) {
        let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for outcome in outcomes {
            let case = &suite.cases[outcome.case];
            let Some(value) = outcome.figures.get(figure).filter(|_| repositories.contains(&case.repo))
            else {
                continue;
            };
            let is_by_language = suite.kind == SuiteKind::Files;
            let group = if is_by_language { case.language().unwrap_or_default() } else { "" };
            groups.entry(group).or_default().push(*value);
        }
        if !groups.is_empty() {
            figures.push(mean(&groups.values().map(|group| mean(group)).collect::<Vec<f64>>()));
        }
    }
    (!figures.is_empty()).then(|| mean(&figures))
}
