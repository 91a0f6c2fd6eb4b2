//! `orient observe`: the hook of an agent. Says nothing unless the agent waits for a word, and never stands in its way.

mod event;

use crate::arguments::ObserveArguments;
use crate::environment::cache_folder;
use crate::failure::{Failure, Outcome};
use event::{Event, Touched};
use orienteer_engine::{Location, ToolUse, Workspace};
use std::io::Read;
use std::path::{Path, PathBuf};

/// More than any event has.
const LONGEST: u64 = 64 << 20;

pub(crate) fn run(arguments: &ObserveArguments) -> Result<Outcome, Failure> {
    let mut text = Vec::new();
    let read = std::io::stdin().lock().take(LONGEST).read_to_end(&mut text);
    let event = read.ok().and_then(|_| Event::parse(&text));
    let Some(event) = event else {
        eprintln!("orient: no event on standard input; `orient observe --help` shows what one looks like");
        return Ok(Outcome::Nothing);
    };
    if let Some(reply) = event.reply {
        println!("{reply}");
    }
    // Whatever goes wrong from here is not the agent's business.
    let learned = event.touched.iter().map(|touched| learn(arguments, &event, touched).unwrap_or(0));
    let _: usize = learned.sum();
    Ok(Outcome::Found)
}

/// How many units it was about.
fn learn(arguments: &ObserveArguments, event: &Event, touched: &Touched) -> Option<usize> {
    let folder = arguments.path.as_deref().or(event.folder.as_deref());
    let file = folder.map_or_else(|| touched.path.clone(), |folder| folder.join(&touched.path));
    let file = file.canonicalize().ok()?;
    let location = location(arguments.path.as_deref(), folder, &file)?;
    let path = slashed(file.strip_prefix(&location.root).ok()?)?;
    let lines = touched.lines.or_else(|| touched.text.as_deref().and_then(|text| lines_of(&file, text)));
    let workspace = Workspace::new(location, &cache_folder().ok()?);
    workspace.observe(&ToolUse { path, lines, kind: touched.kind }, orienteer_engine::seconds_now()).ok()
}

/// The tree that the file is in: the given one, the one that the agent works in, or the one around the file.
fn location(given: Option<&Path>, folder: Option<&Path>, file: &Path) -> Option<Location> {
    if let Some(given) = given {
        return Location::exact(given).ok();
    }
    let around = [folder, file.parent()].into_iter().flatten();
    around
        .filter_map(|folder| Location::enclosing(folder).ok())
        .find(|location| file.starts_with(&location.root))
}

fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    parts.map(|parts| parts.join("/"))
}

/// Where a text stands in a file.
fn lines_of(file: &PathBuf, text: &str) -> Option<(u32, u32)> {
    let whole = std::fs::read_to_string(file).ok()?;
    let start = whole.find(text).filter(|_| !text.is_empty())?;
    let count = |text: &str| text.matches('\n').count() as u32;
    let first = count(&whole[..start]) + 1;
    Some((first, first + count(text.trim_end_matches('\n'))))
}
