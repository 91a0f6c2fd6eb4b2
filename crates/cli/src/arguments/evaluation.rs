//! What can be said to `orient eval`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Where the parameters of search stand in the source tree.
const PARAMETERS: &str = "crates/search/src/params/numbers.rs";

/// Measure search and context on suites of questions whose answers people gave.
///
/// Checks out and indexes what a suite needs, asks every question and prints figures with 95 % intervals, by language,
/// category and repository. Cases whose repository or commit is not there are skipped and counted, never scored.
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true
)]
pub(crate) struct EvalArguments {
    #[command(flatten)]
    pub run: EvalRunArguments,
    #[command(subcommand)]
    pub command: Option<EvalCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EvalCommand {
    Compare(EvalCompareArguments),
    Ablate(EvalAblateArguments),
    Fit(EvalFitArguments),
    Learn(EvalLearnArguments),
}

#[derive(Args, Debug)]
pub(crate) struct EvalRunArguments {
    /// The suite: one JSON object a line. Its kind is its file name: files, symbols, issues, lines or paraphrases.
    #[arg(value_name = "SUITE.jsonl", required = true)]
    pub suite: Option<PathBuf>,
    #[command(flatten)]
    pub ground: EvalGround,
    /// Print one JSON object: `metrics` are plain numbers, `intervals` have the 95 % of each.
    #[arg(long)]
    pub json: bool,
    /// Write the figures and what came of every case, for `orient eval compare`.
    #[arg(long, value_name = "FILE.json")]
    pub output: Option<PathBuf>,
    /// Write the table as Markdown, without times: equal runs give equal files.
    #[arg(long, value_name = "FILE.md")]
    pub write: Option<PathBuf>,
    /// Draw the main figure as a bar chart.
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
}

/// What all evaluations stand on. What is required is optional by type: a subcommand of `eval` has its own.
#[derive(Args, Debug)]
pub(crate) struct EvalGround {
    /// The folder of clones, bare or not: OWNER+NAME/repo, OWNER/NAME or NAME.
    #[arg(long, value_name = "DIR", required = true)]
    pub repos: Option<PathBuf>,
    /// Where trees and indexes are kept between runs; by default below the cache folder.
    #[arg(long, value_name = "DIR")]
    pub work: Option<PathBuf>,
    /// Treat the suite as this kind, whatever its name.
    #[arg(long, value_name = "KIND", value_parser = kind)]
    pub kind: Option<orienteer_evaluation::SuiteKind>,
    /// Change a parameter; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<(String, f32)>,
    /// Most results of one file, 0 for no limit; by default what the command does by itself.
    #[arg(long, value_name = "N")]
    pub per_file: Option<usize>,
    /// What answers the questions: by default `search` for files, with small packs of `context` beside it, and `context` for
    /// symbols and issues (the list before packing) and for lines (the pack).
    #[arg(long, value_enum, value_name = "COMMAND")]
    pub through: Option<Through>,
    /// Only repositories whose name contains this; may be given several times.
    #[arg(long, value_name = "TEXT")]
    pub only: Vec<String>,
    /// Only the first N cases.
    #[arg(long, value_name = "N", value_parser = super::search::count)]
    pub limit: Option<usize>,
    /// Threads that ask; latencies are honest with one.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,
    /// Index again what has been indexed.
    #[arg(long)]
    pub fresh: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Through {
    Search,
    Context,
}

impl From<Through> for orienteer_evaluation::Through {
    fn from(through: Through) -> orienteer_evaluation::Through {
        match through {
            Through::Search => orienteer_evaluation::Through::Search,
            Through::Context => orienteer_evaluation::Through::Context,
        }
    }
}

/// Compare two outputs of `orient eval --output`, case by case.
///
/// Differences are B minus A, with a bootstrap 95 % interval and the p value of Wilcoxon's signed-rank test.
#[derive(Args, Debug)]
pub(crate) struct EvalCompareArguments {
    #[arg(value_name = "A.json")]
    pub before: PathBuf,
    #[arg(value_name = "B.json")]
    pub after: PathBuf,
    /// How many of the worst and of the best cases to list.
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub show: usize,
    #[arg(long)]
    pub json: bool,
}

/// Switch every mechanism off in turn and show what that costs, each suite through its own command.
#[derive(Args, Debug)]
pub(crate) struct EvalAblateArguments {
    #[arg(value_name = "SUITE.jsonl", required = true)]
    pub suites: Vec<PathBuf>,
    #[command(flatten)]
    pub ground: EvalGround,
    /// Also write the table, as Markdown.
    #[arg(long, value_name = "FILE.md")]
    pub write: Option<PathBuf>,
}

/// Show what learning from use is worth: a simulated user over some rounds, and one who uses things at random.
///
/// Half of the questions about a tree are asked and learned from, the other half only asked.
#[derive(Args, Debug)]
pub(crate) struct EvalLearnArguments {
    #[arg(value_name = "SUITE.jsonl", required = true)]
    pub suites: Vec<PathBuf>,
    #[command(flatten)]
    pub ground: EvalGround,
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub rounds: usize,
    /// Also write the tables, as Markdown.
    #[arg(long, value_name = "FILE.md")]
    pub write: Option<PathBuf>,
}

/// Fit parameters to suites, each through its own command, by repository-wise cross-validation.
///
/// Prints for each fold what was reached on repositories that the fit did not see, beside the present parameters; then fits
/// to all of them.
#[derive(Args, Debug)]
pub(crate) struct EvalFitArguments {
    #[arg(value_name = "SUITE.jsonl", required = true)]
    pub suites: Vec<PathBuf>,
    #[command(flatten)]
    pub ground: EvalGround,
    /// The parameters to fit.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required = true)]
    pub params: Vec<String>,
    /// Parts of the cross-validation; 0 fits to everything at once.
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub folds: usize,
    /// Passes over all parameters.
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub rounds: usize,
    /// Write the fitted numbers to the file where the parameters stand; by default that of the source tree around here.
    #[arg(long, value_name = "numbers.rs", num_args = 0..=1, require_equals = true, default_missing_value = PARAMETERS)]
    pub write: Option<PathBuf>,
}

fn setting(text: &str) -> Result<(String, f32), String> {
    let parsed = text.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
    parsed.map(|(name, value)| (name.to_owned(), value)).ok_or_else(|| "a setting is NAME=NUMBER".to_owned())
}

fn kind(text: &str) -> Result<orienteer_evaluation::SuiteKind, String> {
    let kind = orienteer_evaluation::SuiteKind::from_name(text);
    kind.ok_or_else(|| "a suite is one of files, symbols, issues, lines and paraphrases".to_owned())
}
