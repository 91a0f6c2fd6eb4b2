//! The page of figures: times beside the targets, peers beside us. Nothing here measures.

use std::fmt::Write as _;

use super::{Asked, Cold, Figures, Group};
use crate::bench::verdict::Verdict;

/// A figure of ours and what it has to stay below.
pub(crate) struct Target {
    pub(crate) what: &'static str,
    pub(crate) below: f64,
    pub(crate) measured: f64,
    pub(crate) unit: &'static str,
}

/// Figures beside targets, then everybody warm and cold.
pub(crate) fn page(head: &str, targets: &[Target], asked: &Asked) -> String {
    head.to_owned() + &target_table(targets) + &warm(asked) + &cold(asked) + &not_run(asked)
}

const TARGET_HEADER: &str = "\n| ours | target | measured | met |\n|---|---:|---:|---|\n";

fn target_table(targets: &[Target]) -> String {
    let line = |target: &Target| {
        let Target { what, below, measured, unit } = target;
        let met = if measured < below { "yes" } else { "no" };
        format!("| {what} | under {below:.0} {unit} | {measured:.2} {unit} | {met} |\n")
    };
    TARGET_HEADER.to_owned() + &targets.iter().map(line).collect::<String>()
}

const WARM_HEADER: &str = "
## Warm, one thread, milliseconds

| questions | program | p50 | p95 | p99 | most | p50 / ours |
|---|---|---:|---:|---:|---:|---:|
";

fn warm(asked: &Asked) -> String {
    let mut text = String::from(WARM_HEADER);
    for group in Group::ALL {
        let our_spread = asked.ours().and_then(|ours| ours.spread(group));
        for (program, figures) in measured(asked) {
            if let Some(spread) = figures.spread(group) {
                let times = our_spread.map_or("-".to_owned(), |ours| ratio(ours.p50, spread.p50));
                let cells =
                    [spread.p50, spread.p95, spread.p99, spread.most].map(|time| format!("{time:.2}"));
                let (name, count, cells) = (group.name(), spread.count, cells.join(" | "));
                let _ = writeln!(text, "| {name} ({count}) | {program} | {cells} | {times} |");
            }
        }
    }
    text
}

const COLD_HEADER: &str = "
## Cold: a process for one question, the index being up to date

| program | wall ms, p50 | wall ms, p95 | CPU ms, p50 | CPU / ours | peak MB | peak MB, warm process |
|---|---:|---:|---:|---:|---:|---:|
";

fn cold(asked: &Asked) -> String {
    let ours = asked.ours().and_then(|ours| ours.cold.as_ref());
    let mut text = String::from(COLD_HEADER);
    for (program, figures) in measured(asked) {
        let warm_peak = megabytes(figures.warm.peak_bytes);
        let cells = figures.cold.as_ref().map_or("- | - | - | - | -".to_owned(), |cold| cells(cold, ours));
        let _ = writeln!(text, "| {program} | {cells} | {warm_peak} |");
    }
    text
}

fn measured(asked: &Asked) -> impl Iterator<Item = (&str, &Figures)> {
    asked.rows.iter().filter_map(|row| Some((row.program.as_str(), row.verdict.measured()?)))
}

fn not_run(asked: &Asked) -> String {
    let mut text = String::new();
    for row in &asked.rows {
        if let Verdict::NotRun(reason) = &row.verdict {
            let _ = writeln!(text, "\n{}: not run: {reason}", row.program);
        }
    }
    text
}

fn cells(cold: &Cold, ours: Option<&Cold>) -> String {
    let wall = cold.wall_milliseconds;
    let median = |cold: &Cold| cold.cpu_milliseconds.map(|cpu| cpu.p50);
    let cpu = median(cold).map_or("-".to_owned(), |cpu| format!("{cpu:.0}"));
    let times = ours.and_then(median).zip(median(cold));
    let times = times.map_or("-".to_owned(), |(ours, theirs)| ratio(ours, theirs));
    format!("{:.0} | {:.0} | {cpu} | {times} | {}", wall.p50, wall.p95, megabytes(cold.peak_bytes))
}

pub(crate) fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("-".to_owned(), |bytes| format!("{:.0}", bytes as f64 / 1e6))
}

fn ratio(ours: f64, theirs: f64) -> String {
    if ours > 0.0 { format!("{:.1}x", theirs / ours) } else { "-".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::asking::{Row, Spread, Warm};

    fn figures(time: f64) -> Figures {
        let spread = Spread { count: 2, p50: time, p95: time * 1.5, p99: time * 2.0, most: time * 3.0 };
        let warm = Warm {
            units: None,
            milliseconds: vec![time; 2],
            hits: vec![1; 2],
            groups: vec![(Group::OneLine, spread), (Group::All, spread)],
            peak_bytes: Some(50_000_000),
        };
        let cold =
            Cold { wall_milliseconds: spread, cpu_milliseconds: Some(spread), peak_bytes: Some(90_000_000) };
        Figures { warm, cold: Some(cold) }
    }

    fn sample(peer: Verdict<Figures>) -> String {
        let ours = Row { program: "orient".to_owned(), verdict: Verdict::Measured(figures(4.0)) };
        let rows = vec![ours, Row { program: "peer".to_owned(), verdict: peer }];
        let asked = Asked { corpus: "sample 1".to_owned(), questions: 2, runs: 3, rows };
        let target = Target { what: "warm search, p50", below: 5.0, measured: 4.0, unit: "ms" };
        let missed = Target { what: "cold process", below: 3.0, measured: 4.0, unit: "ms" };
        page("# Page\n", &[target, missed], &asked)
    }

    #[test]
    fn figures_stand_beside_targets_and_peers() {
        let page = sample(Verdict::Measured(figures(40.0)));
        assert!(page.contains("| warm search, p50 | under 5 ms | 4.00 ms | yes |"));
        assert!(page.contains("| cold process | under 3 ms | 4.00 ms | no |"));
        assert!(page.contains("| all (2) | peer | 40.00 | 60.00 | 80.00 | 120.00 | 10.0x |"));
        assert!(page.contains("| peer | 40 | 60 | 40 | 10.0x | 90 | 50 |"));
        assert!(!page.contains("whole reports"));
    }

    #[test]
    fn what_was_not_run_has_no_figures() {
        let page = sample(Verdict::NotRun("not installed".to_owned()));
        assert!(page.contains("peer: not run: not installed") && !page.contains("| peer |"));
    }
}
