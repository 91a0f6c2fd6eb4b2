//! What can be said on the command line.

use clap::{Args, ColorChoice, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Find the code that a task touches.
///
/// The index lies in the user's cache folder (ORIENT_CACHE_DIR moves it), is made on first use and takes in changes by itself.
/// Exit codes: 0 found, 1 nothing found, 2 error.
#[derive(Debug, Parser)]
#[command(name = "orient", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Index(IndexArguments),
    Status(StatusArguments),
    Clear(ClearArguments),
}

/// Build or update the index of one or more folders.
///
/// Without a path, indexes the whole repository that the current folder is in. A path is indexed as it is given, also when it
/// is a part of a repository. Only changed files are parsed again.
#[derive(Args, Debug)]
pub(crate) struct IndexArguments {
    /// Folders to index.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Add the edges of a SCIP index (made by scip-python, scip-typescript, ...); may be given several times.
    #[arg(long, value_name = "FILE")]
    pub scip: Vec<PathBuf>,
    /// Publish a new snapshot even if nothing changed.
    #[arg(long)]
    pub force: bool,
    /// Print a report as JSON.
    #[arg(long)]
    pub json: bool,
    /// Show no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Show what the index holds and whether files changed since.
#[derive(Args, Debug)]
pub(crate) struct StatusArguments {
    /// The folder; by default the repository that the current folder is in.
    #[arg(value_name = "PATH")]
    pub path: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
    /// List every file with a problem instead of the first ten.
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

/// Prints what clap has to say; help and version are no errors.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}
