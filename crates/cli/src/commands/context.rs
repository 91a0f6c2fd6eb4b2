//! `orient context`

use super::answer::mention;
use super::change::{change, print_gone};
use super::{stages, view, workspace};
use crate::arguments::ContextArguments;
use crate::environment::program;
use crate::failure::{Failure, Outcome};
use orienteer_engine::{
    ContextAnswer, ContextRequest, EngineError, Format, PackCache, Subject, View, Workspace,
};
use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};

pub(crate) fn run(arguments: &ContextArguments) -> Result<Outcome, Failure> {
    let workspace = workspace(arguments.path.as_deref())?;
    let mut request = arguments.request(read_task(&arguments.task)?, subject(arguments, &workspace)?);
    request.validate()?;
    request.settings = arguments.engine.above(workspace.settings()?);
    if let Subject::Change(change) = &request.subject {
        workspace.check_change(change)?;
    }
    let cache = PackCache::new(program()).on_disk(&workspace);
    let asks_cache = !arguments.trace && !arguments.no_cache;
    if !(asks_cache && workspace.is_likely_cached(&request, &cache)) {
        // Files are looked at meanwhile.
        std::thread::spawn(orienteer_engine::load_vocabulary);
    }
    let view = view(&workspace)?;
    let now = orienteer_engine::seconds_now();
    if !arguments.no_learned {
        // What cannot be read was not learned.
        request.memory = workspace.memory(&view.snapshot, &request.params, now).unwrap_or_default();
    }
    let answer = answer(&workspace, &view, &request, arguments, &cache)?;
    // Programs want an object also where it is empty; people have nothing to read in it.
    if !answer.items.is_empty() || matches!(request.format, Format::Json | Format::Xml) {
        std::io::stdout().lock().write_all(answer.text.as_bytes())?;
    }
    let is_remembered = !arguments.no_learned && !answer.items.is_empty();
    let name = is_remembered.then(|| workspace.remember_context(&view.snapshot, &request, &answer, now).ok());
    Ok(close(&answer, request.budget, name.flatten()))
}

fn answer(
    workspace: &Workspace,
    view: &View,
    request: &ContextRequest,
    arguments: &ContextArguments,
    cache: &PackCache,
) -> Result<ContextAnswer, EngineError> {
    if arguments.trace {
        let (answer, traced) = workspace.context_traced(view, request)?;
        stages::print(&traced);
        return Ok(answer);
    }
    if arguments.no_cache {
        return workspace.context(view, request);
    }
    workspace.cached_context(view, request, cache)
}

/// The name is what the answer can be spoken of by.
fn close(answer: &ContextAnswer, budget: usize, name: Option<String>) -> Outcome {
    if let Some(diff) = &answer.diff {
        print_gone(diff);
    }
    if !answer.items.is_empty() {
        let name = name.map(|name| format!(", answer {name}")).unwrap_or_default();
        eprintln!("{} of {budget} tokens{name}", answer.tokens);
        return Outcome::Found;
    }
    mention(&answer.notes);
    let is_unchanged = answer.diff.as_ref().is_some_and(orienteer_engine::Diff::is_empty);
    eprintln!("{}", if is_unchanged { "nothing changed" } else { "nothing found" });
    Outcome::Nothing
}

/// The words of a task, or what standard input has.
pub(super) fn read_task(words: &[String]) -> Result<String, Failure> {
    if words != ["-"] {
        return Ok(words.join(" "));
    }
    Ok(String::from_utf8_lossy(&standard_input()?).into_owned())
}

/// More than any task or patch has.
const LONGEST_INPUT: u64 = 64 << 20;

pub(super) fn standard_input() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(LONGEST_INPUT + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(format!("cannot read standard input: {error}"), None))?;
    if bytes.len() as u64 > LONGEST_INPUT {
        let message = format!("standard input has more than {} MB", LONGEST_INPUT >> 20);
        return Err(Failure::new(message, Some("give the part that matters, or name files and revisions")));
    }
    Ok(bytes)
}

fn subject(arguments: &ContextArguments, workspace: &Workspace) -> Result<Subject, Failure> {
    if let Some(range) = &arguments.diff {
        return Ok(Subject::Change(change(range.as_deref())?));
    }
    if arguments.files.is_empty() {
        return Ok(Subject::Task);
    }
    let files = arguments.files.iter().map(|file| below_root(workspace.root(), file));
    Ok(Subject::Files(files.collect::<Result<_, _>>()?))
}

/// A path as the index has it: relative to the root of the tree, whichever folder the user stands in.
fn below_root(root: &Path, file: &Path) -> Result<String, EngineError> {
    let path = file.display().to_string();
    let candidates = [PathBuf::from(file), root.join(file)];
    let mut found = candidates.iter().filter_map(|path| path.canonicalize().ok());
    let Some(first) = found.next() else { return Err(EngineError::MissingFile { path }) };
    let inside = [first].into_iter().chain(found).find(|path| path.starts_with(root));
    let Some(full) = inside else { return Err(EngineError::OutsideTree { path, root: root.to_owned() }) };
    if full.is_dir() {
        return Err(EngineError::IsAFolder { path });
    }
    let below = full.strip_prefix(root).unwrap_or(&full);
    let names = below.components().filter_map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    Ok(names.collect::<Vec<_>>().join("/"))
}
