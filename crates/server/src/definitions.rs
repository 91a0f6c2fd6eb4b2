//! The tools as clients see them. All of it is read by a model before it has asked anything: every word here is paid for in each
//! conversation, and a test keeps the whole below its limit.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use std::sync::Arc;

/// What the server says of itself.
pub(crate) const INSTRUCTIONS: &str = "\
Finds code in this repository by meaning and structure. Before reading or grepping many files for a task, call `context` with the \
task in plain words or the whole bug report: it returns the source that matters within max_tokens. Call `search` to locate code by \
words or a name, and `symbol` for one exact name: definition, callers, callees, tests. Answers come from the files as they are \
now; if one says \"partial\" or \"indexing\", ask again for more. Source marked \"already sent\" is in an earlier answer.";

pub(crate) fn tools() -> Vec<Tool> {
    vec![context(), search(), symbol(), feedback()]
}

fn context() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {
            "task": { "type": "string", "description": "What is to be done or understood; a whole bug report is fine" },
            "files": { "type": "array", "items": { "type": "string" }, "description": "Begin with these files and what calls them; a task ranks within them" },
            "diff": { "type": "string", "description": "What a change touches, instead of a task: a commit, BASE...HEAD, a patch; empty for uncommitted work" },
            "max_tokens": { "type": "integer", "minimum": 100, "default": 4000 },
            "format": { "enum": ["text", "markdown", "json", "xml", "compact"], "default": "text" },
            "globs": globs(),
            "no_tests": { "type": "boolean" },
            "again": { "type": "boolean", "description": "Also bodies that were already sent" },
        },
        "additionalProperties": false,
    });
    let description =
        "The code that a task touches, ranked, as source lines with path:line within max_tokens. Start here.";
    let objects = json!({ "type": "array", "items": { "type": "object" } });
    let shown = json!({
        "path": { "type": "string" },
        "form": { "type": "string" },
        "units": objects,
        "source": objects,
    });
    let more = json!({ "pointers": objects, "left_out": objects });
    tool("context", description, input).with_raw_output_schema(object(output(shown, more)))
}

fn search() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "Words, a name or a bug report" },
            "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 10 },
            "per_file": { "type": "integer", "minimum": 0, "default": 3, "description": "0: no cap" },
            "languages": { "type": "array", "items": { "type": "string" } },
            "globs": globs(),
            "kinds": { "type": "array", "items": { "type": "string" }, "description": "function, method, class, ..." },
            "no_tests": { "type": "boolean" },
            "max_tokens": { "type": "integer", "minimum": 100, "default": 2000 },
        },
        "required": ["query"],
        "additionalProperties": false,
    });
    let description =
        "Find functions, classes and sections by what they do or are called; the best lines of each.";
    tool("search", description, input).with_raw_output_schema(object(output(place(), json!({}))))
}

fn symbol() -> Tool {
    let input = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "description": "load, Store.load, app.store.Store.load, store.py:Store.load or store.py:42" },
            "max_tokens": { "type": "integer", "minimum": 100, "default": 2000 },
        },
        "required": ["name"],
        "additionalProperties": false,
    });
    let description = "Definition, callers, callees, relatives, tests and commits of exactly this name; names the nearest if there is none.";
    let nearest = json!({ "nearest": { "type": "array", "items": { "type": "object" } } });
    tool("symbol", description, input).with_raw_output_schema(object(output(place(), nearest)))
}

fn feedback() -> Tool {
    let names = json!({ "type": "array", "items": { "type": "string" } });
    let input = json!({
        "type": "object",
        "properties": { "useful": names, "not_useful": names },
        "additionalProperties": false,
    });
    let description = "After the work: which units of the last context were useful, by name or path:line.";
    let annotations = ToolAnnotations::new().read_only(false).destructive(false).open_world(false);
    let output = json!({ "type": "object", "properties": { "noted": { "type": "integer" } } });
    Tool::new("feedback", description, object(input))
        .with_annotations(annotations)
        .with_raw_output_schema(object(output))
}

fn globs() -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "description": "Paths like src/**; !docs/** leaves out" })
}

/// A place with its lines.
fn place() -> Value {
    json!({
        "path": { "type": "string" },
        "line": { "type": "integer" },
        "end_line": { "type": "integer" },
        "kind": { "type": "string" },
        "name": { "type": "string" },
        "score": { "type": "string" },
        "test": { "type": "boolean" },
        "text": { "type": "string" },
    })
}

/// Items with these fields, and where they come from.
fn output(item: Value, more: Value) -> Value {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "items": { "type": "array", "items": { "type": "object", "properties": item } },
            "snapshot": { "type": "string" },
            "changed": { "type": "array", "items": { "type": "string" }, "description": "Files changed since" },
            "changed_count": { "type": "integer" },
            "partial": { "type": "boolean" },
            "note": { "type": "string" },
        },
        "required": ["items"],
    });
    if let (Some(properties), Value::Object(more)) = (schema["properties"].as_object_mut(), more) {
        properties.extend(more);
    }
    schema
}

fn tool(name: &'static str, description: &'static str, input: Value) -> Tool {
    let annotations = ToolAnnotations::new().read_only(true).open_world(false);
    Tool::new(name, description, object(input)).with_annotations(annotations)
}

fn object(value: Value) -> Arc<JsonObject> {
    match value {
        Value::Object(object) => Arc::new(object),
        _ => Arc::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orienteer_engine::count_tokens;

    #[test]
    fn all_definitions_together_are_short() {
        let listed = serde_json::to_string(&json!({ "tools": tools() })).unwrap_or_default();
        let tokens = count_tokens(&listed) + count_tokens(INSTRUCTIONS);
        assert!(listed.contains("readOnlyHint") && tokens < 1_500, "{tokens} tokens");
    }
}
