//! What a process costs that is started for one question, on a tree whose index is up to date.

use serde::Serialize;

use super::program::Program;
use super::questions::Question;
use super::{Bench, Spread, Warm};
use crate::bench::measure::measure as measure_child;

/// Questions that are asked cold, spread evenly over all.
const ASKED: usize = 10;

#[derive(Serialize)]
pub(crate) struct Cold {
    pub(crate) wall_milliseconds: Spread,
    pub(crate) cpu_milliseconds: Option<Spread>,
    /// Of the process that needed most.
    pub(crate) peak_bytes: Option<u64>,
}

/// The same for everybody. Only what the first program found something for: to find nothing ends in another exit code.
pub(super) fn choose<'a>(questions: &'a [Question], first: &Warm) -> Vec<&'a str> {
    let answered = questions.iter().zip(&first.hits).filter(|(_, hits)| **hits > 0);
    let answered: Vec<&str> = answered.map(|(question, _)| question.query.as_str()).collect();
    let chosen = (0..ASKED.min(answered.len())).map(|at| at * answered.len() / ASKED.min(answered.len()));
    chosen.map(|at| answered[at]).collect()
}

/// None where the program has no command for it.
pub(super) fn measure(program: &Program, bench: &Bench, queries: &[&str]) -> Result<Option<Cold>, String> {
    let mut usages = Vec::new();
    for query in queries {
        for _ in 0..program.runs(bench) {
            let Some(invocation) = program.cold_invocation(bench, query) else { return Ok(None) };
            usages.push(measure_child(&invocation, &bench.kept.join("usage.json"))?);
        }
    }
    let wall = usages.iter().map(|usage| usage.wall_seconds * 1e3).collect();
    let cpu = usages.iter().filter_map(|usage| Some(usage.cpu_seconds? * 1e3)).collect();
    let peak_bytes = usages.iter().filter_map(|usage| usage.peak_bytes).max();
    let wall_milliseconds = Spread::of(wall).ok_or("no question found anything")?;
    Ok(Some(Cold { wall_milliseconds, cpu_milliseconds: Spread::of(cpu), peak_bytes }))
}
