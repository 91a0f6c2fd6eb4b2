//! The same tasks asked of ever larger parts of one tree, and the law by which the time grows.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use super::part::Tree;
use super::power_law::exponent;
use crate::bench::asking::{self, Bench, Figures, Group, Verb, megabytes};
use crate::bench::folder::TextSize;

/// Lines of the parts: of C they make about 10 thousand, 100 thousand and a million units.
const LINES: [u64; 3] = [80_000, 1_000_000, 8_000_000];

/// One part of the tree and what was measured on it.
#[derive(Serialize)]
pub(super) struct Step {
    pub(super) size: TextSize,
    figures: Figures,
}

impl Step {
    pub(super) fn warm_p50(&self) -> Option<f64> {
        self.figures.spread(Group::All).map(|spread| spread.p50)
    }

    fn units(&self) -> usize {
        self.figures.warm.units.unwrap_or_default()
    }
}

/// Each part is indexed in a folder of its own and kept for the next run.
pub(super) fn measure(title: &str, folder: &Path, runs: usize) -> Result<Vec<Step>, String> {
    eprintln!("{title}: counting lines ...");
    let (tree, questions) = (Tree::read(folder), asking::kernel());
    let mut steps = Vec::new();
    for lines in LINES {
        let (files, size) = tree.part(lines);
        eprintln!("{title}: {} lines ...", size.lines);
        let bench = Bench::copy(Verb::Context, &format!("{title} {lines}"), &files, folder, runs)?;
        steps.push(Step { size, figures: asking::measure_ours(&bench, &questions)? });
    }
    Ok(steps)
}

const HEADER: &str = "\
| units | lines | files | warm ms, p50 | p95 | p99 | cold wall ms, p50 | p95 | peak MB | peak MB, warm process |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

pub(super) fn table(steps: &[Step], title: &str) -> String {
    let mut text = format!("\n## How it grows: parts of {title}\n\n{HEADER}");
    for step in steps {
        let TextSize { files, lines, .. } = step.size;
        let _ = writeln!(text, "| {} | {lines} | {files} | {} |", step.units(), cells(&step.figures));
    }
    let law = |of: &dyn Fn(&Step) -> Option<f64>| {
        let points: Option<Vec<(f64, f64)>> =
            steps.iter().map(|step| Some((step.units() as f64, of(step)?))).collect();
        points.and_then(|points| exponent(&points)).map_or("-".to_owned(), |law| format!("{law:.2}"))
    };
    let (warm, cold) = (law(&Step::warm_p50), law(&|step| cold_p50(&step.figures)));
    let _ = writeln!(
        text,
        "\nWarm p50 grows as units to the power of {warm}, the cold process to that of {cold}."
    );
    text
}

fn cold_p50(figures: &Figures) -> Option<f64> {
    figures.cold.as_ref().map(|cold| cold.wall_milliseconds.p50)
}

fn cells(figures: &Figures) -> String {
    let times = figures.spread(Group::All).map(|spread| [spread.p50, spread.p95, spread.p99]);
    let times =
        times.map_or("- | - | -".to_owned(), |times| times.map(|time| format!("{time:.2}")).join(" | "));
    let wall = figures.cold.as_ref().map(|cold| cold.wall_milliseconds);
    let wall = wall.map_or("- | -".to_owned(), |wall| format!("{:.0} | {:.0}", wall.p50, wall.p95));
    let peak = megabytes(figures.cold.as_ref().and_then(|cold| cold.peak_bytes));
    format!("{times} | {wall} | {peak} | {}", megabytes(figures.warm.peak_bytes))
}
