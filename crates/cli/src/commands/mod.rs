//! One file per command.

mod answer;
mod change;
mod clear;
mod completions;
mod context;
mod doctor;
mod eval;
mod explore;
mod feedback;
mod impact;
mod index;
mod learned;
mod library;
mod man;
mod mcp;
mod observe;
mod push;
mod score;
mod search;
mod serve;
mod setup;
mod similar;
mod stages;
mod status;
mod symbol;
mod watch;
mod why;

use crate::arguments::{Arguments, Command};
use crate::environment;
use crate::failure::{Failure, Outcome};
use crate::progress::Watcher;
use orienteer_engine::{Location, View, Workspace};
use std::path::Path;

pub(crate) fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    // A server on a pipe has nothing to finish: a signal ends it at once. The others listen for signals by themselves.
    if !matches!(arguments.command, Command::Mcp(_) | Command::Serve(_) | Command::Explore(_)) {
        crate::progress::watch_interrupts();
    }
    match &arguments.command {
        Command::Context(arguments) => context::run(arguments),
        Command::Why(arguments) => why::run(arguments),
        Command::Search(arguments) => search::run(arguments),
        Command::Index(arguments) => index::run(arguments),
        Command::Status(arguments) => status::run(arguments),
        Command::Symbol(arguments) => symbol::run(arguments),
        Command::Similar(arguments) => similar::run(arguments),
        Command::Impact(arguments) => impact::run(arguments),
        Command::Explore(arguments) => explore::run(arguments),
        Command::Watch(arguments) => watch::run(arguments),
        Command::Mcp(arguments) => mcp::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Feedback(arguments) => feedback::run(arguments),
        Command::Observe(arguments) => observe::run(arguments),
        Command::Learned(arguments) => learned::run(arguments),
        Command::Library(arguments) => library::run(arguments),
        Command::Setup(arguments) => setup::run(arguments),
        Command::Unsetup(arguments) => setup::undo(arguments),
        Command::Doctor(arguments) => doctor::run(arguments),
        Command::Eval(arguments) => eval::run(arguments),
        Command::Clear(arguments) => clear::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
    }
}

/// The tree as it is now; people see how the index is brought up to date.
fn view(workspace: &Workspace) -> Result<View, Failure> {
    let watcher = Watcher::new(false);
    let view = workspace.view(&watcher);
    watcher.finish();
    Ok(view?)
}

/// The tree that a command is about: the given folder, or the repository around the current one.
fn workspace(path: Option<&Path>) -> Result<Workspace, Failure> {
    let location = match path {
        Some(path) => Location::exact(path)?,
        None => Location::enclosing(Path::new("."))?,
    };
    crate::standpoint::choose(&location.root);
    let workspace = Workspace::new(location, &environment::cache_folder()?);
    Ok(workspace.with_user_settings(environment::user_settings()))
}
