//! Fuzz targets of `fuzz/`, built with the installed compiler and run for a while from a corpus of real files.
//!
//! What cargo-fuzz does, without cargo-fuzz and without a nightly compiler: coverage is a pass of LLVM that stable compilers have.
//! What is found lies in `target/fuzz/findings` with the command that shows it again.

mod corpus;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Outcome, workspace};

/// Each is a file in `fuzz/fuzz_targets`.
const TARGETS: [&str; 10] =
    ["extraction", "text", "intent", "snapshot", "patch", "settings", "scip", "mcp", "http", "agents"];
const USUAL: u32 = 600;
/// A single input may not take longer, in seconds, nor have the process take more megabytes.
const SLOWEST: u32 = 20;
const MOST_MEMORY: u32 = 3_000;
const LONGEST_INPUT: u32 = 16_384;

/// As cargo-fuzz passes them.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

pub(crate) fn run(options: &[&str]) -> Outcome {
    let (mut chosen, mut seconds) = (Vec::new(), USUAL);
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match *word {
            "--seconds" => {
                let number = words.next().and_then(|text| text.parse().ok());
                seconds = number.ok_or("--seconds takes a number")?;
            }
            name if TARGETS.contains(&name) => chosen.push(name),
            name => {
                return Err(format!("there is no fuzz target `{name}`; there are {}", TARGETS.join(", ")));
            }
        }
    }
    if !has_compiler() {
        return Err("fuzz targets need a C++ compiler (c++)".to_owned());
    }
    if chosen.is_empty() { run_targets(&TARGETS, seconds) } else { run_targets(&chosen, seconds) }
}

fn has_compiler() -> bool {
    let probe = Command::new("c++").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    probe.is_ok_and(|status| status.success())
}

fn run_targets(targets: &[&str], seconds: u32) -> Outcome {
    let triple = host()?;
    build(&triple)?;
    let folder = workspace::root().join("target/fuzz");
    let failed: Vec<&str> = targets
        .iter()
        .copied()
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

/// For a named target, so that build scripts are not instrumented.
fn build(triple: &str) -> Outcome {
    let status = Command::new("cargo")
        .args(["build", "--release", "--locked", "--quiet", "--target", triple])
        .current_dir(workspace::root().join("fuzz"))
        .env("CARGO_TARGET_DIR", workspace::root().join("target/fuzz/build"))
        .env("CARGO_INCREMENTAL", "0")
        .env("RUSTFLAGS", COVERAGE)
        .status()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("fuzz: the targets were not built ({status})")) }
}

fn run_target(target: &str, seconds: u32, triple: &str, folder: &Path) -> Outcome {
    let (corpus, findings) = (folder.join("corpus").join(target), folder.join("findings").join(target));
    for made in [&corpus, &findings] {
        std::fs::create_dir_all(made).map_err(|error| format!("{}: {error}", made.display()))?;
    }
    corpus::fill(target, &corpus)?;
    let program: PathBuf = folder.join("build").join(triple).join("release").join(target);
    let log = folder.join(format!("{target}.log"));
    let output = std::fs::File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    let status = Command::new(&program)
        .arg(&corpus)
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-timeout={SLOWEST}"))
        .arg(format!("-rss_limit_mb={MOST_MEMORY}"))
        .arg(format!("-max_len={LONGEST_INPUT}"))
        .arg(format!("-artifact_prefix={}/", findings.display()))
        .stdout(Stdio::null())
        .stderr(output)
        .status()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let told = std::fs::read_to_string(&log).unwrap_or_default();
    let runs = told.lines().rev().find(|line| line.starts_with("Done ")).unwrap_or("no summary").to_owned();
    println!("{target:<12}{}", runs.trim_start_matches("Done "));
    if status.success() {
        return Ok(());
    }
    let end: Vec<&str> = told.lines().rev().take(25).collect();
    let end: Vec<&str> = end.into_iter().rev().collect();
    Err(format!(
        "{}\n{target}: found; again with {} FILE_BELOW {}",
        end.join("\n"),
        program.display(),
        findings.display()
    ))
}
