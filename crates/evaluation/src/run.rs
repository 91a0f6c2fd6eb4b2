//! Asks every case of a suite and collects what came of it. Prints nothing, keeps nothing.

use crate::ask::Question;
use crate::error::EvaluationError;
use crate::measured::Questions;
use crate::metrics::{Figures, Found};
use crate::paraphrases;
use crate::prepare::{Bench, Open, Ready};
use crate::suite::{Case, SuiteKind};
use crate::through::Through;
use orienteer_engine::{EngineError, Params, SearchRequest, Strategy};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::sync::{Arc, Mutex, PoisonError};

/// How the questions are asked.
#[derive(Clone, Debug)]
pub struct Settings {
    pub params: Params,
    pub candidates: Strategy,
    /// Most results of one file, 0 for no limit; none for what the command does by itself.
    pub per_file: Option<usize>,
    /// Which command is asked; none for the one that the suite is for.
    pub through: Option<Through>,
    /// Threads that ask; 0 for all that there are.
    pub threads: usize,
    /// Also look at what the limit per file did to the order, which asks each question again.
    pub check_cap: bool,
    /// Also look whether small packs have a file that answers the question, where files are asked for, and what packs show where
    /// symbols are.
    pub check_packs: bool,
}

impl Settings {
    /// Whether packs are made when such a suite is run, which quote the source.
    pub fn needs_sources(&self, kind: SuiteKind) -> bool {
        self.packs(kind) || (self.check_packs && kind == SuiteKind::Files)
    }

    /// Whether every question of such a suite is packed as a context is, also where it is only weighed.
    pub fn packs(&self, kind: SuiteKind) -> bool {
        kind == SuiteKind::Lines || (self.check_packs && kind == SuiteKind::Symbols)
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let request = SearchRequest::new("");
        Settings {
            params: request.params,
            candidates: request.candidates,
            per_file: None,
            through: None,
            threads: 0,
            check_cap: true,
            check_packs: true,
        }
    }
}

/// What came of one case.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Position in the suite.
    pub case: usize,
    pub figures: Figures,
    pub milliseconds: f64,
    /// The first results.
    pub first: Vec<Found>,
    /// The question was found to have nothing to look for.
    pub is_refused: bool,
}

/// Runs a suite, holding the snapshots of one repository at a time.
pub fn run(bench: &Bench, settings: &Settings) -> Result<Vec<Outcome>, EvaluationError> {
    let pool = pool(settings.threads)?;
    let mut outcomes = Vec::new();
    for ready in &bench.repositories {
        let open = ready.open()?;
        outcomes.extend(pool.install(|| ask_all(bench, ready, &open, settings))?);
    }
    outcomes.sort_by_key(|outcome| outcome.case);
    Ok(outcomes)
}

/// A suite with all its snapshots open, for questions that are asked again and again.
pub struct Session {
    bench: Bench,
    open: Vec<Open>,
    questions: Mutex<Option<Arc<Questions>>>,
}

impl Session {
    pub fn open(bench: Bench) -> Result<Session, EvaluationError> {
        let open = bench.repositories.iter().map(Ready::open).collect::<Result<_, _>>()?;
        Ok(Session { bench, open, questions: Mutex::new(None) })
    }

    pub fn bench(&self) -> &Bench {
        &self.bench
    }

    /// Runs on the threads of the pool it is called in, without times. Other weights cost little; other parameters ask anew.
    pub fn weigh(&self, settings: &Settings) -> Result<Vec<Outcome>, EvaluationError> {
        // Several answers make one figure.
        if self.bench.suite.kind == SuiteKind::Paraphrases {
            return self.run(settings);
        }
        let known = self.questions.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let questions = match known.filter(|known| known.fits(self.bench.suite.kind, settings)) {
            Some(known) => known,
            None => Arc::new(Questions::ask(&self.bench, &self.open, settings)?),
        };
        *self.questions.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&questions));
        let mut outcomes = questions.weigh(&self.bench, &self.open, settings)?;
        outcomes.sort_by_key(|outcome| outcome.case);
        Ok(outcomes)
    }

    /// The questions by the tree that they are about, in the order of the suite.
    pub(crate) fn trees(&self) -> Vec<Vec<Question<'_>>> {
        let mut trees: Vec<Vec<Question<'_>>> = Vec::new();
        for (ready, open) in self.bench.repositories.iter().zip(&self.open) {
            for question in ready.cases.iter().filter_map(|at| self.bench.question(*at, open)) {
                match trees.iter_mut().find(|tree| std::ptr::eq(tree[0].tree, question.tree)) {
                    Some(tree) => tree.push(question),
                    None => trees.push(vec![question]),
                }
            }
        }
        trees
    }

    /// Runs on the threads of the pool it is called in.
    pub fn run(&self, settings: &Settings) -> Result<Vec<Outcome>, EvaluationError> {
        let repositories: Vec<(&Ready, &Open)> = self.bench.repositories.iter().zip(&self.open).collect();
        let ask = |(ready, open): &(&Ready, &Open)| ask_all(&self.bench, ready, open, settings);
        let asked: Result<Vec<Vec<Outcome>>, EvaluationError> = repositories.par_iter().map(ask).collect();
        let mut outcomes: Vec<Outcome> = asked?.into_iter().flatten().collect();
        outcomes.sort_by_key(|outcome| outcome.case);
        Ok(outcomes)
    }
}

pub fn pool(threads: usize) -> Result<rayon::ThreadPool, EvaluationError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|source| EvaluationError::Threads { threads, source })
}

fn ask_all(
    bench: &Bench,
    ready: &Ready,
    open: &Open,
    settings: &Settings,
) -> Result<Vec<Outcome>, EvaluationError> {
    let ask = |at: &usize| {
        let Some(question) = bench.question(*at, open) else { return Ok(None) };
        let outcome = match question.kind {
            SuiteKind::Paraphrases => paraphrases::ask(&question, settings),
            _ => question.ask(settings),
        };
        outcome.map(Some).map_err(asked(question.case))
    };
    let asked: Result<Vec<Option<Outcome>>, EvaluationError> = ready.cases.par_iter().map(ask).collect();
    Ok(asked?.into_iter().flatten().collect())
}

/// Says which case failed.
pub(crate) fn asked(case: &Case) -> impl Fn(EngineError) -> EvaluationError {
    |source| EvaluationError::Asked { id: case.id.clone(), repo: case.repo.clone(), source }
}
