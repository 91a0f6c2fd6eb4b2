//! Which command answers the questions of a suite.

use crate::suite::SuiteKind;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// A page of results, as many files as there are.
    Search,
    /// The list that a task's context is packed from, or the pack.
    Context,
}

impl Through {
    /// Files are searched for; what a task needs is its context.
    pub fn of(kind: SuiteKind) -> Through {
        match kind {
            SuiteKind::Files => Through::Search,
            SuiteKind::Symbols | SuiteKind::Issues | SuiteKind::Lines | SuiteKind::Paraphrases => {
                Through::Context
            }
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Through::Search => "search",
            Through::Context => "context",
        }
    }
}
