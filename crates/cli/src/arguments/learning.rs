//! What can be said to `orient feedback`, `orient observe` and `orient learned`.

use clap::Args;
use std::path::PathBuf;

/// Say which units of an answer were useful and which were not.
///
/// `orient context` ends with the name of its answer, on standard error. Units are named as the answer does: Class.method, a
/// plain name, path:name or path:line. What was useful is found sooner for tasks like that one; what was not, a little later.
/// It counts until a file of the unit's folder changes.
#[derive(Args, Debug)]
pub(crate) struct FeedbackArguments {
    /// The name of the answer.
    pub pack: String,
    /// Units that were useful.
    #[arg(long, value_name = "UNIT", num_args = 1.., required_unless_present = "not_useful")]
    pub useful: Vec<String>,
    /// Units that were not.
    #[arg(long, value_name = "UNIT", num_args = 1..)]
    pub not_useful: Vec<String>,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
}

/// Read an agent's tool event on standard input, and learn from what it reads and edits.
///
/// For hooks: `orient setup claude-code --hooks` installs it. Takes the events of Claude Code (PostToolUse) and Cursor
/// (afterFileEdit, beforeReadFile), or {"event": "read", "path": "src/a.rs", "lines": [10, 20]}. A unit that an answer of the
/// last half hour returned and that is now read or edited was useful; others of that answer that stood before it were not,
/// a little. Other events pass without a word. The exit code is never 2, which agents take for a refusal.
#[derive(Args, Debug)]
pub(crate) struct ObserveArguments {
    /// The folder; by default the one that the event is about.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
}

/// Show, export or forget what was learned from use.
///
/// What was learned about a unit counts while the files of its folder are as they were.
#[derive(Args, Debug)]
pub(crate) struct LearnedArguments {
    /// Print all of it as JSON.
    #[arg(long)]
    pub json: bool,
    /// Forget what was learned below a path of the tree, or everything.
    #[arg(long, value_name = "PATH", num_args = 0..=1, conflicts_with = "json")]
    #[expect(clippy::option_option, reason = "absent, without a value and with one are three cases")]
    pub forget: Option<Option<String>>,
    /// How many units and words to list.
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub limit: usize,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
}
