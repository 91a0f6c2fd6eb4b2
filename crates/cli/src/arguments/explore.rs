//! What can be said to the full-screen search.

use clap::Args;
use std::path::PathBuf;

/// Search on the whole terminal: results while you type, their source, and why they stand where they stand.
///
/// Up and Down choose a result, Enter opens its source with the matches marked, Tab shows what each feature adds to its score as
/// bars, Esc goes back and leaves, ? shows all keys.
#[derive(Args, Debug)]
pub(crate) struct ExploreArguments {
    /// What to begin with.
    pub query: Vec<String>,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
}
