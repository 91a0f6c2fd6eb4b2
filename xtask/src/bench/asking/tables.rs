//! The page of figures: times beside the targets, peers beside us. Nothing here measures.

use std::fmt::Write as _;

use serde::Serialize;

use super::cold::Cold;
use super::questions::{Group, Question};
use super::warm::{Spread, Warm};

/// What everybody was asked and what came of it; the first row is ours.
#[derive(Serialize)]
pub(super) struct Page {
    corpus: String,
    questions: usize,
    runs: usize,
    rows: Vec<Row>,
}

#[derive(Serialize)]
pub(super) struct Row {
    pub(super) program: String,
    pub(super) verdict: Verdict,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    Measured(Figures),
    NotRun(String),
}

#[derive(Serialize)]
pub(super) struct Figures {
    pub(super) warm: Warm,
    pub(super) cold: Option<Cold>,
}

/// Milliseconds, and megabytes of the process.
const WARM_P50: f64 = 5.0;
const WARM_P99: f64 = 25.0;
const COLD_WALL: f64 = 100.0;
const PEAK: f64 = 200.0;

impl Page {
    pub(super) fn new(corpus: String, questions: &[Question], runs: usize, rows: Vec<Row>) -> Page {
        Page { corpus, questions: questions.len(), runs, rows }
    }

    pub(super) fn markdown(&self) -> String {
        let head = format!(
            "# How long a search takes\n\nMade by `cargo xtask bench search` on {}: {} questions, {} runs of each.\n",
            self.corpus, self.questions, self.runs
        );
        let ours = self.measured().next().map(|(_, figures)| figures);
        let targets = ours.map(targets).unwrap_or_default();
        head + &targets + &self.warm(ours) + &self.cold(ours) + &self.not_run() + LEGEND
    }

    fn measured(&self) -> impl Iterator<Item = (&str, &Figures)> {
        self.rows.iter().filter_map(|row| match &row.verdict {
            Verdict::Measured(figures) => Some((row.program.as_str(), figures)),
            Verdict::NotRun(_) => None,
        })
    }

    fn warm(&self, ours: Option<&Figures>) -> String {
        let mut text = String::from(WARM_HEADER);
        for group in Group::ALL {
            let our_spread = ours.and_then(|ours| ours.spread(group));
            for (program, figures) in self.measured() {
                if let Some(spread) = figures.spread(group) {
                    let times = our_spread.map_or("-".to_owned(), |ours| ratio(ours.p50, spread.p50));
                    let cells =
                        format!("{:.2} | {:.2} | {:.2} | {times}", spread.p50, spread.p99, spread.most);
                    let _ = writeln!(text, "| {} ({}) | {program} | {cells} |", group.name(), spread.count);
                }
            }
        }
        text
    }

    fn cold(&self, ours: Option<&Figures>) -> String {
        let ours = ours.and_then(|ours| ours.cold.as_ref());
        let mut text = String::from(COLD_HEADER);
        for (program, figures) in self.measured() {
            let warm_peak = megabytes(figures.warm.peak_bytes);
            let cells =
                figures.cold.as_ref().map_or("- | - | - | - | -".to_owned(), |cold| cells(cold, ours));
            let _ = writeln!(text, "| {program} | {cells} | {warm_peak} |");
        }
        text
    }

    fn not_run(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            if let Verdict::NotRun(reason) = &row.verdict {
                let _ = writeln!(text, "\n{}: not run: {reason}", row.program);
            }
        }
        text
    }
}

impl Figures {
    fn spread(&self, group: Group) -> Option<Spread> {
        self.warm.groups.iter().find(|(other, _)| *other == group).map(|(_, spread)| *spread)
    }
}

const TARGET_HEADER: &str = "\n| ours | target | measured | met |\n|---|---:|---:|---|\n";

const WARM_HEADER: &str = "
## Warm, one thread, milliseconds

| questions | program | p50 | p99 | most | p50 / ours |
|---|---|---:|---:|---:|---:|
";

const COLD_HEADER: &str = "
## Cold: a process for one question, the index being up to date

| program | wall ms, p50 | wall ms, most | CPU ms, p50 | CPU / ours | peak MB | peak MB, warm process |
|---|---:|---:|---:|---:|---:|---:|
";

const LEGEND: &str = "
A question's warm time is the median of its runs after one that does not count, a peer's that of one run; the percentiles
are over questions. An answer has at most 10 hits, without quotes of source. The cold process answers 10 of the questions,
spread evenly over all: it checks the tree for changes, quotes source and prints its page. What the peers do is not the same:
semble has code alone in its index and is asked without its embedding model, so BM25 and its re-ranking (its command cannot
be run so); codegraph looks for names, checks no tree, and is asked through its library when warm, by the call of its command.
";

fn targets(ours: &Figures) -> String {
    let mut lines = Vec::new();
    if let Some(all) = ours.spread(Group::All) {
        lines.push(("warm search, p50", WARM_P50, all.p50, "ms"));
        lines.push(("warm search, p99", WARM_P99, all.p99, "ms"));
    }
    if let Some(cold) = &ours.cold {
        lines.push(("cold process, wall p50", COLD_WALL, cold.wall_milliseconds.p50, "ms"));
        let peak = cold.peak_bytes.map(|bytes| bytes as f64 / 1e6);
        lines.extend(peak.map(|peak| ("cold process, peak memory", PEAK, peak, "MB")));
    }
    let lines = lines.into_iter().map(|(what, target, measured, unit)| {
        let met = if measured < target { "yes" } else { "no" };
        format!("| {what} | under {target:.0} {unit} | {measured:.2} {unit} | {met} |\n")
    });
    TARGET_HEADER.to_owned() + &lines.collect::<String>()
}

fn cells(cold: &Cold, ours: Option<&Cold>) -> String {
    let wall = cold.wall_milliseconds;
    let median = |cold: &Cold| cold.cpu_milliseconds.map(|cpu| cpu.p50);
    let cpu = median(cold).map_or("-".to_owned(), |cpu| format!("{cpu:.0}"));
    let times = ours.and_then(median).zip(median(cold));
    let times = times.map_or("-".to_owned(), |(ours, theirs)| ratio(ours, theirs));
    format!("{:.0} | {:.0} | {cpu} | {times} | {}", wall.p50, wall.most, megabytes(cold.peak_bytes))
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("-".to_owned(), |bytes| format!("{:.0}", bytes as f64 / 1e6))
}

fn ratio(ours: f64, theirs: f64) -> String {
    if ours > 0.0 { format!("{:.1}x", theirs / ours) } else { "-".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(time: f64) -> Figures {
        let spread = Spread { count: 2, p50: time, p99: time * 2.0, most: time * 3.0 };
        let warm = Warm {
            milliseconds: vec![time; 2],
            hits: vec![1; 2],
            groups: vec![(Group::OneLine, spread), (Group::All, spread)],
            peak_bytes: Some(50_000_000),
        };
        let cold =
            Cold { wall_milliseconds: spread, cpu_milliseconds: Some(spread), peak_bytes: Some(90_000_000) };
        Figures { warm, cold: Some(cold) }
    }

    fn page(peer: Verdict) -> String {
        let ours = Row { program: "orient".to_owned(), verdict: Verdict::Measured(figures(4.0)) };
        let rows = vec![ours, Row { program: "peer".to_owned(), verdict: peer }];
        Page::new("sample 1".to_owned(), &[], 3, rows).markdown()
    }

    #[test]
    fn figures_stand_beside_targets_and_peers() {
        let page = page(Verdict::Measured(figures(40.0)));
        assert!(page.contains("| warm search, p50 | under 5 ms | 4.00 ms | yes |"));
        assert!(page.contains("| all (2) | peer | 40.00 | 80.00 | 120.00 | 10.0x |"));
        assert!(page.contains("| peer | 40 | 120 | 40 | 10.0x | 90 | 50 |"));
        assert!(!page.contains("whole reports"));
    }

    #[test]
    fn what_was_not_run_has_no_figures() {
        let page = page(Verdict::NotRun("not installed".to_owned()));
        assert!(page.contains("peer: not run: not installed") && !page.contains("| peer |"));
    }
}
