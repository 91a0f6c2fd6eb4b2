//! Why a configuration file was left alone.

use crate::agent::{Agent, Scope};
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error("{} has no configuration per {}", agent.name(), scope.name())]
    NoSuchScope { agent: Agent, scope: Scope },
    #[error("{} runs no hooks", agent.name())]
    NoHooks { agent: Agent },
    #[error("{}:{line}:{column}: {what}; the file was left as it is", path.display())]
    Malformed { path: PathBuf, line: usize, column: usize, what: String },
    #[error("{}: {key} is not {expected}; the file was left as it is", path.display())]
    Unexpected { path: PathBuf, key: String, expected: &'static str },
    #[error("{} is not text; it was left as it is", path.display())]
    NotText { path: PathBuf },
    #[error("cannot {operation} {}: {source}", path.display())]
    Io { operation: &'static str, path: PathBuf, source: io::Error },
}

impl SetupError {
    /// The way out, where there is one.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            SetupError::NoSuchScope { .. } => Some("leave --scope out"),
            SetupError::NoHooks { .. } => Some("leave --hooks out; claude-code and cursor run hooks"),
            SetupError::Malformed { .. } | SetupError::Unexpected { .. } => Some("repair it, then try again"),
            SetupError::NotText { .. } | SetupError::Io { .. } => None,
        }
    }
}

/// What is wrong with a text, before it is known whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    Malformed { at: usize, what: String },
    Unexpected { key: String, expected: &'static str },
}

impl Problem {
    pub(crate) fn in_file(self, path: PathBuf, text: &str) -> SetupError {
        match self {
            Problem::Unexpected { key, expected } => SetupError::Unexpected { path, key, expected },
            Problem::Malformed { at, what } => {
                let before = text.get(..at).unwrap_or(text);
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                SetupError::Malformed { path, line, column, what }
            }
        }
    }
}
