//! The one list of environment variables that the program reads.

use crate::failure::Failure;
use etcetera::BaseStrategy;
use orienteer_engine::{
    ENGINE_VARIABLE, INDEX_MEMORY_VARIABLE, SERVICE_VARIABLES, SETTINGS_FILE, TRUST_SERVICES, UserSettings,
};
use orienteer_setup::Places;
use std::ffi::OsStr;
use std::path::PathBuf;

/// Folder of all indexes instead of the user's cache folder.
pub(crate) const CACHE_DIR: &str = "ORIENT_CACHE_DIR";
/// What every request to `orient serve` has to carry.
pub(crate) const TOKEN: &str = "ORIENT_TOKEN";
/// Any value but the empty one turns colours off.
pub(crate) const NO_COLOR: &str = "NO_COLOR";
/// `dumb` is a terminal without colours.
pub(crate) const TERM: &str = "TERM";

/// The Python environment that is active.
pub(crate) const VIRTUAL_ENV: &str = "VIRTUAL_ENV";
/// Where cargo keeps sources, instead of `~/.cargo`.
pub(crate) const CARGO_HOME: &str = "CARGO_HOME";

/// Where Claude Code keeps its settings, instead of `~/.claude`.
pub(crate) const CLAUDE_CONFIG_DIR: &str = "CLAUDE_CONFIG_DIR";
/// Where Codex keeps its settings, instead of `~/.codex`.
pub(crate) const CODEX_HOME: &str = "CODEX_HOME";
/// Folders in which programs are looked for.
pub(crate) const PATH: &str = "PATH";

/// Where the agents of this user, and those who work on the tree at `project`, keep their configuration.
pub(crate) fn agent_places(project: PathBuf) -> Result<Places, Failure> {
    let unknown = |_| Failure::new("cannot tell where the user's home folder is", Some("set HOME"));
    let strategy = etcetera::choose_base_strategy().map_err(unknown)?;
    let home = strategy.home_dir().to_owned();
    let applications = if cfg!(target_os = "macos") {
        home.join("Library/Application Support")
    } else {
        strategy.config_dir()
    };
    Ok(Places {
        config: strategy.config_dir(),
        applications,
        claude: folder(CLAUDE_CONFIG_DIR),
        codex: folder(CODEX_HOME),
        project,
        home,
    })
}

/// Whether a shell would find a program of this name.
pub(crate) fn is_on_path(program: &str) -> bool {
    let folders = std::env::var_os(PATH).unwrap_or_default();
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&folders).any(|folder| folder.join(&name).is_file())
}

fn folder(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

pub(crate) fn python_environment() -> Option<PathBuf> {
    folder(VIRTUAL_ENV)
}

pub(crate) fn cargo_home() -> Option<PathBuf> {
    let home = || Some(etcetera::choose_base_strategy().ok()?.home_dir().join(".cargo"));
    folder(CARGO_HOME).or_else(home)
}

pub(crate) fn cache_folder() -> Result<PathBuf, Failure> {
    if let Some(folder) = std::env::var_os(CACHE_DIR).filter(|folder| !folder.is_empty()) {
        return Ok(PathBuf::from(folder));
    }
    let strategy = etcetera::choose_base_strategy().map_err(|_| {
        Failure::new(
            "cannot tell where the user's cache folder is",
            Some("set ORIENT_CACHE_DIR to a folder for the index"),
        )
    })?;
    Ok(strategy.cache_dir().join("orienteer"))
}

/// What the user says to the engine: variables about services, and a settings file for all repositories.
pub(crate) fn user_settings() -> UserSettings {
    let others = [TRUST_SERVICES, ENGINE_VARIABLE, INDEX_MEMORY_VARIABLE];
    let names = SERVICE_VARIABLES.iter().map(|variable| variable.name).chain(others);
    let set = names.filter_map(|name| Some((name.to_owned(), std::env::var(name).ok()?)));
    let folder = etcetera::choose_base_strategy().ok().map(|strategy| strategy.config_dir());
    UserSettings {
        variables: set.collect(),
        file: folder.map(|folder| folder.join("orienteer").join(SETTINGS_FILE)),
    }
}

pub(crate) fn token() -> Option<String> {
    std::env::var(TOKEN).ok().filter(|token| !token.is_empty())
}

/// Tells this program from other versions and builds of it, which may answer otherwise.
pub(crate) fn program() -> String {
    let metadata = std::env::current_exe().and_then(|path| path.metadata());
    let built = metadata.and_then(|metadata| Ok((metadata.len(), metadata.modified()?))).ok();
    format!("{} {built:?}", env!("CARGO_PKG_VERSION"))
}

pub(crate) fn refuses_color() -> bool {
    let value = |name: &str| std::env::var_os(name);
    is_colorless(value(NO_COLOR).as_deref(), value(TERM).as_deref())
}

fn is_colorless(no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    no_color.is_some_and(|value| !value.is_empty()) || term.is_some_and(|term| term == "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wants_no_colours() {
        let refuses = |no_color: Option<&'static str>, term: Option<&'static str>| {
            is_colorless(no_color.map(OsStr::new), term.map(OsStr::new))
        };
        assert!(refuses(None, Some("dumb")) && refuses(Some("1"), Some("xterm")));
        assert!(!refuses(None, Some("xterm")) && !refuses(Some(""), None));
    }
}
