//! `/symbol`: everything that is known of a name.

use super::Api;
use super::line::Line;
use super::origin::Origin;
use super::place::Place;
use super::problem::{Problem, Problems};
use super::query::{self, Asked, Bounded};
use super::stand::{Standing, answered};
use axum::Json;
use axum::extract::State;
use orienteer_engine::{Group, Relation, SourceRequest, SymbolOptions, TouchingCommit};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Lines of a definition that are quoted; `/source` has the rest.
const MOST_LINES: u32 = 200;

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SymbolParameters {
    /// `load`, `Store.load`, `store.py:Store.load`, `store.py:42`, or what places call a unit.
    #[param(min_length = 1, max_length = 1000)]
    name: String,
    /// The id of a project; the first where it is left out.
    #[param(max_length = 1000, nullable = false)]
    project: Option<String>,
    /// Places that are listed of each relation.
    #[serde(default = "twenty")]
    #[param(minimum = 0, maximum = 100, default = 20)]
    limit: usize,
}

fn twenty() -> usize {
    20
}

impl Bounded for SymbolParameters {
    fn check(&self) -> Result<(), Problem> {
        query::text("name", &self.name, 1, query::MOST_NAME)?;
        query::project(self.project.as_ref())?;
        query::number("limit", self.limit, 0, 100)
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Symbol {
    origin: Origin,
    definitions: Vec<Definition>,
    /// Also those that are not told.
    total: usize,
    /// Where nothing has the name: what may have been meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    nearest: Vec<Place>,
    /// The same: lines with the name in files that could not be parsed whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    unparsed: Vec<Unparsed>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Unparsed {
    path: String,
    line: u32,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Definition {
    place: Place,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    signature: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    doc: String,
    /// The first lines; none where its file is not as the snapshot has it.
    source: Vec<Line>,
    relations: Vec<Relations>,
    /// The newest, newest first.
    commits: Vec<Commit>,
    commits_total: usize,
}

/// All that stand in one relation, the surest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Relations {
    /// What they are to the unit: `callers`, `callees`, `tests` and so on.
    role: &'static str,
    total: usize,
    places: Vec<Related>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Related {
    place: Place,
    /// Between 0 and 1.
    #[schema(minimum = 0, maximum = 1)]
    confidence: f64,
    /// One of several possible targets.
    ambiguous: bool,
    /// Lines of the references.
    lines: Vec<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Commit {
    id: String,
    /// Seconds since 1970.
    time: i64,
    subject: String,
    /// Lines of the unit that it changed.
    lines: u32,
}

/// Everything that is known of a name: definitions, relations, commits.
#[utoipa::path(get, path = "/symbol", params(SymbolParameters), responses((status = 200, body = Symbol), Problems))]
pub(crate) async fn symbol(
    State(api): State<Api>,
    Asked(asked): Asked<SymbolParameters>,
) -> Result<Json<Symbol>, Problem> {
    let words = Some(asked.name.clone());
    let project = asked.project.clone();
    answered(&api, project, words, move |standing| Ok(told(standing, &asked))).await.map(Json)
}

fn told(standing: &Standing, asked: &SymbolParameters) -> Symbol {
    let options = SymbolOptions { relations: asked.limit, ..SymbolOptions::default() };
    let answer = standing.desk.workspace.symbol(&standing.stand.view, &asked.name, &options);
    Symbol {
        origin: Origin::of(standing),
        definitions: answer.definitions.iter().map(|one| definition(standing, one)).collect(),
        total: answer.total,
        nearest: answer.suggestions.iter().map(Place::of).collect(),
        unparsed: answer
            .unparsed
            .into_iter()
            .map(|one| Unparsed { path: one.path, line: one.line })
            .collect(),
    }
}

fn definition(standing: &Standing, definition: &orienteer_engine::Definition) -> Definition {
    Definition {
        place: Place::of(&definition.place),
        signature: definition.signature.clone(),
        doc: definition.documentation.clone(),
        source: source(standing, &definition.place),
        relations: definition.relations.iter().map(relations).collect(),
        commits: definition.commits.iter().map(commit).collect(),
        commits_total: definition.commits_total,
    }
}

fn source(standing: &Standing, place: &orienteer_engine::Place) -> Vec<Line> {
    let last = place.end_line.min(place.line.saturating_add(MOST_LINES - 1));
    let path = place.path.clone();
    let request = SourceRequest { path, ranges: vec![(place.line, last)], query: String::new() };
    let source = standing.desk.workspace.source(&standing.stand.view, &request).ok();
    let lines = source.and_then(|source| source.lines).unwrap_or_default();
    lines.iter().map(Line::of).collect()
}

fn relations(group: &Group) -> Relations {
    let places = group.listed.iter().map(related).collect();
    Relations { role: group.role.name(), total: group.total, places }
}

fn related(relation: &Relation) -> Related {
    Related {
        place: Place::of(&relation.place),
        confidence: f64::from(relation.confidence) / 100.0,
        ambiguous: relation.ambiguous,
        lines: relation.lines.clone(),
    }
}

fn commit(commit: &TouchingCommit) -> Commit {
    let TouchingCommit { id, time, subject, lines } = commit.clone();
    Commit { id, time, subject, lines }
}
