//! `/status`: what the index holds and how fresh it is. Indexes nothing.

use super::Api;
use super::origin::Origin;
use super::problem::{Problem, Problems};
use super::query::{self, Asked, Bounded};
use super::stand::{desk, id};
use crate::blocking::blocking;
use crate::desk::Desk;
use crate::gauge;
use axum::Json;
use axum::extract::State;
use orienteer_engine::{LanguageShare, ProblemFile, resident_bytes};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// Files with problems that are named.
const MOST_PROBLEMS: usize = 100;

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProjectParameters {
    /// The id of a project; the first where it is left out.
    #[param(max_length = 1000, nullable = false)]
    pub project: Option<String>,
}

impl Bounded for ProjectParameters {
    fn check(&self) -> Result<(), Problem> {
        query::project(self.project.as_ref())
    }
}

#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct Status {
    /// Absent where nothing was indexed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    origin: Option<Origin>,
    project: String,
    root: String,
    indexed: bool,
    files: u64,
    units: u64,
    edges: u64,
    commits: u64,
    edges_by_kind: BTreeMap<&'static str, u64>,
    /// Most lines first.
    languages: Vec<Language>,
    /// The first hundred.
    problems: Vec<FileProblem>,
    problem_count: usize,
    /// On disk, what worktrees share included.
    index_bytes: u64,
    /// Of the program, as far as the system tells.
    memory_bytes: u64,
    version: &'static str,
    /// Units can be compared by their vectors.
    vectors: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    indexing: Option<Indexing>,
}

/// Files of one language.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Language {
    name: String,
    files: u64,
    lines: u64,
    units: u64,
}

/// A file that gave less than it could have.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FileProblem {
    path: String,
    line: u32,
    message: &'static str,
}

/// How far an index run is.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Indexing {
    /// `discover`, `extract`, `resolve`, `history`, `commit`.
    pub stage: &'static str,
    pub done: u64,
    /// 0 while it is not known.
    pub total: u64,
    /// Of the whole run, roughly.
    #[schema(minimum = 0, maximum = 100)]
    pub percent: f64,
    /// The same in words.
    pub text: String,
}

impl Indexing {
    /// None while nothing is written.
    pub(crate) fn of(standing: Option<gauge::Standing>) -> Option<Indexing> {
        let standing = standing?;
        Some(Indexing {
            stage: standing.stage()?,
            done: standing.done(),
            total: standing.total(),
            percent: standing.percent(),
            text: standing.to_string(),
        })
    }
}

/// What the index of a project holds and how fresh it is.
#[utoipa::path(get, path = "/status", params(ProjectParameters), responses((status = 200, body = Status), Problems))]
pub(crate) async fn status(
    State(api): State<Api>,
    Asked(asked): Asked<ProjectParameters>,
) -> Result<Json<Status>, Problem> {
    let desk = desk(&api, asked.project).await?;
    Ok(Json(blocking(move || told(&desk)).await?))
}

fn told(desk: &Desk) -> Result<Status, orienteer_engine::EngineError> {
    let about = Status {
        project: id(desk),
        root: desk.workspace.root().display().to_string(),
        memory_bytes: resident_bytes().unwrap_or(0),
        version: env!("CARGO_PKG_VERSION"),
        indexing: Indexing::of(desk.indexing()),
        ..Status::default()
    };
    let Some(status) = desk.workspace.status()? else { return Ok(about) };
    Ok(Status {
        origin: Some(Origin::fresh(&about.project, &status.snapshot.to_string(), &status.freshness)),
        indexed: true,
        files: status.counts.files,
        units: status.counts.units,
        edges: status.counts.edges,
        commits: status.counts.commits,
        edges_by_kind: status.edges.iter().copied().collect(),
        languages: status.languages.into_iter().map(language).collect(),
        problem_count: status.problems.len(),
        problems: status.problems.into_iter().take(MOST_PROBLEMS).map(problem).collect(),
        index_bytes: status.snapshot_bytes + status.shared_bytes,
        vectors: status.has_vectors,
        ..about
    })
}

fn language(share: LanguageShare) -> Language {
    Language { name: share.language, files: share.files, lines: share.lines, units: share.units }
}

fn problem(file: ProblemFile) -> FileProblem {
    FileProblem { path: file.path, line: file.line, message: file.problem }
}
