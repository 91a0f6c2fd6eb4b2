//! What a server is given of a snapshot that was just published, and what is said about it.

use crate::failure::{Failure, Outcome};
use crate::progress::Watcher;
use crate::terminal::{faint, grouped};
use orienteer_engine::{Engine, EngineError, Library, Pushed, ServiceFailure, Settings, Workspace};
use std::io::Write;

/// What was asked for, and whether it was asked for on the command line.
pub(super) struct Asked<'a> {
    pub(super) settings: &'a Settings,
    pub(super) is_explicit: bool,
}

/// Nothing, where the engine is this machine's own. A failure ends what was asked for expressly; otherwise it is a warning: the
/// index of this machine is published whatever happens to the server.
pub(super) fn push(
    out: &mut impl Write,
    workspace: &Workspace,
    asked: &Asked<'_>,
    library: Option<&Library>,
    quiet: bool,
) -> Result<Option<Result<Pushed, ServiceFailure>>, Failure> {
    if asked.settings.engine != Engine::Qdrant {
        return Ok(None);
    }
    let snapshot = workspace.snapshot()?.ok_or(EngineError::NotIndexed)?;
    let watcher = Watcher::new(quiet);
    let pushed = match library {
        Some(library) => orienteer_engine::push_library(library, &snapshot, asked.settings, &watcher),
        None => orienteer_engine::push(&snapshot, asked.settings, &watcher),
    };
    watcher.finish();
    match &pushed {
        Ok(pushed) => print(out, pushed)?,
        Err(failure) if asked.is_explicit => return Err(failure.clone().into()),
        Err(failure) => warn(failure),
    }
    Ok(Some(pushed))
}

fn print(out: &mut impl Write, pushed: &Pushed) -> Result<(), Failure> {
    writeln!(
        out,
        "  pushed {} units, kept {}, removed {}  {}",
        grouped(pushed.added),
        grouped(pushed.kept),
        grouped(pushed.removed),
        faint(format!("project {} in collection {}", pushed.project, pushed.collection)),
    )?;
    Ok(())
}

fn warn(failure: &ServiceFailure) {
    eprintln!("orient: {failure}; the index of this machine is published");
    eprintln!("  hint: {}", failure.hint().text());
}

/// Takes a library off the server, where the engine is one.
pub(super) fn remove(settings: &Settings, library: &Library, is_explicit: bool) -> Result<Outcome, Failure> {
    if settings.engine == Engine::Qdrant
        && let Err(failure) = orienteer_engine::remove_pushed_library(library, settings)
    {
        if is_explicit {
            return Err(failure.into());
        }
        warn(&failure);
    }
    Ok(Outcome::Found)
}
