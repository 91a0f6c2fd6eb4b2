//! How good one answer is. Pure functions of the ranked results and what people said belongs to the answer.

mod accuracy;
pub(crate) mod agreement;
mod lines;
mod retrieval;
mod symbols;

use crate::names::is_path;
use crate::suite::{Case, SuiteKind};
pub(crate) use lines::{Lines, score as lines_figures};
use std::collections::BTreeMap;
pub(crate) use symbols::shown as shown_figures;

/// Ranks that count for everything named `..._at_10`.
pub const DEPTH: usize = 10;

/// One result, as scoring sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Relative to the repository.
    pub path: String,
    /// `Class.method`; empty for what has no name.
    pub name: String,
    pub start_line: u32,
    pub end_line: u32,
    pub is_declaration: bool,
}

/// Figures of one case by name. A figure that a case says nothing about is not there.
pub type Figures = BTreeMap<&'static str, f64>;

/// Scores the list that answers one case; packs have figures of their own.
pub fn score(kind: SuiteKind, case: &Case, found: &[Found]) -> Figures {
    match kind {
        SuiteKind::Files => retrieval::score(&case.gold(), found),
        SuiteKind::Symbols => symbols::score(&case.gold(), found),
        SuiteKind::Issues => accuracy::score(&case.gold(), found),
        SuiteKind::Lines => Figures::new(),
        // Answers are compared with each other, which takes more than one.
        SuiteKind::Paraphrases => Figures::new(),
    }
}

/// The figures that say how good a suite's answers are; fitting maximises their mean, tables show them first.
pub fn main_figures(kind: SuiteKind) -> &'static [&'static str] {
    match kind {
        SuiteKind::Files => &["ndcg_at_10"],
        SuiteKind::Symbols => &["strict_p_at_10"],
        SuiteKind::Issues => &["file_acc_at_1", "file_acc_at_5", "function_acc_at_10"],
        SuiteKind::Lines => &["line_f1_at_4000"],
        SuiteKind::Paraphrases => &["jaccard_at_10"],
    }
}

/// The figures that show what a mechanism is worth.
pub(crate) fn ablated_figures(kind: SuiteKind) -> &'static [&'static str] {
    match kind {
        SuiteKind::Symbols => &[
            "p_at_10",
            "strict_p_at_10",
            "r_at_10",
            "strict_r_at_50",
            "strict_ndcg_at_10",
            "shown_f1_at_4000",
        ],
        _ => main_figures(kind),
    }
}

/// Whether one of these paths is a file that belongs to the answer.
pub(crate) fn names_gold(case: &Case, paths: &[String]) -> bool {
    let gold = case.gold();
    let mut gold = gold.iter().filter_map(|gold| gold.path.as_deref());
    gold.any(|gold| paths.iter().any(|path| is_path(path, gold)))
}

/// One result in tests: `path:name:start-end`, the later parts optional.
#[cfg(test)]
pub(crate) fn found(text: &str) -> Found {
    let mut parts = text.split(':');
    let mut next = || parts.next().unwrap_or_default();
    let (path, name, lines) = (next(), next(), next());
    let (start, end) = lines.split_once('-').unwrap_or(("1", "1"));
    Found {
        path: path.to_owned(),
        name: name.to_owned(),
        start_line: start.parse().unwrap(),
        end_line: end.parse().unwrap(),
        is_declaration: !name.is_empty(),
    }
}
