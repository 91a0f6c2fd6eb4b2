//! A question to the server: one request for words and vectors, fused there, and the units of each snapshot that it names.
//!
//! Languages and kinds are filtered there; whatever else a filter says is for the pipeline, so more is fetched than it takes.

use super::point::{language_name, unit_of};
use super::vectors::QuestionVectors;
use crate::search::{Filter, SearchRequest};
use orienteer_model::UnitId;
use orienteer_search::{Params, Strategy, asked_terms};
use orienteer_services::{Failure, Hit, Published, Qdrant, Question, Scope, lexical_query};
use orienteer_storage::Snapshot;
use std::collections::BTreeMap;

/// Times as many hits where a filter of ours may drop some of them.
const OVERFETCH: usize = 4;
/// Hits of one request, however many projects it is about.
const MOST_HITS: usize = 5_000;

/// What the server recalled of one project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) units: Vec<UnitId>,
    /// Whether the server has exactly this snapshot.
    pub(crate) is_whole: bool,
}

/// Asks about projects and their snapshots. None for a project that the server does not have.
pub(crate) fn ask(
    client: &Qdrant,
    projects: &[(&str, &Snapshot)],
    request: &SearchRequest,
    vectors: &QuestionVectors,
) -> Result<Vec<Option<Asked>>, Failure> {
    let mut view = client.view(&Scope::All)?;
    view.projects.retain(|published| projects.iter().any(|(name, _)| *name == published.project));
    // Vectors of two models are never compared.
    let is_ours = |published: &Published| vectors.made_with.as_ref() == Some(&published.made_with);
    let is_compared = request.candidates != Strategy::Lexical && view.projects.iter().all(is_ours);
    let question = Question {
        dense: vectors.dense.clone().filter(|_| is_compared),
        sparse: vectors.sparse.clone().filter(|_| is_compared && request.candidates == Strategy::Union),
        ..question(projects, request)
    };
    let hits = client.search(&view, &question)?;
    let of_project = |(name, snapshot): &(&str, &Snapshot)| {
        let published = view.projects.iter().find(|published| published.project == *name)?;
        let is_whole = is_ours(published) && published.state == snapshot.id().to_string();
        Some(Asked { units: units(&hits, name, snapshot), is_whole })
    };
    Ok(projects.iter().map(of_project).collect())
}

/// Everything but the vector.
fn question(projects: &[(&str, &Snapshot)], request: &SearchRequest) -> Question {
    let terms = terms(projects, request);
    let terms: Vec<(&str, f32)> = terms.iter().map(|(term, weight)| (term.as_str(), *weight)).collect();
    let Params { pool, pool_files, .. } = request.params;
    let drops = !request.filter.globs.is_empty() || request.filter.no_tests;
    let wanted = (pool + pool_files) as usize * if drops { OVERFETCH } else { 1 };
    let limit = (wanted * projects.len()).clamp(1, MOST_HITS);
    let languages =
        Filter::new(&request.filter).map(|filter| filter.languages().to_vec()).unwrap_or_default();
    Question {
        lexical: (request.candidates != Strategy::Vector).then(|| lexical_query(&terms)),
        kinds: request.filter.kinds.iter().map(|kind| kind.name().to_owned()).collect(),
        languages: languages.into_iter().map(|language| language_name(language).to_owned()).collect(),
        limit,
        leg_limit: limit,
        ..Question::default()
    }
}

/// The words of the question as each of the snapshots knows them.
fn terms(projects: &[(&str, &Snapshot)], request: &SearchRequest) -> BTreeMap<String, f32> {
    let mut terms: BTreeMap<String, f32> = BTreeMap::new();
    for (_, snapshot) in projects {
        for (term, weight) in asked_terms(snapshot, &request.query, &request.params) {
            let known = terms.entry(term).or_insert(weight);
            *known = known.max(weight);
        }
    }
    terms
}

/// Those that the snapshot still has, each once, best first.
fn units(hits: &[Hit], project: &str, snapshot: &Snapshot) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for hit in hits.iter().filter(|hit| hit.project == project) {
        if let Some(unit) = unit_of(snapshot, hit).filter(|unit| seen.insert(*unit)) {
            units.push(unit);
        }
    }
    units
}
