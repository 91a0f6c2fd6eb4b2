//! The indexers of others: from npm, pinned, in a folder of their own, asked once for each package.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use crate::accuracy::pinned::Package;
use crate::bench::corpora::Registry;
use crate::bench::peers::install;

pub(super) const PYTHON: &str = "@sourcegraph/scip-python@0.6.6";
pub(super) const TYPESCRIPT: &str = "@sourcegraph/scip-typescript@0.4.0";

/// The indexer of Python keeps all types in memory.
const MEMORY: &str = "--max-old-space-size=8000";

/// The index of a package, made where it is missing.
pub(super) fn index(shelf: &Path, package: &Package, folder: &Path) -> Result<PathBuf, String> {
    let index = shelf.join(format!("{}.scip", package.folder()));
    if index.is_file() {
        return Ok(index);
    }
    let partial = shelf.join(format!(".{}.partial", package.folder()));
    match package.registry {
        Registry::Pypi => index_python(shelf, package, folder, &partial)?,
        _ => index_typescript(shelf, folder, &partial)?,
    }
    std::fs::rename(&partial, &index).map_err(|error| format!("{}: {error}", index.display()))?;
    Ok(index)
}

/// With an empty list of installed packages: those of the machine change nothing. A relative folder would give an empty index.
fn index_python(shelf: &Path, package: &Package, folder: &Path, output: &Path) -> Outcome {
    let environment = shelf.join("environment.json");
    std::fs::write(&environment, "[]").map_err(|error| format!("{}: {error}", environment.display()))?;
    let mut command = Command::new(program(shelf, PYTHON, "scip-python")?);
    command.args(["index", "--quiet", "--project-name", &package.package]);
    command.args(["--project-version", &package.version]);
    command.arg("--cwd").arg(folder).arg("--environment").arg(environment).arg("--output").arg(output);
    finish(command.env("NODE_OPTIONS", MEMORY))
}

fn index_typescript(shelf: &Path, folder: &Path, output: &Path) -> Outcome {
    let mut command = Command::new(program(shelf, TYPESCRIPT, "scip-typescript")?);
    finish(command.args(["index", "--output"]).arg(output).current_dir(folder))
}

fn finish(command: &mut Command) -> Outcome {
    let output = command.output().map_err(|error| format!("the indexer could not be started: {error}"))?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(format!("the indexer failed: {words}")) }
}

fn program(shelf: &Path, package: &str, name: &str) -> Result<PathBuf, String> {
    let folder = shelf.join("indexers");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let program = folder.join("node_modules").join(".bin").join(name);
    install::npm(&folder, package, &program)?;
    Ok(program)
}
