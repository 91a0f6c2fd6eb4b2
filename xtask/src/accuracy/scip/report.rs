//! The result as Markdown. Nothing here measures.

use std::fmt::Write as _;
use std::path::Path;

use super::Figures;
use super::indexer::{PYTHON, TYPESCRIPT};
use crate::Outcome;
use crate::accuracy::pinned::Package;

const HEADER: &str = "\
| package | files | our calls at 0.8 or more | confirmed | % | contradicted | silent | of these in unlinked files | % of what it speaks of | SCIP's calls inside the package | found | % | not seen as calls |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

const LEGEND: &str = "
A call of SCIP is an occurrence of a symbol that the package defines, where our facts have a call of that name; it belongs to
the unit around it, and equal calls of one unit count once, on both sides. Confirmed: SCIP leads the call to the unit that we lead
it to. Contradicted: SCIP has an occurrence at the place of the call, and it leads elsewhere, inside the package or out of it.
Silent: SCIP has no occurrence there. An unlinked file is one in which SCIP has not a single occurrence of a symbol that
another file of the package defines. What it speaks of: confirmed and contradicted. Not seen as calls: occurrences with a
parenthesis behind them at which our extraction has no call. Held out: resolution was never worked on with the package in view.
";

pub(super) fn table(measured: &[(&Package, Figures)]) -> String {
    let (held_out, known): (Vec<_>, Vec<_>) = measured.iter().partition(|(package, _)| package.held_out);
    let mut text = HEADER.to_owned();
    for (package, figures) in known.iter().chain(&held_out) {
        text.push_str(&row(&title(package), figures));
    }
    for (title, part) in [("all but the held out", &known), ("all held out", &held_out)] {
        if part.len() > 1 {
            text.push_str(&row(&format!("**{title}**"), &sum(part)));
        }
    }
    let _ = write!(text, "{LEGEND}");
    text
}

fn title(package: &Package) -> String {
    let left_out = Some(&package.without).filter(|folder| !folder.is_empty());
    let left_out = left_out.map_or_else(String::new, |folder| format!(" without `{folder}`"));
    let mark = if package.held_out { ", held out" } else { "" };
    format!("{}{left_out}{mark}", package.title())
}

fn row(title: &str, figures: &Figures) -> String {
    let Figures { files, sure, confirmed, contradicted, silent, in_unlinked, calls, found, unseen } = figures;
    format!(
        "| {title} | {files} | {sure} | {confirmed} | {} | {contradicted} | {silent} | {in_unlinked} | {} | {calls} | {found} | {} | {unseen} |\n",
        percent(*confirmed, *sure),
        percent(*confirmed, confirmed + contradicted),
        percent(*found, *calls),
    )
}

fn sum(part: &[&(&Package, Figures)]) -> Figures {
    let mut whole = Figures::default();
    for (_, figures) in part {
        whole.files += figures.files;
        whole.sure += figures.sure;
        whole.confirmed += figures.confirmed;
        whole.contradicted += figures.contradicted;
        whole.silent += figures.silent;
        whole.in_unlinked += figures.in_unlinked;
        whole.calls += figures.calls;
        whole.found += figures.found;
        whole.unseen += figures.unseen;
    }
    whole
}

/// One place, rounded down: what is not complete never reads 100.
fn percent(part: usize, whole: usize) -> String {
    let tenths = part * 1_000 / whole.max(1);
    if whole == 0 { "-".to_owned() } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

pub(super) fn write(root: &Path, table: &str) -> Outcome {
    let path = root.join("evaluation").join("results").join("scip.md");
    let page = format!(
        "# Calls, with SCIP indexes as the reference\n\n\
         Made by `cargo xtask accuracy scip --write`, with the indexes of {PYTHON} and {TYPESCRIPT}.\n\n{table}"
    );
    std::fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::corpora::Registry;

    fn package(name: &str, held_out: bool) -> Package {
        let (package, version) = (name.to_owned(), "1".to_owned());
        let (sources, without) = (String::new(), String::new());
        Package { registry: Registry::Npm, package, version, sources, without, held_out }
    }

    fn figures(sure: usize, confirmed: usize, contradicted: usize) -> Figures {
        let silent = sure - confirmed - contradicted;
        Figures { files: 1, sure, confirmed, contradicted, silent, calls: 10, found: 7, ..Figures::default() }
    }

    #[test]
    fn what_was_held_out_stands_last_and_is_said_to_be() {
        let (first, second) = (package("late", true), package("early", false));
        let text = table(&[(&first, figures(10, 9, 1)), (&second, figures(100, 60, 20))]);
        let rows: Vec<&str> = text.lines().skip(2).take(2).collect();
        assert_eq!(rows[0], "| early 1 | 1 | 100 | 60 | 60.0 | 20 | 20 | 0 | 75.0 | 10 | 7 | 70.0 | 0 |");
        assert_eq!(
            rows[1],
            "| late 1, held out | 1 | 10 | 9 | 90.0 | 1 | 0 | 0 | 90.0 | 10 | 7 | 70.0 | 0 |"
        );
    }

    #[test]
    fn packages_of_one_group_are_summed() {
        let (first, second) = (package("one", false), package("two", false));
        let text = table(&[(&first, figures(10, 9, 1)), (&second, figures(90, 81, 0))]);
        assert!(text.contains("| **all but the held out** | 2 | 100 | 90 | 90.0 | 1 | 9 |"), "{text}");
        assert!(!text.contains("**all held out**"));
    }
}
