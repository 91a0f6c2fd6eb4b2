//! From a question to an intent: what is searched for, with weights. Looks at the question alone, never at an index.

mod identifiers;
mod keywords;
mod passages;
mod reader;
mod receivers;
mod relatives;
mod vocabulary;

use crate::params::Params;
use identifiers::chains;
pub use keywords::Keywords;
use passages::{Passage, PassageKind, passages};
use reader::Reader;
use std::borrow::Cow;

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
    /// It stands there and says what is meant rather than what is to be done.
    pub is_telling: bool,
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
    /// What units may be called, the surest first.
    pub keywords: Keywords,
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
    let readable = receivers::named(readable(query));
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
    intent.is_report = begins_as_report(&passages);
    if let Some(title) = passages.first() {
        intent.wanted = vocabulary::wanted(title.text);
    }
    intent
}

/// Whether a question is a whole report.
pub fn is_report(query: &str) -> bool {
    begins_as_report(&passages(&readable(query)))
}

fn begins_as_report(passages: &[Passage<'_>]) -> bool {
    passages.first().is_some_and(|first| first.kind == PassageKind::Title)
}

/// Words of a task that can come to stand for code, in the form of the index.
pub fn learnable_words(query: &str, params: &Params) -> Vec<String> {
    let intent = understand(query, params);
    crate::recall::learned::learnable(&intent, params).map(str::to_owned).collect()
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
