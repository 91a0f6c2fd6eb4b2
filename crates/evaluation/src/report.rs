//! The outcome of a run as JSON: the contract of the command, and the file that two runs are compared by.

use crate::prepare::Bench;
use crate::run::{Outcome, Settings};
use crate::statistics::Estimate;
use crate::summary::{Group, Summary, part_of};
use crate::through::Through;
use orienteer_storage::FORMAT_VERSION;
use serde_json::{Map, Value, json};

/// Version of the object's shape.
const SHAPE: u32 = 1;

/// One object: `version`, `suite`, `cases`, `skipped`, `snapshot`, `metrics`, `intervals`, `by`.
pub fn contract(summary: &Summary, settings: &Settings) -> Value {
    let mut by = Map::new();
    for (dimension, groups) in &summary.by {
        let groups = groups.iter().map(|(name, group)| (name.clone(), part(group)));
        by.insert((*dimension).to_owned(), Value::Object(groups.collect()));
    }
    json!({
        "version": SHAPE,
        "suite": summary.kind.name(),
        "cases": summary.all.cases,
        "skipped": summary.skipped,
        "snapshot": {
            "version": FORMAT_VERSION,
            "parameters": format!("{:016x}", settings.params.fingerprint()),
        },
        "metrics": metrics(&summary.all),
        "intervals": intervals(&summary.all),
        "by": by,
    })
}

/// The contract, and all that is needed to compare case by case: settings and rows.
pub fn output(bench: &Bench, summary: &Summary, settings: &Settings, outcomes: &[Outcome]) -> Value {
    let mut output = contract(summary, settings);
    output["per_file"] = json!(settings.per_file);
    output["through"] = json!(settings.through.unwrap_or_else(|| Through::of(summary.kind)).name());
    output["parameters"] =
        settings.params.all().iter().map(|one| (one.name.to_owned(), json!(one.value))).collect();
    output["rows"] = outcomes.iter().map(|outcome| row(bench, outcome)).collect();
    output
}

fn part(group: &Group) -> Value {
    let mut part = metrics(group);
    part["cases"] = json!(group.cases);
    part
}

fn metrics(group: &Group) -> Value {
    group
        .figures
        .iter()
        .map(|(name, estimate)| ((*name).to_owned(), json!(rounded(estimate.value))))
        .collect()
}

/// `[low, high]` of 95 %, of all that is a mean over cases: times are not.
fn intervals(group: &Group) -> Value {
    let means = group.figures.iter().filter(|(name, _)| !name.starts_with("latency_"));
    let interval = |estimate: &Estimate| json!([rounded(estimate.low), rounded(estimate.high)]);
    means.map(|(name, estimate)| ((*name).to_owned(), interval(estimate))).collect()
}

fn row(bench: &Bench, outcome: &Outcome) -> Value {
    let case = &bench.suite.cases[outcome.case];
    let figures: Map<String, Value> =
        outcome.figures.iter().map(|(name, value)| ((*name).to_owned(), json!(rounded(*value)))).collect();
    let hit = |found: &crate::metrics::Found| format!("{}:{} {}", found.path, found.start_line, found.name);
    json!({
        "id": case.id,
        "repository": case.repo,
        "language": part_of(case, "language"),
        "category": part_of(case, "category"),
        "milliseconds": rounded(outcome.milliseconds),
        "metrics": figures,
        "hits": outcome.first.iter().map(|found| hit(found).trim_end().to_owned()).collect::<Vec<_>>(),
    })
}

/// Six digits: more would only make files differ.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
