//! `orient context`

use super::{stages, workspace};
use crate::arguments::ContextArguments;
use crate::failure::{Failure, Outcome};
use crate::progress::Watcher;
use orienteer_engine::{EngineError, Format, Workspace};
use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};

pub(crate) fn run(arguments: &ContextArguments) -> Result<Outcome, Failure> {
    let mut request = arguments.request(read_task(&arguments.task)?);
    let is_about_files = !arguments.files.is_empty();
    if is_about_files {
        request.validate_budget()?
    } else {
        request.validate()?
    }
    let workspace = workspace(arguments.path.as_deref())?;
    request.settings = workspace.settings()?;
    let files =
        arguments.files.iter().map(|file| below_root(&workspace, file)).collect::<Result<Vec<_>, _>>()?;
    // Files are looked at meanwhile.
    std::thread::spawn(orienteer_engine::load_vocabulary);
    let watcher = Watcher::new(false);
    let view = workspace.view(&watcher);
    watcher.finish();
    let view = view?;
    let answer = if is_about_files {
        workspace.context_of_files(&view, &files, &request)?
    } else if arguments.trace {
        let (answer, traced) = workspace.context_traced(&view, &request)?;
        stages::print(&traced);
        answer
    } else {
        workspace.context(&view, &request)?
    };
    // Programs want an object also where it is empty; people have nothing to read in it.
    if !answer.items.is_empty() || matches!(request.format, Format::Json | Format::Xml) {
        std::io::stdout().lock().write_all(answer.text.as_bytes())?;
    }
    if answer.items.is_empty() {
        eprintln!("nothing found");
        return Ok(Outcome::Nothing);
    }
    eprintln!("{} of {} tokens", answer.tokens, request.budget);
    Ok(Outcome::Found)
}

/// The words of a task, or what standard input has.
pub(super) fn read_task(words: &[String]) -> Result<String, Failure> {
    if words != ["-"] {
        return Ok(words.join(" "));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A path as the index has it: relative to the root of the tree, whichever folder the user stands in.
fn below_root(workspace: &Workspace, file: &Path) -> Result<String, Failure> {
    let missing = || EngineError::NoSuchFile { path: file.display().to_string() };
    let candidates = [PathBuf::from(file), workspace.root().join(file)];
    let full = candidates.iter().find_map(|path| path.canonicalize().ok()).ok_or_else(missing)?;
    let below = full.strip_prefix(workspace.root()).map_err(|_| missing())?;
    let names = below.components().filter_map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    Ok(names.collect::<Vec<_>>().join("/"))
}
