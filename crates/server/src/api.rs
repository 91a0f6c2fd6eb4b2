//! What programs and the page ask over HTTP: plain questions by GET, answers as JSON, errors as problem documents. One file for
//! each route, with the types of its answer, from which the description is made. Decides nothing about code.

mod context;
mod description;
mod events;
mod graph;
mod line;
mod note;
mod origin;
mod place;
mod problem;
mod projects;
mod query;
mod search;
mod source;
mod stand;
mod status;
mod symbol;
mod why;

pub(crate) use problem::as_problems;

use crate::Stop;
use crate::house::House;
use axum::Router;
use axum::routing::get;
use orienteer_engine::SymbolOptions;
use problem::Problem;
use stand::Standing;
use std::sync::Arc;

/// Where all of it is mounted.
pub(crate) const ROOT: &str = "/api/v1";

/// What every route has.
#[derive(Clone)]
pub(crate) struct Api {
    house: Arc<House>,
    stop: Stop,
}

pub(crate) fn router(house: &Arc<House>, stop: &Stop) -> Router {
    let api = Api { house: Arc::clone(house), stop: stop.clone() };
    Router::new()
        .route("/projects", get(projects::projects))
        .route("/status", get(status::status))
        .route("/search", get(search::search))
        .route("/context", get(context::context))
        .route("/why", get(why::why))
        .route("/symbol", get(symbol::symbol))
        .route("/graph", get(graph::graph))
        .route("/source", get(source::source))
        .route("/events", get(events::events))
        .route("/openapi.json", get(description::description))
        .fallback(async || {
            Problem::not_found("there is no such question").hint("/api/v1/openapi.json lists all")
        })
        .with_state(api)
}

/// With what may have been meant.
fn symbol_not_found(standing: &Standing, unit: &str) -> Problem {
    let options = SymbolOptions { definitions: 0, relations: 0, commits: 0 };
    let found = standing.desk.workspace.symbol(&standing.stand.view, unit, &options);
    Problem::not_found("there is no such unit").nearest(&found.suggestions)
}
