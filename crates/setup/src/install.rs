//! From a wish to the changes of files that fulfil it, or take it back. Reads the files, writes none.

use crate::agent::{Agent, Scope};
use crate::change::FileChange;
use crate::error::{Problem, SetupError};
use crate::json::{self, Node, Shape};
use crate::places::Places;
use crate::table;
use std::path::Path;

/// What servers and hooks are listed under.
const NAME: &str = "orient";
const HOOKS: &str = "hooks";
/// What a hook runs, beside the program.
const OBSERVE: &str = "observe";

/// How an agent is to be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    pub agent: Agent,
    /// None for where such entries usually go.
    pub scope: Option<Scope>,
    /// What starts the server.
    pub program: String,
    /// Also tell the program what the agent reads and edits.
    pub hooks: bool,
}

/// What has to change so that the agent can ask.
pub fn install(wish: &Wish, places: &Places) -> Result<Vec<FileChange>, SetupError> {
    let agent = wish.agent;
    let scope = wish.scope.unwrap_or_else(|| agent.usual_scope());
    let servers = agent.servers_file(scope, places)?;
    let mut changes = vec![edited(&servers, |text| with_server(agent, &wish.program, text))?];
    if wish.hooks {
        let file = agent.hooks_file(scope, places).ok_or(SetupError::NoHooks { agent })?;
        changes.push(edited(&file, |text| with_hooks(agent, &wish.program, text))?);
    }
    Ok(changes)
}

/// What has to change so that nothing of it is left.
pub fn remove(agent: Agent, scope: Option<Scope>, places: &Places) -> Result<Vec<FileChange>, SetupError> {
    let scope = scope.unwrap_or_else(|| agent.usual_scope());
    let servers = agent.servers_file(scope, places)?;
    let mut changes = vec![edited(&servers, |text| without_server(agent, text))?];
    if let Some(file) = agent.hooks_file(scope, places) {
        changes.push(edited(&file, |text| without_hooks(agent, text))?);
    }
    Ok(changes)
}

fn edited(path: &Path, edit: impl Fn(&str) -> Result<String, Problem>) -> Result<FileChange, SetupError> {
    let mut change = FileChange::read(path)?;
    let before = change.before.clone().unwrap_or_default();
    let after = edit(&before).map_err(|problem| problem.in_file(path.to_owned(), &before))?;
    change.become_text(after);
    Ok(change)
}

fn with_server(agent: Agent, program: &str, text: &str) -> Result<String, Problem> {
    if agent == Agent::Codex {
        return table::with_server(text, agent.servers_key(), NAME, program);
    }
    let path = server_path(agent, text);
    let after = json::set_member(or_empty(text), &path, &agent.server(program))?;
    Ok(closed(text, after))
}

fn without_server(agent: Agent, text: &str) -> Result<String, Problem> {
    match agent {
        _ if text.trim().is_empty() => Ok(text.to_owned()),
        Agent::Codex => table::without_server(text, agent.servers_key(), NAME),
        _ => json::drop_member(text, &server_path(agent, text)),
    }
}

fn with_hooks(agent: Agent, program: &str, text: &str) -> Result<String, Problem> {
    let quote = if program.contains(char::is_whitespace) { "\"" } else { "" };
    let command = format!("{quote}{program}{quote} {OBSERVE}");
    let mut after = or_empty(text).to_owned();
    if let Some((key, value)) = agent.hooks_version() {
        after = json::default_member(&after, &[key], &value)?;
    }
    for (event, hook) in agent.hooks(&command) {
        after = json::push_item(&after, &[HOOKS, event], &hook, &is_observer)?;
    }
    Ok(closed(text, after))
}

fn without_hooks(agent: Agent, text: &str) -> Result<String, Problem> {
    if text.trim().is_empty() {
        return Ok(text.to_owned());
    }
    let mut kept = text.to_owned();
    for (event, _) in agent.hooks("") {
        kept = json::drop_items(&kept, &[HOOKS, event], &is_observer)?;
    }
    match agent.hooks_version() {
        Some((key, _)) if kept != text => json::drop_default(&kept, key),
        _ => Ok(kept),
    }
}

/// Where the server stands. OpenCode lists servers one level deeper in files of its second version.
fn server_path(agent: Agent, text: &str) -> Vec<&'static str> {
    let key = agent.servers_key();
    let is_deeper = agent == Agent::OpenCode && json::has_object(text, &[key, "servers"]);
    if is_deeper { vec![key, "servers", NAME] } else { vec![key, NAME] }
}

/// Whether an item is a hook that runs this program, wherever that is, or a group of nothing else.
fn is_observer(node: &Node) -> bool {
    let Shape::Object(_) = node.shape else { return false };
    let group = node.member(HOOKS).map_or(&[][..], Node::items);
    let command = node.member("command").and_then(Node::text).unwrap_or_default();
    observes(command) || (!group.is_empty() && group.iter().all(|item| is_observer(&item.value)))
}

fn observes(command: &str) -> bool {
    let program = command.trim().strip_suffix(OBSERVE).unwrap_or_default().trim().trim_matches('"');
    program.rsplit(['/', '\\']).next().unwrap_or_default().starts_with(NAME)
}

fn or_empty(text: &str) -> &str {
    if text.trim().is_empty() { "{}" } else { text }
}

/// A file that begins with us ends with a line.
fn closed(before: &str, after: String) -> String {
    if before.trim().is_empty() { after + "\n" } else { after }
}
