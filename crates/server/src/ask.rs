//! The questions as the engine takes them. The only file here that knows its requests.

use crate::arguments::{ContextArguments, Question, SearchArguments, SymbolArguments};
use crate::blocking::Failure;
use crate::page::Origin;
use crate::reply::Reply;
use crate::text;
use orienteer_engine::{
    ContextRequest, EngineError, ExcerptOptions, SearchFilter, SearchRequest, Subject, SymbolOptions, View,
    Workspace,
};
use std::path::{Component, Path};

/// Definitions of one name, and what is told of each.
const TOLD: SymbolOptions = SymbolOptions { definitions: 5, relations: 10, commits: 3 };

/// Refuses what cannot be answered whatever the tree holds, before anything is indexed.
pub(crate) fn check(question: &Question) -> Result<(), Reply> {
    let checked = match question {
        Question::Context(asked) => context_request(asked, asked.files.clone()).validate(),
        Question::Search(asked) => search_request(asked)?.validate(),
        Question::Symbol(_) => Ok(()),
    };
    checked.map_err(|error| Failure::from(error).into())
}

pub(crate) fn answer(workspace: &Workspace, view: &View, question: &Question) -> Result<Reply, EngineError> {
    match question {
        Question::Context(asked) => context(workspace, view, asked),
        Question::Search(asked) => search(workspace, view, asked),
        Question::Symbol(asked) => Ok(symbol(workspace, view, asked)),
    }
}

/// With the files as the index has them.
fn context_request(asked: &ContextArguments, files: Vec<String>) -> ContextRequest {
    ContextRequest {
        subject: if files.is_empty() { Subject::Task } else { Subject::Files(files) },
        budget: asked.max_tokens,
        format: asked.format.into(),
        filter: SearchFilter {
            globs: asked.globs.clone(),
            no_tests: asked.no_tests,
            ..SearchFilter::default()
        },
        ..ContextRequest::new(asked.task.clone())
    }
}

fn context(workspace: &Workspace, view: &View, asked: &ContextArguments) -> Result<Reply, EngineError> {
    let files = asked.files.iter().map(|file| below_root(workspace, file)).collect::<Result<_, _>>()?;
    let request = ContextRequest { settings: workspace.settings()?, ..context_request(asked, files) };
    let answer = workspace.context(view, &request)?;
    if answer.items.is_empty() {
        let origin = Origin::of(view).text(0);
        return Ok(Reply::text(format!("nothing found; try other words, or fewer filters\n{origin}")));
    }
    Ok(Reply::text(answer.text))
}

fn search_request(asked: &SearchArguments) -> Result<SearchRequest, Reply> {
    Ok(SearchRequest {
        limit: asked.limit,
        per_file: asked.per_file,
        filter: SearchFilter {
            languages: asked.languages.clone(),
            globs: asked.globs.clone(),
            kinds: asked.kinds()?,
            no_tests: asked.no_tests,
        },
        ..SearchRequest::new(asked.query.clone())
    })
}

fn search(workspace: &Workspace, view: &View, asked: &SearchArguments) -> Result<Reply, EngineError> {
    let request = match search_request(asked) {
        Ok(request) => SearchRequest { settings: workspace.settings()?, ..request },
        Err(reply) => return Ok(reply),
    };
    let page = workspace.search(view, &request, &ExcerptOptions::default())?;
    Ok(text::hits(view, &page).fit(asked.max_tokens))
}

fn symbol(workspace: &Workspace, view: &View, asked: &SymbolArguments) -> Reply {
    let answer = workspace.symbol(view, &asked.name, &TOLD);
    text::symbol(view, &asked.name, &answer).fit(asked.max_tokens)
}

/// A path as the index has it; agents know files by their full paths as well.
fn below_root(workspace: &Workspace, file: &str) -> Result<String, EngineError> {
    let missing = || EngineError::NoSuchFile { path: file.to_owned() };
    let full = workspace.root().join(Path::new(file)).canonicalize().map_err(|_| missing())?;
    let below = full.strip_prefix(workspace.root()).map_err(|_| missing())?;
    let names = below.components().filter_map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    Ok(names.collect::<Vec<_>>().join("/"))
}
