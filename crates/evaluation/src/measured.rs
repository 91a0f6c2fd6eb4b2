//! Questions whose candidates were looked at once, so that hundreds of weights can be tried on them.

use crate::ask::{Prepared, Question};
use crate::error::EvaluationError;
use crate::prepare::{Bench, Open};
use crate::run::{Outcome, Settings, asked};
use crate::suite::SuiteKind;
use crate::through::Through;
use orienteer_engine::{EngineError, Params};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Every question of a suite, ready to be weighed.
pub(crate) struct Questions {
    key: Key,
    /// Position of the repository, position of the case, and nothing where there is nothing to look for.
    prepared: Vec<(usize, usize, Option<Prepared>)>,
}

/// Equal for settings whose questions look at the same candidates.
#[derive(PartialEq, Eq)]
struct Key {
    /// Of the parameters that decide what is looked at.
    params: u64,
    through: Through,
}

impl Key {
    fn of(kind: SuiteKind, settings: &Settings) -> Key {
        let through = settings.through.unwrap_or_else(|| Through::of(kind));
        Key { params: fingerprint(&settings.params, through), through }
    }
}

impl Questions {
    pub(crate) fn ask(
        bench: &Bench,
        open: &[Open],
        settings: &Settings,
    ) -> Result<Questions, EvaluationError> {
        let repositories = bench.repositories.iter().enumerate();
        let places: Vec<(usize, usize)> =
            repositories.flat_map(|(index, ready)| ready.cases.iter().map(move |at| (index, *at))).collect();
        let prepare = |(index, at): &(usize, usize)| {
            let Some(question) = question(bench, open, *index, *at) else { return Ok(None) };
            let prepared = question.prepare(settings).map_err(asked(question.case))?;
            Ok(Some((*index, *at, prepared)))
        };
        let prepared: Result<Vec<Option<_>>, EvaluationError> = places.par_iter().map(prepare).collect();
        Ok(Questions {
            key: Key::of(bench.suite.kind, settings),
            prepared: prepared?.into_iter().flatten().collect(),
        })
    }

    /// Whether they were looked at as these settings would have it.
    pub(crate) fn fits(&self, kind: SuiteKind, settings: &Settings) -> bool {
        self.key == Key::of(kind, settings)
    }

    pub(crate) fn weigh(
        &self,
        bench: &Bench,
        open: &[Open],
        settings: &Settings,
    ) -> Result<Vec<Outcome>, EvaluationError> {
        let weigh = |(index, at, prepared): &(usize, usize, Option<Prepared>)| {
            let Some(question) = question(bench, open, *index, *at) else { return Ok(None) };
            let outcome = weigh(&question, prepared.as_ref(), settings).map_err(asked(question.case))?;
            Ok(Some(outcome))
        };
        let weighed: Result<Vec<Option<Outcome>>, EvaluationError> =
            self.prepared.par_iter().map(weigh).collect();
        Ok(weighed?.into_iter().flatten().collect())
    }
}

fn question<'a>(bench: &'a Bench, open: &'a [Open], index: usize, at: usize) -> Option<Question<'a>> {
    bench.question(at, open.get(index)?)
}

fn weigh(
    question: &Question<'_>,
    prepared: Option<&Prepared>,
    settings: &Settings,
) -> Result<Outcome, EngineError> {
    let hits = prepared.map(|prepared| question.rank(prepared, settings));
    let main = hits.as_deref().map(|hits| question.main_pack(hits, settings)).transpose()?.flatten();
    Ok(Outcome { first: Vec::new(), ..question.outcome(hits.as_deref(), main.as_ref(), settings) })
}

/// Equal for parameters that differ in weights alone, where weights only order what was found. The walk of a context begins where most
/// evidence is: there weights decide what is found, and only what packs it may differ.
fn fingerprint(params: &Params, through: Through) -> u64 {
    let walks_by_weight = through == Through::Context && params.seed_evidence > 0.0;
    let is_late =
        |name: &str| if walks_by_weight { Params::is_packing(name) } else { Params::is_weight(name) };
    let mut same = Params::default();
    for parameter in params.all().into_iter().filter(|parameter| !is_late(parameter.name)) {
        // The value comes from parameters, so that it is in its range.
        let _ = same.set(parameter.name, parameter.value);
    }
    same.fingerprint()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_look_again_where_the_walk_begins_by_them() {
        let mut heavier = Params::default();
        heavier.set("own", 2.0).unwrap();
        let same = |params: &Params, through| {
            fingerprint(params, through) == fingerprint(&Params::default(), through)
        };
        assert!(same(&heavier, Through::Search));
        assert!(!same(&heavier, Through::Context));
        let mut packed = Params::default();
        packed.set("pack_body_least", 0.1).unwrap();
        assert!(same(&packed, Through::Context));
    }
}
