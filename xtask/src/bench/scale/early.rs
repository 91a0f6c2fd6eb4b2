//! What an agent gets that asks about a tree while its first index is still being made: `first-call` on the largest part.

use std::process::Command;

use super::step::{Place, Programs};
use crate::workspace;

/// One line for each task: seconds, task, first line of the answer.
pub(super) fn ask(place: &Place, programs: &Programs) -> Result<Vec<String>, String> {
    let script = workspace::root().join("evaluation").join("clients").join("first_call.py");
    let output = Command::new("python3").arg(script).arg(&programs.orient).arg(place.tree()).output();
    let output = output.map_err(|error| format!("python3 could not be started: {error}"))?;
    let lines: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    // A call that takes too long is a figure; a script that says nothing is a failure.
    if lines.is_empty() { Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()) } else { Ok(lines) }
}
