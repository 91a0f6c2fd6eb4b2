//! A first index that is killed half-way and begun again: what of it has to be done twice.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::step::{self, Place, Programs, Step};
use crate::bench::folder;
use crate::bench::measure::Usage;

/// Of the wall time of the whole run.
const HALF: f64 = 0.5;
const PAUSE: Duration = Duration::from_millis(200);

pub(super) struct Interrupted {
    pub(super) killed_after_seconds: f64,
    /// What lay on disk when it was killed.
    pub(super) kept_bytes: u64,
    pub(super) resumed: Usage,
    /// Files that the second run parsed, of those that the whole run had to.
    pub(super) parsed_again: u64,
    pub(super) parsed_in_all: u64,
}

pub(super) fn measure(place: &Place, programs: &Programs, whole: &Step) -> Result<Interrupted, String> {
    place.forget()?;
    let killed_after_seconds = kill_after(whole.index.wall_seconds * HALF, place, programs)?;
    let kept_bytes = folder::bytes_in(&place.cache());
    let (resumed, told) = step::index(place, programs)?;
    Ok(Interrupted {
        killed_after_seconds,
        kept_bytes,
        resumed,
        parsed_again: told.parsed,
        parsed_in_all: whole.told.parsed,
    })
}

/// The signal that cannot be caught.
fn kill_after(seconds: f64, place: &Place, programs: &Programs) -> Result<f64, String> {
    let mut command = Command::new(&programs.orient);
    command.args(["index", ".", "--quiet"]).current_dir(place.tree()).envs(step::environment(place));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let begun = Instant::now();
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", programs.orient.display()))?;
    while begun.elapsed().as_secs_f64() < seconds {
        if child.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Err("the index was done before it could be killed".to_owned());
        }
        std::thread::sleep(PAUSE);
    }
    child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
    Ok(begun.elapsed().as_secs_f64())
}
