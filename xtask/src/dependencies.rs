//! What may enter the dependency tree (cargo-deny), and what is known against what did (cargo-audit).
//!
//! Neither tool is among the prerequisites and the list of advisories lies on the network: what a machine cannot do is said in a
//! line and is no failure.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{Outcome, workspace};

pub(crate) fn run() -> Outcome {
    deny()?;
    audit()
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    command.args(arguments).current_dir(workspace::root());
    command
}

fn has(tool: &str) -> bool {
    let is_there = is_done(&mut cargo(&[tool, "--version"]));
    if !is_there {
        println!("not run: cargo-{tool} is not installed (cargo install --locked cargo-{tool})");
    }
    is_there
}

/// Whether it ended well; what it says is nobody's concern.
fn is_done(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn deny() -> Outcome {
    if !has("deny") {
        return Ok(());
    }
    check(&["deny", "--workspace", "check", "bans", "licenses", "sources"])?;
    if !is_done(&mut cargo(&["deny", "fetch", "db"])) {
        println!("not run: advisories of cargo-deny (their list cannot be fetched)");
        return Ok(());
    }
    check(&["deny", "--workspace", "--offline", "check", "advisories"])
}

fn check(arguments: &[&str]) -> Outcome {
    match cargo(arguments).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo {} ended with {status}", arguments.join(" "))),
        Err(error) => Err(format!("cargo deny could not be started: {error}")),
    }
}

fn audit() -> Outcome {
    if !has("audit") {
        return Ok(());
    }
    let output = cargo(&["audit", "--json"]).output();
    let told = output.map_err(|error| format!("cargo audit could not be started: {error}"))?.stdout;
    match vulnerabilities(&told) {
        None => {
            println!("not run: cargo-audit (the list of advisories cannot be fetched)");
            Ok(())
        }
        Some(found) if found.is_empty() => Ok(()),
        Some(found) => Err(format!("advisories: {}", found.join("; "))),
    }
}

/// What cargo-audit found in the lock file; none where it could not look.
fn vulnerabilities(told: &[u8]) -> Option<Vec<String>> {
    let report: Value = serde_json::from_slice(told).ok()?;
    let list = report["vulnerabilities"]["list"].as_array()?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let line = |found: &Value| {
        let (package, advisory) = (&found["package"], &found["advisory"]);
        format!(
            "{} {}: {} {}",
            text(&package["name"]),
            text(&package["version"]),
            text(&advisory["id"]),
            text(&advisory["title"])
        )
    };
    Some(list.iter().map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_told_and_silence_is_not_taken_for_health() {
        assert_eq!(vulnerabilities(b"error: couldn't fetch advisory database"), None);
        assert_eq!(vulnerabilities(b"{}"), None);
        let healthy = br#"{"vulnerabilities": {"found": false, "count": 0, "list": []}}"#;
        assert_eq!(vulnerabilities(healthy), Some(Vec::new()));
        let ill = br#"{"vulnerabilities": {"list": [{
            "advisory": {"id": "RUSTSEC-0000-0000", "title": "Boils over"}, "package": {"name": "kettle", "version": "1.0.0"}}]}}"#;
        assert_eq!(vulnerabilities(ill).unwrap(), ["kettle 1.0.0: RUSTSEC-0000-0000 Boils over"]);
    }
}
