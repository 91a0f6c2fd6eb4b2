//! From a question to an intent: what is searched for, with weights. Looks at the question alone, never at an index.

mod identifiers;
mod passages;
mod relatives;
mod vocabulary;

use crate::params::Params;
use identifiers::{Chain, chains};
use orienteer_text::{Tokenizer, is_stop_word, words};
use passages::{Passage, PassageKind, passages};
use std::collections::HashMap;

/// Longer questions are cut: what matters of a bug report stands at its beginning.
const LONGEST: usize = 48 * 1024;

/// A term of the index that is looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    pub text: String,
    pub weight: f32,
    /// It stands in the question; others were made from what stands there.
    pub is_written: bool,
}

/// A name as it is written in code, `Class.method` in its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Identifier {
    pub parts: Vec<String>,
    /// 1 for what can only be code, less for a capitalised word.
    pub weight: f32,
}

/// Kinds of code that are left alone because the question speaks of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub tests: bool,
    pub examples: bool,
    pub documentation: bool,
    pub compatibility: bool,
}

/// What a question asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Intent {
    /// By weight, then by text.
    pub terms: Vec<QueryTerm>,
    pub identifiers: Vec<Identifier>,
    /// Adjacent words joined as in an identifier, in the index's own form.
    pub compounds: Vec<String>,
    /// Files that it names.
    pub files: Vec<String>,
    /// It is a name rather than a sentence.
    pub is_symbol: bool,
    /// It has several lines, as a bug report has.
    pub is_report: bool,
    pub wanted: Wanted,
}

impl Intent {
    /// It asks for nothing that could be found.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.identifiers.is_empty()
    }
}

/// Understands `query`.
pub fn understand(query: &str, params: &Params) -> Intent {
    let query = head(query);
    let passages = passages(query);
    let mut reader = Reader::new(params);
    for passage in &passages {
        reader.passage(passage);
    }
    let mut intent = reader.finish();
    intent.is_symbol = is_symbol(query);
    if intent.is_symbol && intent.identifiers.is_empty() {
        intent.identifiers.extend(lone_name(query));
    }
    intent.is_report = passages.first().is_some_and(|first| first.kind == PassageKind::Title);
    if let Some(title) = passages.first() {
        intent.wanted = vocabulary::wanted(title.text);
    }
    intent
}

fn head(query: &str) -> &str {
    let mut end = query.len().min(LONGEST);
    while !query.is_char_boundary(end) {
        end -= 1;
    }
    &query[..end]
}

/// One word, or several that can only be code.
fn is_symbol(query: &str) -> bool {
    let mut count = 0;
    let all_code = query.split_whitespace().all(|word| {
        count += 1;
        chains(word).first().is_some_and(|chain| chain.is_code)
    });
    count == 1 || (count > 0 && count <= 3 && all_code)
}

/// A question of one word is a name, however it looks: `g`, `mux`.
fn lone_name(query: &str) -> Option<Identifier> {
    let name = query.trim().trim_end_matches("()");
    let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    is_name.then(|| Identifier { parts: vec![name.to_owned()], weight: 1.0 })
}

#[derive(Clone, Copy, Default)]
struct Weight {
    most: f32,
    sum: f32,
    is_written: bool,
}

/// Collects what passages say.
struct Reader<'a> {
    params: &'a Params,
    tokenizer: Tokenizer,
    weights: HashMap<String, Weight>,
    intent: Intent,
}

impl<'a> Reader<'a> {
    fn new(params: &'a Params) -> Reader<'a> {
        Reader { params, tokenizer: Tokenizer::new(), weights: HashMap::new(), intent: Intent::default() }
    }

    fn passage(&mut self, passage: &Passage<'_>) {
        let weight = self.weight_of(passage.kind);
        self.words(passage.text, weight);
        if passage.kind != PassageKind::Code {
            self.compounds(passage.text, weight * self.params.query_compound);
        }
        for chain in chains(passage.text) {
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

    fn words(&mut self, text: &str, weight: f32) {
        for word in words(text) {
            let lower = word.text.to_lowercase();
            if is_stop_word(&lower) {
                continue;
            }
            let weight =
                if vocabulary::is_action(&lower) { weight * self.params.query_action } else { weight };
            self.word(word.text, weight);
            self.written(word.text);
            for other in vocabulary::other_forms(&lower) {
                self.word(other, weight * self.params.query_abbreviation);
            }
            self.relatives(&lower, weight * self.params.query_agent);
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
    fn written(&mut self, word: &str) {
        let stem = self.stem(word);
        if let Some(entry) = stem.and_then(|stem| self.weights.get_mut(&stem)) {
            entry.is_written = true;
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
        for agent in self.stem(lower).map(|stem| relatives::agents(&stem)).unwrap_or_default() {
            self.word(&agent, weight);
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
        if let Some(file) = chain.file {
            if !self.intent.files.iter().any(|known| known == file) {
                self.intent.files.push(file.to_owned());
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

    fn finish(mut self) -> Intent {
        let most = self.params.query_repeat;
        let term = |(text, weight): (String, Weight)| QueryTerm {
            text,
            weight: weight.sum.min(weight.most * most),
            is_written: weight.is_written,
        };
        let mut terms: Vec<QueryTerm> =
            self.weights.into_iter().map(term).filter(|term| term.weight > 0.0).collect();
        terms.sort_by(|left, right| {
            right.weight.total_cmp(&left.weight).then_with(|| left.text.cmp(&right.text))
        });
        self.intent.terms = terms;
        self.intent
    }
}

fn add(weights: &mut HashMap<String, Weight>, term: &str, weight: f32) {
    let entry = match weights.get_mut(term) {
        Some(entry) => entry,
        None => weights.entry(term.to_owned()).or_default(),
    };
    entry.most = entry.most.max(weight);
    entry.sum += weight;
}
