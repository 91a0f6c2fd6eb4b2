//! How long a warm search takes: a folder, questions, one thread. Judges no answer.

use crate::error::EvaluationError;
use crate::statistics::percentile;
use orienteer_engine::{
    EngineError, Location, SearchError, SearchRequest, Silent, Snapshot, Workspace, search,
};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Instant;

/// What was measured, in the order of the questions.
#[derive(Debug, Serialize)]
pub struct Latency {
    /// From the folder to a snapshot that was checked against the files.
    pub opened_milliseconds: f64,
    /// Of each question, the median of its rounds.
    pub milliseconds: Vec<f64>,
    /// How many hits each question had.
    pub hits: Vec<usize>,
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
) -> Result<Latency, EvaluationError> {
    let requests = requests(questions)?;
    let started = Instant::now();
    let workspace = Workspace::new(Location::exact(root)?, cache);
    let snapshot = workspace.view(&Silent)?.snapshot;
    let opened_milliseconds = milliseconds_since(started);
    let hits =
        requests.iter().map(|request| count_hits(&snapshot, request)).collect::<Result<Vec<_>, _>>()?;
    let mut times = vec![Vec::new(); requests.len()];
    for _ in 0..rounds.max(1) {
        for (request, times) in requests.iter().zip(&mut times) {
            let started = Instant::now();
            std::hint::black_box(count_hits(&snapshot, request)?);
            times.push(milliseconds_since(started));
        }
    }
    Ok(Latency { opened_milliseconds, milliseconds: times.into_iter().map(median).collect(), hits })
}

fn requests(path: &Path) -> Result<Vec<SearchRequest>, EvaluationError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| EvaluationError::Read { path: path.to_owned(), source })?;
    let read = |(at, line)| {
        let question: Question = serde_json::from_str(line).map_err(|source| EvaluationError::Case {
            path: path.to_owned(),
            line: at + 1,
            source,
        })?;
        Ok(SearchRequest::new(question.query))
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}

fn count_hits(snapshot: &Snapshot, request: &SearchRequest) -> Result<usize, EngineError> {
    match search(snapshot, request) {
        Ok(answer) => Ok(answer.hits.len()),
        Err(EngineError::Search(SearchError::Empty | SearchError::NoWords)) => Ok(0),
        Err(error) => Err(error),
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
        let measured = latency(&root, &folder.path().join("cache"), &questions, 3).unwrap();
        assert!(measured.hits.len() == 2 && measured.hits[0] > 0 && measured.hits[1] == 0);
        assert!(measured.milliseconds.len() == 2 && measured.milliseconds.iter().all(|time| *time > 0.0));
    }
}
