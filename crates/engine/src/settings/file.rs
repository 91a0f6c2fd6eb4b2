//! One settings file: read within bounds, and every mistake in it with its line. Nothing here knows what else is said elsewhere.

use super::concepts::{self, Class};
use super::{MOST_BYTES, SettingsError, memory_bound};
use crate::qdrant::Engine;
use orienteer_indexing::{MemoryBound, open_plain};
use orienteer_search::Concept;
use orienteer_services::ServiceSettings;
use serde::Deserialize;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Its text, and what it is called where somebody has to be told.
#[derive(Debug, Default)]
pub(super) struct SettingsFile {
    pub(super) name: String,
    text: String,
}

/// As it stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    engine: Option<Spanned<String>>,
    #[serde(default)]
    index: Index,
    #[serde(default)]
    concept: Vec<Spanned<Class>>,
    /// Read again, as a table, where it is merged with what others say.
    #[expect(dead_code, reason = "its types are checked by being read")]
    #[serde(default)]
    services: ServiceSettings,
}

/// The table `index`: how an index is made.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Index {
    memory: Option<Spanned<String>>,
}

/// The same, with whatever it holds.
#[derive(Deserialize)]
struct Services {
    #[serde(default)]
    services: toml::Table,
}

impl SettingsFile {
    /// A file that is not there says nothing.
    pub(super) fn read(path: &Path, name: &str) -> Result<SettingsFile, SettingsError> {
        SettingsFile::read_with(path, name, |path| File::open(path))
    }

    /// The file of a repository, which may be hostile: links are not followed, and nothing is waited for.
    pub(super) fn read_plain(path: &Path, name: &str) -> Result<SettingsFile, SettingsError> {
        SettingsFile::read_with(path, name, |path| {
            let is_other = path.symlink_metadata().is_ok_and(|metadata| !metadata.is_file());
            if is_other { Err(io::Error::other("it is a link or no file at all")) } else { open_plain(path) }
        })
    }

    fn read_with(
        path: &Path,
        name: &str,
        open: impl FnOnce(&Path) -> io::Result<File>,
    ) -> Result<SettingsFile, SettingsError> {
        let unreadable = |source| SettingsError::Unreadable { file: name.to_owned(), source };
        let file = match open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(SettingsFile::default()),
            Err(source) => return Err(unreadable(source)),
        };
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(SettingsError::TooLarge { file: name.to_owned() });
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(SettingsFile { name: name.to_owned(), text }),
            Err(error) => {
                let position = error.utf8_error().valid_up_to();
                let line = line(error.as_bytes(), position);
                Err(SettingsError::NotText { file: name.to_owned(), line })
            }
        }
    }

    #[cfg(test)]
    pub(super) fn of(name: &str, text: &str) -> SettingsFile {
        SettingsFile { name: name.to_owned(), text: text.to_owned() }
    }

    pub(super) fn concepts(&self) -> Result<Vec<Concept>, SettingsError> {
        let content: Content = self.parsed()?;
        concepts::checked(content.concept).map_err(|(start, problem)| SettingsError::Concept {
            file: self.name.clone(),
            line: self.line(start),
            problem,
        })
    }

    /// Who recalls candidates; none if the file does not say.
    pub(super) fn engine(&self) -> Result<Option<Engine>, SettingsError> {
        let Some(name) = self.parsed::<Content>()?.engine else { return Ok(None) };
        let place = || format!("{}:{}", self.name, self.line(name.span().start));
        let engine = Engine::of_name(name.as_ref());
        engine.map(Some).ok_or_else(|| SettingsError::Engine { place: place() })
    }

    /// What an index run may take; none if the file does not say.
    pub(super) fn memory(&self) -> Result<Option<MemoryBound>, SettingsError> {
        let Some(amount) = self.parsed::<Content>()?.index.memory else { return Ok(None) };
        let place = || format!("{}:{}", self.name, self.line(amount.span().start));
        memory_bound(amount.as_ref()).map(Some).ok_or_else(|| SettingsError::Memory { place: place() })
    }

    /// The table `services`, of the right types.
    pub(super) fn services(&self) -> Result<toml::Table, SettingsError> {
        self.parsed::<Content>()?;
        Ok(self.parsed::<Services>()?.services)
    }

    fn parsed<T: serde::de::DeserializeOwned>(&self) -> Result<T, SettingsError> {
        toml::from_str(&self.text).map_err(|error| SettingsError::Malformed {
            file: self.name.clone(),
            line: error.span().map_or(1, |span| self.line(span.start)),
            message: error.message().to_owned(),
        })
    }

    /// The line of a key such as `services.dense.url`, or of the table around it; nothing if the file speaks of neither.
    pub(super) fn line_of(&self, key: &str) -> Option<usize> {
        let parsed = DeTable::parse(&self.text).ok()?;
        let mut table = parsed.get_ref();
        let mut found = None;
        let parts: Vec<&str> = key.split('.').collect();
        for (depth, part) in parts.iter().enumerate() {
            let Some((name, value)) = table.iter().find(|(name, _)| name.get_ref() == part) else { break };
            // The table of all services is not the one of this service.
            found = (depth > 0).then(|| self.line(name.span().start)).or(found);
            let DeValue::Table(inner) = value.get_ref() else { break };
            table = inner;
        }
        found
    }

    fn line(&self, position: usize) -> usize {
        line(self.text.as_bytes(), position)
    }
}

/// The number of the line that has a byte.
fn line(bytes: &[u8], position: usize) -> usize {
    1 + bytes.iter().take(position).filter(|byte| **byte == b'\n').count()
}
