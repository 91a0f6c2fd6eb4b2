//! What is released, made from a clean build: an archive, a Debian package, packages for npm and PyPI that carry the program, a bill of
//! materials and checksums. Everything lies in `target/dist`; nothing is published.

mod materials;
mod packages;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, workspace};

/// What is being released.
pub(super) struct Release {
    pub(super) version: String,
    /// As compilers call the system.
    pub(super) triple: String,
    pub(super) program: PathBuf,
    /// Needs no library of the machine.
    pub(super) is_static: bool,
    /// Where it all goes.
    pub(super) folder: PathBuf,
}

/// Files that lie beside the program, whoever unpacks it.
pub(super) const BESIDE: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

pub(crate) fn run(options: &[&str]) -> Outcome {
    let host = host()?;
    let (triple, program) = match options {
        [] => (host, build(None, "")?),
        ["--static"] => built_static(&host)?,
        ["--program", path] => (host, PathBuf::from(path)),
        _ => return Err("usage: cargo xtask dist [--static | --program FILE]".to_owned()),
    };
    let folder = workspace::root().join("target/dist");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(told(&folder))?;
    let is_static = options == ["--static"];
    let release = Release { version: version()?, program, is_static, triple, folder };
    packages::archive(&release)?;
    packages::debian(&release)?;
    packages::npm(&release)?;
    packages::wheel(&release)?;
    materials::write(&release)?;
    // A release is what lies in the folder: whoever uploads it takes all of it.
    let making = release.folder.join(packages::MAKING);
    std::fs::remove_dir_all(&making).map_err(told(&making))?;
    checksums(&release)
}

pub(super) fn told(path: &Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

/// Runs a program to its end, or says which one failed.
pub(super) fn done(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} could not be started: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{name} ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
}

pub(super) fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn host() -> Result<String, String> {
    let text = String::from_utf8_lossy(&done(Command::new("rustc").arg("-vV"))?).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say for which system it builds".to_owned())
}

/// Of what is built; files that were changed since are said to be.
fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = done(Command::new("git").args(arguments).current_dir(workspace::root())).ok()?;
        Some(String::from_utf8_lossy(&output).trim().to_owned())
    };
    let Some(id) = git(&["rev-parse", "--short=12", "HEAD"]) else { return "unknown".to_owned() };
    let is_changed =
        git(&["status", "--porcelain", "--untracked-files=no"]).is_none_or(|told| !told.is_empty());
    if is_changed { format!("{id}, changed since") } else { id }
}

fn version() -> Result<String, String> {
    let manifest = workspace::root().join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).map_err(told(&manifest))?;
    let line = text.lines().find_map(|line| line.strip_prefix("version = \""));
    line.map(|rest| rest.trim_end_matches('"').to_owned())
        .ok_or_else(|| "the workspace has no version".to_owned())
}

/// For this machine as every release build is made, so that nothing is compiled a second time; for a named system apart, so that
/// flags do not reach what runs while building.
fn build(triple: Option<&str>, flags: &str) -> Result<PathBuf, String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "--package", "orienteer"]);
    cargo.args(triple.iter().flat_map(|triple| ["--target", *triple]));
    cargo.current_dir(workspace::root());
    cargo.env("ORIENT_COMMIT", commit());
    if !flags.is_empty() {
        cargo.env("RUSTFLAGS", flags);
    }
    done(&mut cargo)?;
    Ok(workspace::root().join("target").join(triple.unwrap_or_default()).join("release/orient"))
}

/// Carries the C library too, and runs wherever the kernel does: that of musl where the compilers for it are installed, because the
/// usual one looks up names of hosts in files that the machine must have in the same version.
fn built_static(host: &str) -> Result<(String, PathBuf), String> {
    let triple = host.replace("-gnu", "-musl");
    if has("musl-gcc") && has_target(&triple) {
        let program = build(Some(&triple), "")?;
        return Ok((triple, program));
    }
    println!(
        "not used: musl (needs musl-gcc and `rustup target add {triple}`); the usual C library is linked in"
    );
    Ok((host.to_owned(), build(Some(host), "-C target-feature=+crt-static")?))
}

/// Whether the compiler has a standard library for the system.
fn has_target(triple: &str) -> bool {
    let folder = done(Command::new("rustc").args(["--print", "target-libdir", "--target", triple]));
    folder.is_ok_and(|folder| Path::new(String::from_utf8_lossy(&folder).trim()).is_dir())
}

/// Named after the system, as everything is: releases for several systems lie in one place.
fn checksums(release: &Release) -> Outcome {
    let folder = release.folder.as_path();
    let entries = std::fs::read_dir(folder).map_err(told(folder))?;
    let mut names: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    names.sort();
    let names: Vec<_> = names.iter().filter_map(|path| path.file_name()).collect();
    let sums = done(Command::new("sha256sum").args(&names).current_dir(folder))?;
    print!("{}", String::from_utf8_lossy(&sums));
    let path = folder.join(format!("orient-{}-{}.sha256", release.version, release.triple));
    std::fs::write(&path, sums).map_err(told(&path))
}
