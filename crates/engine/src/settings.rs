//! What a team and its user say: `orient.toml` at the root of a tree, the user's own file below it, the environment above both. Read
//! before a question is asked and handed down as plain data; a mistake is an error that names the line or the variable, never a setting
//! that silently does nothing.

mod concepts;
mod file;
mod memory;
mod services;

use crate::companions::Companions;
use crate::error::EngineError;
use crate::note::Note;
use crate::qdrant::{Engine, Remote};
use crate::user_settings::UserSettings;
use crate::workspace::Workspace;
use file::SettingsFile;
use orienteer_indexing::MemoryBound;
use orienteer_search::Concept;
use orienteer_services::{Problem, ServiceSettings};
use std::path::Path;
use std::sync::Arc;

pub use concepts::ConceptProblem;
pub use memory::memory_bound;

/// The name of the file.
pub const SETTINGS_FILE: &str = "orient.toml";

/// The variable that names the engine.
pub const ENGINE: &str = "ORIENT_ENGINE";

/// The variable that bounds the memory of an index run.
pub const INDEX_MEMORY: &str = "ORIENT_INDEX_MEMORY";

/// More than this is no file that people wrote.
const MOST_BYTES: u64 = 256 * 1024;

/// What a team says about its own code, and which services may help.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Classes beside the built-in ones.
    pub concepts: Arc<[Concept]>,
    /// Services that are configured and may be used.
    pub services: Arc<ServiceSettings>,
    /// What was said and is not used, for every answer to say so.
    pub notes: Arc<[Note]>,
    /// Who recalls candidates.
    pub engine: Engine,
    /// What an index run may take. No answer depends on it.
    pub memory: MemoryBound,
    /// Where a server has this tree.
    pub(crate) remote: Remote,
    companions: Option<Arc<Companions>>,
}

/// Clients are what the settings make them.
impl PartialEq for Settings {
    fn eq(&self, other: &Settings) -> bool {
        let said = |settings: &Settings| {
            let Settings { concepts, services, notes, engine, memory, .. } = settings.clone();
            (concepts, services, notes, engine, memory)
        };
        said(self) == said(other) && self.remote == other.remote
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("cannot read {file}: {source}")]
    Unreadable { file: String, source: std::io::Error },
    #[error("{file} has more than {MOST_BYTES} bytes")]
    TooLarge { file: String },
    #[error("{file}:{line}: this is not UTF-8")]
    NotText { file: String, line: usize },
    #[error("{file}:{line}: {message}")]
    Malformed { file: String, line: usize, message: String },
    #[error("{file}:{line}: {problem}")]
    Concept { file: String, line: usize, problem: ConceptProblem },
    #[error("{file}:{line}: {key}: {problem}")]
    Service { file: String, line: usize, key: String, problem: Problem },
    #[error("{place}: an engine is embedded or qdrant")]
    Engine { place: String },
    #[error("{place}: memory is an amount such as 512MB or 2GB, 128MiB at least")]
    Memory { place: String },
    #[error("{name}: {problem}")]
    Variable { name: String, problem: Problem },
}

impl Workspace {
    /// What is said about this tree; nothing if nobody says anything.
    pub fn settings(&self) -> Result<Settings, EngineError> {
        let settings = Settings::read(self.root(), &self.personal)?;
        Ok(self.accompanied(settings))
    }

    /// What the user alone says, whatever stands in the tree.
    pub fn user_settings(&self) -> Result<Settings, EngineError> {
        let user = Settings::user_file(&self.personal)?;
        let settings = Settings::of(&SettingsFile::default(), &user, &self.personal)?;
        Ok(self.accompanied(settings))
    }

    /// What an index run may take. A mistake in the settings is told by whoever answers with them; the index does without.
    pub(crate) fn memory_bound(&self) -> MemoryBound {
        Settings::read(self.root(), &self.personal).map(|settings| settings.memory).unwrap_or_default()
    }

    fn accompanied(&self, settings: Settings) -> Settings {
        let companions = self.companions(&settings.services);
        let remote = Remote::of(&settings.services, &self.location, &self.clients);
        Settings { companions, remote, ..settings }
    }
}

impl Settings {
    fn read(root: &Path, personal: &UserSettings) -> Result<Settings, SettingsError> {
        let own = SettingsFile::read_plain(&root.join(SETTINGS_FILE), SETTINGS_FILE)?;
        Settings::of(&own, &Settings::user_file(personal)?, personal)
    }

    fn user_file(personal: &UserSettings) -> Result<SettingsFile, SettingsError> {
        let file = personal.file.as_ref();
        file.map_or_else(
            || Ok(SettingsFile::default()),
            |path| SettingsFile::read(path, &path.display().to_string()),
        )
    }

    fn of(
        own: &SettingsFile,
        user: &SettingsFile,
        personal: &UserSettings,
    ) -> Result<Settings, SettingsError> {
        let concepts = own.concepts()?.into();
        let (services, notes) = services::merged(own, user, personal)?;
        let engine = engine(own, user, personal)?;
        let memory = memory(own, user, personal)?;
        let (services, notes) = (Arc::new(services), notes.into());
        Ok(Settings { concepts, services, notes, engine, memory, ..Settings::default() })
    }

    /// The same for another tree: services are the same, what they computed is not.
    pub fn for_tree(&self, workspace: &Workspace) -> Settings {
        Settings { companions: workspace.companions(&self.services), ..self.clone() }
    }

    /// How many services may be used.
    pub(crate) fn service_count(&self) -> usize {
        let ServiceSettings { dense, sparse, rerank, qdrant, .. } = self.services.as_ref();
        let there = [dense.is_some(), sparse.is_some(), rerank.is_some(), qdrant.is_some()];
        there.into_iter().filter(|is_there| *is_there).count()
    }

    /// Clients of the services, for a tree.
    pub(crate) fn companions(&self) -> Option<&Arc<Companions>> {
        self.companions.as_ref()
    }

    /// Equal for equal settings, in every process: a part of the key of whatever is kept.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = blake3::Hasher::new();
        for concept in self.concepts.iter() {
            for texts in
                [std::slice::from_ref(&concept.id), &concept.phrases, &concept.targets, &concept.endings]
            {
                hasher.update(&(texts.len() as u64).to_le_bytes());
                for text in texts {
                    hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
                }
            }
            hasher.update(&concept.weight.to_bits().to_le_bytes());
        }
        let Settings { services, notes, engine, remote, .. } = self;
        hasher.update(format!("{services:?} {notes:?} {engine:?} {}", remote.project).as_bytes());
        let mut first = [0; 8];
        hasher.finalize_xof().fill(&mut first);
        u64::from_le_bytes(first)
    }
}

/// What the environment says, else the repository, else the user.
fn engine(own: &SettingsFile, user: &SettingsFile, personal: &UserSettings) -> Result<Engine, SettingsError> {
    let variable = personal.variable(ENGINE).filter(|value| !value.trim().is_empty());
    if let Some(name) = variable {
        let unknown = || SettingsError::Engine { place: ENGINE.to_owned() };
        return Engine::of_name(&name).ok_or_else(unknown);
    }
    let said = own.engine()?;
    Ok(if said.is_some() { said } else { user.engine()? }.unwrap_or_default())
}

/// The same order.
fn memory(
    own: &SettingsFile,
    user: &SettingsFile,
    personal: &UserSettings,
) -> Result<MemoryBound, SettingsError> {
    let variable = personal.variable(INDEX_MEMORY).filter(|value| !value.trim().is_empty());
    if let Some(amount) = variable {
        let wrong = || SettingsError::Memory { place: INDEX_MEMORY.to_owned() };
        return memory_bound(&amount).ok_or_else(wrong);
    }
    let said = own.memory()?;
    Ok(if said.is_some() { said } else { user.memory()? }.unwrap_or_default())
}

#[cfg(test)]
mod tests;
