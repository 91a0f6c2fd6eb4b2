//! Conversations with the server by programs of others: the official client of the protocol, the inspector, and a crowd that asks
//! while files change. Their scripts are under `evaluation/clients/`; what they need is installed below `target/`.

use crate::{Outcome, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

const INSPECTOR: &str = "@modelcontextprotocol/inspector@0.15.0";

/// `conformance mcp`: scripted conversations, compared with the transcripts.
pub(crate) fn conformance(options: &[&str]) -> Outcome {
    let root = workspace::root();
    let program = program(&root)?;
    let folder = root.join("target").join("clients");
    let python = install_python(&root, &folder.join("python"), "requirements.txt")?;
    let mut arguments = vec![script(&root, "conformance.py"), program.display().to_string()];
    match install_inspector(&folder) {
        Ok(inspector) => arguments.extend(["--inspector".to_owned(), inspector.display().to_string()]),
        Err(reason) => eprintln!("without the inspector: {reason}"),
    }
    arguments.extend(options.iter().map(|option| (*option).to_owned()));
    run(Command::new(python).args(arguments), "conformance.py")
}

/// `conformance api`: requests that are made from the description, and answers that are compared with it.
pub(crate) fn conformance_of_api(options: &[&str]) -> Outcome {
    let root = workspace::root();
    let program = program(&root)?;
    let folder = root.join("target").join("clients").join("schemathesis");
    let python = install_python(&root, &folder, "requirements-api.txt")?;
    run(Command::new(python).arg(script(&root, "api.py")).arg(program).args(options), "api.py")
}

/// `soak`: many clients, several worktrees, one writer.
pub(crate) fn soak(options: &[&str]) -> Outcome {
    let root = workspace::root();
    let program = program(&root)?;
    run(Command::new("python3").arg(script(&root, "soak.py")).arg(program).args(options), "soak.py")
}

/// `first-call FOLDER [TASK ...]`: how soon there is an answer about a tree that was never indexed.
pub(crate) fn first_call(options: &[&str]) -> Outcome {
    let root = workspace::root();
    let program = program(&root)?;
    run(
        Command::new("python3").arg(script(&root, "first_call.py")).arg(program).args(options),
        "first_call.py",
    )
}

fn script(root: &Path, name: &str) -> String {
    root.join("evaluation").join("clients").join(name).display().to_string()
}

/// The release binary, built now.
fn program(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    run(Command::new(cargo).args(["build", "--release", "--bin", "orient"]).current_dir(root), "the build")?;
    Ok(root.join("target").join("release").join(format!("orient{}", std::env::consts::EXE_SUFFIX)))
}

/// A Python that has what a script needs.
fn install_python(root: &Path, folder: &Path, requirements: &str) -> Result<PathBuf, String> {
    let python = folder.join("bin").join("python");
    if !python.is_file() {
        run(Command::new("python3").args(["-m", "venv"]).arg(folder), "python3 -m venv")?;
    }
    let wanted = script(root, requirements);
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--requirement", &wanted]), "pip")?;
    Ok(python)
}

fn install_inspector(folder: &Path) -> Result<PathBuf, String> {
    let program = folder.join("node_modules").join(".bin").join("mcp-inspector");
    if !program.exists() {
        let arguments = ["install", "--prefix", ".", "--no-audit", "--no-fund", "--silent", INSPECTOR];
        run(Command::new("npm").args(arguments).current_dir(folder), "npm install")?;
    }
    Ok(program)
}

fn run(command: &mut Command, name: &str) -> Outcome {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} could not be started: {error}")),
    }
}
