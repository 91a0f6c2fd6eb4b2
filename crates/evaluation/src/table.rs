//! Figures as a table for people.

use crate::metrics::main_figures;
use crate::statistics::Estimate;
use crate::suite::SuiteKind;
use crate::summary::{DIMENSIONS, Group, Summary};
use std::fmt::Write;

/// Figures beside the main ones, in the order of their columns.
fn columns(kind: SuiteKind) -> &'static [&'static str] {
    match kind {
        SuiteKind::Files => &["mrr", "r_at_10", "gold_file_in_2000_tokens"],
        SuiteKind::Symbols => &[
            "strict_r_at_10",
            "strict_r_at_50",
            "strict_ndcg_at_10",
            "p_at_10",
            "r_at_10",
            "mrr",
            "shown_f1_at_4000",
            "shown_recall_at_4000",
            "shown_precision_at_4000",
        ],
        SuiteKind::Issues => &["file_acc_at_3", "function_acc_at_5", "mrr"],
        SuiteKind::Lines => &[
            "line_recall_at_4000",
            "line_precision_at_4000",
            "line_f1_at_2000",
            "line_recall_at_2000",
            "line_precision_at_2000",
            "line_f1_at_8000",
            "line_recall_at_8000",
            "line_precision_at_8000",
        ],
        SuiteKind::Paraphrases => &["same_first"],
    }
}

const LATENCY: [(&str, &str); 2] = [("latency_p50_ms", "p50 ms"), ("latency_p99_ms", "p99 ms")];

/// A line for the whole suite and for each of its parts.
pub fn table(summary: &Summary) -> String {
    let kind = summary.kind;
    let mut out = String::new();
    let Summary { skipped, refused, .. } = summary;
    let _ =
        writeln!(out, "{}: {} cases, {skipped} skipped, {refused} refused", kind.name(), summary.all.cases);
    heading(&mut out, kind);
    line(&mut out, kind, "all", &summary.all);
    for dimension in DIMENSIONS {
        let Some(groups) = summary.by.get(dimension) else { continue };
        let _ = writeln!(out, "by {dimension}");
        for (name, group) in groups {
            line(&mut out, kind, &format!("  {name}"), group);
        }
    }
    footing(&mut out, summary);
    out
}

/// The same in Markdown, without times: equal runs give equal files.
pub fn markdown(summary: &Summary, parameters: u64) -> String {
    let kind = summary.kind;
    let names = || main_figures(kind).iter().chain(columns(kind));
    let Summary { skipped, refused, .. } = summary;
    let mut out = format!("# Suite `{}`\n\n", kind.name());
    let _ = writeln!(
        out,
        "Made by `orient eval --write`: {} cases, {skipped} skipped, {refused} refused, parameters {parameters:016x}.\n\
         In brackets 95 % intervals.",
        summary.all.cases
    );
    out.push_str("\n| | n |");
    names().for_each(|name| out.push_str(&format!(" {} |", short(name))));
    out.push_str("\n|---|---:|");
    names().for_each(|_| out.push_str("---:|"));
    out.push('\n');
    row(&mut out, kind, "all", &summary.all);
    for dimension in DIMENSIONS {
        for (name, group) in summary.by.get(dimension).into_iter().flatten() {
            row(&mut out, kind, &format!("{dimension} {name}"), group);
        }
    }
    out.push('\n');
    footing(&mut out, summary);
    out
}

fn row(out: &mut String, kind: SuiteKind, title: &str, group: &Group) {
    let _ = write!(out, "| {title} | {} |", group.cases);
    for name in main_figures(kind) {
        let _ = write!(out, " {} |", group.figures.get(name).map_or_else(String::new, interval));
    }
    for name in columns(kind) {
        let value = group.figures.get(name).map_or_else(String::new, |one| format!("{:.3}", one.value));
        let _ = write!(out, " {value} |");
    }
    out.push('\n');
}

fn heading(out: &mut String, kind: SuiteKind) {
    let _ = write!(out, "{:<28}{:>5}", "", "n");
    for name in main_figures(kind) {
        let _ = write!(out, "  {:<19}", short(name));
    }
    for name in columns(kind) {
        let _ = write!(out, "{:>1$}", short(name), width(name));
    }
    let _ = writeln!(out, "{:>9}{:>9}", LATENCY[0].1, LATENCY[1].1);
}

/// Of the column of a figure, with room before it.
fn width(name: &str) -> usize {
    short(name).len().max(6) + 2
}

fn line(out: &mut String, kind: SuiteKind, title: &str, group: &Group) {
    let _ = write!(out, "{title:<28}{:>5}", group.cases);
    for name in main_figures(kind) {
        let _ = write!(out, "  {:<19}", group.figures.get(name).map_or_else(String::new, interval));
    }
    for name in columns(kind) {
        let value = group.figures.get(name).map_or_else(String::new, |one| format!("{:.3}", one.value));
        let _ = write!(out, "{value:>0$}", width(name));
    }
    for (name, _) in LATENCY {
        let value = group.figures.get(name).map_or_else(String::new, |one| format!("{:.2}", one.value));
        let _ = write!(out, "{value:>9}");
    }
    out.push('\n');
}

fn footing(out: &mut String, summary: &Summary) {
    let value = |name: &str| summary.all.figures.get(name).map(|one| one.value);
    if summary.kind == SuiteKind::Files && summary.by.contains_key("language") {
        let over_cases = value("ndcg_at_10_over_cases").unwrap_or_default();
        let _ = writeln!(out, "ndcg@10 of all is the mean over languages; over cases it is {over_cases:.3}");
    }
    if let (Some(crowded), Some(moved)) = (value("crowded_at_10"), value("top_moved")) {
        let count = |share: f64| (share * summary.all.cases as f64).round();
        let _ = writeln!(
            out,
            "crowded by one file although others match: {}; top result moved by the limit per file: {}",
            count(crowded),
            count(moved)
        );
    }
}

pub(crate) fn interval(estimate: &Estimate) -> String {
    format!("{:.3} [{:.3} {:.3}]", estimate.value, estimate.low, estimate.high)
}

/// `ndcg_at_10` as `ndcg@10`, short enough for a column.
pub(crate) fn short(name: &str) -> String {
    name.replace("_at_", "@")
        .replace("function_acc", "func")
        .replace("file_acc", "file")
        .replace("strict_", "s.")
        .replace("gold_file_in_2000_tokens", "in@2000")
        .replace("line_", "")
        .replace("shown_", "src.")
        .replace("recall", "r")
        .replace("precision", "p")
}
