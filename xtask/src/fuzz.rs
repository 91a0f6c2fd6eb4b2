//! Fuzz targets of `fuzz/`: built with the installed compiler and driven by libFuzzer for a while, or changed at random for some
//! seconds by a test, from a corpus of real files.
//!
//! What cargo-fuzz does, without cargo-fuzz and without a nightly compiler: coverage is a pass of LLVM that stable compilers have.
//! What is found lies in `target/fuzz/findings` with the command that shows it again.

mod corpus;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Outcome, workspace};

const USUAL: u32 = 600;
const SMOKE: u32 = 15;
/// A single input may not take longer, in seconds, nor have the process take more megabytes.
const SLOWEST: u32 = 25;
const MOST_MEMORY: u32 = 2_048;
const LONGEST_INPUT: u32 = 16_384;

/// As cargo-fuzz passes them.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

/// What was asked for.
struct Wish {
    targets: Vec<String>,
    seconds: Option<u32>,
    is_smoke: bool,
}

pub(crate) fn run(options: &[&str]) -> Outcome {
    let wish = understood(options, &targets()?)?;
    if wish.is_smoke {
        return smoke(&wish.targets, wish.seconds.unwrap_or(SMOKE));
    }
    if !has_compiler() {
        return Err("fuzz targets need a C++ compiler (c++)".to_owned());
    }
    run_targets(&wish.targets, wish.seconds.unwrap_or(USUAL))
}

/// Every target for as long as a commit can wait.
pub(crate) fn smoke_all() -> Outcome {
    smoke(&targets()?, SMOKE)
}

fn understood(options: &[&str], known: &[String]) -> Result<Wish, String> {
    let mut wish = Wish { targets: Vec::new(), seconds: None, is_smoke: false };
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match *word {
            "--smoke" => wish.is_smoke = true,
            "--seconds" => {
                let number = words.next().and_then(|text| text.parse().ok());
                wish.seconds = Some(number.ok_or("--seconds takes a number")?);
            }
            name if known.iter().any(|target| target == name) => wish.targets.push(name.to_owned()),
            name => return Err(format!("there is no fuzz target `{name}`; there are {}", known.join(", "))),
        }
    }
    if wish.targets.is_empty() {
        wish.targets = known.to_vec();
    }
    Ok(wish)
}

/// Each is a program in `fuzz/coverage/fuzz_targets`.
fn targets() -> Result<Vec<String>, String> {
    let folder = workspace::root().join("fuzz/coverage/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let name = |entry: std::fs::DirEntry| entry.path().file_stem()?.to_str().map(str::to_owned);
    let mut names: Vec<String> = entries.flatten().filter_map(name).collect();
    names.sort();
    Ok(names)
}

/// As the tests are built, so that nothing is compiled a second time: the whole workspace is named, one test is run.
fn smoke(targets: &[String], seconds: u32) -> Outcome {
    let folder = workspace::root().join("target/fuzz");
    for target in targets {
        corpus::fill(target, &made(&folder.join("corpus").join(target))?)?;
    }
    let status = Command::new("cargo")
        .args(["test", "--workspace", "--locked", "--quiet", "--test", "smoke", "--"])
        .args(["--ignored", "--exact", "--nocapture"])
        .args(targets)
        .current_dir(workspace::root())
        .env("ORIENT_FUZZ_CORPUS", folder.join("corpus"))
        .env("ORIENT_FUZZ_SECONDS", seconds.to_string())
        .env("TMPDIR", made(&folder.join("temporary"))?)
        .env("CARGO_INCREMENTAL", "0")
        .status()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    let _ = std::fs::remove_dir_all(folder.join("temporary"));
    if status.success() { Ok(()) } else { Err(SMOKE_FAILED.to_owned()) }
}

const SMOKE_FAILED: &str = "fuzz: a target failed; its input is target/tmp/fuzz-TARGET. \
     Put it into fuzz/seeds/TARGET, and `cargo test -p orienteer-fuzz` shows it again";

fn made(folder: &Path) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder.to_owned())
}

fn has_compiler() -> bool {
    let probe = Command::new("c++").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    probe.is_ok_and(|status| status.success())
}

fn run_targets(targets: &[String], seconds: u32) -> Outcome {
    let triple = host()?;
    build(targets, &triple)?;
    let folder = workspace::root().join("target/fuzz");
    let failed: Vec<&str> = targets
        .iter()
        .map(String::as_str)
        .filter(|target| {
            let outcome = run_target(target, seconds, &triple, &folder);
            outcome.inspect_err(|message| println!("{message}")).is_err()
        })
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("fuzz: findings in {}", failed.join(", "))) }
}

fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say for which system it builds".to_owned())
}

/// For a named target, so that build scripts are not instrumented; with the versions that the workspace has, so that what is
/// read here is what is shipped.
fn build(targets: &[String], triple: &str) -> Outcome {
    let (root, folder) = (workspace::root(), workspace::root().join("fuzz/coverage"));
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).map_err(|error| error.to_string())?;
    let status = Command::new("cargo")
        .args(["build", "--release", "--quiet", "--target", triple])
        .args(targets.iter().map(|target| format!("--bin={target}")))
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", root.join("target/fuzz/build"))
        .env("CARGO_INCREMENTAL", "0")
        .env("RUSTFLAGS", COVERAGE)
        .status()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("fuzz: the targets were not built ({status})")) }
}

fn run_target(target: &str, seconds: u32, triple: &str, folder: &Path) -> Outcome {
    let corpus = made(&folder.join("corpus").join(target))?;
    let findings = made(&folder.join("findings").join(target))?;
    corpus::fill(target, &corpus)?;
    let program: PathBuf = folder.join("build").join(triple).join("release").join(target);
    let log = folder.join(format!("{target}.log"));
    let output = std::fs::File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    let temporary = made(&folder.join("temporary"))?;
    let status = Command::new(&program)
        .arg(&corpus)
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-timeout={SLOWEST}"))
        .arg(format!("-rss_limit_mb={MOST_MEMORY}"))
        .arg(format!("-max_len={LONGEST_INPUT}"))
        .arg(format!("-artifact_prefix={}/", findings.display()))
        .env("TMPDIR", &temporary)
        .stdout(Stdio::null())
        .stderr(output)
        .status()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let _ = std::fs::remove_dir_all(&temporary);
    let told = std::fs::read_to_string(&log).unwrap_or_default();
    let runs = told.lines().rev().find(|line| line.starts_with("Done ")).unwrap_or("no summary");
    println!("{target:<12}{}", runs.trim_start_matches("Done "));
    if status.success() {
        return Ok(());
    }
    Err(format!(
        "{}\n{target}: found; again with {} FILE_BELOW {}",
        ending(&told),
        program.display(),
        findings.display()
    ))
}

/// The last lines.
fn ending(told: &str) -> String {
    let lines: Vec<&str> = told.lines().collect();
    lines[lines.len().saturating_sub(25)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_named_or_all() {
        let known = ["text".to_owned(), "patch".to_owned()];
        assert_eq!(understood(&["--smoke"], &known).unwrap().targets, known);
        let one = understood(&["patch", "--seconds", "3"], &known).unwrap();
        assert_eq!((one.targets, one.seconds, one.is_smoke), (vec!["patch".to_owned()], Some(3), false));
        assert!(understood(&["nothing"], &known).is_err() && understood(&["--seconds"], &known).is_err());
        assert!(targets().unwrap().contains(&"extraction".to_owned()));
    }
}
