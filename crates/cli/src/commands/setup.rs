//! `orient setup` and `orient unsetup`: the change on standard output, what became of it on standard error.

use crate::arguments::{SetupArguments, UnsetupArguments};
use crate::environment::{agent_places, is_on_path};
use crate::failure::{Failure, Outcome};
use orienteer_engine::Location;
use orienteer_setup::{FileChange, Places, Wish, install, remove};
use std::io::Write;
use std::path::Path;

pub(crate) fn run(arguments: &SetupArguments) -> Result<Outcome, Failure> {
    let places = places(arguments.path.as_deref())?;
    let wish = Wish {
        agent: arguments.agent.0,
        scope: arguments.scope.map(Into::into),
        program: arguments.program.clone(),
        hooks: arguments.hooks,
    };
    let changes = install(&wish, &places)?;
    let is_done = show(&changes, &places, arguments.write)?;
    if !is_done {
        eprintln!("{} is set up already", wish.agent.name());
    }
    let is_name = !wish.program.contains(['/', '\\']);
    if is_name && !is_on_path(&wish.program) {
        eprintln!("`{}` is not on PATH: give the agent its place with --program", wish.program);
    }
    Ok(Outcome::Found)
}

pub(crate) fn undo(arguments: &UnsetupArguments) -> Result<Outcome, Failure> {
    let places = places(arguments.path.as_deref())?;
    let changes = remove(arguments.agent.0, arguments.scope.map(Into::into), &places)?;
    if !show(&changes, &places, arguments.write)? {
        eprintln!("{} is not set up", arguments.agent.0.name());
    }
    Ok(Outcome::Found)
}

fn places(path: Option<&Path>) -> Result<Places, Failure> {
    let location = match path {
        Some(path) => Location::exact(path)?,
        None => Location::enclosing(Path::new("."))?,
    };
    agent_places(location.root)
}

/// Whether there is a change. All of it is shown before anything is written.
fn show(changes: &[FileChange], places: &Places, write: bool) -> Result<bool, Failure> {
    let changes: Vec<&FileChange> = changes.iter().filter(|change| !change.is_empty()).collect();
    let mut stdout = std::io::stdout().lock();
    for change in &changes {
        let name = change.path.strip_prefix(&places.project).unwrap_or(&change.path);
        stdout.write_all(change.diff(&name.display().to_string()).as_bytes())?;
    }
    for change in changes.iter().filter(|_| write) {
        change.write()?;
        eprintln!("{} {}", if change.after.is_some() { "wrote" } else { "removed" }, change.path.display());
    }
    if !changes.is_empty() && !write {
        eprintln!("nothing was written; --write makes this change");
    }
    Ok(!changes.is_empty())
}
