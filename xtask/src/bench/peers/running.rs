//! Runs programs on trees, each within a time limit, and writes down what they used. Judges nothing.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use super::peer::Call;
use super::site::Site;
use crate::bench::measure::{Invocation, Usage, measure, used_by_children};

/// Seconds.
const INDEX_LIMIT: &str = "1200";
const ASK_LIMIT: &str = "120";
/// What `timeout` ends with when the time is over.
const OVER: i32 = 124;
/// Nothing found, as grep says it.
const NOTHING: i32 = 1;

/// One process that was asked.
pub(super) struct Heard {
    pub(super) output: String,
    pub(super) wall_milliseconds: f64,
    pub(super) cpu_milliseconds: Option<f64>,
}

pub(super) fn index(call: &Call, site: &Site) -> Result<Usage, String> {
    let tree = site.tree();
    let program = call.program.to_string_lossy().into_owned();
    let arguments = [INDEX_LIMIT.to_owned(), program].into_iter().chain(call.arguments.iter().cloned());
    let invocation = Invocation {
        program: Path::new("timeout"),
        arguments: arguments.collect(),
        environment: call.environment.clone(),
        folder: &tree,
    };
    measure(&invocation, &site.report()).map_err(|reason| format!("index: {reason}"))
}

/// Children are waited for one at a time, so that what they used together grows by what this one used.
pub(super) fn ask(call: &Call, site: &Site) -> Result<Heard, String> {
    let before = used_by_children().0;
    let mut command = Command::new("timeout");
    command.arg(ASK_LIMIT).arg(&call.program).args(&call.arguments).current_dir(site.tree());
    command.envs(call.environment.iter().map(|(name, value)| (name, value))).stdin(Stdio::null());
    let begun = Instant::now();
    let output = command.output().map_err(|error| format!("timeout could not be started: {error}"))?;
    let wall_milliseconds = begun.elapsed().as_secs_f64() * 1e3;
    match output.status.code() {
        Some(0 | NOTHING) => {}
        Some(OVER) => return Err(format!("no answer within {ASK_LIMIT} s")),
        _ => return Err(format!("{}; {}", output.status, last_line(&output.stderr))),
    }
    let used = before.zip(used_by_children().0).map(|(before, after)| (after - before) * 1e3);
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(Heard { output, wall_milliseconds, cpu_milliseconds: used })
}

fn last_line(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("no word about why").to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::site::site_with;
    use super::*;

    #[test]
    fn nothing_found_is_an_answer_and_a_failure_is_none() {
        let site = site_with(&[("a.py", "1\n")], "");
        let shell = |script: &str| Call::new("sh", &["-c", script]);
        assert_eq!(ask(&shell("cat a.py; exit 1"), &site).unwrap().output, "1\n");
        let failed = ask(&shell("echo broken >&2; exit 3"), &site).err().unwrap();
        assert!(failed.contains('3') && failed.ends_with("broken"), "{failed}");
        let heard = ask(&shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"), &site).unwrap();
        assert!(heard.cpu_milliseconds.unwrap() > 0.0);
    }
}
