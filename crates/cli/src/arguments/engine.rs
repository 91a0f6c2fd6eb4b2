//! Who recalls candidates, and whose code.

use clap::{Args, ValueEnum};
use orienteer_engine::{Engine, Scope, Settings};

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EngineArguments {
    /// Who recalls candidates; by default what `engine` in orient.toml or ORIENT_ENGINE says, else the index of this machine.
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub engine: Option<EngineName>,
}

/// Who recalls candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// The index of this machine.
    Embedded,
    /// A Qdrant server, as [services.qdrant] in orient.toml or ORIENT_QDRANT_URL names it.
    Qdrant,
}

impl EngineArguments {
    /// The settings, with what was asked for above them.
    pub(crate) fn above(self, mut settings: Settings) -> Settings {
        settings.engine = match self.engine {
            Some(EngineName::Embedded) => Engine::Embedded,
            Some(EngineName::Qdrant) => Engine::Qdrant,
            None => settings.engine,
        };
        settings
    }
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ScopeArguments {
    /// Whose code: project, libraries, lib:NAME or all. `orient library add` adds libraries.
    #[arg(long, default_value = "project", value_name = "SCOPE", value_parser = scope)]
    pub scope: Scope,
}

fn scope(text: &str) -> Result<Scope, String> {
    Scope::of_name(text).ok_or_else(|| "a scope is project, libraries, lib:NAME or all".to_owned())
}
