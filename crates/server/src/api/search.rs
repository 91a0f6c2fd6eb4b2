//! `/search`: units that fit words, with their best lines.

use super::Api;
use super::line::{Line, is_false, marks};
use super::note::Note;
use super::origin::Origin;
use super::place::Place;
use super::problem::{Problem, Problems};
use super::query::{self, Asked, Bounded};
use super::stand::{Standing, answered};
use axum::Json;
use axum::extract::State;
use orienteer_engine::{Excerpt, ExcerptOptions, Found, SearchFilter, SearchRequest, UnitKind};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Pages do not go further down a list.
const MOST_OFFSET: usize = 1_000;

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchParameters {
    /// What is looked for, in words or as a name.
    #[param(min_length = 1, max_length = 4000)]
    q: String,
    /// The id of a project; the first where it is left out.
    #[param(max_length = 1000, nullable = false)]
    project: Option<String>,
    #[serde(default = "twenty")]
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: usize,
    /// Results that are passed over: `next_offset` of the page before.
    #[serde(default)]
    #[param(minimum = 0, maximum = 1000, default = 0)]
    offset: usize,
    /// Most units of one file; 0 means no cap.
    #[serde(default = "three")]
    #[param(minimum = 0, maximum = 100, default = 3)]
    per_file: usize,
    /// Names of languages, repeated for several.
    #[serde(default)]
    #[param(max_items = 32)]
    language: Vec<String>,
    /// Patterns of paths, repeated for several; one that begins with `!` takes out.
    #[serde(default)]
    #[param(max_items = 32)]
    path: Vec<String>,
    /// Kinds of units, repeated for several.
    #[serde(default)]
    #[param(max_items = 32)]
    kind: Vec<String>,
    /// Leave tests out.
    #[serde(default)]
    #[param(default = false)]
    no_tests: bool,
}

fn twenty() -> usize {
    20
}

fn three() -> usize {
    3
}

impl Bounded for SearchParameters {
    fn check(&self) -> Result<(), Problem> {
        query::text("q", &self.q, 1, query::MOST_WORDS)?;
        query::project(self.project.as_ref())?;
        query::number("limit", self.limit, 1, 100)?;
        query::number("offset", self.offset, 0, MOST_OFFSET)?;
        query::number("per_file", self.per_file, 0, 100)?;
        let lists = [("language", &self.language), ("path", &self.path), ("kind", &self.kind)];
        lists.into_iter().try_for_each(|(name, values)| query::list(name, values))
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchResults {
    origin: Origin,
    /// Best first.
    results: Vec<SearchResult>,
    /// Units that were ranked.
    candidates: usize,
    /// What of the question the corpus has, in the form of its index.
    terms: Vec<String>,
    /// What the answer had to do without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    notes: Vec<Note>,
    /// There is more from here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next_offset: Option<usize>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchResult {
    place: Place,
    /// Of the best, between 0 and 1.
    #[schema(minimum = 0, maximum = 1)]
    score: f64,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    signature: String,
    /// As those of a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    signature_marks: Vec<[usize; 2]>,
    /// What it was found by.
    channels: Vec<&'static str>,
    lines: Vec<Line>,
    /// Its file is not as the snapshot has it, and was not quoted.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    changed: bool,
}

/// Units that fit words, best first.
#[utoipa::path(get, path = "/search", params(SearchParameters), responses((status = 200, body = SearchResults), Problems))]
pub(crate) async fn search(
    State(api): State<Api>,
    Asked(asked): Asked<SearchParameters>,
) -> Result<Json<SearchResults>, Problem> {
    let request = request(&asked)?;
    request.validate()?;
    let words = Some(asked.q.clone());
    answered(&api, asked.project.clone(), words, move |standing| found(standing, &asked, request))
        .await
        .map(Json)
}

/// One more than is shown tells whether there is more.
fn request(asked: &SearchParameters) -> Result<SearchRequest, Problem> {
    Ok(SearchRequest {
        limit: asked.offset + asked.limit + 1,
        per_file: asked.per_file,
        filter: SearchFilter {
            languages: asked.language.clone(),
            globs: asked.path.clone(),
            kinds: asked.kind.iter().map(|name| kind(name)).collect::<Result<_, _>>()?,
            no_tests: asked.no_tests,
        },
        ..SearchRequest::new(asked.q.clone())
    })
}

fn kind(name: &str) -> Result<UnitKind, Problem> {
    let known = UnitKind::ALL.into_iter().find(|kind| kind.name() == name);
    known.ok_or_else(|| {
        let names: Vec<&str> = UnitKind::ALL.iter().map(|kind| kind.name()).collect();
        Problem::bad(&format!("there is no kind `{name}`")).hint(&format!("kinds are {}", names.join(", ")))
    })
}

fn found(
    standing: &Standing,
    asked: &SearchParameters,
    request: SearchRequest,
) -> Result<SearchResults, Problem> {
    let workspace = &standing.desk.workspace;
    let request = SearchRequest { settings: workspace.settings()?, ..request };
    let options = ExcerptOptions { skip: asked.offset, ..ExcerptOptions::default() };
    let page = workspace.search(&standing.stand.view, &request, &options)?;
    let next = asked.offset + asked.limit;
    let has_more = page.found.len() > asked.limit && next <= MOST_OFFSET;
    Ok(SearchResults {
        origin: Origin::of(standing),
        results: page.found.iter().take(asked.limit).map(result).collect(),
        candidates: page.candidates,
        terms: page.terms,
        notes: Note::all(&page.notes),
        next_offset: has_more.then_some(next),
    })
}

fn result(found: &Found) -> SearchResult {
    let Found { hit, signature_matches, excerpt, .. } = found;
    let lines = match excerpt {
        Excerpt::Lines(lines) => lines.iter().map(Line::of).collect(),
        Excerpt::Changed | Excerpt::None => Vec::new(),
    };
    SearchResult {
        place: Place::of(&hit.place),
        score: f64::from(hit.relative),
        signature_marks: marks(&hit.signature, signature_matches),
        signature: hit.signature.clone(),
        channels: hit.channels.clone(),
        lines,
        changed: *excerpt == Excerpt::Changed,
    }
}
