//! `/context`: the code that a task touches, packed into a budget, with what became of each unit of the list.

use super::Api;
use super::line::Line;
use super::note::Note;
use super::origin::Origin;
use super::place::Place;
use super::problem::{Problem, Problems};
use super::query::{self, Asked, Bounded};
use super::stand::{Standing, answered};
use axum::Json;
use axum::extract::State;
use orienteer_engine::{
    ContextRequest, Form, Format, Hit, PackedItem, Packing, Part, SearchFilter, SourceRequest, seconds_now,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Features that are told as reasons, those that add most.
const REASONS: usize = 3;

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ContextParameters {
    /// In plain language, or a whole report.
    #[param(min_length = 1, max_length = 4000)]
    task: String,
    /// The id of a project; the first where it is left out.
    #[param(max_length = 1000, nullable = false)]
    project: Option<String>,
    /// Tokens of the whole pack, by the o200k_base vocabulary.
    #[serde(default = "usual_budget")]
    #[param(minimum = 100, maximum = 200_000, default = 4000)]
    budget: usize,
    /// How the pack is written.
    #[serde(default)]
    #[param(inline)]
    format: PackFormat,
    /// Leave tests out.
    #[serde(default)]
    #[param(default = false)]
    no_tests: bool,
    /// Patterns of paths, repeated for several; one that begins with `!` takes out.
    #[serde(default)]
    #[param(max_items = 32)]
    path: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PackFormat {
    #[default]
    Markdown,
    Text,
    Json,
    Xml,
    Compact,
}

impl From<PackFormat> for Format {
    fn from(format: PackFormat) -> Format {
        match format {
            PackFormat::Markdown => Format::Markdown,
            PackFormat::Text => Format::Text,
            PackFormat::Json => Format::Json,
            PackFormat::Xml => Format::Xml,
            PackFormat::Compact => Format::Compact,
        }
    }
}

pub(crate) fn usual_budget() -> usize {
    4_000
}

pub(crate) fn check_budget(budget: usize) -> Result<(), Problem> {
    query::number("budget", budget, 100, 200_000)
}

impl Bounded for ContextParameters {
    fn check(&self) -> Result<(), Problem> {
        query::text("task", &self.task, 1, query::MOST_WORDS)?;
        query::project(self.project.as_ref())?;
        check_budget(self.budget)?;
        query::list("path", &self.path)
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Context {
    origin: Origin,
    budget: usize,
    /// Never over the budget.
    tokens: usize,
    /// The very pack, in the format that was asked for.
    text: String,
    /// What is in it, best first.
    items: Vec<Item>,
    /// What was ranked and is not in it, best first.
    left_out: Vec<LeftOut>,
    left_out_count: usize,
    /// What the answer had to do without; the pack says so too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    notes: Vec<Note>,
}

/// What is shown of a unit.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Item {
    place: Place,
    form: ItemForm,
    /// What this form of it costs where it stands alone.
    tokens: usize,
    /// Of the best, between 0 and 1.
    #[schema(minimum = 0, maximum = 1)]
    score: f64,
    reasons: Vec<String>,
    /// Those that are in the pack; none for a pointer.
    lines: Vec<Line>,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ItemForm {
    Body,
    Signature,
    Pointer,
}

/// A unit for which there was no room.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LeftOut {
    place: Place,
    /// Of the best, between 0 and 1.
    #[schema(minimum = 0, maximum = 1)]
    score: f64,
    why: String,
}

/// The code that a task touches, packed into a budget.
#[utoipa::path(get, path = "/context", params(ContextParameters), responses((status = 200, body = Context), Problems))]
pub(crate) async fn context(
    State(api): State<Api>,
    Asked(asked): Asked<ContextParameters>,
) -> Result<Json<Context>, Problem> {
    let request = ContextRequest {
        budget: asked.budget,
        format: asked.format.into(),
        filter: SearchFilter { globs: asked.path, no_tests: asked.no_tests, ..SearchFilter::default() },
        ..ContextRequest::new(asked.task.clone())
    };
    request.validate()?;
    answered(&api, asked.project, Some(asked.task), move |standing| packed(standing, request)).await.map(Json)
}

/// With what the team says and what use has taught. What cannot be read was not learned.
pub(crate) fn informed(standing: &Standing, request: ContextRequest) -> Result<ContextRequest, Problem> {
    let workspace = &standing.desk.workspace;
    let memory = workspace.memory(&standing.stand.view.snapshot, &request.params, seconds_now());
    Ok(ContextRequest { settings: workspace.settings()?, memory: memory.unwrap_or_default(), ..request })
}

fn packed(standing: &Standing, request: ContextRequest) -> Result<Context, Problem> {
    let request = informed(standing, request)?;
    let (answer, packings) = standing.desk.workspace.context_explained(&standing.stand.view, &request)?;
    let is_out = |(_, packing): &(&Hit, &Packing)| packing.form.is_none();
    let left_out: Vec<LeftOut> = answer.ranked.iter().zip(&packings).filter(is_out).map(left_out).collect();
    Ok(Context {
        origin: Origin::of(standing),
        budget: request.budget,
        tokens: answer.tokens,
        items: answer.items.iter().map(|shown| item(standing, &request.task, shown)).collect(),
        text: answer.text,
        notes: Note::all(&answer.notes),
        left_out_count: left_out.len(),
        left_out,
    })
}

fn left_out((hit, packing): (&Hit, &Packing)) -> LeftOut {
    let why = packing.told().into_iter().skip(1).collect::<Vec<_>>().join("; ");
    LeftOut { place: Place::of(&hit.place), score: f64::from(hit.relative), why }
}

fn item(standing: &Standing, task: &str, item: &PackedItem) -> Item {
    Item {
        place: Place::of(&item.hit.place),
        form: match item.form {
            Form::Body => ItemForm::Body,
            Form::Signature => ItemForm::Signature,
            Form::Pointer => ItemForm::Pointer,
        },
        tokens: item.tokens,
        score: f64::from(item.hit.relative),
        reasons: reasons(&item.hit),
        lines: lines(standing, task, item),
    }
}

/// As the pack has them; a file that changed just now is not quoted again.
fn lines(standing: &Standing, task: &str, item: &PackedItem) -> Vec<Line> {
    if item.lines.is_empty() {
        return Vec::new();
    }
    let path = item.hit.place.path.clone();
    let wanted = SourceRequest { path, ranges: item.lines.clone(), query: task.to_owned() };
    let source = standing.desk.workspace.source(&standing.stand.view, &wanted).ok();
    let lines = source.and_then(|source| source.lines).unwrap_or_default();
    lines.iter().map(Line::of).collect()
}

fn reasons(hit: &Hit) -> Vec<String> {
    let mut parts: Vec<&Part> = hit.parts.iter().filter(|part| part.product() > 0.0).collect();
    parts.sort_by(|left, right| right.product().total_cmp(&left.product()));
    let told = parts.iter().take(REASONS).map(|part| format!("{} adds {:.3}", part.name, part.product()));
    let found = (!hit.channels.is_empty()).then(|| format!("found by {}", hit.channels.join(", ")));
    found.into_iter().chain(told).collect()
}
