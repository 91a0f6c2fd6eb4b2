//! What a question takes in a process that has answered before, on one thread.

use serde::{Deserialize, Serialize};

use super::program::Program;
use super::questions::{self, Group, Question};
use super::{Bench, Spread};
use crate::bench::measure::measure_with_output;

#[derive(Serialize)]
pub(crate) struct Warm {
    /// Of the index, where the program says so.
    pub(crate) units: Option<usize>,
    /// Of each question, the median of its rounds.
    pub(super) milliseconds: Vec<f64>,
    pub(super) hits: Vec<usize>,
    pub(super) groups: Vec<(Group, Spread)>,
    /// Of the process, with the questions and all answers.
    pub(crate) peak_bytes: Option<u64>,
}

#[derive(Deserialize)]
struct Told {
    #[serde(default)]
    units: Option<usize>,
    milliseconds: Vec<f64>,
    hits: Vec<usize>,
}

pub(super) fn measure(program: &Program, bench: &Bench, asked: &[Question]) -> Result<Warm, String> {
    let path = bench.kept.join("questions.jsonl");
    questions::write(asked, &path)?;
    let invocation = program.warm_invocation(bench, &path);
    let (usage, output) = measure_with_output(&invocation, &bench.kept.join("usage.json"))?;
    let told: Told = serde_json::from_slice(&output).map_err(|error| format!("its output: {error}"))?;
    if told.milliseconds.len() != asked.len() || told.hits.len() != asked.len() {
        return Err("it did not answer every question".to_owned());
    }
    let groups = Group::ALL.into_iter().filter_map(|group| {
        let times = asked.iter().zip(&told.milliseconds).filter(|(question, _)| group.holds(question));
        Some((group, Spread::of(times.map(|(_, time)| *time).collect())?))
    });
    let groups = groups.collect();
    let Told { units, milliseconds, hits } = told;
    Ok(Warm { units, milliseconds, hits, groups, peak_bytes: usage.peak_bytes })
}
