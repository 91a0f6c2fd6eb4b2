//! Policies of the languages in use, with their words as hashes. Knows no language by name.

use crate::hashing::{KeySet, hash};
use crate::input::FileInput;
use orienteer_languages::{Document, Language, ModuleStyle, Policy};
use orienteer_model::{LanguageId, NameHash};

/// One language's policy, ready for comparison.
#[derive(Debug)]
pub(crate) struct Speech {
    pub policy: Policy,
    /// Languages of one family use each other's symbols.
    pub family: u16,
    pub is_code: bool,
    pub self_words: Vec<NameHash>,
    pub constructors: Vec<NameHash>,
    pub index_stems: Vec<NameHash>,
    pub vague: KeySet,
    pub builtin: KeySet,
}

impl Speech {
    fn new(language: Option<&Language>, family: u16) -> Speech {
        let policy = language.map(|language| language.policy.clone()).unwrap_or_default();
        Speech {
            self_words: hashes(&policy.self_words),
            constructors: hashes(&policy.constructors),
            index_stems: hashes(&policy.index_stems),
            vague: hashes(&policy.vague_types).into_iter().map(|hash| hash.0).collect(),
            builtin: hashes(&policy.builtin_methods).into_iter().map(|hash| hash.0).collect(),
            is_code: language.is_some_and(|language| language.document == Document::Code),
            policy,
            family,
        }
    }

    pub(crate) fn style(&self) -> ModuleStyle {
        self.policy.modules
    }

    /// Names may be meant without any import that leads to them.
    pub(crate) fn has_global_names(&self) -> bool {
        matches!(self.style(), ModuleStyle::Include | ModuleStyle::Global)
    }
}

fn hashes(words: &[String]) -> Vec<NameHash> {
    words.iter().map(|word| hash(word)).collect()
}

/// The languages of a set of files, by number.
#[derive(Debug)]
pub(crate) struct Speeches {
    by_id: Vec<Option<Box<Speech>>>,
    unknown: Box<Speech>,
}

impl Speeches {
    pub(crate) fn of(files: &[FileInput<'_>]) -> Speeches {
        let mut used: Vec<u16> = Vec::new();
        for file in files {
            let id = file.facts.language.0;
            if used.last() != Some(&id) {
                used.push(id);
            }
        }
        used.sort_unstable();
        used.dedup();
        let languages: Vec<(u16, Option<&Language>)> =
            used.iter().map(|&id| (id, orienteer_languages::by_id(LanguageId(id)))).collect();
        Speeches::compile(&languages)
    }

    fn compile(languages: &[(u16, Option<&Language>)]) -> Speeches {
        let mut by_id = Vec::new();
        for &(id, language) in languages {
            by_id.resize_with(usize::from(id) + 1, || None);
            by_id[usize::from(id)] = Some(Box::new(Speech::new(language, family(id, language, languages))));
        }
        Speeches { by_id, unknown: Box::new(Speech::new(None, u16::MAX)) }
    }

    pub(crate) fn get(&self, id: LanguageId) -> &Speech {
        self.by_id.get(usize::from(id.0)).and_then(Option::as_deref).unwrap_or(&self.unknown)
    }
}

/// The lowest number among the languages that share symbols with this one.
fn family(id: u16, language: Option<&Language>, languages: &[(u16, Option<&Language>)]) -> u16 {
    let Some(language) = language else { return id };
    let shares = |other: &&(u16, Option<&Language>)| {
        other.1.is_some_and(|other| {
            language.policy.shares_with.contains(&other.name)
                || other.policy.shares_with.contains(&language.name)
        })
    };
    languages.iter().filter(shares).map(|other| other.0).min().unwrap_or(id).min(id)
}
