//! What is asked: a suite's questions about the corpus, or short lists of our own. Knows no answers.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Outcome;

/// Written for these measurements, about no project in particular.
const OWN: &str = include_str!("../../../questions.txt");
const REPORTS: &str = include_str!("../../../reports.txt");
/// The same for the sources of an operating system.
const KERNEL: &str = include_str!("../../../kernel_questions.txt");
/// Stands between two reports.
const RULE: &str = "\n----\n";

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub(crate) struct Question {
    pub(crate) query: String,
    #[serde(default, skip_serializing)]
    repo: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Group {
    OneLine,
    SeveralLines,
    All,
}

impl Group {
    pub(super) const ALL: [Group; 3] = [Group::OneLine, Group::SeveralLines, Group::All];

    pub(super) fn name(self) -> &'static str {
        match self {
            Group::OneLine => "questions of one line",
            Group::SeveralLines => "whole reports",
            Group::All => "all",
        }
    }

    pub(super) fn holds(self, question: &Question) -> bool {
        let one_line = !question.query.trim().contains('\n');
        match self {
            Group::OneLine => one_line,
            Group::SeveralLines => !one_line,
            Group::All => true,
        }
    }
}

impl Question {
    fn new(text: &str) -> Question {
        Question { query: text.trim_end().to_owned(), repo: String::new() }
    }
}

/// Questions of one line and whole reports.
pub(crate) fn own() -> Vec<Question> {
    OWN.lines().chain(REPORTS.split(RULE)).map(Question::new).collect()
}

pub(crate) fn kernel() -> Vec<Question> {
    KERNEL.lines().map(Question::new).collect()
}

/// Those about `repository` from suites, one JSON object a line; without suites the own list.
pub(crate) fn read(suites: &[PathBuf], repository: &str) -> Result<Vec<Question>, String> {
    if suites.is_empty() {
        return Ok(OWN.lines().map(Question::new).collect());
    }
    let mut questions = Vec::new();
    for suite in suites {
        let text = std::fs::read_to_string(suite).map_err(|error| format!("{}: {error}", suite.display()))?;
        let parsed = parse(&text).map_err(|error| format!("{}: {error}", suite.display()))?;
        questions.extend(parsed.into_iter().filter(|question| is_about(question, repository)));
    }
    if questions.is_empty() { Err(format!("no question about {repository}")) } else { Ok(questions) }
}

fn parse(text: &str) -> Result<Vec<Question>, serde_json::Error> {
    text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect()
}

/// A question that names no repository is meant for any.
fn is_about(question: &Question, repository: &str) -> bool {
    question.repo.is_empty() || question.repo == repository
}

/// The form that every measured program reads.
pub(crate) fn write(questions: &[Question], path: &Path) -> Outcome {
    let lines: Result<Vec<String>, _> = questions.iter().map(serde_json::to_string).collect();
    let text = lines.map_err(|error| error.to_string())?.join("\n") + "\n";
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_lists_have_different_questions() {
        let lists = [read(&[], "").unwrap(), own(), kernel()];
        for (mut list, (one_line, reports)) in lists.into_iter().zip([(30, 0), (30, 8), (24, 0)]) {
            let lines = list.iter().filter(|question| Group::OneLine.holds(question)).count();
            assert_eq!((lines, list.len() - lines), (one_line, reports));
            list.sort_by(|a, b| a.query.cmp(&b.query));
            list.dedup();
            assert_eq!(list.len(), one_line + reports);
        }
    }

    #[test]
    fn only_questions_about_the_repository_are_asked() {
        let text = "{\"repo\": \"a/b\", \"query\": \"one\"}\n\n{\"repo\": \"a/c\", \"query\": \"two\"}\n{\"query\": \"any\\nlines\"}\n";
        let mut questions = parse(text).unwrap();
        questions.retain(|question| is_about(question, "a/b"));
        let queries: Vec<&str> = questions.iter().map(|question| question.query.as_str()).collect();
        assert_eq!(queries, ["one", "any\nlines"]);
        assert!(Group::SeveralLines.holds(&questions[1]) && !Group::OneLine.holds(&questions[1]));
    }
}
