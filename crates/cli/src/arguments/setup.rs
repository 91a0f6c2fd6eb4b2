//! What can be said to `orient setup` and `orient unsetup`.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use orienteer_setup::{Agent, Scope};
use std::path::PathBuf;

/// Show the change that lets an agent ask, and make it with --write.
///
/// Adds the server to the configuration of the agent, and keeps all else that stands there, comments and layout included. What
/// is set up already is left alone, and so is a file that cannot be understood. Restart the agent afterwards.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct SetupArguments {
    #[arg(value_enum)]
    pub agent: AgentName,
    /// Change the files.
    #[arg(long)]
    pub write: bool,
    /// Whose configuration: of this repository, or of the user; by default the repository's where the agent has one.
    #[arg(long, value_enum)]
    pub scope: Option<ScopeName>,
    /// Also let the agent tell what it reads and edits, so that answers become better with use (claude-code, cursor).
    #[arg(long)]
    pub hooks: bool,
    /// What the agent starts.
    #[arg(long, default_value = "orient", value_name = "PROGRAM")]
    pub program: String,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
}

/// Show the change that takes away what `orient setup` added, hooks included, and make it with --write.
#[derive(Args, Debug)]
pub(crate) struct UnsetupArguments {
    #[arg(value_enum)]
    pub agent: AgentName,
    /// Change the files.
    #[arg(long)]
    pub write: bool,
    /// Whose configuration, as for `orient setup`.
    #[arg(long, value_enum)]
    pub scope: Option<ScopeName>,
    /// The folder; by default the repository that the current folder is in.
    #[arg(long, value_name = "FOLDER")]
    pub path: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  orient setup claude-code                  what would change in this repository
  orient setup cursor --write --hooks       change it, and learn from use
  orient setup codex --scope user --write   for all repositories of this user
  orient unsetup cursor --write             as it was before";

/// An agent, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AgentName(pub Agent);

const NAMES: [AgentName; Agent::ALL.len()] = {
    let mut names = [AgentName(Agent::ClaudeCode); Agent::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = AgentName(Agent::ALL[at]);
        at += 1;
    }
    names
};

impl ValueEnum for AgentName {
    fn value_variants<'a>() -> &'a [AgentName] {
        &NAMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

/// Whose configuration is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScopeName {
    Project,
    User,
}

impl From<ScopeName> for Scope {
    fn from(name: ScopeName) -> Scope {
        match name {
            ScopeName::Project => Scope::Project,
            ScopeName::User => Scope::User,
        }
    }
}
