//! The agents as data: where each keeps its configuration and what an entry looks like there.

use crate::error::SetupError;
use crate::json::Value;
use crate::places::Places;
use std::path::{Path, PathBuf};

/// A program that can ask over the Model Context Protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    ClaudeCode,
    Cursor,
    VsCode,
    Windsurf,
    Zed,
    Codex,
    GeminiCli,
    OpenCode,
}

/// Whose configuration it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Of one repository, for everybody who works on it.
    Project,
    /// Of one user, for all repositories.
    User,
}

impl Scope {
    pub fn name(self) -> &'static str {
        match self {
            Scope::Project => "project",
            Scope::User => "user",
        }
    }
}

impl Agent {
    pub const ALL: [Agent; 8] = [
        Agent::ClaudeCode,
        Agent::Cursor,
        Agent::VsCode,
        Agent::Windsurf,
        Agent::Zed,
        Agent::Codex,
        Agent::GeminiCli,
        Agent::OpenCode,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Agent::ClaudeCode => "claude-code",
            Agent::Cursor => "cursor",
            Agent::VsCode => "vscode",
            Agent::Windsurf => "windsurf",
            Agent::Zed => "zed",
            Agent::Codex => "codex",
            Agent::GeminiCli => "gemini-cli",
            Agent::OpenCode => "opencode",
        }
    }

    /// Where an entry goes unless it is said.
    pub fn usual_scope(self) -> Scope {
        if self == Agent::Windsurf { Scope::User } else { Scope::Project }
    }

    /// The file that lists servers.
    pub(crate) fn servers_file(self, scope: Scope, places: &Places) -> Result<PathBuf, SetupError> {
        let Places { home, config, applications, project, .. } = places;
        Ok(match (self, scope) {
            (Agent::ClaudeCode, Scope::Project) => project.join(".mcp.json"),
            (Agent::ClaudeCode, Scope::User) => places.claude.as_ref().unwrap_or(home).join(".claude.json"),
            (Agent::Cursor, Scope::Project) => project.join(".cursor/mcp.json"),
            (Agent::Cursor, Scope::User) => home.join(".cursor/mcp.json"),
            (Agent::VsCode, Scope::Project) => project.join(".vscode/mcp.json"),
            (Agent::VsCode, Scope::User) => applications.join("Code/User/mcp.json"),
            (Agent::Windsurf, Scope::Project) => {
                return Err(SetupError::NoSuchScope { agent: self, scope });
            }
            (Agent::Windsurf, Scope::User) => home.join(".codeium/windsurf/mcp_config.json"),
            (Agent::Zed, Scope::Project) => project.join(".zed/settings.json"),
            (Agent::Zed, Scope::User) => zed_folder(places).join("settings.json"),
            (Agent::Codex, Scope::Project) => project.join(".codex/config.toml"),
            (Agent::Codex, Scope::User) => {
                places.codex.clone().unwrap_or_else(|| home.join(".codex")).join("config.toml")
            }
            (Agent::GeminiCli, Scope::Project) => project.join(".gemini/settings.json"),
            (Agent::GeminiCli, Scope::User) => home.join(".gemini/settings.json"),
            (Agent::OpenCode, Scope::Project) => with_comments(project, "opencode"),
            (Agent::OpenCode, Scope::User) => with_comments(&config.join("opencode"), "opencode"),
        })
    }

    /// The name under which servers are listed.
    pub(crate) fn servers_key(self) -> &'static str {
        match self {
            Agent::VsCode => "servers",
            Agent::Zed => "context_servers",
            Agent::Codex => "mcp_servers",
            Agent::OpenCode => "mcp",
            Agent::ClaudeCode | Agent::Cursor | Agent::Windsurf | Agent::GeminiCli => "mcpServers",
        }
    }

    /// How a server is written down that is a program.
    pub(crate) fn server(self, program: &str) -> Value {
        let command = ("command", Value::text(program));
        let arguments = ("args", Value::texts(&["mcp"]));
        match self {
            Agent::OpenCode => Value::object([
                ("type", Value::text("local")),
                ("command", Value::texts(&[program, "mcp"])),
                ("enabled", Value::Flag(true)),
            ]),
            Agent::VsCode => Value::object([("type", Value::text("stdio")), command, arguments]),
            _ => Value::object([command, arguments]),
        }
    }

    /// The file that lists hooks, of agents that run any.
    pub(crate) fn hooks_file(self, scope: Scope, places: &Places) -> Option<PathBuf> {
        let Places { home, project, .. } = places;
        let claude = || places.claude.clone().unwrap_or_else(|| home.join(".claude"));
        match (self, scope) {
            (Agent::ClaudeCode, Scope::Project) => Some(project.join(".claude/settings.json")),
            (Agent::ClaudeCode, Scope::User) => Some(claude().join("settings.json")),
            (Agent::Cursor, Scope::Project) => Some(project.join(".cursor/hooks.json")),
            (Agent::Cursor, Scope::User) => Some(home.join(".cursor/hooks.json")),
            _ => None,
        }
    }

    /// The events that are observed, and how a hook on them is written down.
    pub(crate) fn hooks(self, command: &str) -> Vec<(&'static str, Value)> {
        let command = ("command", Value::text(command));
        match self {
            Agent::ClaudeCode => {
                let run = Value::object([("type", Value::text("command")), command]);
                let matcher = ("matcher", Value::text("Read|Edit|MultiEdit|Write"));
                vec![("PostToolUse", Value::object([matcher, ("hooks", Value::List(vec![run]))]))]
            }
            Agent::Cursor => {
                let run = Value::object([command]);
                vec![("afterFileEdit", run.clone()), ("beforeReadFile", run)]
            }
            _ => Vec::new(),
        }
    }

    /// What the file of hooks must say beside them.
    pub(crate) fn hooks_version(self) -> Option<(&'static str, Value)> {
        (self == Agent::Cursor).then_some(("version", Value::Number(1)))
    }
}

fn zed_folder(places: &Places) -> PathBuf {
    if cfg!(windows) { places.applications.join("Zed") } else { places.config.join("zed") }
}

/// The file for comments where there is one, else the plain one.
fn with_comments(folder: &Path, stem: &str) -> PathBuf {
    let commented = folder.join(format!("{stem}.jsonc"));
    if commented.exists() { commented } else { folder.join(format!("{stem}.json")) }
}
