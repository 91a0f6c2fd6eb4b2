//! Classes of phrases and names that a team adds, checked one by one. Nothing here reads a file.

use orienteer_search::Concept;
use serde::Deserialize;
use toml::Spanned;

const MOST_CONCEPTS: usize = 1_000;
/// Phrases of one class, and targets.
const MOST_TEXTS: usize = 100;
/// Letters of a phrase, a target or an id.
const LONGEST_TEXT: usize = 100;

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Class {
    id: Spanned<String>,
    phrases: Spanned<Vec<Spanned<String>>>,
    targets: Spanned<Vec<Spanned<String>>>,
    weight: Option<Spanned<f32>>,
    language: Option<Spanned<String>>,
}

/// A problem and where it begins.
type Refused = (usize, ConceptProblem);

pub(super) fn checked(classes: Vec<Spanned<Class>>) -> Result<Vec<Concept>, Refused> {
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
