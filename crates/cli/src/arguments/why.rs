//! What can be said to `orient why`.

use super::FileArguments;
use clap::{Args, ValueEnum};
use orienteer_engine::ContextRequest;
use std::path::PathBuf;

/// Show every number that put a symbol where it is in a context, or that kept it out.
///
/// Runs `orient context` once, as it is run without `why`, and follows the symbol through it: which channels found it, at which
/// place and how well it fitted, its part in the walk through the graph, every feature with its weight, every factor, where it
/// stood after each stage, and what the budget made of it. A symbol that is not in the answer is told where it was lost, and by
/// which number. Multiplied and added in the order in which they stand, the numbers give the very score.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct WhyArguments {
    /// What is to be done, as for `orient context`; `-` reads it from standard input.
    #[arg(value_name = "TASK")]
    pub task: String,
    /// The symbol, as for `orient symbol`: load, Store.load, store.py:Store.load, store.py:42.
    #[arg(value_name = "SYMBOL")]
    pub symbol: String,
    /// Most tokens of the context.
    #[arg(long, short = 'b', default_value_t = 8_000, value_name = "TOKENS")]
    pub budget: usize,
    /// How the explanation is written; the context that it is about is that of `--format text`.
    #[arg(long, short = 'f', value_enum, default_value_t = Explained::Text, value_name = "FORMAT")]
    pub format: Explained,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
    #[command(flatten)]
    pub only: FileArguments,
}

const EXAMPLES: &str = "\
Examples:
  orient why \"add a timeout to uploads\" Uploader.send
  orient why \"why are sessions closed twice\" src/session.rs:42 --budget 4000
  orient why - close_all --json < report.md";

/// How an explanation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Explained {
    /// For people.
    Text,
    /// One object on one line.
    Json,
}

impl WhyArguments {
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == Explained::Json
    }

    pub(crate) fn request(&self, task: String) -> ContextRequest {
        ContextRequest {
            budget: self.budget,
            filter: self.only.filter(),
            ..ContextRequest::new(task)
        }
    }
}
