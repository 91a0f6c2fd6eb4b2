//! `/why`: the way of one unit through the run that answers a task, with the very numbers.

use super::Api;
use super::context::{check_budget, informed, usual_budget};
use super::origin::Origin;
use super::place::Place;
use super::problem::{Problem, Problems};
use super::query::{self, Asked, Bounded};
use super::stand::{Standing, answered};
use axum::Json;
use axum::extract::State;
use orienteer_engine::{ContextRequest, Explanation, Finding, Format, SearchFilter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhyParameters {
    /// The task, as `/context` takes it.
    #[param(min_length = 1, max_length = 8000)]
    task: String,
    /// The unit, as places call it, or a name as `/symbol` takes it.
    #[param(min_length = 1, max_length = 1000)]
    unit: String,
    /// The id of a project; the first where it is left out.
    #[param(max_length = 1000, nullable = false)]
    project: Option<String>,
    #[serde(default = "usual_budget")]
    #[param(minimum = 100, maximum = 200_000, default = 4000)]
    budget: usize,
    /// Leave tests out.
    #[serde(default)]
    #[param(default = false)]
    no_tests: bool,
    /// Patterns of paths, repeated for several; one that begins with `!` takes out.
    #[serde(default)]
    #[param(max_items = 64)]
    path: Vec<String>,
}

impl Bounded for WhyParameters {
    fn check(&self) -> Result<(), Problem> {
        query::text("task", &self.task, 1, query::MOST_WORDS)?;
        query::text("unit", &self.unit, 1, query::MOST_NAME)?;
        query::project(self.project.as_ref())?;
        check_budget(self.budget)?;
        query::list("path", &self.path)
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Why {
    origin: Origin,
    place: Place,
    /// What became of it, in words.
    outcome: String,
    /// Its place by score, from 1; absent where it got none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rank: Option<usize>,
    /// The sum of all products, times all factors; 0 where it got none.
    score: f64,
    /// Of the best, between 0 and 1.
    #[schema(minimum = 0)]
    relative: f64,
    /// What became of it at each stage.
    steps: Vec<Stage>,
    /// Features, in the order in which they are added.
    parts: Vec<Contribution>,
    /// What the sum is multiplied with.
    factors: Vec<Multiplier>,
    /// What it was found by.
    channels: Vec<Channel>,
    /// Other units of the same name, where a name was asked for.
    others: Vec<Place>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Stage {
    stage: &'static str,
    text: String,
}

/// A feature: its product with the weight is what it adds.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Contribution {
    name: &'static str,
    value: f64,
    weight: f64,
    product: f64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Multiplier {
    name: &'static str,
    factor: f64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Channel {
    name: &'static str,
    /// From 1.
    place: usize,
    of: usize,
    adds: f64,
}

/// Why a unit stands where it stands in the context of a task, or why it is not in it.
#[utoipa::path(get, path = "/why", params(WhyParameters), responses((status = 200, body = Why), Problems))]
pub(crate) async fn why(
    State(api): State<Api>,
    Asked(asked): Asked<WhyParameters>,
) -> Result<Json<Why>, Problem> {
    let WhyParameters { task, unit, project, budget, no_tests, path } = asked;
    let request = ContextRequest {
        budget,
        format: Format::Markdown,
        filter: SearchFilter { globs: path, no_tests, ..SearchFilter::default() },
        ..ContextRequest::new(task)
    };
    request.validate()?;
    answered(&api, project, None, move |standing| explained(standing, request, &unit)).await.map(Json)
}

fn explained(standing: &Standing, request: ContextRequest, unit: &str) -> Result<Why, Problem> {
    let request = informed(standing, request)?;
    let answer = standing.desk.workspace.why(&standing.stand.view, &request, unit)?;
    let others = answer.explanations.iter().skip(1).map(|other| Place::of(&other.place)).collect();
    match answer.explanations.first() {
        Some(explanation) => Ok(told(Origin::of(standing), explanation, others)),
        None => {
            let nearest = answer.unknown.map(|unknown| unknown.suggestions).unwrap_or_default();
            Err(Problem::not_found("there is no such unit").nearest(&nearest))
        }
    }
}

fn told(origin: Origin, explanation: &Explanation, others: Vec<Place>) -> Why {
    let journey = &explanation.journey;
    let ranked = journey.ranked.as_ref();
    let parts = ranked.map_or(&[][..], |ranked| &ranked.parts);
    let factors = ranked.map_or(&[][..], |ranked| &ranked.factors);
    let contribution = |part: &orienteer_engine::Part| Contribution {
        name: part.name,
        value: part.value.into(),
        weight: part.weight.into(),
        product: part.product().into(),
    };
    Why {
        origin,
        place: Place::of(&explanation.place),
        outcome: explanation.outcome(),
        rank: journey.place("rank"),
        score: ranked.map_or(0.0, |ranked| ranked.score.into()),
        relative: explanation.relative.unwrap_or(0.0).into(),
        steps: explanation.way().into_iter().map(|(stage, text)| Stage { stage, text }).collect(),
        parts: parts.iter().map(contribution).collect(),
        factors: factors.iter().map(|by| Multiplier { name: by.name, factor: by.value.into() }).collect(),
        channels: journey.found.iter().map(channel).collect(),
        others,
    }
}

fn channel(finding: &Finding) -> Channel {
    Channel { name: finding.channel, place: finding.place, of: finding.of, adds: finding.adds.into() }
}
