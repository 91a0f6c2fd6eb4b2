//! `/graph`: the units one step around another, and the edges between all of them.

use super::Api;
use super::origin::Origin;
use super::place::Place;
use super::problem::{Problem, Problems};
use super::query::{self, Asked, Bounded};
use super::stand::{Standing, answered};
use super::symbol_not_found;
use axum::Json;
use axum::extract::State;
use orienteer_engine::{EdgeKind, Neighbourhood, NeighbourhoodOptions};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::{IntoParams, ToSchema};

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GraphParameters {
    /// The unit in the middle, as places call it, or a name as `/symbol` takes it.
    #[param(min_length = 1, max_length = 1000)]
    unit: String,
    /// The id of a project; the first where it is left out.
    #[param(max_length = 1000, nullable = false)]
    project: Option<String>,
    /// Most nodes, the one in the middle among them.
    #[serde(default = "sixty")]
    #[param(minimum = 1, maximum = 500, default = 60)]
    limit: usize,
    /// Kinds of edges, repeated for several; all where none is given.
    #[serde(default)]
    #[param(max_items = 64)]
    kinds: Vec<String>,
}

fn sixty() -> usize {
    60
}

impl Bounded for GraphParameters {
    fn check(&self) -> Result<(), Problem> {
        query::text("unit", &self.unit, 1, query::MOST_NAME)?;
        query::project(self.project.as_ref())?;
        query::number("limit", self.limit, 1, 500)?;
        query::list("kinds", &self.kinds)
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Graph {
    origin: Origin,
    /// The unit in the middle.
    center: String,
    /// The one in the middle is the first.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// There are more neighbours than are told.
    cut: bool,
    /// Neighbours that there are.
    total: usize,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Node {
    #[serde(flatten)]
    place: Place,
    /// What it is to the one in the middle: `callers`, `tests` and so on. That one has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    role: Option<&'static str>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Edge {
    /// A unit of the nodes.
    from: String,
    to: String,
    /// `calls`, `extends`, `contains`, `tests` and so on.
    kind: &'static str,
    /// Between 0 and 1.
    #[schema(minimum = 0, maximum = 1)]
    confidence: f64,
    /// One of several possible targets.
    ambiguous: bool,
}

/// The units one step around another, and the edges between all of them.
#[utoipa::path(get, path = "/graph", params(GraphParameters), responses((status = 200, body = Graph), Problems))]
pub(crate) async fn graph(
    State(api): State<Api>,
    Asked(asked): Asked<GraphParameters>,
) -> Result<Json<Graph>, Problem> {
    let kinds = asked.kinds.iter().map(|name| kind(name)).collect::<Result<_, _>>()?;
    let options = NeighbourhoodOptions { nodes: asked.limit, kinds };
    answered(&api, asked.project, None, move |standing| around(standing, &asked.unit, &options))
        .await
        .map(Json)
}

fn kind(name: &str) -> Result<EdgeKind, Problem> {
    let known = EdgeKind::ALL.into_iter().find(|kind| kind.name() == name);
    known.ok_or_else(|| {
        let names: Vec<&str> = EdgeKind::ALL.iter().map(|kind| kind.name()).collect();
        Problem::bad(&format!("there is no kind of edge `{name}`"))
            .hint(&format!("kinds are {}", names.join(", ")))
    })
}

fn around(standing: &Standing, unit: &str, options: &NeighbourhoodOptions) -> Result<Graph, Problem> {
    let found = standing.desk.workspace.neighbourhood(&standing.stand.view, unit, options);
    let found = found.ok_or_else(|| symbol_not_found(standing, unit))?;
    let units: Vec<String> = found.nodes.iter().map(|node| node.place.reference()).collect();
    Ok(Graph {
        origin: Origin::of(standing),
        center: units.first().cloned().unwrap_or_default(),
        nodes: nodes(&found),
        edges: edges(&found, &units),
        cut: found.total + 1 > found.nodes.len(),
        total: found.total,
    })
}

/// Two units that are called the same on the same line are one in a picture.
fn nodes(found: &Neighbourhood) -> Vec<Node> {
    let mut known = HashSet::new();
    let node = |node: &orienteer_engine::Neighbour| Node {
        place: Place::of(&node.place),
        role: node.role.map(orienteer_engine::Role::name),
    };
    found.nodes.iter().map(node).filter(|node| known.insert(node.place.unit.clone())).collect()
}

fn edges(found: &Neighbourhood, units: &[String]) -> Vec<Edge> {
    let mut known = HashSet::new();
    let edge = |tie: &orienteer_engine::Tie| Edge {
        from: units[tie.from].clone(),
        to: units[tie.to].clone(),
        kind: tie.kind.name(),
        confidence: f64::from(tie.confidence) / 100.0,
        ambiguous: tie.ambiguous,
    };
    let is_first = |edge: &Edge| known.insert((edge.from.clone(), edge.to.clone(), edge.kind));
    found.edges.iter().map(edge).filter(is_first).collect()
}
