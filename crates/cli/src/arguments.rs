//! What can be said on the command line.

mod context;
mod engine;
mod evaluation;
mod explore;
mod filter;
mod learning;
mod library;
mod search;
mod serve;
mod setup;
mod similar;
mod why;

pub(crate) use context::*;
pub(crate) use engine::*;
pub(crate) use evaluation::*;
pub(crate) use explore::*;
pub(crate) use filter::*;
pub(crate) use learning::*;
pub(crate) use library::*;
pub(crate) use search::*;
pub(crate) use serve::*;
pub(crate) use setup::*;
pub(crate) use similar::*;
pub(crate) use why::*;

use clap::{Args, ColorChoice, Parser, Subcommand};
use orienteer_engine::{MemoryBound, memory_bound};
use std::path::PathBuf;
use std::process::ExitCode;

/// Find the code that a task touches.
///
/// The index lies in the user's cache folder (ORIENT_CACHE_DIR moves it), is made on first use and takes in changes by itself.
/// Exit codes: 0 found, 1 nothing found, 2 error.
#[derive(Debug, Parser)]
#[command(name = "orient", version, long_version = crate::about::long_version(), max_term_width = 100)]
pub(crate) struct Arguments {
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Context(ContextArguments),
    Why(WhyArguments),
    Search(SearchArguments),
    Index(IndexArguments),
    Status(StatusArguments),
    Symbol(SymbolArguments),
    Similar(SimilarArguments),
    Impact(ImpactArguments),
    Explore(ExploreArguments),
    Watch(WatchArguments),
    Mcp(McpArguments),
    Serve(ServeArguments),
    Feedback(FeedbackArguments),
    Observe(ObserveArguments),
    Learned(LearnedArguments),
    Library(LibraryArguments),
    Setup(SetupArguments),
    Unsetup(UnsetupArguments),
    Doctor(DoctorArguments),
    Eval(Box<EvalArguments>),
    Clear(ClearArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// Build or update the index of one or more folders.
///
/// Without a path, indexes the whole repository that the current folder is in. A path is indexed as it is given, also when it
/// is a part of a repository. Only changed files are parsed again. Where services are configured (`orient doctor --help`), their vectors
/// of new and changed units are computed afterwards; what is computed is kept if they fail or Ctrl-C ends it.
///
/// With the engine qdrant, the units are then given to the server: what it lacks is added, what is gone is removed. A server that does
/// not answer leaves the index of this machine as it is; that is an error only where --engine asked for it.
#[derive(Args, Debug)]
pub(crate) struct IndexArguments {
    /// Folders to index.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Add the edges of a SCIP index (made by scip-python, scip-typescript, ...); may be given several times. It is kept
    /// for later runs and replaces those given before.
    #[arg(long, value_name = "FILE")]
    pub scip: Vec<PathBuf>,
    /// Forget the SCIP indexes that were given before.
    #[arg(long, conflicts_with = "scip")]
    pub no_scip: bool,
    #[command(flatten)]
    pub engine: EngineArguments,
    /// What the run may take of memory, such as 512MB or 2GB, 128MiB at least; by default what `index.memory` in
    /// orient.toml or ORIENT_INDEX_MEMORY says. The snapshot is the same.
    #[arg(long, value_name = "AMOUNT", value_parser = memory)]
    pub memory: Option<MemoryBound>,
    /// Resolve and write the snapshot again even if nothing changed. Equal files give an equal snapshot.
    #[arg(long)]
    pub force: bool,
    /// Print a report as JSON.
    #[arg(long)]
    pub json: bool,
    /// Show no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

fn memory(text: &str) -> Result<MemoryBound, String> {
    memory_bound(text).ok_or_else(|| "an amount such as 512MB or 2GB, 128MiB at least".to_owned())
}

/// Show what the index holds and whether files changed since.
#[derive(Args, Debug)]
pub(crate) struct StatusArguments {
    /// The folder; by default the repository that the current folder is in.
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
    /// List every language and every file with a problem instead of the first ten.
    #[arg(long)]
    pub problems: bool,
}

/// Remove the index of a folder.
#[derive(Args, Debug)]
pub(crate) struct ClearArguments {
    /// The folder; by default the repository that the current folder is in.
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
}

/// Show a symbol: its definition, callers, callees, relatives, tests, documentation and latest commits.
///
/// The name may be plain (load), qualified (Store.load, Store::load, Store#load), with its module (app.store.Store.load), or
/// with its file (store.py:Store.load, store.py:42 for what stands on a line). It is matched exactly: where there is no such
/// symbol the exit code is 1 and the nearest names are listed.
#[derive(Args, Debug)]
pub(crate) struct SymbolArguments {
    pub name: String,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
    /// How many to list of each relation.
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub limit: usize,
    #[arg(long)]
    pub json: bool,
    /// Show how each relation is known and on which lines.
    #[arg(long, short)]
    pub verbose: bool,
}

/// Show what may break when a symbol changes, or through a change that was made, and which tests to run.
///
/// Confidences are multiplied along the path from the change. With --diff, what changed in the work tree since HEAD; with
/// --diff BASE since that commit; with --diff BASE...OTHER between the commits, as git has it; with --diff - what a patch on
/// standard input changes.
#[derive(Args, Debug)]
pub(crate) struct ImpactArguments {
    /// The symbol that changes, as for `orient symbol`.
    #[arg(required_unless_present = "diff", conflicts_with = "diff")]
    pub name: Option<String>,
    /// Start from the units that a change touches.
    #[arg(long, value_name = "RANGE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "absent, without a value and with one are three cases")]
    pub diff: Option<Option<String>>,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
    /// Most steps from the change.
    #[arg(long, default_value_t = 4, value_name = "N")]
    pub depth: u32,
    /// Leave out what is less sure than this, between 0 and 1.
    #[arg(long, default_value_t = 0.2, value_name = "X", value_parser = confidence)]
    pub min_confidence: f64,
    /// How many to list at each distance and of the tests.
    #[arg(long, default_value_t = 50, value_name = "N")]
    pub limit: usize,
    #[arg(long)]
    pub json: bool,
}

/// Keep the index fresh until Ctrl-C.
///
/// One process watches a folder; another one says who does and waits quietly to take over. Prints one line for each new
/// snapshot.
#[derive(Args, Debug)]
pub(crate) struct WatchArguments {
    /// The folder; by default the repository that the current folder is in.
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
    /// End at once, with exit code 1, if another process watches already.
    #[arg(long)]
    pub no_wait: bool,
}

/// Check what the index stands on: folders, checksums, locks, git, limits of the system, and every service that is configured.
///
/// Exit code 2 if a check failed; warnings do not count.
#[derive(Args, Debug)]
#[command(after_long_help = SETTINGS)]
pub(crate) struct DoctorArguments {
    /// The folder; by default the repository that the current folder is in.
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
}

const SETTINGS: &str = "\
orient.toml, at the root of the repository, says what a team calls its own code:
  [[concept]]
  id = \"prices\"
  phrases = [\"price list\", \"what it costs\"]     # words of a task; several words say most
  targets = [\"Tariff\", \"Ledger.book\", \"fee_*\"]  # names of units, or how they begin
  weight = 1.0                                  # 0 to 1; 1 if left out
  language = \"python\"                           # all languages if left out

It may also name services. $XDG_CONFIG_HOME/orienteer/orient.toml does so for all repositories;
variables (ORIENT_DENSE_URL, ...) stand above both, and keys (ORIENT_DENSE_KEY, ...) are only there:
  [services.dense]                              # vectors by another model, made by `orient index`
  url = \"http://localhost:8080\"
  model = \"name\"                                # protocol = \"openai\" (also Ollama) or \"tei\"
  [services.sparse]                             # TEI /embed_sparse
  url = \"http://localhost:8081\"
  [services.rerank]                             # protocol = \"tei\", \"infinity\" or \"cohere\"
  url = \"http://localhost:8082\"
  [services.qdrant]                             # with engine = \"qdrant\" at the top, or --engine
  url = \"http://localhost:6334\"
  project = \"name\"                              # what a team calls the repository there
An address in a repository's file that is not this machine needs ORIENT_TRUST_SERVICES=1.";

/// Print a script that completes arguments in a shell.
#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    pub shell: clap_complete::Shell,
}

/// Print the manual page of the program, or of one command, for `man -l -`.
#[derive(Args, Debug)]
pub(crate) struct ManArguments {
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// Prints what clap has to say; help and version are no errors.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

fn confidence(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("a confidence is a number between 0 and 1".to_owned()),
    }
}
