//! The one way in which the program reports that it could not do what was asked.

use orienteer_engine::{EngineError, ServiceFailure};
use orienteer_server::ServeError;
use std::process::ExitCode;

/// What a command found; its exit codes are those of line search tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Found,
    Nothing,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Found => ExitCode::SUCCESS,
            Outcome::Nothing => ExitCode::from(1),
        }
    }
}

/// An error and the way out.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    hint: Option<String>,
    /// A reader that closed its end of the pipe has what it wanted.
    is_closed_pipe: bool,
    /// The user asked to stop.
    is_interrupted: bool,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>, hint: Option<&str>) -> Failure {
        Failure {
            message: message.into(),
            hint: hint.map(str::to_owned),
            is_closed_pipe: false,
            is_interrupted: false,
        }
    }

    /// The user asked to stop.
    pub(crate) fn interrupted(message: impl Into<String>) -> Failure {
        Failure { is_interrupted: true, ..Failure::new(message, None) }
    }

    /// Says so on standard error; standard output carries results only.
    pub(crate) fn report(self) -> ExitCode {
        if self.is_closed_pipe {
            return ExitCode::SUCCESS;
        }
        eprintln!("orient: {}", self.message);
        if let Some(hint) = self.hint {
            eprintln!("  hint: {hint}");
        }
        // 130 is what shells expect of a program that Ctrl-C ended.
        ExitCode::from(if self.is_interrupted { 130 } else { 2 })
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        Failure { is_interrupted: error.is_cancelled(), ..Failure::new(error.to_string(), error.hint()) }
    }
}

impl From<ServiceFailure> for Failure {
    fn from(failure: ServiceFailure) -> Failure {
        let hint = failure.hint().text();
        Failure { is_interrupted: failure.is_cancelled(), ..Failure::new(failure.to_string(), Some(hint)) }
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        let hint = match &error {
            ServeError::Handshake { .. } => {
                Some("an agent starts this by itself: `claude mcp add orient -- orient mcp`")
            }
            ServeError::NoToken { .. } => {
                Some("set ORIENT_TOKEN or --token-file, or leave --host out to serve this machine alone")
            }
            ServeError::BadToken => Some("a token is letters, digits and signs without spaces"),
            ServeError::Listen { .. } => Some("choose another --port; 0 takes one that is free"),
            ServeError::Start { .. } => None,
        };
        Failure::new(error.to_string(), hint)
    }
}

impl From<orienteer_setup::SetupError> for Failure {
    fn from(error: orienteer_setup::SetupError) -> Failure {
        Failure::new(error.to_string(), error.hint())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        let is_closed_pipe = error.kind() == std::io::ErrorKind::BrokenPipe;
        Failure { is_closed_pipe, ..Failure::new(format!("cannot write the answer: {error}"), None) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        std::io::Error::from(error).into()
    }
}
