//! The result as a Markdown table and as JSON.
//!
//! Nothing here measures. What was not run is written as such, and no ratio is made of it.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use super::folder::TextSize;
use super::measure::Usage;
use super::verdict::Verdict;
use crate::Outcome;

/// One corpus with everybody who was measured on it; the first one is ours.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) corpus: String,
    pub(super) language: String,
    pub(super) size: Option<TextSize>,
    pub(super) verdicts: Vec<(String, Verdict<Figures>)>,
}

#[derive(Serialize)]
pub(super) struct Figures {
    pub(super) from_nothing: Usage,
    pub(super) unchanged: Usage,
    pub(super) one_file_changed: Usage,
    pub(super) bytes_on_disk: u64,
    pub(super) runs: usize,
}

const HEADER: &str = "\
| corpus | lines | program | CPU s | wall s | peak MB | disk MB | lines/s | CPU s, unchanged | CPU s, 1 file changed |
|---|---:|---|---:|---:|---:|---:|---:|---:|---:|
";

const LEGEND: &str = "
CPU is user and system time of the program and its children; lines are those of all text files. Each figure is the
run of median CPU: three runs of ours unless told otherwise, one of a peer.
";

pub(super) fn markdown(rows: &[Row]) -> String {
    let mut page = String::from(HEADER);
    for row in rows {
        for (name, verdict) in &row.verdicts {
            page.push_str(&line(row, name, verdict));
        }
        page.push_str(&ratios(row).unwrap_or_default());
    }
    page + LEGEND
}

pub(super) fn write_json(rows: &[Row], path: &Path) -> Outcome {
    let text = serde_json::to_string_pretty(rows).map_err(|error| error.to_string())?;
    std::fs::write(path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
}

fn line(row: &Row, name: &str, verdict: &Verdict<Figures>) -> String {
    let lines = row.size.map_or("-".to_owned(), |size| size.lines.to_string());
    let head = format!("| {} ({}) | {lines} | {name}", row.corpus, row.language);
    match verdict {
        Verdict::NotRun(reason) => format!("{head} | not run: {reason} | | | | | | |\n"),
        Verdict::Measured(figures) => format!("{head} | {} |\n", cells(row, figures).join(" | ")),
    }
}

fn cells(row: &Row, figures: &Figures) -> [String; 7] {
    let rate = row.size.map(|size| size.lines as f64 / figures.from_nothing.wall_seconds);
    [
        seconds(figures.from_nothing.cpu_seconds),
        seconds(Some(figures.from_nothing.wall_seconds)),
        figures.from_nothing.peak_bytes.map_or("-".to_owned(), megabytes),
        megabytes(figures.bytes_on_disk),
        rate.map_or("-".to_owned(), |rate| format!("{rate:.0}")),
        seconds(figures.unchanged.cpu_seconds),
        seconds(figures.one_file_changed.cpu_seconds),
    ]
}

fn seconds(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.3}"))
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}

/// How many times more the peer uses than we do, on the corpora where both ran.
fn ratios(row: &Row) -> Option<String> {
    let [(_, Verdict::Measured(ours)), rest @ ..] = row.verdicts.as_slice() else { return None };
    let mut text = String::new();
    for (name, verdict) in rest {
        if let Verdict::Measured(peer) = verdict {
            let cells = ratio_cells(ours, peer).join(" | ");
            writeln!(text, "| {} | | {name} / ours | {cells} |", row.corpus).ok()?;
        }
    }
    Some(text)
}

fn ratio_cells(ours: &Figures, peer: &Figures) -> [String; 7] {
    let wall = |figures: &Figures| Some(figures.from_nothing.wall_seconds);
    let memory = |figures: &Figures| figures.from_nothing.peak_bytes.map(|bytes| bytes as f64);
    [
        ratio(ours.from_nothing.cpu_seconds, peer.from_nothing.cpu_seconds),
        ratio(wall(ours), wall(peer)),
        ratio(memory(ours), memory(peer)),
        ratio(Some(ours.bytes_on_disk as f64), Some(peer.bytes_on_disk as f64)),
        ratio(wall(peer), wall(ours)),
        ratio(ours.unchanged.cpu_seconds, peer.unchanged.cpu_seconds),
        ratio(ours.one_file_changed.cpu_seconds, peer.one_file_changed.cpu_seconds),
    ]
}

fn ratio(ours: Option<f64>, peer: Option<f64>) -> String {
    match (ours, peer) {
        (Some(ours), Some(peer)) if ours > 0.0 => format!("{:.2}x", peer / ours),
        _ => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(cpu: f64) -> Figures {
        let usage = Usage {
            wall_seconds: cpu / 2.0,
            cpu_seconds: Some(cpu),
            peak_bytes: Some(2_000_000),
            own_peak_bytes: None,
        };
        Figures {
            from_nothing: usage,
            unchanged: usage,
            one_file_changed: usage,
            bytes_on_disk: 1_000_000,
            runs: 1,
        }
    }

    fn row(peer: Verdict<Figures>) -> Row {
        let size = Some(TextSize { files: 1, lines: 100, bytes: 1_000 });
        let verdicts =
            vec![("orient".to_owned(), Verdict::Measured(figures(2.0))), ("peer".to_owned(), peer)];
        Row { corpus: "sample".to_owned(), language: "Go".to_owned(), size, verdicts }
    }

    #[test]
    fn a_ratio_stands_below_two_measurements() {
        let page = markdown(&[row(Verdict::Measured(figures(20.0)))]);
        assert!(
            page.contains("| sample (Go) | 100 | orient | 2.000 | 1.000 | 2.0 | 1.0 | 100 | 2.000 | 2.000 |")
        );
        assert!(page.contains("| sample | | peer / ours | 10.00x |"));
    }

    #[test]
    fn what_was_not_run_is_no_figure_and_makes_no_ratio() {
        let page = markdown(&[row(Verdict::NotRun("not installed".to_owned()))]);
        assert!(page.contains("not run: not installed"));
        assert!(!page.contains("/ ours"));
    }
}
