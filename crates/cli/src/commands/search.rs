//! `orient search`

mod json;
mod text;

use super::answer::{close, mention, shown};
use super::{view, workspace};
use crate::arguments::SearchArguments;
use crate::environment::cache_folder;
use crate::failure::{Failure, Outcome};
use crate::progress::Watcher;
use crate::terminal::grouped;
use orienteer_engine::{ExcerptOptions, Scope, ScopedTree, SearchPage, SearchRequest, View, Workspace};
use std::io::Write;

pub(crate) fn run(arguments: &SearchArguments) -> Result<Outcome, Failure> {
    let mut request = arguments.request();
    request.validate()?;
    let workspace = workspace(arguments.path.as_deref())?;
    request.settings = arguments.engine.above(workspace.settings()?);
    let (view, page) = answer(arguments, &workspace, &request)?;
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

/// The answer, and the tree that it is about first of all.
fn answer(
    arguments: &SearchArguments,
    workspace: &Workspace,
    request: &SearchRequest,
) -> Result<(View, SearchPage), Failure> {
    let scope = &arguments.scope.scope;
    if *scope == Scope::Project {
        let view = view(workspace)?;
        let page = workspace.search(&view, request, &excerpts(arguments))?;
        return Ok((view, page));
    }
    let trees = trees(workspace, scope)?;
    let page = orienteer_engine::search_scope(&trees, request, &excerpts(arguments))?;
    let view = trees.into_iter().map(|tree| tree.view).next();
    Ok((view.ok_or_else(no_libraries)?, page))
}

fn trees(workspace: &Workspace, scope: &Scope) -> Result<Vec<ScopedTree>, Failure> {
    let watcher = Watcher::new(false);
    let trees = orienteer_engine::scoped_trees(workspace, scope, &cache_folder()?, &watcher);
    watcher.finish();
    Ok(trees?)
}

fn no_libraries() -> Failure {
    Failure::new("there are no libraries to search", Some("add one with `orient library add`"))
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
