//! CPU, wall and memory of one program.
//!
//! The system counts the children of a process together, so each measured program gets a process of this
//! tool to itself, which runs it and writes down what its children used.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::own_memory::Watch;
use crate::Outcome;

/// What one run of a program used. CPU and memory are absent where the system does not tell.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Usage {
    pub(super) wall_seconds: f64,
    pub(super) cpu_seconds: Option<f64>,
    pub(super) peak_bytes: Option<u64>,
    /// Without mapped files.
    #[serde(default)]
    pub(super) own_peak_bytes: Option<u64>,
}

/// A program with everything that decides what it does.
pub(super) struct Invocation<'a> {
    pub(super) program: &'a Path,
    pub(super) arguments: Vec<String>,
    pub(super) environment: Vec<(&'static str, String)>,
    pub(super) folder: &'a Path,
}

/// Runs the program through a process of its own; its output is kept only to explain a failure.
pub(super) fn measure(invocation: &Invocation, report: &Path) -> Result<Usage, String> {
    measure_with_output(invocation, report).map(|(usage, _)| usage)
}

/// The same, with what the program printed.
pub(super) fn measure_with_output(
    invocation: &Invocation,
    report: &Path,
) -> Result<(Usage, Vec<u8>), String> {
    let output = Command::new(own_program()?)
        .args(["bench", "measure"])
        .arg(report)
        .arg(invocation.program)
        .args(&invocation.arguments)
        .envs(invocation.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(invocation.folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", invocation.program.display()))?;
    if !output.status.success() {
        return Err(last_words(&output.stderr));
    }
    let text = std::fs::read_to_string(report).map_err(|error| format!("{}: {error}", report.display()))?;
    let usage = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", report.display()))?;
    Ok((usage, output.stdout))
}

/// Where there is a way to it that lasts as long as the process: a long run goes on when its program is built anew meanwhile.
fn own_program() -> Result<PathBuf, String> {
    let lasting = Path::new("/proc/self/exe");
    if lasting.exists() {
        return Ok(lasting.to_owned());
    }
    std::env::current_exe().map_err(|error| format!("own program not found: {error}"))
}

/// The program's own last line and ours about how it ended.
fn last_words(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines[lines.len().saturating_sub(2)..].join("; ")
}

/// The inner half of `measure`: one child, then one line of JSON in the file `report`.
pub(crate) fn measure_one_child(report: &str, command: &[&str]) -> Outcome {
    let [program, arguments @ ..] = command else {
        return Err("bench measure needs a program".to_owned());
    };
    let start = Instant::now();
    let told = |error: std::io::Error| format!("{program}: {error}");
    let mut child = Command::new(program).args(arguments).spawn().map_err(told)?;
    let watch = Watch::over(&child);
    let status = child.wait().map_err(told)?;
    let wall_seconds = start.elapsed().as_secs_f64();
    let own_peak_bytes = watch.end();
    if !status.success() {
        return Err(format!("{program} ended with {status}"));
    }
    let (cpu_seconds, peak_bytes) = used_by_children();
    let usage = Usage { wall_seconds, cpu_seconds, peak_bytes, own_peak_bytes };
    let text = serde_json::to_string(&usage).map_err(|error| error.to_string())?;
    std::fs::write(report, text).map_err(|error| format!("{report}: {error}"))
}

#[cfg(unix)]
pub(super) fn used_by_children() -> (Option<f64>, Option<u64>) {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    // Linux and the BSDs count in kilobytes, macOS in bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1_024 };
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return (None, None) };
    let microseconds = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    (Some(microseconds as f64 / 1e6), u64::try_from(usage.max_rss()).ok().map(|peak| peak * unit))
}

#[cfg(not(unix))]
pub(super) fn used_by_children() -> (Option<f64>, Option<u64>) {
    (None, None)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_childs_work_is_counted_and_a_failure_is_told() {
        let report = std::env::temp_dir().join(format!("orient-measure-{}.json", std::process::id()));
        let path = report.to_string_lossy().into_owned();
        let busy = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        assert_eq!(measure_one_child(&path, &["sh", "-c", busy]), Ok(()));
        let usage: Usage = serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap();
        assert!(usage.cpu_seconds.unwrap() > 0.0 && usage.peak_bytes.unwrap() > 100_000);
        assert!(measure_one_child(&path, &["sh", "-c", "exit 3"]).unwrap_err().contains('3'));
        std::fs::remove_file(&report).unwrap();
    }
}
