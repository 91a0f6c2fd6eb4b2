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
    /// Where it all goes.
    pub(super) folder: PathBuf,
}

/// Files that lie beside the program, whoever unpacks it.
pub(super) const BESIDE: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

pub(crate) fn run(options: &[&str]) -> Outcome {
    let is_static = match options {
        [] => false,
        ["--static"] => true,
        _ => return Err("usage: cargo xtask dist [--static]".to_owned()),
    };
    let triple = host()?;
    let folder = workspace::root().join("target/dist");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(told(&folder))?;
    let release = Release { version: version()?, program: build(&triple, is_static)?, triple, folder };
    packages::archive(&release)?;
    packages::debian(&release)?;
    packages::npm(&release)?;
    packages::wheel(&release)?;
    materials::write(&release)?;
    checksums(&release.folder)
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

fn version() -> Result<String, String> {
    let manifest = workspace::root().join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).map_err(told(&manifest))?;
    let line = text.lines().find_map(|line| line.strip_prefix("version = \""));
    line.map(|rest| rest.trim_end_matches('"').to_owned())
        .ok_or_else(|| "the workspace has no version".to_owned())
}

/// Static ones carry the C library too, and run wherever the kernel does.
fn build(triple: &str, is_static: bool) -> Result<PathBuf, String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "--package", "orienteer", "--target", triple]);
    cargo.current_dir(workspace::root());
    if is_static {
        cargo.env("RUSTFLAGS", "-C target-feature=+crt-static");
    }
    done(&mut cargo)?;
    Ok(workspace::root().join("target").join(triple).join("release/orient"))
}

fn checksums(folder: &Path) -> Outcome {
    let entries = std::fs::read_dir(folder).map_err(told(folder))?;
    let mut names: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    names.sort();
    let names: Vec<_> = names.iter().filter_map(|path| path.file_name()).collect();
    let sums = done(Command::new("sha256sum").args(&names).current_dir(folder))?;
    print!("{}", String::from_utf8_lossy(&sums));
    let path = folder.join("SHA256SUMS");
    std::fs::write(&path, sums).map_err(told(&path))
}
