//! What a client can read without calling a tool: how the index stands, and the source of one unit.

use crate::desk::Desk;
use orienteer_engine::{EngineError, Freshness, Quote, Status, SymbolOptions, View};
use rmcp::model::{ErrorData, Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};

const STATUS: &str = "orient://status";
const UNIT: &str = "orient://unit/";

/// What is named to people and models of a symbol that is not there.
const NEAREST: SymbolOptions = SymbolOptions { definitions: 0, relations: 0, commits: 0 };

pub(crate) enum Address {
    Status,
    Unit(String),
}

impl Address {
    pub(crate) fn parse(uri: &str) -> Option<Address> {
        if uri == STATUS {
            return Some(Address::Status);
        }
        let name = crate::root::decoded(uri.strip_prefix(UNIT)?)?;
        (!name.trim().is_empty()).then_some(Address::Unit(name))
    }
}

pub(crate) fn resources() -> Vec<Resource> {
    let status = Resource::new(STATUS, "status").with_description("What the index holds and how fresh it is");
    vec![status.with_mime_type("application/json")]
}

pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let unit = ResourceTemplate::new("orient://unit/{+name}", "unit")
        .with_description("The source of one unit: path:line, path:Name or a qualified name");
    vec![unit.with_mime_type("text/plain")]
}

pub(crate) fn unknown(uri: &str) -> ErrorData {
    let uri: String = uri.chars().take(200).collect();
    ErrorData::resource_not_found(format!("no such resource: {uri}; there are {STATUS} and {UNIT}NAME"), None)
}

/// The text of a unit, or why there is none.
pub(crate) fn unit(desk: &Desk, view: &View, uri: &str, name: &str) -> Result<ResourceContents, ErrorData> {
    let Some(found) = desk.workspace.unit_source(view, name) else {
        let nearest = desk.workspace.symbol(view, name, &NEAREST).suggestions;
        let names: Vec<String> =
            nearest.iter().map(|place| format!("{} {}:{}", place.name, place.path, place.line)).collect();
        return Err(ErrorData::resource_not_found("no such unit", Some(json!({ "nearest": names }))));
    };
    match found.quote {
        Quote::Lines(text) => Ok(ResourceContents::text(text, uri)),
        Quote::Changed => {
            Err(ErrorData::resource_not_found("its file changed just now; read it again", None))
        }
        Quote::None => Err(ErrorData::resource_not_found("this unit has no source", None)),
    }
}

pub(crate) fn status(desk: &Desk) -> Result<Value, EngineError> {
    let root = desk.workspace.root().display().to_string();
    let Some(status) = desk.workspace.status()? else {
        return Ok(json!({ "root": root, "indexed": false, "progress": desk.gauge.standing().to_string() }));
    };
    Ok(told(&root, &status))
}

fn told(root: &str, status: &Status) -> Value {
    let languages: Vec<Value> = status
        .languages
        .iter()
        .map(|share| json!({ "language": share.language, "files": share.files, "units": share.units }))
        .collect();
    let changed = match &status.freshness {
        Freshness::Current => 0,
        Freshness::Behind(changes) => changes.added.len() + changes.changed.len() + changes.removed.len(),
    };
    json!({
        "root": root,
        "indexed": true,
        "snapshot": status.snapshot.to_string(),
        "files": status.counts.files,
        "units": status.counts.units,
        "edges": status.counts.edges,
        "changed_count": changed,
        "problems": status.problems.len(),
        "languages": languages,
        "bytes": status.snapshot_bytes + status.shared_bytes,
    })
}
