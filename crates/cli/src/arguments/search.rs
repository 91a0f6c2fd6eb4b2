//! What can be said to `orient search`.

use super::{EngineArguments, FilterArguments, ScopeArguments};
use clap::{Args, ValueEnum};
use orienteer_engine::{SearchRequest, Strategy};
use std::path::PathBuf;

/// Find code by what it does or what it is called.
///
/// A question is words (how are rows kept on disk), a name (RowStore.load), or a whole bug report with its stack trace.
/// Several words need no quotes. Stems and parts of names match too: `closing connections` finds `closeConnection`.
///
/// The percentages are relative: the best hit has 100 %, the others their share of its score. They cannot be compared between
/// questions; --json has the raw scores.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct SearchArguments {
    /// What to look for.
    #[arg(required = true, value_name = "QUERY")]
    pub query: Vec<String>,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
    /// Most hits.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = count)]
    pub limit: usize,
    /// Most hits of one file, as long as other files have some to show; 0 means no cap. The best hit is never left out.
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub per_file: usize,
    /// Where candidates come from.
    #[arg(long, value_enum, default_value_t = Candidates::Union, value_name = "STRATEGY")]
    pub candidates: Candidates,
    /// Only what is known to be this near to the question by its vector; 0 is the same text.
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub max_distance: Option<f32>,
    #[command(flatten)]
    pub filter: FilterArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
    #[command(flatten)]
    pub scope: ScopeArguments,
    /// Lines of source around each line that is shown.
    #[arg(long, short = 'C', default_value_t = 0, value_name = "N")]
    pub context: usize,
    /// Print the paths of files alone, best first; --limit counts files.
    #[arg(long, short = 'l', conflicts_with_all = ["explain", "json"])]
    pub files_with_matches: bool,
    /// Show the numbers behind each score.
    #[arg(long)]
    pub explain: bool,
    /// Print one JSON object. Paths in it are relative to the root of the tree, elsewhere to the current folder. `matches` are
    /// ranges `[from, to)` in the bytes of their line's `text`.
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orient search retry a failed upload
  orient search RowStore.load --explain
  orient search \"where are sessions closed\" --type python --no-tests
  orient search parse --kind function --glob 'src/**' --glob '!*_generated.*'
  orient search -l database connection | xargs wc -l
  orient search \"$(cat report.md)\" --limit 5 --json";

/// Where candidates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Candidates {
    /// Words, and vectors where the index has them.
    Union,
    /// Vectors alone.
    Vector,
    /// Words alone.
    Lexical,
}

impl From<Candidates> for Strategy {
    fn from(candidates: Candidates) -> Strategy {
        match candidates {
            Candidates::Union => Strategy::Union,
            Candidates::Vector => Strategy::Vector,
            Candidates::Lexical => Strategy::Lexical,
        }
    }
}

impl SearchArguments {
    pub(crate) fn request(&self) -> SearchRequest {
        SearchRequest {
            limit: self.limit,
            // A list of files has each of them once.
            per_file: if self.files_with_matches { 1 } else { self.per_file },
            candidates: self.candidates.into(),
            max_distance: self.max_distance,
            filter: self.filter.filter(),
            ..SearchRequest::new(self.query.join(" "))
        }
    }
}

/// How many of something are wanted: none of it is a slip rather than a wish.
pub(super) fn count(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(0) => Err("it leaves nothing to show; give 1 or more".to_owned()),
        Ok(count) => Ok(count),
        Err(_) => Err("it is a whole number, 1 or more".to_owned()),
    }
}
