//! Collects what the passages of a question say: terms with their weights, names, files and keywords.

use super::identifiers::{self, Chain, chains};
use super::keywords::Collector;
use super::passages::{Passage, PassageKind};
use super::{Identifier, Intent, NamedFile, QueryTerm, relatives, vocabulary};
use crate::params::Params;
use orienteer_text::{Tokenizer, is_function_word, is_stop_word, parts, words};
use std::collections::HashMap;

/// Letters of a word that can be learned.
const SHORTEST_TELLING: usize = 3;

#[derive(Clone, Copy, Default)]
struct Weight {
    most: f32,
    sum: f32,
    is_written: bool,
    is_telling: bool,
}

/// Collects what passages say.
pub(super) struct Reader<'a> {
    params: &'a Params,
    tokenizer: Tokenizer,
    weights: HashMap<String, Weight>,
    keywords: Collector,
    intent: Intent,
}

impl<'a> Reader<'a> {
    pub(super) fn new(params: &'a Params) -> Reader<'a> {
        Reader {
            params,
            tokenizer: Tokenizer::new(),
            weights: HashMap::new(),
            keywords: Collector::default(),
            intent: Intent::default(),
        }
    }

    pub(super) fn passage(&mut self, passage: &Passage<'_>) {
        let weight = self.weight_of(passage.kind);
        self.words(passage.text, passage.kind, weight);
        if passage.kind != PassageKind::Code {
            self.compounds(passage.text, weight * self.params.query_compound);
        }
        if passage.kind == PassageKind::Quoted {
            self.keywords.quoted(passage.text);
        }
        for chain in chains(passage.text) {
            self.keywords.chain(&chain);
            self.chain(&chain, passage.kind);
        }
    }

    fn weight_of(&self, kind: PassageKind) -> f32 {
        match kind {
            PassageKind::Short | PassageKind::Prose => 1.0,
            PassageKind::Title => self.params.query_title,
            PassageKind::Quoted => self.params.query_quoted,
            PassageKind::Code => self.params.query_code,
            PassageKind::Frame => self.params.query_frame,
        }
    }

    fn words(&mut self, text: &str, kind: PassageKind, weight: f32) {
        // The body of a report has words enough of its own.
        let with_relatives = matches!(kind, PassageKind::Short | PassageKind::Title);
        for word in words(text) {
            let lower = word.text.to_lowercase();
            if is_ending(text, word.start, &lower) {
                continue;
            }
            if !matches!(kind, PassageKind::Code | PassageKind::Frame) {
                self.keywords.word(word.text);
            }
            if is_function_word(&lower) {
                continue;
            }
            let weight = weight * self.lightness(&lower);
            self.word(word.text, weight);
            self.written(word.text, is_telling(&lower));
            for other in vocabulary::other_forms(&lower) {
                self.word(other, weight * self.params.query_abbreviation);
            }
            if with_relatives && parts(word.text).nth(1).is_none() {
                self.relatives(&lower, weight * self.params.query_agent);
            }
        }
    }

    /// Words that stand in every question, or in all code, say less than others.
    fn lightness(&self, lower: &str) -> f32 {
        if is_stop_word(lower) {
            self.params.query_common
        } else if vocabulary::is_action(lower) {
            self.params.query_action
        } else {
            1.0
        }
    }

    fn word(&mut self, word: &str, weight: f32) {
        let (part, mut first) = (weight * self.params.query_part, true);
        let weights = &mut self.weights;
        self.tokenizer.word_terms(word, &mut |term| {
            add(weights, term, if first { weight } else { part });
            first = false;
        });
    }

    /// Remembers that the question itself says the word.
    fn written(&mut self, word: &str, is_telling: bool) {
        let stem = self.stem(word);
        if let Some(entry) = stem.and_then(|stem| self.weights.get_mut(&stem)) {
            entry.is_written = true;
            entry.is_telling |= is_telling;
        }
    }

    /// What does it, or what that does.
    fn relatives(&mut self, lower: &str, weight: f32) {
        if weight <= 0.0 {
            return;
        }
        for deed in relatives::deeds(lower) {
            add(&mut self.weights, &deed, weight);
        }
        let Some(stem) = self.stem(lower) else { return };
        for agent in relatives::agents(&stem) {
            if let Some(agent) = self.stem(&agent).filter(|agent| *agent != stem) {
                add(&mut self.weights, &agent, weight);
            }
        }
    }

    fn stem(&mut self, word: &str) -> Option<String> {
        let mut stem = None;
        self.tokenizer.word_terms(word, &mut |term| {
            stem.get_or_insert_with(|| term.to_owned());
        });
        stem
    }

    /// `status code` is looked for as `statuscode` too.
    fn compounds(&mut self, text: &str, weight: f32) {
        if weight <= 0.0 {
            return;
        }
        let list: Vec<_> = words(text).collect();
        for pair in list.windows(2) {
            let gap = text.get(pair[0].start + pair[0].text.len()..pair[1].start).unwrap_or("?");
            if !(gap == " " || gap == "-") || !vocabulary::can_join(pair[0].text, pair[1].text) {
                continue;
            }
            self.keywords.pair(pair[0].text, pair[1].text);
            if let Some(joined) = self.joined(pair[0].text, pair[1].text) {
                add(&mut self.weights, &joined, weight);
                if !self.intent.compounds.contains(&joined) {
                    self.intent.compounds.push(joined);
                }
            }
        }
    }

    fn joined(&mut self, left: &str, right: &str) -> Option<String> {
        self.stem(&format!("{left}_{right}"))
    }

    fn chain(&mut self, chain: &Chain<'_>, kind: PassageKind) {
        if let Some((path, line)) = chain.file {
            let named = NamedFile { path: path.to_owned(), line };
            if !self.intent.files.contains(&named) {
                self.intent.files.push(named);
            }
            return;
        }
        let weight = match kind {
            _ if !chain.is_code && !chain.is_capitalised && kind != PassageKind::Quoted => return,
            PassageKind::Short | PassageKind::Title | PassageKind::Quoted if chain.is_code => 1.0,
            PassageKind::Quoted => 0.8,
            PassageKind::Short | PassageKind::Title => 0.5,
            PassageKind::Prose if chain.is_code => 0.8,
            PassageKind::Prose => 0.3,
            PassageKind::Frame => 0.6,
            PassageKind::Code => 0.4,
        };
        let parts: Vec<String> = chain.parts.iter().map(|part| (*part).to_owned()).collect();
        let identifiers = &mut self.intent.identifiers;
        if let Some(known) = identifiers.iter_mut().find(|known| known.parts == parts) {
            known.weight = known.weight.max(weight);
        } else if identifiers.len() < vocabulary::MOST_IDENTIFIERS {
            identifiers.push(Identifier { parts, weight });
        }
    }

    pub(super) fn finish(mut self) -> Intent {
        let most = self.params.query_repeat;
        let term = |(text, weight): (String, Weight)| QueryTerm {
            text,
            weight: weight.sum.min(weight.most * most),
            is_written: weight.is_written,
            is_telling: weight.is_telling,
        };
        let mut terms: Vec<QueryTerm> =
            self.weights.into_iter().map(term).filter(|term| term.weight > 0.0).collect();
        terms.sort_by(|left, right| {
            right.weight.total_cmp(&left.weight).then_with(|| left.text.cmp(&right.text))
        });
        self.intent.terms = terms;
        self.intent.keywords = self.keywords.finish();
        self.intent
    }
}

/// Whether a word says what is meant: no verb that all tasks share, no word of every language, no number and nothing too short.
fn is_telling(lower: &str) -> bool {
    let letters = lower.chars().filter(|letter| letter.is_alphabetic()).count();
    letters >= SHORTEST_TELLING && !is_stop_word(lower) && !vocabulary::is_action(lower)
}

/// `py` of `store.py`.
fn is_ending(text: &str, start: usize, lower: &str) -> bool {
    let before = text.as_bytes().get(start.saturating_sub(2)..start).unwrap_or_default();
    matches!(before, [name, b'.'] if name.is_ascii_alphanumeric()) && identifiers::is_file_ending(lower)
}

fn add(weights: &mut HashMap<String, Weight>, term: &str, weight: f32) {
    let entry = match weights.get_mut(term) {
        Some(entry) => entry,
        None => weights.entry(term.to_owned()).or_default(),
    };
    entry.most = entry.most.max(weight);
    entry.sum += weight;
}
