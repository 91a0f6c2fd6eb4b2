//! `cargo xtask bench context`: how long a context takes, warm and cold, with a peer beside us in the same run, and how that
//! grows with the tree.

use std::path::PathBuf;

use serde::Serialize;

use super::asking::{self, Asked, Figures, Group, Options, Target, Verb};
use super::corpora::{self, Corpus};
use crate::{Outcome, workspace};

mod growth;
pub(super) mod part;
pub(super) mod power_law;

use growth::Step;

/// The corpora that the targets are about.
const CORPUS: &str = "django";
const LARGE: &str = "linux";
/// Milliseconds.
const WARM_P50: f64 = 20.0;
const LARGE_P50: f64 = 60.0;
const COLD_WALL: f64 = 150.0;

#[derive(Serialize)]
struct Measured {
    asked: Asked,
    growth: Vec<Step>,
}

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let options = Options::parse(arguments)?;
    asking::prepare_programs(&options)?;
    let asked = asking::ask_everybody(CORPUS, Verb::Context, &options, |corpus| match options.queries[..] {
        [] => Ok(asking::own()),
        _ => asking::read(&options.queries, &corpus.repository),
    })?;
    let (title, folder) = large(&options)?;
    let growth = growth::measure(&title, &folder, options.runs)?;
    let measured = Measured { asked, growth };
    options.finish(&page(&measured, &title), &measured, "context-speed.md")
}

/// The folder that was named, or the large one of the table.
fn large(options: &Options) -> Result<(String, PathBuf), String> {
    let corpus = match &options.large {
        Some(folder) => Corpus::at(folder),
        None => corpora::named(&workspace::root(), LARGE)?,
    };
    Ok((corpus.title(), corpora::obtain(&corpus, options.corpora.as_deref())?))
}

fn page(measured: &Measured, large: &str) -> String {
    let Measured { asked, growth } = measured;
    let targets = asked.ours().map(|ours| targets(ours, growth)).unwrap_or_default();
    asking::page(&head(asked), &targets, asked) + &growth::table(growth, large) + LEGEND
}

fn head(asked: &Asked) -> String {
    format!(
        "# How long a context takes\n\nMade by `cargo xtask bench context` on {}: {} tasks, {} runs of each.\n",
        asked.corpus, asked.questions, asked.runs
    )
}

fn targets(ours: &Figures, growth: &[Step]) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut add = |what, below, measured| targets.push(Target { what, below, measured, unit: "ms" });
    if let Some(all) = ours.spread(Group::All) {
        add("warm context, p50", WARM_P50, all.p50);
    }
    if let Some(p50) = growth.iter().find(|step| step.size.lines >= 1_000_000).and_then(Step::warm_p50) {
        add("warm context, a million lines, p50", LARGE_P50, p50);
    }
    if let Some(cold) = &ours.cold {
        add("cold process, wall p50", COLD_WALL, cold.wall_milliseconds.p50);
    }
    targets
}

const LEGEND: &str = "
A task's warm time is the median of its runs after one that does not count, a peer's that of one run; the percentiles are over
tasks. An answer is a pack of 8,000 tokens: the list is ranked, source is read from disk, cut, written and its tokens are
counted. The cold process answers 10 of the tasks, spread evenly over all: it also checks the tree for changes and prints. What
the peer does is not the same: codegraph takes the words of a task for names, reads source of the files that have them, counts
characters instead of tokens and, when warm, is asked through the call of its command. Parts of the large tree are made of whole
folders in an order that is random and always the same; a larger part has all of a smaller one.
";
