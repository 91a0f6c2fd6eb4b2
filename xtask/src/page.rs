//! The web page: its sources are checked and built, what they build is compared with what is committed, and a browser visits it.
//!
//! A machine without Node and its packages, or without Chromium and a way to install it, hears so in one line; nothing is claimed
//! to have run.

use crate::{Outcome, workspace};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SOURCES: &str = "page";
const BUILT: &str = "crates/server/page";
const CHROMIUM: &str = "/usr/bin/chromium";
/// The oldest Node that the tools of the page run on.
const NODE: u32 = 20;

/// `page`: types, lints, unit tests, and that the committed files are what the sources build.
pub(crate) fn run(options: &[&str]) -> Outcome {
    let write = match options {
        [] => false,
        ["--write"] => true,
        _ => return Err(format!("page: unknown options {options:?}")),
    };
    let Some(folder) = prepared() else { return Ok(()) };
    for script in ["types", "lint", "unit"] {
        npm(&folder, &["run", "--silent", script])?;
    }
    if write {
        return build(&folder, &workspace::root().join(BUILT));
    }
    compare(&folder)
}

/// `page test`: a browser on the program, built now.
pub(crate) fn test(options: &[&str]) -> Outcome {
    build_program()?;
    browse(options)
}

/// A browser on the program as it was built last, on a repository that the tests make. Tests of the workspace leave one, and
/// building it by itself would build much of it again with other features.
pub(crate) fn browse(options: &[&str]) -> Outcome {
    let (screenshots, filters) = match options {
        ["--screenshots", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let Some(folder) = prepared() else { return Ok(()) };
    let Some(chromium) = chromium() else { return Ok(()) };
    let mut command = Command::new("npm");
    command.args(["run", "--silent", "browser", "--"]).args(filters).current_dir(&folder);
    command.env("ORIENT_CHROMIUM", chromium);
    if screenshots {
        command.env("ORIENT_SCREENSHOTS", "1");
    }
    finish(&mut command, "the browser tests")
}

/// The folder of the sources with their packages, or nothing where there is no Node or no way to the packages.
fn prepared() -> Option<PathBuf> {
    let Some(version) = node_version() else {
        println!("not run: node is not installed (Node {NODE} or later, with npm)");
        return None;
    };
    if version < NODE {
        println!("not run: node is too old ({version}; Node {NODE} or later)");
        return None;
    }
    let folder = workspace::root().join(SOURCES);
    if !are_installed(&folder) && install(&folder).is_err() {
        println!("not run: the packages of the page cannot be installed (npm ci in {SOURCES}/)");
        return None;
    }
    Some(folder)
}

/// What the lock file says. `ci` insists on packages of every platform, which not every registry has; the other way takes what
/// this platform needs in the same versions.
fn install(folder: &Path) -> Outcome {
    let quietly = ["install", "--no-save", "--silent"];
    npm(folder, &["ci", "--silent"]).or_else(|_| npm(folder, &quietly))
}

fn node_version() -> Option<u32> {
    let output = Command::new("node").arg("--version").stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    major(&text).filter(|_| answers("npm"))
}

/// `v20.1.2` is 20.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn answers(program: &str) -> bool {
    let probe = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    probe.is_ok_and(|status| status.success())
}

/// npm writes what it installed beside the packages; the lock file is newer when it changed since.
fn are_installed(folder: &Path) -> bool {
    let time = |path: &str| std::fs::metadata(folder.join(path)).and_then(|data| data.modified()).ok();
    match (time("node_modules/.package-lock.json"), time("package-lock.json")) {
        (Some(installed), Some(wanted)) => installed >= wanted,
        _ => false,
    }
}

fn compare(folder: &Path) -> Outcome {
    let fresh = workspace::root().join("target").join("page");
    build(folder, &fresh)?;
    let committed = contents(&workspace::root().join(BUILT))?;
    match difference(&committed, &contents(&fresh)?) {
        None => Ok(()),
        Some(path) => Err(format!(
            "{BUILT}/{path} is not what the sources build: run `cargo xtask page --write` and commit"
        )),
    }
}

fn build(folder: &Path, into: &Path) -> Outcome {
    let into = into.display().to_string();
    npm(folder, &["run", "--silent", "build", "--", "--logLevel", "warn", "--outDir", &into, "--emptyOutDir"])
}

type Contents = BTreeMap<String, Vec<u8>>;

fn contents(folder: &Path) -> Result<Contents, String> {
    let mut found = Contents::new();
    collect(folder, "", &mut found).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(found)
}

fn collect(folder: &Path, prefix: &str, found: &mut Contents) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), found)?;
        } else {
            found.insert(name, std::fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// The first file that one side lacks or has otherwise.
fn difference<'a>(committed: &'a Contents, fresh: &'a Contents) -> Option<&'a str> {
    let mut paths = committed.keys().chain(fresh.keys());
    paths.find(|path| committed.get(*path) != fresh.get(*path)).map(String::as_str)
}

/// The browser, installed if it can be.
fn chromium() -> Option<String> {
    if let Ok(named) = std::env::var("ORIENT_CHROMIUM") {
        return Some(named);
    }
    if !Path::new(CHROMIUM).exists() {
        install_chromium();
    }
    if Path::new(CHROMIUM).exists() {
        return Some(CHROMIUM.to_owned());
    }
    println!("not run: chromium is not installed (apt-get install chromium, or ORIENT_CHROMIUM names one)");
    None
}

/// Only where nobody has to be asked for a password; what fails is seen by what is missing afterwards.
fn install_chromium() {
    let apt = |arguments: &[&str]| {
        Command::new("apt-get")
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
    };
    let package = ["install", "--yes", "--no-install-recommends", "chromium"];
    if !apt(&package).is_ok_and(|status| status.success()) && apt(&["update", "--quiet"]).is_ok() {
        let _ = apt(&package);
    }
}

fn build_program() -> Outcome {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.args(["build", "--locked", "--quiet", "--bin", "orient"]).current_dir(workspace::root());
    finish(&mut command, "the build of orient")
}

fn npm(folder: &Path, arguments: &[&str]) -> Outcome {
    finish(Command::new("npm").args(arguments).current_dir(folder), &format!("npm {}", arguments.join(" ")))
}

fn finish(command: &mut Command, name: &str) -> Outcome {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} could not be started: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(of: &[(&str, &str)]) -> Contents {
        of.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn a_file_that_differs_or_lacks_is_found() {
        let committed = files(&[("a.js", "1"), ("index.html", "x")]);
        assert_eq!(difference(&committed, &committed), None);
        assert_eq!(difference(&committed, &files(&[("a.js", "2"), ("index.html", "x")])), Some("a.js"));
        assert_eq!(difference(&committed, &files(&[("a.js", "1")])), Some("index.html"));
        assert_eq!(difference(&files(&[("a.js", "1")]), &committed), Some("index.html"));
    }

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("unknown"), None);
    }
}
