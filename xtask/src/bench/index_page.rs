//! The page `evaluation/results/index-speed.md`: what an index costs, and whether the targets are met. Measures nothing.

use std::fmt::Write as _;

use super::report::{self, Figures, Row};
use super::verdict::Verdict;
use crate::{Outcome, workspace};

/// The corpus that the targets are about.
const CORPUS: &str = "django";
/// How many times our CPU seconds a peer takes from nothing.
const TIMES_OURS: f64 = 10.0;
/// Megabytes of the process.
const PEAK: f64 = 400.0;
/// Milliseconds of CPU after one file changed.
const ONE_FILE: f64 = 150.0;

const HEAD: &str = "# What an index costs

Made by `cargo xtask bench index --install-peers --write`. Both programs work on copies of the same trees in one run, so that ratios hold where
seconds depend on what else the machine does.

";

const TARGETS: &str = "| ours, django | target | measured | met |
|---|---:|---:|---|
";

pub(super) fn page(rows: &[Row]) -> String {
    let targets = rows.iter().find(|row| row.corpus.starts_with(CORPUS)).map(targets).unwrap_or_default();
    format!("{HEAD}{targets}{}", report::markdown(rows))
}

pub(super) fn write(page: &str) -> Outcome {
    let path = workspace::root().join("evaluation").join("results").join("index-speed.md");
    std::fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))
}

fn targets(row: &Row) -> String {
    let measured: Vec<&Figures> = row
        .verdicts
        .iter()
        .filter_map(|(_, verdict): &(String, Verdict<Figures>)| verdict.measured())
        .collect();
    let Some((ours, peers)) = measured.split_first() else { return String::new() };
    let mut table = String::from(TARGETS);
    let cpu = |figures: &Figures| figures.from_nothing.cpu_seconds;
    if let (Some(ours), Some(peer)) = (cpu(ours), peers.first().and_then(|peer| cpu(peer))) {
        let times = peer / ours;
        add(
            &mut table,
            "CPU of codegraph / ours, from nothing",
            "at least 10x",
            &format!("{times:.2}x"),
            times >= TIMES_OURS,
        );
    }
    if let Some(peak) = ours.from_nothing.peak_bytes.map(|bytes| bytes as f64 / 1e6) {
        add(&mut table, "peak memory, from nothing", "under 400 MB", &format!("{peak:.0} MB"), peak < PEAK);
    }
    if let Some(one_file) = ours.one_file_changed.cpu_seconds.map(|seconds| seconds * 1e3) {
        let text = format!("{one_file:.0} ms");
        add(&mut table, "CPU after one file changed", "under 150 ms", &text, one_file < ONE_FILE);
    }
    table + "\n"
}

fn add(table: &mut String, what: &str, target: &str, measured: &str, is_met: bool) {
    let met = if is_met { "yes" } else { "no" };
    // Writing to a string cannot fail.
    let _ = writeln!(table, "| {what} | {target} | {measured} | {met} |");
}

#[cfg(test)]
mod tests {
    use super::super::measure::Usage;
    use super::*;

    fn figures(cpu: f64) -> Verdict<Figures> {
        let peak_bytes = Some(300_000_000);
        let usage = Usage { wall_seconds: cpu, cpu_seconds: Some(cpu), peak_bytes, own_peak_bytes: None };
        let (from_nothing, unchanged, one_file_changed) = (usage, usage, usage);
        Verdict::Measured(Figures { from_nothing, unchanged, one_file_changed, bytes_on_disk: 1, runs: 1 })
    }

    #[test]
    fn a_target_that_is_missed_is_said_to_be() {
        let verdicts = vec![("orient".to_owned(), figures(0.5)), ("codegraph".to_owned(), figures(5.5))];
        let row = Row { corpus: "django 5".to_owned(), language: "Python".to_owned(), size: None, verdicts };
        let page = page(&[row]);
        assert!(page.contains("| at least 10x | 11.00x | yes |"));
        assert!(page.contains("| under 400 MB | 300 MB | yes |"));
        assert!(page.contains("| under 150 ms | 500 ms | no |"));
    }
}
