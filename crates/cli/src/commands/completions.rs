//! `orient completions`

use crate::arguments::{Arguments, CompletionsArguments};
use crate::failure::{Failure, Outcome};
use clap::CommandFactory;
use std::io::Write;

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<Outcome, Failure> {
    // Written at once: the generator panics when its reader goes away.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "orient", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Outcome::Found)
}
