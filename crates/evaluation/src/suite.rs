//! Suites: questions with the answers that people gave, one JSON object a line. Reads them and judges nothing.

use crate::error::EvaluationError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a suite asks for, which decides how its answers are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SuiteKind {
    /// A question to the files that answer it.
    Files,
    /// A task to the symbols that a developer needs.
    Symbols,
    /// A bug report to the files and functions that the fix changed.
    Issues,
    /// A report to the line spans that people marked as needed.
    Lines,
    /// One task in several wordings, whose answers should be the same.
    Paraphrases,
}

impl SuiteKind {
    pub const ALL: [SuiteKind; 5] =
        [SuiteKind::Files, SuiteKind::Symbols, SuiteKind::Issues, SuiteKind::Lines, SuiteKind::Paraphrases];

    pub fn name(self) -> &'static str {
        match self {
            SuiteKind::Files => "files",
            SuiteKind::Symbols => "symbols",
            SuiteKind::Issues => "issues",
            SuiteKind::Lines => "lines",
            SuiteKind::Paraphrases => "paraphrases",
        }
    }

    pub fn from_name(name: &str) -> Option<SuiteKind> {
        SuiteKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One thing that belongs to the answer.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(default)]
pub struct Gold {
    pub path: Option<String>,
    pub symbol: Option<String>,
    pub start_line: Option<u32>,
    pub end_line: Option<u32>,
}

/// One question.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    pub id: String,
    /// `owner/name`.
    pub repo: String,
    pub commit: String,
    /// The folder that is indexed; empty for the whole tree.
    #[serde(default)]
    pub root: String,
    pub query: String,
    /// The same task as other people would put it.
    #[serde(default)]
    pub rewordings: Vec<String>,
    #[serde(default)]
    pub relevant: Vec<Gold>,
    #[serde(default)]
    pub secondary: Vec<Gold>,
    #[serde(default)]
    pub tags: BTreeMap<String, serde_json::Value>,
}

impl Case {
    pub fn language(&self) -> Option<&str> {
        self.tag("language")
    }

    /// What the suite sorts its cases by, under whatever name.
    pub fn category(&self) -> Option<&str> {
        self.tag("category").or_else(|| self.tag("tier"))
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name).and_then(serde_json::Value::as_str)
    }

    /// Everything that belongs to the answer, each thing once.
    pub fn gold(&self) -> Vec<&Gold> {
        let mut seen = BTreeSet::new();
        self.relevant.iter().chain(&self.secondary).filter(|gold| seen.insert(*gold)).collect()
    }
}

/// All cases of one file.
#[derive(Clone, Debug)]
pub struct Suite {
    pub path: PathBuf,
    pub kind: SuiteKind,
    pub cases: Vec<Case>,
}

impl Suite {
    /// The kind is the file's stem unless it is given.
    pub fn read(path: &Path, kind: Option<SuiteKind>) -> Result<Suite, EvaluationError> {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let named = || stem.split(['-', '_', '.']).find_map(SuiteKind::from_name);
        let kind =
            kind.or_else(named).ok_or_else(|| EvaluationError::UnknownKind { path: path.to_owned() })?;
        let cases: Vec<Case> = read_lines(path)?;
        if cases.is_empty() {
            return Err(EvaluationError::EmptySuite { path: path.to_owned() });
        }
        Ok(Suite { path: path.to_owned(), kind, cases })
    }

    /// Keeps the cases of repositories whose name contains one of `only`, all if there is none, and of those the first `limit`.
    pub fn narrow(&mut self, only: &[String], limit: Option<usize>) -> Result<(), EvaluationError> {
        let is_unknown = |only: &&String| !self.cases.iter().any(|case| case.repo.contains(only.as_str()));
        if let Some(only) = only.iter().find(is_unknown).cloned() {
            let (suite, known) = (self.path.clone(), self.repositories());
            return Err(EvaluationError::NoSuchRepository { suite, only, known });
        }
        let is_wanted =
            |case: &Case| only.is_empty() || only.iter().any(|only| case.repo.contains(only.as_str()));
        self.cases.retain(is_wanted);
        self.cases.truncate(limit.unwrap_or(usize::MAX));
        Ok(())
    }

    /// The names of its repositories for people, the first of them where there are many.
    fn repositories(&self) -> String {
        const NAMED: usize = 5;
        let names: BTreeSet<&str> = self.cases.iter().map(|case| case.repo.as_str()).collect();
        let first: Vec<&str> = names.iter().copied().take(NAMED).collect();
        match names.len().saturating_sub(NAMED) {
            0 => first.join(", "),
            rest => format!("{} and {rest} more", first.join(", ")),
        }
    }
}

/// One JSON object a line; empty lines say nothing.
pub(crate) fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, EvaluationError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| EvaluationError::Read { path: path.to_owned(), source })?;
    parse(path, &text)
}

fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<Vec<T>, EvaluationError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(at, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|source| EvaluationError::Case {
            path: path.to_owned(),
            line: at + 1,
            source,
        })
    };
    lines.map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_case_may_leave_out() {
        let text = r#"
{"id":"a","repo":"o/n","commit":"c","query":"q","relevant":[{"path":"x"},{"path":"x"},{"symbol":"S.m"}]}
{"id":"b","repo":"o/n","commit":"c","root":"lib","query":"q","relevant":[],"secondary":[{"path":"y","start_line":2,"end_line":3}],"tags":{"tier":"hard","unmapped":3}}"#;
        let cases: Vec<Case> = parse(Path::new("files.jsonl"), text).unwrap();
        assert_eq!(cases.len(), 2);
        assert_eq!(cases[0].gold().len(), 2, "the same thing twice is one thing");
        assert_eq!(cases[0].category(), None);
        assert_eq!(cases[1].category(), Some("hard"));
        assert_eq!(cases[1].gold()[0].end_line, Some(3));
    }

    #[test]
    fn what_leaves_nothing_to_ask_is_refused() {
        let case = |at: usize| format!(r#"{{"id":"{at}","repo":"o/n{at}","commit":"c","query":"q"}}"#);
        let text: Vec<String> = (1..=7).map(case).collect();
        let path = Path::new("files.jsonl");
        let cases = parse(path, &text.join("\n")).unwrap();
        let mut suite = Suite { path: path.to_owned(), kind: SuiteKind::Files, cases };
        let error = suite.narrow(&["n7".to_owned(), "zzz".to_owned()], None).unwrap_err();
        let known = "o/n1, o/n2, o/n3, o/n4, o/n5 and 2 more";
        assert!(error.to_string().ends_with(&format!("`zzz` in its name; it asks about {known}")), "{error}");
        assert_eq!(suite.cases.len(), 7, "a suite that was refused is as it was");
        suite.narrow(&["n7".to_owned()], Some(3)).unwrap();
        assert_eq!(suite.cases.len(), 1);
    }

    #[test]
    fn a_broken_line_is_named() {
        let error = parse::<Case>(Path::new("files.jsonl"), "\n{\"id\":1}\n").unwrap_err();
        assert!(error.to_string().starts_with("files.jsonl:2: "), "{error}");
    }
}
