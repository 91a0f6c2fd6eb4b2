//! From a question to an intent: what is searched for, with weights. Looks at the question alone, never at an index.

mod identifiers;
mod passages;
mod relatives;
mod vocabulary;

use crate::params::Params;
use identifiers::{Chain, chains};
use orienteer_text::{Tokenizer, is_function_word, is_stop_word, parts, words};
use passages::{Passage, PassageKind, passages};
use std::borrow::Cow;
use std::collections::HashMap;

/// Of longer questions the beginning and the end are read: a report begins with what it is about, a log ends with it.
const LONGEST: usize = 128 * 1024;

/// More words than this are a sentence, whatever they look like.
const MOST_NAMES: usize = 3;

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

/// A file as the question writes it, and the line that it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    pub path: String,
    pub line: Option<u32>,
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
    pub files: Vec<NamedFile>,
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
    let readable = readable(query);
    let query = readable.as_ref();
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

/// What people wrote as text, line by line: no code and no stack trace. Of a long question only the beginning.
pub(crate) fn prose(query: &str) -> impl Iterator<Item = &str> {
    let end = (0..=LONGEST.min(query.len())).rev().find(|end| query.is_char_boundary(*end));
    let beginning = &query[..end.unwrap_or(0)];
    let is_prose = |kind| matches!(kind, PassageKind::Short | PassageKind::Title | PassageKind::Prose);
    passages(beginning).into_iter().filter(move |passage| is_prose(passage.kind)).map(|passage| passage.text)
}

/// The beginning and the end of what is too long, all of what is not.
fn readable(query: &str) -> Cow<'_, str> {
    if query.len() <= LONGEST {
        return Cow::Borrowed(query);
    }
    let (mut end, mut start) = (LONGEST / 2, query.len() - LONGEST / 2);
    while !query.is_char_boundary(end) {
        end -= 1;
    }
    while !query.is_char_boundary(start) {
        start += 1;
    }
    Cow::Owned(format!("{}\n{}", &query[..end], &query[start..]))
}

/// One word, or a few that can only be code.
fn is_symbol(query: &str) -> bool {
    let words: Vec<&str> = query.split_whitespace().take(MOST_NAMES + 1).collect();
    let is_code = |word: &&str| chains(word).first().is_some_and(|chain| chain.is_code);
    words.len() == 1 || (words.len() <= MOST_NAMES && !words.is_empty() && words.iter().all(is_code))
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
        self.words(passage.text, passage.kind, weight);
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

    fn words(&mut self, text: &str, kind: PassageKind, weight: f32) {
        // The body of a report has words enough of its own.
        let with_relatives = matches!(kind, PassageKind::Short | PassageKind::Title);
        for word in words(text) {
            let lower = word.text.to_lowercase();
            if is_function_word(&lower) || is_ending(text, word.start, &lower) {
                continue;
            }
            let weight = weight * self.lightness(&lower);
            self.word(word.text, weight);
            self.written(word.text);
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

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(query: &str, expected: Expect) {
        let intent = understand(query, &Params::default());
        let terms: Vec<String> =
            intent.terms.iter().map(|term| format!("{} {:.2}", term.text, term.weight)).collect();
        let names: Vec<String> = intent
            .identifiers
            .iter()
            .map(|name| format!("{} {:.1}", name.parts.join("."), name.weight))
            .collect();
        let shape = match (intent.is_symbol, intent.is_report) {
            (true, _) => "a name",
            (_, true) => "a report",
            _ => "a question",
        };
        let Intent { compounds, files, wanted, .. } = &intent;
        expected.assert_eq(&format!(
            "{shape}\nterms {}\nnames {names:?}\ncompounds {compounds:?}\nfiles {files:?}\ntests wanted {}\n",
            terms.join(", "),
            wanted.tests
        ));
    }

    #[test]
    fn words_names_and_reports() {
        check(
            "how does the RowStore parse status codes",
            expect![[r#"
                a question
                terms code 1.00, pars 1.00, rowstor 1.00, status 1.00, row 0.70, store 0.70, parsestatus 0.50, rowstorepars 0.50, statuscod 0.50, coder 0.40, parser 0.40, parsor 0.40, statusor 0.40, statuss 0.40
                names ["RowStore 1.0"]
                compounds ["rowstorepars", "parsestatus", "statuscod"]
                files []
                tests wanted false
            "#]],
        );
        check(
            "RowStore::load",
            expect![[r#"
                a name
                terms load 1.00, rowstor 1.00, row 0.70, store 0.70, loader 0.40, loador 0.40
                names ["RowStore.load 1.0"]
                compounds []
                files []
                tests wanted false
            "#]],
        );
        check(
            "g",
            expect![[r#"
            a name
            terms 
            names ["g 1.0"]
            compounds []
            files []
            tests wanted false
        "#]],
        );
        check(
            "Add tests\n\n`save` fails in store.py:3:\n```\nstore.save(rows)\n```",
            expect![[r#"
                a report
                terms test 3.00, save 2.50, add 1.50, store 1.25, tester 1.20, testor 1.20, fail 1.00, adder 0.60, addor 0.60, row 0.60
                names ["save 0.8", "store.save 0.4"]
                compounds []
                files [NamedFile { path: "store.py", line: Some(3) }]
                tests wanted true
            "#]],
        );
    }

    #[test]
    fn nothing_to_look_for() {
        for query in ["", "  ", "the of and", "?!", "\0"] {
            assert!(understand(query, &Params::default()).is_empty(), "{query:?}");
        }
        for query in ["検索", "ключ", "größe", "naïve 🙂"] {
            assert!(!understand(query, &Params::default()).is_empty(), "{query:?}");
        }
    }

    #[test]
    fn of_a_long_text_both_ends_are_read() {
        let text = format!("first_name {} last_name", "ä ".repeat(LONGEST));
        let intent = understand(&text, &Params::default());
        let has = |name: &str| intent.identifiers.iter().any(|identifier| identifier.parts == [name]);
        assert!(has("first_name") && has("last_name"));
        assert!(readable(&text).len() <= LONGEST + 1);
    }
}
