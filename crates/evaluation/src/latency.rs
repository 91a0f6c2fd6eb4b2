//! How long a warm question takes: a folder, questions, one thread. Judges no answer.

use crate::error::EvaluationError;
use crate::statistics::percentile;
use crate::suite::read_lines;
use orienteer_engine::{
    ContextRequest, EngineError, Location, SearchError, SearchRequest, Silent, View, Workspace, search,
};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Instant;

/// What was measured, in the order of the questions.
#[derive(Debug, Serialize)]
pub struct Latency {
    /// From the folder to a snapshot that was checked against the files.
    pub opened_milliseconds: f64,
    /// Units of the snapshot.
    pub units: usize,
    /// Of each question, the median of its rounds.
    pub milliseconds: Vec<f64>,
    /// How many hits, or items of a pack, each question had.
    pub hits: Vec<usize>,
}

/// What a question is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Ten hits, without quotes of source.
    Search,
    /// A pack of the usual budget, read, cut and written.
    Context,
}

#[derive(Deserialize)]
struct Question {
    query: String,
}

/// Asks every question of a file (JSON objects with a `query`, one a line) so many times after a round that does not count.
pub fn latency(
    root: &Path,
    cache: &Path,
    questions: &Path,
    rounds: usize,
    asked: Asked,
) -> Result<Latency, EvaluationError> {
    let questions: Vec<Question> = read_lines(questions)?;
    let started = Instant::now();
    let workspace = Workspace::new(Location::exact(root)?, cache);
    let view = workspace.view(&Silent)?;
    let opened_milliseconds = milliseconds_since(started);
    let ask = |question: &Question| count_found(&workspace, &view, question, asked);
    let hits = questions.iter().map(ask).collect::<Result<Vec<_>, _>>()?;
    let mut times = vec![Vec::new(); questions.len()];
    for _ in 0..rounds.max(1) {
        for (question, times) in questions.iter().zip(&mut times) {
            let started = Instant::now();
            std::hint::black_box(ask(question)?);
            times.push(milliseconds_since(started));
        }
    }
    let milliseconds = times.into_iter().map(median).collect();
    Ok(Latency { opened_milliseconds, units: view.snapshot.unit_count(), milliseconds, hits })
}

fn count_found(
    workspace: &Workspace,
    view: &View,
    question: &Question,
    asked: Asked,
) -> Result<usize, EngineError> {
    let query = question.query.as_str();
    let found = match asked {
        Asked::Search => search(&view.snapshot, &SearchRequest::new(query)).map(|answer| answer.hits.len()),
        Asked::Context => {
            workspace.context(view, &ContextRequest::new(query)).map(|answer| answer.items.len())
        }
    };
    match found {
        Err(EngineError::Search(SearchError::Empty | SearchError::NoWords)) => Ok(0),
        found => found,
    }
}

fn milliseconds_since(started: Instant) -> f64 {
    started.elapsed().as_secs_f64() * 1e3
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    percentile(&times, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_gets_a_time_and_its_hits() {
        let folder = tempfile::tempdir().unwrap();
        let (root, questions) = (folder.path().join("tree"), folder.path().join("questions.jsonl"));
        std::fs::create_dir(&root).unwrap();
        std::fs::write(root.join("boat.py"), "def moor_boat(quay):\n    return quay\n").unwrap();
        std::fs::write(&questions, "{\"query\": \"moor a boat\"}\n\n{\"query\": \"zzyzx\"}\n").unwrap();
        for asked in [Asked::Search, Asked::Context] {
            let measured = latency(&root, &folder.path().join("cache"), &questions, 3, asked).unwrap();
            assert!(measured.hits.len() == 2 && measured.hits[0] > 0 && measured.hits[1] == 0);
            assert!(measured.milliseconds.len() == 2 && measured.milliseconds.iter().all(|time| *time > 0.0));
            assert!(measured.units > 0);
        }
    }
}
