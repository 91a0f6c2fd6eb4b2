//! What can be asked, as it comes over the wire. Whatever is wrong with it is said in words that help to ask again.

use crate::reply::{LEAST_TOKENS, Reply};
use orienteer_engine::{Change, Format, UnitKind};
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Bytes of a task, a question or a name. A bug report has its place in it, a log file has not.
const LONGEST_TEXT: usize = 200_000;
/// The most that a caller may allow.
const MOST_TOKENS: usize = 100_000;
const MOST_HITS: usize = 100;

/// A call of a tool that there is.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    Context(ContextArguments),
    Search(SearchArguments),
    Symbol(SymbolArguments),
    Feedback(FeedbackArguments),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContextArguments {
    #[serde(default)]
    pub task: String,
    #[serde(default)]
    pub files: Vec<String>,
    pub diff: Option<String>,
    #[serde(default)]
    pub again: bool,
    #[serde(default = "context_tokens", alias = "budget")]
    pub max_tokens: usize,
    #[serde(default)]
    pub format: Written,
    #[serde(default)]
    pub globs: Vec<String>,
    #[serde(default)]
    pub no_tests: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchArguments {
    pub query: String,
    #[serde(default = "hits")]
    pub limit: usize,
    #[serde(default = "hits_of_a_file")]
    pub per_file: usize,
    #[serde(default)]
    pub languages: Vec<String>,
    #[serde(default)]
    pub globs: Vec<String>,
    #[serde(default)]
    pub kinds: Vec<String>,
    #[serde(default)]
    pub no_tests: bool,
    #[serde(default = "list_tokens")]
    pub max_tokens: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SymbolArguments {
    pub name: String,
    #[serde(default = "list_tokens")]
    pub max_tokens: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FeedbackArguments {
    #[serde(default)]
    pub useful: Vec<String>,
    #[serde(default)]
    pub not_useful: Vec<String>,
}

/// How a context is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Written {
    #[default]
    Text,
    Markdown,
    Json,
    Xml,
    Compact,
}

fn context_tokens() -> usize {
    4_000
}

fn list_tokens() -> usize {
    2_000
}

fn hits() -> usize {
    10
}

fn hits_of_a_file() -> usize {
    3
}

impl Question {
    /// None if there is no such tool.
    pub(crate) fn parse(tool: &str, arguments: Option<JsonObject>) -> Option<Result<Question, Reply>> {
        let mut arguments = arguments.unwrap_or_default();
        // Clients that fill in every field say null for what they leave out.
        arguments.retain(|_, value| !value.is_null());
        let arguments = Value::Object(arguments);
        let question = match tool {
            "context" => parsed(arguments).map(Question::Context),
            "search" => parsed(arguments).map(Question::Search),
            "symbol" => parsed(arguments).map(Question::Symbol),
            "feedback" => parsed(arguments).map(Question::Feedback),
            _ => return None,
        };
        Some(question.and_then(Question::checked))
    }

    fn checked(self) -> Result<Question, Reply> {
        let (text, tokens) = match &self {
            Question::Context(context) => (&context.task, context.max_tokens),
            Question::Search(search) => (&search.query, search.max_tokens),
            Question::Symbol(symbol) => (&symbol.name, symbol.max_tokens),
            Question::Feedback(feedback) => return feedback.check().map(|()| self),
        };
        check_text(text)?;
        check_range("max_tokens", tokens, LEAST_TOKENS, MOST_TOKENS)?;
        match &self {
            Question::Context(context) => context.check_subject()?,
            Question::Search(search) => check_range("limit", search.limit, 1, MOST_HITS)?,
            Question::Symbol(symbol) if symbol.name.trim().is_empty() => {
                return Err(refused("name is empty", "name a symbol, such as Store.load"));
            }
            Question::Symbol(_) | Question::Feedback(_) => {}
        }
        Ok(self)
    }

    /// What it is about, for whoever has to guess which files to look into first.
    pub(crate) fn words(&self) -> String {
        match self {
            Question::Context(context) => {
                [std::slice::from_ref(&context.task), context.files.as_slice()].concat().join("\n")
            }
            Question::Search(search) => search.query.clone(),
            Question::Symbol(symbol) => symbol.name.clone(),
            Question::Feedback(_) => String::new(),
        }
    }
}

impl ContextArguments {
    fn check_subject(&self) -> Result<(), Reply> {
        let has_task = !self.task.trim().is_empty();
        match &self.diff {
            Some(diff) if has_task || !self.files.is_empty() || diff.len() > LONGEST_TEXT => Err(refused(
                "diff is asked about alone, and is not a whole history",
                "leave task and files out, or diff",
            )),
            None if !has_task && self.files.is_empty() => {
                Err(refused("there is no task", "give task, files or diff to begin with"))
            }
            _ => Ok(()),
        }
    }
}

impl ContextArguments {
    /// The change that is asked about: a patch has lines, a range of commits is one word.
    pub(crate) fn change(&self) -> Option<Change> {
        let diff = self.diff.as_ref()?;
        Some(match diff.trim() {
            "" => Change::WorkTree,
            range if !range.contains('\n') => Change::Range(range.to_owned()),
            _ => Change::Patch(diff.clone().into_bytes()),
        })
    }
}

impl FeedbackArguments {
    fn check(&self) -> Result<(), Reply> {
        let named = self.useful.iter().chain(&self.not_useful);
        named.clone().try_for_each(|name| check_text(name))?;
        match named.count() {
            0 => Err(refused("no unit is named", "name units of the last context in useful or not_useful")),
            count => check_range("units", count, 1, MOST_HITS),
        }
    }
}

impl SearchArguments {
    /// The kinds by their names.
    pub(crate) fn kinds(&self) -> Result<Vec<UnitKind>, Reply> {
        let known = || UnitKind::ALL.into_iter().filter(|kind| !kind.is_external());
        let find = |name: &String| {
            known().find(|kind| kind.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
                let names: Vec<&str> = known().map(UnitKind::name).collect();
                refused(&format!("there is no kind `{name}`"), &format!("kinds: {}", names.join(", ")))
            })
        };
        self.kinds.iter().map(find).collect()
    }
}

impl From<Written> for Format {
    fn from(written: Written) -> Format {
        match written {
            Written::Text => Format::Text,
            Written::Markdown => Format::Markdown,
            Written::Json => Format::Json,
            Written::Xml => Format::Xml,
            Written::Compact => Format::Compact,
        }
    }
}

fn parsed<T: DeserializeOwned>(arguments: Value) -> Result<T, Reply> {
    serde_json::from_value(arguments)
        .map_err(|error| refused(&error.to_string(), "see the tool's inputSchema"))
}

fn refused(what: &str, hint: &str) -> Reply {
    Reply::error(&format!("bad arguments: {what}"), Some(hint))
}

fn check_text(text: &str) -> Result<(), Reply> {
    if text.len() <= LONGEST_TEXT {
        return Ok(());
    }
    let what = format!("{} bytes of text, where {LONGEST_TEXT} are read", text.len());
    Err(refused(&what, "give the part that says what is wanted"))
}

fn check_range(name: &str, value: usize, least: usize, most: usize) -> Result<(), Reply> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(refused(&format!("{name} is {value}"), &format!("{name} is between {least} and {most}")))
}
