//! The questions as the engine takes them. The only file here that knows its requests.

use crate::arguments::{ContextArguments, FeedbackArguments, Question, SearchArguments, SymbolArguments};
use crate::blocking::Failure;
use crate::desk::Desk;
use crate::page::Origin;
use crate::partial::Standpoint;
use crate::reply::Reply;
use crate::session::Session;
use crate::text;
use orienteer_engine::{
    ContextAnswer, ContextRequest, EngineError, ExcerptOptions, Format, SearchFilter, SearchRequest,
    SentBodies, Subject, SymbolOptions, Workspace, count_tokens, seconds_now,
};
use serde_json::{Value, json};
use std::path::{Component, Path};

/// Definitions of one name, and what is told of each.
const TOLD: SymbolOptions = SymbolOptions { definitions: 5, relations: 10, commits: 3 };
/// Tokens by which data may cost more than the engine counted: its fields come in another order.
const MARGINS: [usize; 3] = [0, 16, 64];

/// Refuses what cannot be answered whatever the tree holds, before anything is indexed.
pub(crate) fn check(question: &Question) -> Result<(), Reply> {
    let checked = match question {
        Question::Context(asked) => context_request(asked, asked.files.clone()).validate(),
        Question::Search(asked) => search_request(asked)?.validate(),
        Question::Symbol(_) | Question::Feedback(_) => Ok(()),
    };
    checked.map_err(|error| Failure::from(error).into())
}

pub(crate) fn answer(
    desk: &Desk,
    session: &Session,
    stand: &Standpoint,
    question: &Question,
) -> Result<Reply, EngineError> {
    match question {
        Question::Context(asked) => context(desk, session, stand, asked),
        Question::Search(asked) => search(&desk.workspace, stand, asked),
        Question::Symbol(asked) => Ok(symbol(&desk.workspace, stand, asked)),
        Question::Feedback(asked) => feedback(&desk.workspace, session, asked),
    }
}

/// About the last context of this session.
fn feedback(
    workspace: &Workspace,
    session: &Session,
    asked: &FeedbackArguments,
) -> Result<Reply, EngineError> {
    let Some(context) = session.last() else {
        return Ok(Reply::error("no context was given in this session", Some("call context first")));
    };
    let noted = workspace.feedback(&context, &asked.useful, &asked.not_useful, seconds_now())?;
    Ok(Reply {
        text: if noted == 1 { "noted for 1 unit".to_owned() } else { format!("noted for {noted} units") },
        data: Some(json!({ "noted": noted })),
        is_error: false,
    })
}

/// With the files as the index has them.
fn context_request(asked: &ContextArguments, files: Vec<String>) -> ContextRequest {
    let subject = match asked.change() {
        Some(change) => Subject::Change(change),
        None if files.is_empty() => Subject::Task,
        None => Subject::Files(files),
    };
    ContextRequest {
        subject,
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

fn context(
    desk: &Desk,
    session: &Session,
    stand: &Standpoint,
    asked: &ContextArguments,
) -> Result<Reply, EngineError> {
    let workspace = &desk.workspace;
    let files = asked.files.iter().map(|file| below_root(workspace, file)).collect::<Result<_, _>>()?;
    let note = stand.partial.as_deref().unwrap_or_default();
    let base = context_request(asked, files);
    let now = seconds_now();
    let request = ContextRequest {
        settings: workspace.settings()?,
        // What cannot be read was not learned.
        memory: workspace.memory(&stand.view.snapshot, &base.params, now).unwrap_or_default(),
        sent: if asked.again { SentBodies::default() } else { session.sent() },
        budget: asked.max_tokens.saturating_sub(count_tokens(note)).max(1),
        ..base
    };
    let answer = workspace.cached_context(&stand.view, &request, &desk.packs)?;
    if answer.items.is_empty() {
        return Ok(nothing(stand, &answer));
    }
    let data = context_data(desk, stand, &request, asked.max_tokens)?;
    session.remember(&answer, &data.1);
    if stand.partial.is_none() {
        // An answer that cannot be written down can be used all the same; nothing is learned from it.
        if let Ok(name) = workspace.remember_context(&stand.view.snapshot, &request, &answer, now) {
            session.named(name);
        }
    }
    Ok(Reply {
        text: text::noted(asked.format.into(), note, &answer.text),
        data: Some(data.0),
        is_error: false,
    })
}

/// The same as data, within the same limit.
fn context_data(
    desk: &Desk,
    stand: &Standpoint,
    request: &ContextRequest,
    most: usize,
) -> Result<(Value, ContextAnswer), EngineError> {
    for margin in MARGINS {
        let budget = request.budget.saturating_sub(margin).max(1);
        let request = ContextRequest { format: Format::Json, budget, ..request.clone() };
        let answer = match desk.workspace.cached_context(&stand.view, &request, &desk.packs) {
            Err(EngineError::BudgetTooSmall { .. }) => break,
            answer => answer?,
        };
        let data = text::context_data(&answer, stand.partial.as_deref());
        if count_tokens(&data.to_string()) <= most {
            return Ok((data, answer));
        }
    }
    let origin = Origin::of(&stand.view);
    let data = json!({ "snapshot": origin.snapshot, "items": [], "note": "no room; raise max_tokens" });
    Ok((data, ContextAnswer::default()))
}

fn nothing(stand: &Standpoint, answer: &ContextAnswer) -> Reply {
    let origin = Origin::of(&stand.view);
    let nothing = match &answer.diff {
        Some(diff) if diff.is_empty() => "nothing changed",
        _ => "nothing found; try other words, or fewer filters",
    };
    let partial = stand.partial.as_ref().map_or_else(String::new, |partial| format!("{partial}\n"));
    let said: Vec<String> = answer.notes.iter().map(text::said).collect();
    let nothing =
        std::iter::once(nothing).chain(said.iter().map(String::as_str)).collect::<Vec<_>>().join("\n");
    let text = format!("{partial}{nothing}\n{}", origin.text(0));
    let mut data = json!({ "snapshot": origin.snapshot, "items": [], "note": nothing });
    if let Some(partial) = &stand.partial {
        data["partial"] = true.into();
        data["note"] = format!("{partial}\n{nothing}").into();
    }
    Reply { text, data: Some(data), is_error: false }
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

fn search(workspace: &Workspace, stand: &Standpoint, asked: &SearchArguments) -> Result<Reply, EngineError> {
    let request = match search_request(asked) {
        Ok(request) => SearchRequest { settings: workspace.settings()?, ..request },
        Err(reply) => return Ok(reply),
    };
    let page = workspace.search(&stand.view, &request, &ExcerptOptions::default())?;
    Ok(text::hits(&stand.view, &page).partial(stand.partial.as_deref()).fit(asked.max_tokens))
}

fn symbol(workspace: &Workspace, stand: &Standpoint, asked: &SymbolArguments) -> Reply {
    let answer = workspace.symbol(&stand.view, &asked.name, &TOLD);
    text::symbol(&stand.view, &asked.name, &answer).partial(stand.partial.as_deref()).fit(asked.max_tokens)
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
