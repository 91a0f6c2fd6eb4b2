//! What is asked: a suite's questions about the corpus, or a short list of our own. Knows no answers.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Outcome;

/// Written for this measurement, about no project in particular.
const OWN: &str = include_str!("../../../questions.txt");

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub(super) struct Question {
    pub(super) query: String,
    #[serde(default, skip_serializing)]
    repo: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Group {
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

/// Those about `repository` from suites, one JSON object a line; without suites the own list.
pub(super) fn read(suites: &[PathBuf], repository: &str) -> Result<Vec<Question>, String> {
    if suites.is_empty() {
        let own = OWN.lines().map(|line| Question { query: line.to_owned(), repo: String::new() });
        return Ok(own.collect());
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
pub(super) fn write(questions: &[Question], path: &Path) -> Outcome {
    let lines: Result<Vec<String>, _> = questions.iter().map(serde_json::to_string).collect();
    let text = lines.map_err(|error| error.to_string())?.join("\n") + "\n";
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_list_has_different_questions_of_one_line() {
        let mut own = read(&[], "").unwrap();
        assert!(own.len() >= 30 && own.iter().all(|question| Group::OneLine.holds(question)));
        own.sort_by(|a, b| a.query.cmp(&b.query));
        own.dedup();
        assert_eq!(own.len(), OWN.lines().count());
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
