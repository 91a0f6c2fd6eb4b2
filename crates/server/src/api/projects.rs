//! `/projects`: what may be asked about.

use super::Api;
use super::problem::{Problem, Problems};
use super::query::{Asked, Bounded};
use super::stand::{desks, id};
use crate::blocking::blocking;
use crate::desk::Desk;
use axum::Json;
use axum::extract::State;
use orienteer_engine::EngineError;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Nothing can be said to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoParameters {}

impl Bounded for NoParameters {
    fn check(&self) -> Result<(), Problem> {
        Ok(())
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Projects {
    /// The first is meant where a question names none.
    projects: Vec<Project>,
}

/// A folder that may be asked about.
#[derive(Serialize, ToSchema)]
pub(crate) struct Project {
    /// What questions take as `project`.
    id: String,
    /// The name of the folder.
    name: String,
    root: String,
    /// There is a snapshot to answer from.
    indexed: bool,
}

/// What may be asked about.
#[utoipa::path(get, path = "/projects", responses((status = 200, body = Projects), Problems))]
pub(crate) async fn projects(
    State(api): State<Api>,
    _: Asked<NoParameters>,
) -> Result<Json<Projects>, Problem> {
    let house = Arc::clone(&api.house);
    let listed = blocking(move || desks(&house)?.iter().map(|desk| project(desk)).collect());
    Ok(Json(Projects { projects: listed.await? }))
}

fn project(desk: &Desk) -> Result<Project, EngineError> {
    let root = desk.workspace.root();
    let name = root.file_name().unwrap_or(root.as_os_str());
    Ok(Project {
        id: id(desk),
        name: name.to_string_lossy().into_owned(),
        root: root.display().to_string(),
        indexed: desk.workspace.snapshot()?.is_some(),
    })
}
