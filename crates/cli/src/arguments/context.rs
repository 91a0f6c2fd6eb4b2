//! What can be said to `orient context`.

use super::{EngineArguments, FileArguments};
use clap::{Args, ValueEnum};
use orienteer_engine::{ContextRequest, Format, Subject};
use std::path::PathBuf;

/// Print the code that a task, files or a change touch, as much of it as a budget of tokens holds.
///
/// A task is a sentence (add a timeout to uploads) or a whole bug report with its stack trace. What matters most is printed with
/// its body, the rest with its signature, then come pointers, and what was left out. Everything that is printed counts, by
/// the o200k_base vocabulary, and the budget is never exceeded.
///
/// With --files, begins with these files: their units and what uses them directly. A task ranks within those.
///
/// With --diff, begins with a change: the units that it touches come first, then what depends on them, their tests and
/// documentation, and what stands near. Without a range, the work tree since HEAD; BASE for the work tree since that commit;
/// BASE..OTHER and BASE...OTHER between commits, as git has it; `-` for a patch on standard input, which the tree has already or
/// could take.
///
/// The same question about the same tree is answered from a cache. Exit codes: 0 found, 1 nothing found or nothing changed,
/// 2 error.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ContextArguments {
    /// What is to be done; `-` reads it from standard input.
    #[arg(required_unless_present_any = ["files", "diff"], value_name = "TASK")]
    pub task: Vec<String>,
    /// Begin with these files.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "diff")]
    pub files: Vec<PathBuf>,
    /// Begin with what a change touches.
    #[arg(long, value_name = "RANGE", num_args = 0..=1, conflicts_with = "task")]
    #[expect(clippy::option_option, reason = "absent, without a value and with one are three cases")]
    pub diff: Option<Option<String>>,
    /// Most tokens.
    #[arg(long, short = 'b', default_value_t = 8_000, value_name = "TOKENS")]
    pub budget: usize,
    /// How the answer is written.
    #[arg(long, short = 'f', value_enum, default_value_t = Written::Text, value_name = "FORMAT")]
    pub format: Written,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
    #[command(flatten)]
    pub only: FileArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
    /// Print what each stage took in, gave out and how long it took, on standard error; the answer stays the same.
    #[arg(long, conflicts_with = "files")]
    pub trace: bool,
    /// Answer as if nothing had been learned from use, and learn nothing from this.
    #[arg(long)]
    pub no_learned: bool,
    /// Neither answer from the cache nor keep the answer in it.
    #[arg(long)]
    pub no_cache: bool,
}

const EXAMPLES: &str = "\
Examples:
  A task, in a sentence or as a whole report:
    orient context add a timeout to uploads
    orient context \"why are sessions closed twice\" --budget 4000 --format markdown
    orient context - --format compact < report.md
    orient context --trace add a timeout to uploads
  Before a file is changed: what is in it, and who uses that:
    orient context --files src/store.rs src/row.rs
    orient context \"evict old rows\" --files src/store.rs
  Before a change is sent, or to review one:
    orient context --diff
    orient context --diff main...topic --budget 16000
    git show 1a2b3c | orient context --diff - --format markdown";

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Written {
    /// For people.
    Text,
    Markdown,
    /// One object on one line.
    Json,
    Xml,
    /// The fewest tokens for the same source.
    Compact,
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

impl ContextArguments {
    pub(crate) fn request(&self, task: String, subject: Subject) -> ContextRequest {
        ContextRequest {
            subject,
            budget: self.budget,
            format: self.format.into(),
            filter: self.only.filter(),
            ..ContextRequest::new(task)
        }
    }
}
