//! `orient.toml` at the root of a tree: what a team says about its own code. Read before a question is asked and handed down as
//! plain data; a mistake in it is an error that names the line, never a setting that silently does nothing.

use crate::error::EngineError;
use crate::qdrant::{Engine, Remote};
use crate::workspace::Workspace;
use orienteer_search::Concept;
use orienteer_services::ServiceSettings;
use serde::Deserialize;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use toml::Spanned;

/// The name of the file.
pub const SETTINGS_FILE: &str = "orient.toml";

/// More than this is no file that people wrote.
const MOST_BYTES: u64 = 256 * 1024;
const MOST_CONCEPTS: usize = 1_000;
/// Phrases of one class, and targets.
const MOST_TEXTS: usize = 100;
/// Letters of a phrase, a target or an id.
const LONGEST_TEXT: usize = 100;

/// What a team says about its own code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Classes beside the built-in ones.
    pub concepts: Arc<[Concept]>,
    /// Services that are configured and may be used.
    pub services: Arc<ServiceSettings>,
    /// Who recalls candidates.
    pub engine: Engine,
    /// Where a server has this tree.
    pub(crate) remote: Remote,
}

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("cannot read {SETTINGS_FILE}: {source}")]
    Unreadable { source: std::io::Error },
    #[error("{SETTINGS_FILE} has more than {MOST_BYTES} bytes")]
    TooLarge,
    #[error("{SETTINGS_FILE}:{line}: this is not UTF-8")]
    NotText { line: usize },
    #[error("{SETTINGS_FILE}:{line}: {message}")]
    Malformed { line: usize, message: String },
    #[error("{SETTINGS_FILE}:{line}: {problem}")]
    Concept { line: usize, problem: ConceptProblem },
    #[error("{SETTINGS_FILE}:{line}: an engine is embedded or qdrant")]
    Engine { line: usize },
}

/// What is wrong with a class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConceptProblem {
    #[error("more than {MOST_CONCEPTS} concepts")]
    TooMany,
    #[error("a second concept with the id `{id}`")]
    SameId { id: String },
    #[error("a concept without {list}")]
    Empty { list: &'static str },
    #[error("more than {MOST_TEXTS} {list}")]
    TooManyTexts { list: &'static str },
    #[error("`{text}` has no word in it")]
    NoWord { text: String },
    #[error("a text of more than {LONGEST_TEXT} letters")]
    TooLong,
    #[error("a weight is between 0 and 1")]
    Weight,
    #[error("there is no language `{name}`")]
    Language { name: String },
}

impl Workspace {
    /// What the team says in `orient.toml`; nothing if there is none.
    pub fn settings(&self) -> Result<Settings, EngineError> {
        let settings = Settings::read(self.root())?;
        let remote = Remote::of(&settings.services, &self.location, &self.clients);
        Ok(Settings { remote, ..settings })
    }
}

impl Settings {
    fn read(root: &Path) -> Result<Settings, SettingsError> {
        let file = match std::fs::File::open(root.join(SETTINGS_FILE)) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Settings::default()),
            Err(source) => return Err(SettingsError::Unreadable { source }),
        };
        let mut bytes = Vec::new();
        let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|source| SettingsError::Unreadable { source })?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(SettingsError::TooLarge);
        }
        match std::str::from_utf8(&bytes) {
            Ok(text) => Settings::parse(text),
            Err(error) => Err(SettingsError::NotText { line: line(&bytes, error.valid_up_to()) }),
        }
    }

    fn parse(text: &str) -> Result<Settings, SettingsError> {
        let at = |position: usize| line(text.as_bytes(), position);
        let file: File = toml::from_str(text).map_err(|error| SettingsError::Malformed {
            line: error.span().map_or(1, |span| at(span.start)),
            message: error.message().to_owned(),
        })?;
        let classes = checked(file.concept);
        let classes =
            classes.map_err(|(start, problem)| SettingsError::Concept { line: at(start), problem })?;
        let engine = file.engine.map(|engine| {
            let name = engine.as_ref();
            Engine::of_name(name).ok_or_else(|| SettingsError::Engine { line: at(engine.span().start) })
        });
        let (engine, services) = (engine.transpose()?.unwrap_or_default(), Arc::new(file.services));
        Ok(Settings { concepts: classes.into(), services, engine, ..Settings::default() })
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
        let mut first = [0; 8];
        hasher.finalize_xof().fill(&mut first);
        u64::from_le_bytes(first)
    }
}

/// The number of the line that has a byte.
fn line(bytes: &[u8], position: usize) -> usize {
    1 + bytes.iter().take(position).filter(|byte| **byte == b'\n').count()
}

/// As it stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    engine: Option<Spanned<String>>,
    #[serde(default)]
    services: ServiceSettings,
    #[serde(default)]
    concept: Vec<Spanned<Class>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Class {
    id: Spanned<String>,
    phrases: Spanned<Vec<Spanned<String>>>,
    targets: Spanned<Vec<Spanned<String>>>,
    weight: Option<Spanned<f32>>,
    language: Option<Spanned<String>>,
}

/// A problem and where it begins.
type Refused = (usize, ConceptProblem);

fn checked(classes: Vec<Spanned<Class>>) -> Result<Vec<Concept>, Refused> {
    let mut concepts: Vec<Concept> = Vec::new();
    for class in classes {
        let start = class.span().start;
        if concepts.len() == MOST_CONCEPTS {
            return Err((start, ConceptProblem::TooMany));
        }
        let (start, concept) = (class.as_ref().id.span().start, concept(class.into_inner())?);
        if concepts.iter().any(|known| known.id == concept.id) {
            return Err((start, ConceptProblem::SameId { id: concept.id }));
        }
        concepts.push(concept);
    }
    Ok(concepts)
}

fn concept(class: Class) -> Result<Concept, Refused> {
    let weight = class.weight.as_ref().map_or(1.0, |weight| *weight.as_ref());
    if !(0.0..=1.0).contains(&weight) {
        return Err((class.weight.map_or(0, |weight| weight.span().start), ConceptProblem::Weight));
    }
    Ok(Concept {
        id: checked_text(class.id)?,
        phrases: texts(class.phrases, "phrases")?,
        targets: texts(class.targets, "targets")?,
        weight,
        endings: class.language.map(endings).transpose()?.unwrap_or_default(),
    })
}

fn texts(list: Spanned<Vec<Spanned<String>>>, name: &'static str) -> Result<Vec<String>, Refused> {
    let start = list.span().start;
    match list.as_ref().len() {
        0 => Err((start, ConceptProblem::Empty { list: name })),
        1..=MOST_TEXTS => list.into_inner().into_iter().map(checked_text).collect(),
        _ => Err((start, ConceptProblem::TooManyTexts { list: name })),
    }
}

fn checked_text(text: Spanned<String>) -> Result<String, Refused> {
    let start = text.span().start;
    let text = text.into_inner();
    if text.chars().count() > LONGEST_TEXT {
        return Err((start, ConceptProblem::TooLong));
    }
    match orienteer_text::words(&text).next() {
        Some(_) => Ok(text),
        None => Err((start, ConceptProblem::NoWord { text })),
    }
}

/// An empty language means all.
fn endings(language: Spanned<String>) -> Result<Vec<String>, Refused> {
    let start = language.span().start;
    let name = language.into_inner();
    if name.is_empty() {
        return Ok(Vec::new());
    }
    match orienteer_languages::by_name(&name.to_ascii_lowercase()) {
        Some(language) => Ok(language.extensions.clone()),
        None => Err((start, ConceptProblem::Language { name })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# What the shop calls things.\n[[concept]]\nid = \"price\"\nphrases = [\"price list\"]\ntargets = [\"Tariff\", \"Tariff.of*\"]\n";

    fn refused(text: &str) -> String {
        Settings::parse(text).expect_err(text).to_string()
    }

    #[test]
    fn a_class_is_read_with_its_defaults() {
        let settings = Settings::parse(GOOD).expect("settings");
        let concept = &settings.concepts[0];
        assert_eq!((concept.id.as_str(), concept.weight, concept.endings.len()), ("price", 1.0, 0));
        assert_eq!(concept.targets, ["Tariff", "Tariff.of*"]);
        let python =
            Settings::parse(&format!("{GOOD}language = \"Python\"\nweight = 1\n")).expect("settings");
        assert!(python.concepts[0].endings.contains(&"py".to_owned()));
        assert_eq!(Settings::parse("").expect("nothing"), Settings::default());
    }

    #[test]
    fn a_mistake_names_its_line() {
        let cases = [
            (format!("{GOOD}colour = 1\n"), "orient.toml:6: unknown field `colour`"),
            ("embedder = 1\n".to_owned(), "orient.toml:1: unknown field `embedder`"),
            (GOOD.replace("[\"price list\"]", "\"price list\""), "orient.toml:4: invalid type"),
            (GOOD.replace("\"price list\"", ""), "orient.toml:4: a concept without phrases"),
            (GOOD.replace("price list", "!!"), "orient.toml:4: `!!` has no word in it"),
            (GOOD.replace("price list", &"x".repeat(101)), "orient.toml:4: a text of more than 100 letters"),
            (GOOD.replace("id = \"price\"\n", ""), "orient.toml:2: missing field `id`"),
            (format!("{GOOD}weight = 1.5\n"), "orient.toml:6: a weight is between 0 and 1"),
            (format!("{GOOD}language = \"Elvish\"\n"), "orient.toml:6: there is no language `Elvish`"),
            (GOOD.repeat(2), "orient.toml:8: a second concept with the id `price`"),
            ("[[concept]\n".to_owned(), "orient.toml:1: "),
        ];
        for (text, expected) in cases {
            let message = refused(&text);
            assert!(message.starts_with(expected), "{message:?} for {text:?}");
        }
    }

    #[test]
    fn too_much_is_refused() {
        let folder = tempfile::tempdir().expect("folder");
        let write = |bytes: &[u8]| std::fs::write(folder.path().join(SETTINGS_FILE), bytes).expect("written");
        assert_eq!(Settings::read(folder.path()).expect("no file"), Settings::default());
        write(&vec![b'#'; MOST_BYTES as usize + 1]);
        assert!(matches!(Settings::read(folder.path()), Err(SettingsError::TooLarge)));
        write(b"# fine\n# \xff\n");
        assert!(matches!(Settings::read(folder.path()), Err(SettingsError::NotText { line: 2 })));
        let many: String =
            (0..=MOST_CONCEPTS).map(|at| GOOD.replace("\"price\"", &format!("\"p{at}\""))).collect();
        assert!(refused(&many).ends_with("more than 1000 concepts"));
    }

    #[test]
    fn the_fingerprint_tells_settings_apart() {
        let print = |text: &str| Settings::parse(text).expect("settings").fingerprint();
        assert_eq!(print(GOOD), print(&format!("\n{GOOD}")));
        let others =
            ["weight = 0.5\n", "language = \"python\"\n"].map(|more| print(&format!("{GOOD}{more}")));
        let moved = print(&GOOD.replace("price list\"]", "price\", \"list\"]"));
        for other in others.into_iter().chain([moved, Settings::default().fingerprint()]) {
            assert_ne!(print(GOOD), other);
        }
    }
}
