//! The order of the stages, and nothing else.

use crate::diversify::diversify;
use crate::error::SearchError;
use crate::fuse::fuse;
use crate::memory::Memory;
use crate::params::Params;
use crate::rank::{self, Links, Look, Measured, Ranked};
use crate::recall::concepts::Concept;
use crate::recall::dense::Dense;
use crate::recall::elsewhere::Elsewhere;
use crate::recall::recall;
use crate::recall::sparse::SparseQuestion;
use crate::rerank::{Rerank, rerank};
use crate::seed::seed;
use crate::spread::spread;
use crate::trace::{Observer, Trace};
use crate::understand::understand;
use orienteer_storage::{Snapshot, UnitRecord};

/// Where candidates come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Words and vectors.
    #[default]
    Union,
    /// Vectors alone.
    Vector,
    /// Words alone.
    Lexical,
}

/// A question.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub query: &'a str,
    pub limit: usize,
    /// Most units of one file; 0 means no cap.
    pub per_file: usize,
    pub strategy: Strategy,
    /// Only units that are known to be this near.
    pub max_distance: Option<f32>,
    /// Classes that a team adds to the built-in ones.
    pub concepts: &'a [Concept],
    /// What use has taught.
    pub memory: &'a Memory,
    /// What another engine recalled.
    pub elsewhere: Option<Elsewhere<'a>>,
    /// The question in the vocabulary of a sparse model, where one was asked.
    pub sparse: Option<&'a SparseQuestion>,
    /// Which units may be found at all.
    pub wanted: &'a (dyn Fn(&UnitRecord<'_>) -> bool + Sync),
}

/// What was found, best first.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub ranked: Vec<Ranked>,
    /// Units that were ranked.
    pub candidates: usize,
    /// Words of the question that the corpus has, in the corpus's form, weightiest first.
    pub terms: Vec<String>,
    /// What should have taken part in the answer and could not.
    pub missing: Option<SearchError>,
}

/// A question whose candidates have been looked at; only their weighing is left.
#[derive(Clone, Debug)]
pub struct Prepared {
    rows: Vec<Measured>,
    links: Links,
    is_report: bool,
    terms: Vec<String>,
    missing: Option<SearchError>,
}

/// Answers a question from a snapshot.
pub fn search(
    snapshot: &Snapshot,
    dense: Option<&dyn Dense>,
    request: &Request<'_>,
    params: &Params,
) -> Result<Answer, SearchError> {
    Ok(measure(snapshot, dense, request, params)?.answer(request.limit, request.per_file, params))
}

/// Everything before the weighing.
pub fn measure(
    snapshot: &Snapshot,
    dense: Option<&dyn Dense>,
    request: &Request<'_>,
    params: &Params,
) -> Result<Prepared, SearchError> {
    measure_observed(snapshot, dense, request, params, None)
}

/// The same, told to an observer.
pub fn measure_observed(
    snapshot: &Snapshot,
    dense: Option<&dyn Dense>,
    request: &Request<'_>,
    params: &Params,
    observer: Option<&mut dyn Observer>,
) -> Result<Prepared, SearchError> {
    validate(dense, request)?;
    let mut trace = Trace::new(observer);
    let intent = understand(request.query, params);
    trace.understood(request.query, &intent);
    if intent.is_empty() && dense.is_none() {
        return Err(SearchError::NoWords);
    }
    let params = &*params.for_question(intent.is_report);
    let recalled = recall(snapshot, dense, request, &intent, params)?;
    trace.recalled(snapshot, request, &recalled, params);
    let mut candidates = fuse(&recalled.channels, params);
    trace.fused(&recalled.channels, &candidates);
    let mut look = Look::new(snapshot, &intent, &recalled, request);
    look.at(&candidates);
    trace.looked(candidates.len(), look.count());
    let seeds = seed(snapshot, &intent, &recalled, &candidates, &look, params);
    trace.seeded(&candidates, &seeds);
    let known = candidates.len();
    let spread = spread(snapshot, &seeds, &mut candidates, request.wanted, params, &mut trace);
    look.at(&candidates[known..]);
    let rows = look.measured(&spread);
    trace.measured(candidates.len(), &rows, request, &recalled.distances);
    let links = Links::among(snapshot, &rows, params);
    let terms = recalled.text.terms.into_iter().map(|term| term.text).collect();
    Ok(Prepared { rows, links, is_report: intent.is_report, terms, missing: recalled.missing })
}

impl Prepared {
    pub(crate) fn new(rows: Vec<Measured>, is_report: bool, terms: Vec<String>) -> Prepared {
        Prepared { rows, links: Links::default(), is_report, terms, missing: None }
    }

    /// The weighing, and what of it is shown.
    pub fn answer(&self, limit: usize, per_file: usize, params: &Params) -> Answer {
        self.answer_observed(limit, per_file, params, None)
    }

    /// The same, told to an observer.
    pub fn answer_observed(
        &self,
        limit: usize,
        per_file: usize,
        params: &Params,
        observer: Option<&mut dyn Observer>,
    ) -> Answer {
        self.answer_reranked(limit, per_file, params, None, observer)
    }

    /// The same, the first in the order of a reranker.
    pub fn answer_reranked(
        &self,
        limit: usize,
        per_file: usize,
        params: &Params,
        reranker: Option<&dyn Rerank>,
        observer: Option<&mut dyn Observer>,
    ) -> Answer {
        let mut trace = Trace::new(observer);
        let params = &*params.for_question(self.is_report);
        let mut ranked = rank::rank(&self.rows, &self.links, self.is_report, params);
        let changed = reranker.map(|reranker| rerank(&mut ranked, reranker, params));
        trace.ranked(&self.rows, &ranked, params);
        trace.reranked(changed, ranked.len());
        let shown = diversify(&ranked, limit, per_file, |scored| scored.measured.file);
        trace.diversified(&ranked, &shown, per_file);
        Answer {
            ranked: shown.into_iter().map(|position| ranked[position].explained(params)).collect(),
            candidates: ranked.len(),
            terms: self.terms.clone(),
            missing: self.missing.clone(),
        }
    }
}

/// What cannot be answered is refused before anything is opened or read.
fn validate(dense: Option<&dyn Dense>, request: &Request<'_>) -> Result<(), SearchError> {
    if request.query.trim().is_empty() {
        return Err(SearchError::Empty);
    }
    let needs_vectors = request.strategy == Strategy::Vector || request.max_distance.is_some();
    if needs_vectors && dense.is_none() { Err(SearchError::NoVectors) } else { Ok(()) }
}
