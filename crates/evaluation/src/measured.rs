//! Questions whose candidates were looked at once, so that hundreds of weights can be tried on them.

use crate::error::EvaluationError;
use crate::prepare::{Bench, Open, Ready, snapshot_key};
use crate::run::{Outcome, Settings, outcome, request};
use orienteer_engine::{EngineError, Params, PreparedSearch, SearchError, prepare_search};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Every question of a suite, ready to be weighed.
pub(crate) struct Questions {
    /// Of the parameters that decide what is looked at.
    key: u64,
    /// Position in the suite; none where there is nothing to look for.
    prepared: Vec<(usize, Option<PreparedSearch>)>,
}

impl Questions {
    pub(crate) fn ask(
        bench: &Bench,
        open: &[Open],
        settings: &Settings,
    ) -> Result<Questions, EvaluationError> {
        let pairs: Vec<(&Ready, &Open)> = bench.repositories.iter().zip(open).collect();
        let asked: Result<Vec<Vec<_>>, EvaluationError> =
            pairs.par_iter().map(|(ready, open)| ask_repository(bench, ready, open, settings)).collect();
        Ok(Questions { key: key(&settings.params), prepared: asked?.into_iter().flatten().collect() })
    }

    /// Whether they were looked at as these parameters would have it.
    pub(crate) fn fits(&self, params: &Params) -> bool {
        self.key == key(params)
    }

    pub(crate) fn weigh(&self, bench: &Bench, settings: &Settings) -> Vec<Outcome> {
        let weigh = |(at, prepared): &(usize, Option<PreparedSearch>)| {
            let case = &bench.suite.cases[*at];
            let request = request(bench.suite.kind, case, settings);
            let hits = prepared.as_ref().map(|prepared| prepared.answer(&request).hits);
            Outcome { first: Vec::new(), ..outcome(bench.suite.kind, *at, case, hits.as_deref(), 0.0) }
        };
        self.prepared.par_iter().map(weigh).collect()
    }
}

fn ask_repository(
    bench: &Bench,
    ready: &Ready,
    open: &Open,
    settings: &Settings,
) -> Result<Vec<(usize, Option<PreparedSearch>)>, EvaluationError> {
    let mut prepared = Vec::new();
    for at in &ready.cases {
        let case = &bench.suite.cases[*at];
        let Some(snapshot) = open.get(&snapshot_key(case)) else { continue };
        match prepare_search(snapshot, &request(bench.suite.kind, case, settings)) {
            Ok(one) => prepared.push((*at, Some(one))),
            Err(EngineError::Search(SearchError::Empty | SearchError::NoWords)) => prepared.push((*at, None)),
            Err(source) => {
                return Err(EvaluationError::Asked { id: case.id.clone(), repo: case.repo.clone(), source });
            }
        }
    }
    Ok(prepared)
}

/// Equal for parameters that differ in weights alone.
fn key(params: &Params) -> u64 {
    let mut same = Params::default();
    for parameter in params.all().into_iter().filter(|parameter| !Params::is_weight(parameter.name)) {
        // The value comes from parameters, so that it is in its range.
        let _ = same.set(parameter.name, parameter.value);
    }
    same.fingerprint()
}
