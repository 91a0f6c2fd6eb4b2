//! `orient explore`

use super::workspace;
use crate::arguments::ExploreArguments;
use crate::failure::{Failure, Outcome};
use orienteer_explore::{Stop, explore};
use std::io::IsTerminal;
use std::time::Duration;

/// How long the terminal may take to be put in order.
const FAREWELL: Duration = Duration::from_secs(1);
/// The exit code of what a signal ended.
const HUNG_UP: i32 = 129;

pub(crate) fn run(arguments: &ExploreArguments) -> Result<Outcome, Failure> {
    if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        return Err(Failure::new("this needs a terminal", Some("`orient search` prints what it finds")));
    }
    let workspace = workspace(arguments.path.as_deref())?;
    let stop = Stop::default();
    let stopping = stop.clone();
    // Without a handler a signal ends the program at once and leaves the terminal as it is.
    let _ = ctrlc::set_handler(move || {
        stopping.stop();
        // Whoever waits for a key of a terminal that is gone waits for ever.
        std::thread::sleep(FAREWELL);
        std::process::exit(HUNG_UP);
    });
    let explored = explore(workspace, &arguments.query.join(" "), &stop);
    explored.map_err(|error| Failure::new(error.to_string(), None))?;
    Ok(Outcome::Found)
}
