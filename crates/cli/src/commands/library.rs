//! `orient library`

use super::answer::mention;
use super::push::{Asked, push};
use super::workspace;
use crate::arguments::{
    LibraryAddArguments, LibraryArguments, LibraryCommand, LibraryListArguments, LibraryRemoveArguments,
};
use crate::environment;
use crate::failure::{Failure, Outcome};
use crate::progress::Watcher;
use crate::terminal::{clean, faint, grouped, strong};
use orienteer_engine::{IndexOptions, Libraries, Library, LibraryPlaces, Origin, Workspace};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) fn run(arguments: &LibraryArguments) -> Result<Outcome, Failure> {
    match &arguments.command {
        LibraryCommand::Add(arguments) => add(arguments),
        LibraryCommand::List(arguments) => list(arguments),
        LibraryCommand::Remove(arguments) => remove(arguments),
    }
}

fn add(arguments: &LibraryAddArguments) -> Result<Outcome, Failure> {
    let project = workspace(arguments.path.as_deref())?;
    let library = library(arguments, &project)?;
    let cache = environment::cache_folder()?;
    Libraries::open(&cache).check(&library)?;
    let own = library.workspace(&cache)?;
    // The services of the project: what somebody wrote into a library has no say in it.
    let settings = arguments.engine.above(project.settings()?).for_tree(&own);
    let watcher = Watcher::new(arguments.quiet);
    let report = own.index(&IndexOptions::default(), &watcher);
    watcher.finish();
    let report = report?;
    // What was added can be searched, also where a server does not want it.
    Libraries::open(&cache).add(&library)?;
    let mut out = std::io::stdout().lock();
    let shown = format!("{} ({})", library.project(), library.origin.name());
    writeln!(out, "{} {}", strong(shown), clean(&library.root.display().to_string()))?;
    let counts = report.counts;
    writeln!(out, "  {} files -> {} units", grouped(counts.files), grouped(counts.units))?;
    let embedded = own.embed_with(&settings, &watcher);
    watcher.finish();
    embedded?.iter().for_each(|report| mention(report.note.as_slice()));
    let asked = Asked { settings: &settings, is_explicit: arguments.engine.engine.is_some() };
    push(&mut out, &own, &asked, Some(&library), arguments.quiet)?;
    Ok(Outcome::Found)
}

/// What was given, as a folder or by its name.
fn library(arguments: &LibraryAddArguments, project: &Workspace) -> Result<Library, Failure> {
    let given = arguments.library.as_str();
    let looks_like_a_path =
        given.starts_with(['.', '/', '\\']) || (given.contains('/') && !given.starts_with('@'));
    if looks_like_a_path || Path::new(given).is_absolute() {
        let root = Path::new(given);
        let full = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let own = full.file_name().and_then(|name| name.to_str()).unwrap_or("library");
        let name = arguments.name.as_deref().unwrap_or(own);
        return Ok(Library::new(name, Origin::Folder, root)?);
    }
    let located = places(arguments, project.root()).locate(given)?;
    Ok(Library::new(arguments.name.as_deref().unwrap_or(given), located.origin, &located.root)?)
}

fn places(arguments: &LibraryAddArguments, root: &Path) -> LibraryPlaces {
    let own = [root.join(".venv"), root.join("venv")].into_iter().filter(|folder| folder.is_dir());
    let environments: Vec<PathBuf> = match &arguments.environment {
        Some(folder) => vec![folder.clone()],
        None => environment::python_environment().into_iter().chain(own).collect(),
    };
    LibraryPlaces { project: root.to_owned(), cargo_home: environment::cargo_home(), environments }
}

fn list(arguments: &LibraryListArguments) -> Result<Outcome, Failure> {
    let libraries = Libraries::open(&environment::cache_folder()?).list()?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let listed: Vec<_> = libraries.iter().map(listed).collect();
        writeln!(out, "{}", json!({ "version": 1, "libraries": listed }))?;
    } else {
        for library in &libraries {
            let origin = faint(library.origin.name());
            writeln!(
                out,
                "{}  {origin}  {}",
                strong(library.project()),
                clean(&library.root.display().to_string())
            )?;
        }
        if libraries.is_empty() {
            eprintln!("no libraries; `orient library add NAME` adds one");
        }
    }
    Ok(if libraries.is_empty() { Outcome::Nothing } else { Outcome::Found })
}

fn listed(library: &Library) -> serde_json::Value {
    json!({
        "name": library.name,
        "project": library.project(),
        "origin": library.origin.name(),
        "root": library.root.display().to_string(),
    })
}

fn remove(arguments: &LibraryRemoveArguments) -> Result<Outcome, Failure> {
    let cache = environment::cache_folder()?;
    let libraries = Libraries::open(&cache);
    let library = libraries.get(&arguments.name)?;
    let settings = arguments.engine.above(workspace(None)?.settings()?);
    // A library whose folder is gone has an index all the same; without the folder nobody knows which it is.
    if let Ok(own) = library.workspace(&cache) {
        super::push::remove(&settings, &library, arguments.engine.engine.is_some())?;
        own.clear()?;
    }
    libraries.remove(&library.name)?;
    eprintln!("removed {}", library.project());
    Ok(Outcome::Found)
}
