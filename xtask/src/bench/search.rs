//! `cargo xtask bench search`: how long a search takes, warm and cold, with two peers beside us in the same run.

use super::asking::{self, Asked, Figures, Group, Options, Target, Verb};
use crate::Outcome;

/// The corpus that the targets are about.
const CORPUS: &str = "django";
/// Milliseconds, and megabytes of the process.
const WARM_P50: f64 = 5.0;
const WARM_P99: f64 = 25.0;
const COLD_WALL: f64 = 100.0;
const PEAK: f64 = 200.0;

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    asking::prepare_programs(&options)?;
    let asked = asking::ask_everybody(CORPUS, Verb::Search, &options, |corpus| {
        asking::read(&options.queries, &corpus.repository)
    })?;
    let page = asking::page(&head(&asked), &asked.ours().map(targets).unwrap_or_default(), &asked) + LEGEND;
    options.finish(&page, &asked, "search-speed.md")
}

fn head(asked: &Asked) -> String {
    format!(
        "# How long a search takes\n\nMade by `cargo xtask bench search` on {}: {} questions, {} runs of each.\n",
        asked.corpus, asked.questions, asked.runs
    )
}

fn targets(ours: &Figures) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut add = |what, below, measured, unit| targets.push(Target { what, below, measured, unit });
    if let Some(all) = ours.spread(Group::All) {
        add("warm search, p50", WARM_P50, all.p50, "ms");
        add("warm search, p99", WARM_P99, all.p99, "ms");
    }
    if let Some(cold) = &ours.cold {
        add("cold process, wall p50", COLD_WALL, cold.wall_milliseconds.p50, "ms");
        if let Some(peak) = cold.peak_bytes {
            add("cold process, peak memory", PEAK, peak as f64 / 1e6, "MB");
        }
    }
    targets
}

const LEGEND: &str = "
A question's warm time is the median of its runs after one that does not count, a peer's that of one run; the percentiles
are over questions. An answer has at most 10 hits, without quotes of source. The cold process answers 10 of the questions,
spread evenly over all: it checks the tree for changes, quotes source and prints its page. What the peers do is not the same:
semble has code alone in its index and is asked without its embedding model, so BM25 and its re-ranking (its command cannot
be run so); codegraph looks for names, checks no tree, and is asked through its library when warm, by the call of its command.
";
