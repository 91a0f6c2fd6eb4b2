//! `orient man`

use crate::arguments::{Arguments, ManArguments};
use crate::failure::{Failure, Outcome};
use clap::CommandFactory;
use std::io::Write;

pub(crate) fn run(arguments: &ManArguments) -> Result<Outcome, Failure> {
    let mut program = Arguments::command();
    program.build();
    let page = match &arguments.command {
        None => program,
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| {
            Failure::new(format!("there is no command `{name}`"), Some("`orient --help` lists them"))
        })?,
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    std::io::stdout().lock().write_all(&roff)?;
    Ok(Outcome::Found)
}
