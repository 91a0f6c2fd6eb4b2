//! Asks every case of its tree and scores the answers. Prints nothing, keeps nothing.

use crate::error::EvaluationError;
use crate::measured::Questions;
use crate::metrics::{DEPTH, Figures, Found, score};
use crate::paraphrases;
use crate::prepare::{Bench, Open, Ready, snapshot_key};
use crate::suite::{Case, SuiteKind};
use orienteer_engine::{EngineError, Hit, Params, SearchError, SearchRequest, Strategy, UnitKind, search};
use orienteer_storage::Snapshot;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Results that are asked for where files of several units, or symbols, are looked for.
const DEEP: usize = 100;
/// Results that are asked for to know how much matches at all.
const EVERYTHING: usize = 1_000;
/// Units of one file that the first ten may hold while others match.
const CROWD: usize = 3;

/// How the questions are asked.
#[derive(Clone, Debug)]
pub struct Settings {
    pub params: Params,
    pub candidates: Strategy,
    /// Most results of one file; 0 for no limit.
    pub per_file: usize,
    /// Threads that ask; 0 for all that there are.
    pub threads: usize,
    /// Also look at what the limit per file did to the order, which asks each question again.
    pub check_cap: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        let request = SearchRequest::new("");
        Settings {
            params: request.params,
            candidates: request.candidates,
            per_file: request.per_file,
            threads: 0,
            check_cap: true,
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
        if self.bench.suite.kind == SuiteKind::Paraphrases {
            return self.run(settings);
        }
        let known = self.questions.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let questions = match known.filter(|known| known.fits(&settings.params)) {
            Some(known) => known,
            None => Arc::new(Questions::ask(&self.bench, &self.open, settings)?),
        };
        *self.questions.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&questions));
        let mut outcomes = questions.weigh(&self.bench, settings);
        outcomes.sort_by_key(|outcome| outcome.case);
        Ok(outcomes)
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
        let case = &bench.suite.cases[*at];
        let Some(snapshot) = open.get(&snapshot_key(case)) else { return Ok(None) };
        let failed = |source| EvaluationError::Asked { id: case.id.clone(), repo: case.repo.clone(), source };
        let asked = match bench.suite.kind {
            SuiteKind::Paraphrases => paraphrases::ask(*at, case, snapshot, settings),
            kind => ask(kind, *at, case, snapshot, settings),
        };
        asked.map(Some).map_err(failed)
    };
    let asked: Result<Vec<Option<Outcome>>, EvaluationError> = ready.cases.par_iter().map(ask).collect();
    Ok(asked?.into_iter().flatten().collect())
}

fn ask(
    kind: SuiteKind,
    at: usize,
    case: &Case,
    snapshot: &Snapshot,
    settings: &Settings,
) -> Result<Outcome, EngineError> {
    let request = request(kind, case, settings);
    let started = Instant::now();
    let (hits, is_refused) = match search(snapshot, &request) {
        Ok(answer) => (answer.hits, false),
        // To say that there is nothing to look for is an answer, and a wrong one where there was something.
        Err(EngineError::Search(SearchError::Empty | SearchError::NoWords)) => (Vec::new(), true),
        Err(error) => return Err(error),
    };
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let mut outcome = outcome(kind, at, case, (!is_refused).then_some(hits.as_slice()), milliseconds);
    if settings.check_cap && !is_refused {
        outcome.figures.extend(cap_figures(&request, &hits, snapshot)?);
    }
    Ok(outcome)
}

/// Scores the hits of a case; none where the question was refused.
pub(crate) fn outcome(
    kind: SuiteKind,
    at: usize,
    case: &Case,
    hits: Option<&[Hit]>,
    milliseconds: f64,
) -> Outcome {
    let found: Vec<Found> = hits.unwrap_or_default().iter().map(|hit| as_found(&case.root, hit)).collect();
    let figures = score(kind, case, &found);
    let first = found.into_iter().take(DEPTH).collect();
    Outcome { case: at, figures, milliseconds, first, is_refused: hits.is_none() }
}

pub(crate) fn request(kind: SuiteKind, case: &Case, settings: &Settings) -> SearchRequest {
    let mut request = SearchRequest::new(case.query.as_str());
    request.limit = if kind == SuiteKind::Files { DEPTH } else { DEEP };
    request.per_file = settings.per_file;
    request.candidates = settings.candidates;
    request.params = settings.params.clone();
    request.filter.no_tests = kind == SuiteKind::Issues;
    request
}

pub(crate) fn as_found(root: &str, hit: &Hit) -> Found {
    let root = root.trim_matches('/');
    let is_document = matches!(hit.place.kind, UnitKind::Section | UnitKind::Fragment);
    Found {
        path: if root.is_empty() { hit.place.path.clone() } else { format!("{root}/{}", hit.place.path) },
        name: if is_document { String::new() } else { hit.place.name.clone() },
        start_line: hit.start_line,
        end_line: hit.place.end_line.max(hit.start_line),
        is_declaration: !is_document && !hit.place.name.is_empty(),
    }
}

/// Whether one file crowds the first ten although others match, and whether the limit per file moved the top result.
fn cap_figures(request: &SearchRequest, hits: &[Hit], snapshot: &Snapshot) -> Result<Figures, EngineError> {
    let mut free = request.clone();
    free.per_file = 0;
    let crowded = crowding_file(hits);
    free.limit = if crowded.is_some() { EVERYTHING } else { 1 };
    let everything = search(snapshot, &free)?.hits;
    let others = |path: &str| everything.iter().filter(|hit| hit.place.path != path).count();
    let is_crowded = crowded.is_some_and(|path| others(path) >= DEPTH);
    let top = |hits: &[Hit]| hits.first().map(|hit| (hit.place.path.clone(), hit.start_line, hit.place.line));
    let is_moved = top(hits) != top(&everything);
    Ok(Figures::from([
        ("crowded_at_10", f64::from(u8::from(is_crowded))),
        ("top_moved", f64::from(u8::from(is_moved))),
    ]))
}

fn crowding_file(hits: &[Hit]) -> Option<&str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for hit in hits.iter().take(DEPTH) {
        *counts.entry(hit.place.path.as_str()).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count > CROWD).map(|(path, _)| path).max()
}
