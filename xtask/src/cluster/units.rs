//! Units of real code, and as many variations of them as a measurement needs; with vectors of the built-in model and counted terms.
//!
//! The same number gives the same unit, on every machine that has the same sources.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use orienteer_embedding::{Sum, built_in};
use orienteer_extraction::Extractor;
use orienteer_languages::Document;
use orienteer_services::{Description, Question, Vectors, lexical_document, lexical_query};
use orienteer_text::Tokenizer;

/// Longer texts say nothing new about what a server can do.
const LONGEST_TEXT: usize = 4_096;
const LARGEST_FILE: u64 = 512 * 1024;
/// In a variation, one word of so many comes from another unit.
const WORDS_PER_EXCHANGE: usize = 4;
/// What the vectors are made with.
pub(crate) const MADE_WITH: &str = "built-in";
/// Terms of a usual unit.
const AVERAGE_TERMS: f32 = 60.0;

#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) path: String,
    pub(crate) name: String,
    kind: &'static str,
    language: &'static str,
    text: String,
    content: String,
    ordinal: u32,
}

impl Unit {
    pub(crate) fn description(&self) -> Description<'_> {
        Description {
            path: &self.path,
            kind: self.kind,
            language: self.language,
            name: &self.name,
            content: &self.content,
            ordinal: self.ordinal,
            made_with: MADE_WITH,
        }
    }
}

/// Units as they stand in sources, and variations of them.
pub(crate) struct Pool(Vec<Unit>);

impl Pool {
    /// The first units of the folders, no more than `most`.
    pub(crate) fn read(folders: &[PathBuf], most: usize) -> Result<Pool, String> {
        let mut units = Vec::new();
        let mut extractor = Extractor::default();
        for folder in folders {
            for path in crate::bench::files(folder) {
                if units.len() >= most {
                    break;
                }
                units.extend(units_of(&mut extractor, folder, &path).unwrap_or_default());
            }
        }
        units.truncate(most);
        if units.is_empty() { Err("the folders have no code".to_owned()) } else { Ok(Pool(units)) }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The unit of this number: as it stands in its source, and beyond that with words of others.
    pub(crate) fn unit(&self, number: usize) -> Unit {
        let (round, place) = (number / self.len(), number % self.len());
        let original = &self.0[place];
        if round == 0 {
            return original.clone();
        }
        let other = &self.0[(place.wrapping_mul(31).wrapping_add(round.wrapping_mul(977))) % self.len()];
        let text = exchanged(&original.text, &other.text, round);
        Unit {
            path: format!("copy{round}/{}", original.path),
            name: format!("{}_{round}", original.name),
            content: hash(&text),
            text,
            ..original.clone()
        }
    }
}

fn units_of(extractor: &mut Extractor, folder: &Path, path: &Path) -> Option<Vec<Unit>> {
    let shown = path.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/");
    let language = orienteer_languages::by_path(&shown).filter(|found| found.document == Document::Code)?;
    let bytes = std::fs::read(path).ok().filter(|bytes| bytes.len() as u64 <= LARGEST_FILE)?;
    let facts = extractor.extract(language, &bytes);
    let view = facts.view();
    let mut seen: HashMap<(String, String), u32> = HashMap::new();
    let mut units = Vec::new();
    for fact in view.units {
        let body = bytes.get(fact.span.start_byte as usize..fact.span.end_byte as usize)?;
        let text = String::from_utf8_lossy(&body[..body.len().min(LONGEST_TEXT)]).into_owned();
        let (name, content) = (view.text(fact.qualified).to_owned(), hash(&text));
        let ordinal =
            seen.entry((name.clone(), content.clone())).and_modify(|count| *count += 1).or_default();
        units.push(Unit {
            path: shown.clone(),
            kind: fact.kind().name(),
            language: &language.name,
            ordinal: *ordinal,
            name,
            text,
            content,
        });
    }
    Some(units)
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

/// Every so many words, one of the other text.
fn exchanged(text: &str, other: &str, round: usize) -> String {
    let mut others = other.split_whitespace();
    let word = |(place, own): (usize, &str)| {
        let taken = ((place + round).is_multiple_of(WORDS_PER_EXCHANGE)).then(|| others.next()).flatten();
        taken.unwrap_or(own).to_owned()
    };
    text.split_whitespace().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// Numbers of a vector of the built-in model.
pub(crate) fn dimensions() -> Result<usize, String> {
    built_in().map(|held| held.model.dimensions()).ok_or_else(|| "there is no built-in model".to_owned())
}

/// Makes vectors. One per thread: its buffers are used again.
#[derive(Default)]
pub(crate) struct Maker {
    tokenizer: Tokenizer,
    sum: Sum,
}

impl Maker {
    pub(crate) fn vectors(&mut self, unit: &Unit) -> Vectors {
        let (dense, counts) = self.counted(&[&unit.name, &unit.text]);
        let terms: Vec<(&str, u32)> = counts.iter().map(|(term, count)| (term.as_str(), *count)).collect();
        Vectors { dense, sparse: None, lexical: lexical_document(&terms, AVERAGE_TERMS) }
    }

    /// What somebody would ask who wants this unit: its name and the first words of its text.
    pub(crate) fn question(&mut self, unit: &Unit, limit: usize) -> Question {
        let beginning: Vec<&str> = unit.text.split_whitespace().take(8).collect();
        let (dense, counts) = self.counted(&[&unit.name, &beginning.join(" ")]);
        let terms: Vec<(&str, f32)> =
            counts.iter().map(|(term, count)| (term.as_str(), *count as f32)).collect();
        let lexical = Some(lexical_query(&terms));
        Question { dense, lexical, limit, leg_limit: 10 * limit, ..Question::default() }
    }

    fn counted(&mut self, texts: &[&str]) -> (Option<Vec<f32>>, HashMap<String, u32>) {
        let mut counts: HashMap<String, u32> = HashMap::new();
        let Maker { tokenizer, sum } = self;
        let model = built_in().map(|held| &held.model);
        for text in texts {
            tokenizer.terms(text, &mut |term| {
                model.iter().for_each(|model| sum.count_term(model, term));
                *counts.entry(term.to_owned()).or_default() += 1;
            });
        }
        let dense = model.map(|model| sum.finish(model).to_vec());
        (dense.filter(|vector| vector.iter().any(|number| *number != 0.0)), counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_are_other_units_with_vectors_of_their_own() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let pool = Pool::read(&[folder], 50).unwrap();
        assert_eq!(pool.len(), 50);
        let mut maker = Maker::default();
        let (first, varied) = (pool.unit(7), pool.unit(57));
        assert_ne!(first.description(), varied.description());
        assert_ne!(maker.vectors(&first).lexical, maker.vectors(&varied).lexical);
        assert_eq!(maker.vectors(&varied), maker.vectors(&pool.unit(57)));
        assert_eq!(maker.vectors(&first).dense.map(|vector| vector.len()), Some(dimensions().unwrap()));
    }

    #[test]
    fn one_word_of_four_is_exchanged() {
        assert_eq!(exchanged("a b c d e f g h", "1 2 3", 1), "a b c 1 e f g 2");
        assert_eq!(exchanged("a b", "", 2), "a b");
    }
}
