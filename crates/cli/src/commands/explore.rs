//! `orient explore`

use super::workspace;
use crate::arguments::ExploreArguments;
use crate::failure::{Failure, Outcome};
use orienteer_explore::{Stop, explore};
use std::io::IsTerminal;

pub(crate) fn run(arguments: &ExploreArguments) -> Result<Outcome, Failure> {
    if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        return Err(Failure::new("this needs a terminal", Some("`orient search` prints what it finds")));
    }
    let workspace = workspace(arguments.path.as_deref())?;
    let stop = Stop::default();
    let stopping = stop.clone();
    // Without a handler a signal ends the program at once and leaves the terminal as it is.
    let _ = ctrlc::set_handler(move || stopping.stop());
    let explored = explore(workspace, &arguments.query.join(" "), &stop);
    explored.map_err(|error| Failure::new(error.to_string(), None))?;
    Ok(Outcome::Found)
}
