//! One file per command.

mod clear;
mod index;
mod status;

use crate::arguments::{Arguments, Command};
use crate::environment;
use crate::failure::{Failure, Outcome};
use orienteer_engine::{Location, Workspace};
use std::path::Path;

pub(crate) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    crate::progress::watch_interrupts();
    match &arguments.command {
        Command::Index(arguments) => index::run(arguments),
        Command::Status(arguments) => status::run(arguments),
        Command::Clear(arguments) => clear::run(arguments),
    }
}

/// The tree that a command is about: the given folder, or the repository around the current one.
fn workspace(path: Option<&Path>) -> Result<Workspace, Failure> {
    let location = match path {
        Some(path) => Location::exact(path)?,
        None => Location::enclosing(Path::new("."))?,
    };
    Ok(Workspace::new(location, &environment::cache_folder()?))
}
