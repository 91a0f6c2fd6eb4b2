//! `/source`: lines of an indexed file. No other file can be read, whatever a path looks like.

use super::Api;
use super::line::Line;
use super::origin::Origin;
use super::problem::{Problem, Problems};
use super::query::{self, Asked, Bounded};
use super::stand::{Standing, answered};
use super::symbol_not_found;
use axum::Json;
use axum::extract::State;
use orienteer_engine::{SourceRequest, SymbolOptions};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Lines of one answer.
const MOST_LINES: u32 = 2_000;

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SourceParameters {
    /// From the root, as places have it. This or `unit` has to be given.
    #[param(min_length = 1, max_length = 4096, nullable = false)]
    path: Option<String>,
    /// The unit whose lines are wanted, as places call it, or a name as `/symbol` takes it.
    #[param(min_length = 1, max_length = 1000, nullable = false)]
    unit: Option<String>,
    /// The id of a project; the first where it is left out.
    #[param(max_length = 1000, nullable = false)]
    project: Option<String>,
    /// First line.
    #[serde(default)]
    #[param(minimum = 1, nullable = false)]
    from: Option<u32>,
    /// Last line; at most 2000 lines are given.
    #[param(minimum = 1, nullable = false)]
    to: Option<u32>,
    /// Words that are marked.
    #[serde(default)]
    #[param(max_length = 8000)]
    q: String,
}

impl Bounded for SourceParameters {
    fn check(&self) -> Result<(), Problem> {
        match (&self.path, &self.unit) {
            (Some(path), None) => query::text("path", path, 1, query::MOST_PATH)?,
            (None, Some(unit)) => query::text("unit", unit, 1, query::MOST_NAME)?,
            _ => return Err(Problem::bad("one of `path` and `unit` has to be given")),
        }
        query::project(self.project.as_ref())?;
        for (name, line) in [("from", self.from), ("to", self.to)] {
            line.map_or(Ok(()), |line| query::number(name, line as usize, 1, u32::MAX as usize))?;
        }
        query::text("q", &self.q, 0, query::MOST_WORDS)
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Source {
    origin: Origin,
    path: String,
    language: String,
    /// Lines that were asked for, as far as the file has them.
    from: u32,
    to: u32,
    total_lines: u32,
    /// None where the file is not as the snapshot has it.
    lines: Vec<Line>,
    /// The file is as the snapshot has it.
    current: bool,
}

/// Lines of an indexed file.
#[utoipa::path(get, path = "/source", params(SourceParameters), responses((status = 200, body = Source), Problems))]
pub(crate) async fn source(
    State(api): State<Api>,
    Asked(asked): Asked<SourceParameters>,
) -> Result<Json<Source>, Problem> {
    let project = asked.project.clone();
    answered(&api, project, None, move |standing| quoted(standing, asked)).await.map(Json)
}

fn quoted(standing: &Standing, asked: SourceParameters) -> Result<Source, Problem> {
    let (path, first, last) = match (asked.path, asked.unit) {
        (Some(path), _) => (path, 1, u32::MAX),
        (None, unit) => lines_of(standing, &unit.unwrap_or_default())?,
    };
    let from = asked.from.unwrap_or(first);
    let to = asked.to.unwrap_or(last).min(from.saturating_add(MOST_LINES - 1));
    let request = SourceRequest { path, ranges: vec![(from, to)], query: asked.q };
    let source = standing.desk.workspace.source(&standing.stand.view, &request)?;
    let lines = source.lines.as_deref().unwrap_or_default();
    Ok(Source {
        origin: Origin::of(standing),
        from: from.min(source.total_lines),
        to: to.min(source.total_lines),
        total_lines: source.total_lines,
        lines: lines.iter().map(Line::of).collect(),
        current: source.lines.is_some(),
        path: source.path,
        language: source.language,
    })
}

/// The file of a unit and its lines.
fn lines_of(standing: &Standing, unit: &str) -> Result<(String, u32, u32), Problem> {
    let options = SymbolOptions { definitions: 1, relations: 0, commits: 0 };
    let found = standing.desk.workspace.symbol(&standing.stand.view, unit, &options);
    let place = found.definitions.into_iter().next().ok_or_else(|| symbol_not_found(standing, unit))?.place;
    if place.path.is_empty() {
        return Err(Problem::not_found("this unit has no source"));
    }
    Ok((place.path, place.line, place.end_line))
}
