//! What can be said to `orient similar`.

use super::FilterArguments;
use super::search::count;
use clap::Args;
use std::path::PathBuf;

/// Find code like a symbol: what does the same elsewhere, copies that drifted apart, a pattern to follow.
///
/// The name is one as for `orient symbol`, and is matched exactly. Similarity is that of the words in the two units, by the model
/// in the program: 100 % says the same. What the symbol contains or stands in is left out.
#[derive(Args, Debug)]
pub(crate) struct SimilarArguments {
    pub name: String,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
    /// Most units.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = count)]
    pub limit: usize,
    #[command(flatten)]
    pub filter: FilterArguments,
    #[arg(long)]
    pub json: bool,
}
