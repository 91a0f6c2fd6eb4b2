//! What can be said to `orient library`.

use super::EngineArguments;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Index code of others that a project stands on, so that --scope can search it.
#[derive(Args, Debug)]
pub(crate) struct LibraryArguments {
    #[command(subcommand)]
    pub command: LibraryCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LibraryCommand {
    Add(LibraryAddArguments),
    List(LibraryListArguments),
    Remove(LibraryRemoveArguments),
}

/// Add a library by its folder or its name, or index it anew.
///
/// A name is looked for in node_modules of the project, in the packages of its Python environment, and among the sources that cargo keeps,
/// in the version of Cargo.lock. Nothing is downloaded.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct LibraryAddArguments {
    /// A folder (with a slash or a dot in front), or the name of a package.
    #[arg(value_name = "PATH|NAME")]
    pub library: String,
    /// What to call it; by default the name of the package or folder.
    #[arg(long, value_name = "N")]
    pub name: Option<String>,
    /// The project that uses it; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
    /// The Python environment to look in; by default the active one, then .venv and venv of the project.
    #[arg(long, value_name = "FOLDER")]
    pub environment: Option<PathBuf>,
    #[command(flatten)]
    pub engine: EngineArguments,
    /// Show no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  orient library add tokio
  orient library add ../shared/billing --name billing
  orient search --scope lib:tokio spawn a blocking task
  orient search --scope all retry with backoff";

/// List the libraries that were added.
#[derive(Args, Debug)]
pub(crate) struct LibraryListArguments {
    #[arg(long)]
    pub json: bool,
}

/// Forget a library and remove its index; its own files stay.
#[derive(Args, Debug)]
pub(crate) struct LibraryRemoveArguments {
    /// Its name, with or without `lib:`.
    pub name: String,
    #[command(flatten)]
    pub engine: EngineArguments,
}
