//! `/openapi.json`: all of this, described from its types.

use super::place::Place;
use super::problem::Problem;
use super::projects::NoParameters;
use super::query::Asked;
use super::{context, events, graph, projects, search, source, status, symbol, why};
use axum::Json;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Orienteer",
        description = "The code that a task touches, ranked and explained. Every question is a GET; parameters that take several \
                       values are repeated. Errors are problem documents (RFC 9457).",
        license(name = "Apache-2.0 OR MIT")
    ),
    servers((url = "/api/v1")),
    paths(
        projects::projects, status::status, search::search, context::context, why::why, symbol::symbol, graph::graph,
        source::source, events::events
    ),
    components(schemas(Problem, Place, events::Ready, status::Indexing)),
    security((), ("token" = []))
)]
struct Description;

pub(crate) async fn description(_: Asked<NoParameters>) -> Result<Json<utoipa::openapi::OpenApi>, Problem> {
    Ok(Json(described()))
}

fn described() -> utoipa::openapi::OpenApi {
    let mut description = Description::openapi();
    let token = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    description.components.get_or_insert_default().add_security_scheme("token", token);
    description
}
