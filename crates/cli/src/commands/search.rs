//! `orient search`

mod json;
mod text;

use super::answer::{close, mention, shown};
use super::{view, workspace};
use crate::arguments::SearchArguments;
use crate::failure::{Failure, Outcome};
use crate::terminal::grouped;
use orienteer_engine::{ExcerptOptions, SearchPage, View};
use std::io::Write;

pub(crate) fn run(arguments: &SearchArguments) -> Result<Outcome, Failure> {
    let mut request = arguments.request();
    request.validate()?;
    let workspace = workspace(arguments.path.as_deref())?;
    request.settings = workspace.settings()?;
    let view = view(&workspace)?;
    let page = workspace.search(&view, &request, &excerpts(arguments))?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if arguments.json {
        writeln!(out, "{}", json::page(&view, &request.query, &page))?;
    } else if arguments.files_with_matches {
        print_files(&mut out, &page)?;
    } else {
        text::print(&mut out, &page, arguments.explain)?;
    }
    out.flush()?;
    if !arguments.json {
        if page.found.is_empty() {
            eprintln!("nothing found");
        }
        close(&view);
        mention(&page.notes);
        mention_unreadable(&view);
    }
    Ok(if page.found.is_empty() { Outcome::Nothing } else { Outcome::Found })
}

/// What was not read cannot be found, which an answer should not pass over.
fn mention_unreadable(view: &View) {
    match view.unreadable() {
        0 => {}
        1 => eprintln!("1 file could not be read (`orient status --problems` names it)"),
        many => {
            eprintln!(
                "{} files could not be read (`orient status --problems` names them)",
                grouped(many as u64)
            );
        }
    }
}

fn excerpts(arguments: &SearchArguments) -> ExcerptOptions {
    let options = ExcerptOptions { context: arguments.context, ..ExcerptOptions::default() };
    if arguments.files_with_matches { ExcerptOptions { lines: 0, ..options } } else { options }
}

/// Each file where its best hit stands.
fn print_files(out: &mut impl Write, page: &SearchPage) -> Result<(), Failure> {
    let mut printed: Vec<&str> = Vec::new();
    for found in &page.found {
        let name = found.hit.place.path.as_str();
        if !printed.contains(&name) {
            printed.push(name);
            writeln!(out, "{}", shown(name))?;
        }
    }
    Ok(())
}
