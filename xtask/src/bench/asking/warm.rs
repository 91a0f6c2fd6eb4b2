//! What a question takes in a process that has answered before, on one thread.

use serde::{Deserialize, Serialize};

use super::Bench;
use super::program::Program;
use super::questions::{self, Group, Question};
use crate::bench::measure::measure_with_output;

#[derive(Serialize)]
pub(super) struct Warm {
    /// Of each question, the median of its rounds.
    pub(super) milliseconds: Vec<f64>,
    pub(super) hits: Vec<usize>,
    pub(super) groups: Vec<(Group, Spread)>,
    /// Of the process, with the questions and all answers.
    pub(super) peak_bytes: Option<u64>,
}

/// The distribution of times over questions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Spread {
    pub(super) count: usize,
    pub(super) p50: f64,
    pub(super) p99: f64,
    pub(super) most: f64,
}

#[derive(Deserialize)]
struct Told {
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
    Ok(Warm { milliseconds: told.milliseconds, hits: told.hits, groups, peak_bytes: usage.peak_bytes })
}

impl Spread {
    pub(super) fn of(mut values: Vec<f64>) -> Option<Spread> {
        values.sort_by(f64::total_cmp);
        let most = *values.last()?;
        // The smallest value that this share of the values does not exceed.
        let at = |share: f64| values[((share * values.len() as f64).ceil() as usize).max(1) - 1];
        Some(Spread { count: values.len(), p50: at(0.5), p99: at(0.99), most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let spread = Spread::of((1..=200).rev().map(f64::from).collect()).unwrap();
        assert_eq!(spread, Spread { count: 200, p50: 100.0, p99: 198.0, most: 200.0 });
        assert_eq!(Spread::of(vec![7.0]).unwrap(), Spread { count: 1, p50: 7.0, p99: 7.0, most: 7.0 });
        assert!(Spread::of(Vec::new()).is_none());
    }
}
