//! What agents say when they used a tool, in their own words. What is not understood is no event; nothing here touches a file.

use orienteer_engine::Use;
use serde_json::Value;
use std::path::PathBuf;

/// What Cursor waits for before it reads a file.
const ALLOWED: &str = r#"{"permission":"allow"}"#;

/// A file that was read or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Touched {
    pub(super) path: PathBuf,
    /// Both ends inclusive.
    pub(super) lines: Option<(u32, u32)>,
    /// What stands now where it was changed, if the lines are not known.
    pub(super) text: Option<String>,
    pub(super) kind: Use,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// Where the agent works.
    pub(super) folder: Option<PathBuf>,
    pub(super) touched: Vec<Touched>,
    /// What the agent waits for.
    pub(super) reply: Option<&'static str>,
}

impl Event {
    /// None for what is no object at all; an event that is about no file touches nothing.
    pub(super) fn parse(text: &[u8]) -> Option<Event> {
        let value: Value = serde_json::from_slice(text).ok().filter(Value::is_object)?;
        let folder = value["cwd"].as_str().or(value["workspace_roots"][0].as_str()).map(PathBuf::from);
        let name = value["hook_event_name"].as_str().unwrap_or_default();
        let touched = match name {
            "beforeReadFile" => touched(&value["file_path"], Use::Read).into_iter().collect(),
            "afterFileEdit" => edits(&value["file_path"], &value["edits"]),
            "PostToolUse" | "postToolUse" => tool(&value),
            _ => plain(&value).into_iter().collect(),
        };
        let reply = (name == "beforeReadFile").then_some(ALLOWED);
        Some(Event { folder, touched, reply })
    }
}

fn tool(value: &Value) -> Vec<Touched> {
    let input = &value["tool_input"];
    let path = &input["file_path"];
    match value["tool_name"].as_str().unwrap_or_default() {
        "Read" => {
            touched(path, Use::Read).map(|read| Touched { lines: page(input), ..read }).into_iter().collect()
        }
        "Edit" | "MultiEdit" | "Write" => {
            let hunks = hunks(path, &value["tool_response"]["structuredPatch"]);
            if !hunks.is_empty() {
                return hunks;
            }
            let many = edits(path, &input["edits"]);
            if many.is_empty() { edit(path, input).into_iter().collect() } else { many }
        }
        _ => Vec::new(),
    }
}

/// The lines that a part of a file has; none for the whole file.
fn page(input: &Value) -> Option<(u32, u32)> {
    let first = number(&input["offset"]).unwrap_or(1).max(1);
    let limit = number(&input["limit"]).filter(|limit| *limit > 0);
    match (input["offset"].is_null(), limit) {
        (true, None) => None,
        (_, limit) => Some((first, limit.map_or(u32::MAX, |limit| first.saturating_add(limit - 1)))),
    }
}

/// Lines before the change: that is what answers spoke of.
fn hunks(path: &Value, patch: &Value) -> Vec<Touched> {
    let hunk = |hunk: &Value| {
        let (first, count) = (number(&hunk["oldStart"])?, number(&hunk["oldLines"])?);
        let last = first.saturating_add(count.max(1) - 1);
        Some(Touched { lines: Some((first, last)), ..touched(path, Use::Edited)? })
    };
    patch.as_array().into_iter().flatten().filter_map(hunk).collect()
}

fn edits(path: &Value, edits: &Value) -> Vec<Touched> {
    edits.as_array().into_iter().flatten().filter_map(|one| edit(path, one)).collect()
}

fn edit(path: &Value, edit: &Value) -> Option<Touched> {
    let text = edit["new_string"].as_str().map(str::to_owned);
    Some(Touched { text, ..touched(path, Use::Edited)? })
}

/// `{"event": "read", "path": "src/a.rs", "lines": [10, 20]}`
fn plain(value: &Value) -> Option<Touched> {
    let kind = match value["event"].as_str()? {
        "read" => Use::Read,
        "edit" => Use::Edited,
        _ => return None,
    };
    let lines = match (number(&value["lines"][0]), number(&value["lines"][1])) {
        (Some(first), Some(last)) if first <= last => Some((first, last)),
        _ => None,
    };
    Some(Touched { lines, ..touched(&value["path"], kind)? })
}

fn touched(path: &Value, kind: Use) -> Option<Touched> {
    let path = PathBuf::from(path.as_str().filter(|path| !path.is_empty())?);
    Some(Touched { path, lines: None, text: None, kind })
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Path, lines, text and how it was used.
    type Expected<'a> = (&'a str, Option<(u32, u32)>, Option<&'a str>, Use);

    fn check(text: &str, expected: &[Expected<'_>]) -> Event {
        let event = Event::parse(text.as_bytes()).unwrap_or_default();
        let touched: Vec<_> = event
            .touched
            .iter()
            .map(|one| (one.path.to_str().unwrap_or_default(), one.lines, one.text.as_deref(), one.kind))
            .collect();
        assert_eq!(touched, expected, "{text}");
        event
    }

    #[test]
    fn claude_code() {
        let read = r#"{"session_id": "s", "cwd": "/w", "hook_event_name": "PostToolUse", "tool_name": "Read", "tool_input": {"file_path": "/w/a.py", "offset": 10, "limit": 5}}"#;
        let event = check(read, &[("/w/a.py", Some((10, 14)), None, Use::Read)]);
        assert_eq!((event.folder, event.reply), (Some(PathBuf::from("/w")), None));
        let whole =
            r#"{"hook_event_name": "PostToolUse", "tool_name": "Read", "tool_input": {"file_path": "a.py"}}"#;
        check(whole, &[("a.py", None, None, Use::Read)]);
        let edit = r#"{"hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_input": {"file_path": "a.py", "old_string": "x", "new_string": "y"}}"#;
        check(edit, &[("a.py", None, Some("y"), Use::Edited)]);
        let patched = r#"{"hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_input": {"file_path": "a.py", "new_string": "y"}, "tool_response": {"structuredPatch": [{"oldStart": 4, "oldLines": 3, "newStart": 4, "newLines": 9}]}}"#;
        check(patched, &[("a.py", Some((4, 6)), None, Use::Edited)]);
        check(
            r#"{"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}"#,
            &[],
        );
    }

    #[test]
    fn cursor() {
        let edit = r#"{"hook_event_name": "afterFileEdit", "workspace_roots": ["/w"], "file_path": "/w/a.ts", "edits": [{"old_string": "x", "new_string": "y"}, {"old_string": "z", "new_string": ""}]}"#;
        let event = check(
            edit,
            &[("/w/a.ts", None, Some("y"), Use::Edited), ("/w/a.ts", None, Some(""), Use::Edited)],
        );
        assert_eq!(event.folder, Some(PathBuf::from("/w")));
        let read = r#"{"hook_event_name": "beforeReadFile", "file_path": "/w/a.ts", "content": "secret"}"#;
        assert_eq!(check(read, &[("/w/a.ts", None, None, Use::Read)]).reply, Some(ALLOWED));
    }

    #[test]
    fn plain_events_and_nonsense() {
        check(
            r#"{"event": "edit", "path": "a.rs", "lines": [3, 9]}"#,
            &[("a.rs", Some((3, 9)), None, Use::Edited)],
        );
        check(r#"{"event": "read", "path": "a.rs", "lines": [9, 3]}"#, &[("a.rs", None, None, Use::Read)]);
        for nonsense in
            ["{}", r#"{"event": "read"}"#, r#"{"event": 1, "path": "a"}"#, r#"{"hook_event_name": "Stop"}"#]
        {
            check(nonsense, &[]);
            assert!(Event::parse(nonsense.as_bytes()).is_some());
        }
        for no_event in ["", "[]", "nonsense", "{\"a\": "] {
            assert!(Event::parse(no_event.as_bytes()).is_none());
        }
    }
}
