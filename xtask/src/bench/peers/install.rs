//! Brings programs from registries into a folder of their own, each within a time limit. Never installs anything for the user.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;

/// Seconds for one installation.
const LIMIT: &str = "900";

pub(crate) fn npm(shelf: &Path, package: &str, program: &Path) -> Outcome {
    if program.exists() {
        return Ok(());
    }
    let prefix = shelf.to_string_lossy().into_owned();
    limited(shelf, "npm", &["install", "--prefix", &prefix, "--no-audit", "--no-fund", "--silent", package])?;
    present(program)
}

/// A virtual environment of the name of the program.
pub(super) fn pypi(shelf: &Path, name: &str, package: &str, program: &Path) -> Outcome {
    if program.exists() {
        return Ok(());
    }
    let environment = shelf.join(name).to_string_lossy().into_owned();
    limited(shelf, "python3", &["-m", "venv", &environment])?;
    let python = python(shelf, name).to_string_lossy().into_owned();
    limited(shelf, &python, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package])?;
    present(program)
}

pub(super) fn python(shelf: &Path, name: &str) -> PathBuf {
    shelf.join(name).join("bin").join("python")
}

/// Unpacks a package of the system's own registry without installing it.
pub(super) fn debian(shelf: &Path, package: &str, program: &Path) -> Outcome {
    if program.exists() {
        return Ok(());
    }
    let folder = shelf.join("debian");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    limited(&folder, "apt-get", &["download", "--quiet", package])?;
    let name = package.split('=').next().unwrap_or(package);
    let archive = newest(&folder, name).ok_or_else(|| format!("apt-get has left no {name}"))?;
    limited(&folder, "dpkg", &["-x", &archive.to_string_lossy(), &folder.to_string_lossy()])?;
    present(program)
}

fn newest(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let is_archive = |path: &PathBuf| {
        let file = path.file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
        file.starts_with(&format!("{name}_")) && file.ends_with(".deb")
    };
    entries.filter(is_archive).max()
}

fn present(program: &Path) -> Outcome {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    if program.exists() { Ok(()) } else { Err(format!("the package has no {name}")) }
}

pub(crate) fn limited(folder: &Path, program: &str, arguments: &[&str]) -> Outcome {
    let output = Command::new("timeout").arg(LIMIT).arg(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("timeout could not be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let last = words.lines().last().unwrap_or("no word about why").to_owned();
    Err(format!("{program} {}: {last}", arguments.first().unwrap_or(&"")))
}
