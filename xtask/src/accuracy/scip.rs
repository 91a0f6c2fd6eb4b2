//! `cargo xtask accuracy scip`: our calls beside those that the indexers of others find in the same packages.
//!
//! Nothing here decides whether two calls are the same: that is said by the binary `accuracy`. Packages, indexers and indexes
//! are kept below `target/scip`; an index that is there is not made again.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::pinned::{self, Package};
use crate::{Outcome, workspace};

mod indexer;
mod layout;
mod report;

#[derive(Debug, Default, PartialEq)]
struct Options {
    only: Option<String>,
    write: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match *argument {
                "--only" => options.only = Some((*rest.next().ok_or("--only needs a name")?).to_owned()),
                "--write" => options.write = true,
                other => return Err(format!("unknown option {other}")),
            }
        }
        if options.write && options.only.is_some() {
            return Err("--write keeps the result of all packages: leave --only out".to_owned());
        }
        Ok(options)
    }
}

/// What the binary `accuracy` counts in one package.
#[derive(Debug, Default, Deserialize)]
struct Figures {
    files: usize,
    sure: usize,
    confirmed: usize,
    contradicted: usize,
    silent: usize,
    in_unlinked: usize,
    calls: usize,
    found: usize,
    unseen: usize,
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    let root = workspace::root();
    let packages = pinned::read(&root)?.packages();
    let chosen = |package: &Package| options.only.as_ref().is_none_or(|only| package.package.contains(only));
    let packages: Vec<Package> = packages.into_iter().filter(chosen).collect();
    if packages.is_empty() {
        return Err("accuracy.toml has no such package".to_owned());
    }
    let program = build(&root)?;
    let shelf = shelf(&root)?;
    let mut measured = Vec::new();
    for package in &packages {
        eprintln!("{} ...", package.title());
        measured.push((package, measure(&program, &shelf, package)?));
    }
    let table = report::table(&measured);
    print!("{table}");
    if options.write { report::write(&root, &table) } else { Ok(()) }
}

fn shelf(root: &Path) -> Result<PathBuf, String> {
    let shelf = root.join("target").join("scip");
    std::fs::create_dir_all(&shelf).map_err(|error| format!("{}: {error}", shelf.display()))?;
    Ok(shelf)
}

/// No time is measured: what is built anyway will do.
fn build(root: &Path) -> Result<PathBuf, String> {
    let arguments = ["build", "--quiet", "--package", "orienteer-evaluation", "--bin", "accuracy"];
    let status = Command::new("cargo").args(arguments).current_dir(root).status();
    let status = status.map_err(|error| format!("cargo could not be started: {error}"))?;
    let name = format!("accuracy{}", std::env::consts::EXE_SUFFIX);
    let program = root.join("target").join("debug").join(name);
    if status.success() { Ok(program) } else { Err("accuracy could not be built".to_owned()) }
}

fn measure(program: &Path, shelf: &Path, package: &Package) -> Result<Figures, String> {
    let folder = layout::lay_out(shelf, package)?;
    let index = indexer::index(shelf, package, &folder)?;
    let mut command = Command::new(program);
    command.args(["scip", "--json", "--index"]).arg(&index).arg("--root").arg(&folder);
    let output = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let figures: Figures = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let is_empty = figures.files == 0 || figures.calls == 0;
    if is_empty { Err(format!("{} holds no calls", index.display())) } else { Ok(figures) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partial_result_is_never_kept() {
        assert!(Options::parse(&["--write", "--only", "one"]).is_err());
        assert!(Options::parse(&["--write"]).unwrap().write);
        assert_eq!(Options::parse(&["--only", "one"]).unwrap().only.as_deref(), Some("one"));
    }
}
