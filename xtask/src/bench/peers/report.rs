//! The page: what was asked of whom, two tables of figures, where others are ahead, how each was run. Nothing here measures.

use std::fmt::Write as _;

use super::figures::{Line, Size, Sum, Whole};
use super::sample::Suite;

mod behind;

const PICTURE: &str = "\n![quality and cost of each program](peers.svg)\n";

pub(super) fn page(whole: &Whole) -> String {
    let mut page = head(whole);
    page.push_str(PICTURE);
    for (suite, _) in &whole.sizes {
        page.push_str(&table(whole, *suite));
    }
    page.push_str(LEGEND);
    page.push_str(&behind::section(whole));
    page.push_str(&how(whole));
    page.push_str(&not_run(whole));
    page
}

fn head(whole: &Whole) -> String {
    let mut head = format!(
        "# Beside other programs\n\nMade by `cargo xtask bench peers`: {} questions of every repository (all where there are fewer), drawn by a \
         hash of their names before anything was asked:",
        whole.each
    );
    for (suite, size) in &whole.sizes {
        let Size { cases, trees, of_trees, repositories } = size;
        let name = suite.name();
        let _ = write!(
            head,
            " {cases} of suite `{name}` ({repositories} repositories, {trees} of {of_trees} trees);"
        );
    }
    head.trim_end_matches(';').to_owned()
        + ". Trees and questions are the \
         same for all; the order of trees is drawn likewise, and where fewer were visited than drawn, or n is smaller, the clock ended the run there.\n"
}

fn heading(suite: Suite) -> &'static str {
    match suite {
        Suite::Files => {
            "\n## `files`: a question, the files that answer it\n\n\
             | program | n | NDCG@10 | ours on the same trees | file@1 | file@5 | tokens to the first right file | within 2,000 tokens | index CPU s | peak MB | disk MB | question ms, p50 | CPU ms, p50 |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        }
        Suite::Issues => {
            "\n## `issues`: a bug report, all files that its fix changed\n\n\
             | program | n | file@1 | file@5 | tokens to the first right file | within 2,000 tokens | index CPU s | peak MB | disk MB | question ms, p50 | CPU ms, p50 |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        }
    }
}

fn table(whole: &Whole, suite: Suite) -> String {
    if whole.lines.iter().all(|line| line.sum(suite).is_none()) {
        return format!("\n## `{}`\n\nNot measured: the run ended before its first tree.\n", suite.name());
    }
    let mut text = heading(suite).to_owned();
    for line in &whole.lines {
        let cells = match line.sum(suite) {
            Some(sum) => quality(suite, sum, ours_beside(whole, line, suite)) + &costs(sum),
            None => format!("not run: {} |", reason(line, suite)),
        };
        let _ = writeln!(text, "| {} | {cells}", line.name);
    }
    text
}

fn reason(line: &Line, suite: Suite) -> String {
    let failed = line.failed.iter().find(|(other, ..)| *other == suite).map(|(.., reason)| reason.clone());
    line.missing.clone().or(failed).unwrap_or_else(|| "no tree of this suite".to_owned())
}

/// Not everybody knows every language: our NDCG over the trees that the other has figures for.
fn ours_beside(whole: &Whole, line: &Line, suite: Suite) -> Option<f64> {
    let ours = whole.lines.first()?.parts.iter();
    let both = ours.filter(|(key, _)| key.0 == suite && line.parts.contains_key(*key));
    let (sum, cases) = both
        .fold((0.0, 0), |(sum, cases), (_, part)| (sum + part.ndcg * part.cases as f64, cases + part.cases));
    (cases > 0).then(|| sum / cases as f64)
}

fn quality(suite: Suite, sum: &Sum, ours: Option<f64>) -> String {
    let tokens = sum.tokens.map_or("not shown to half".to_owned(), |tokens| tokens.to_string());
    let within = format!("{:.0} %", sum.within_2000 * 100.0);
    match suite {
        Suite::Files => format!(
            "{} | {:.3} ± {:.3} | {} | {:.2} | {:.2} | {tokens} | {within} | ",
            sum.cases,
            sum.ndcg,
            sum.ndcg_error,
            ours.map_or("-".to_owned(), |ours| format!("{ours:.3}")),
            sum.at_1,
            sum.at_5
        ),
        Suite::Issues => format!(
            "{} | {:.2} ± {:.2} | {:.2} | {tokens} | {within} | ",
            sum.cases, sum.at_1, sum.at_1_error, sum.at_5
        ),
    }
}

fn costs(sum: &Sum) -> String {
    let time = |spread: Option<crate::bench::asking::Spread>| {
        spread.map_or("-".to_owned(), |spread| format!("{:.0}", spread.p50))
    };
    let index = if sum.keeps_index {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        format!(
            "{:.1} | {:.0} | {:.1}",
            sum.index_cpu_seconds,
            megabytes(sum.index_peak_bytes),
            megabytes(sum.index_bytes)
        )
    } else {
        "none | - | none".to_owned()
    };
    format!("{index} | {} | {} |", time(sum.wall), time(sum.cpu))
}

const LEGEND: &str = "
A list is read as files: each counts once, at its first place, ten places are looked at. ± is half the width of the 95 % interval over
cases: differences smaller than that are noise. `files`: one of the answers at the first place or among the first five; `issues`: all
of them, tests taken out of everybody's list. Tokens are o200k, median over cases, of everything that the program shows up to
and including the first right file; a program that only names files is not charged for reading them, the scripted agent reads whole files.
Index: CPU and disk are the sums over all trees, memory is that of the largest process. A question is one process, started cold, with the
index in place; wall time is that of a busy machine, CPU is not.
";

fn how(whole: &Whole) -> String {
    let mut text = String::from(
        "\n## How each was run\n\n| program | version | index | question |\n|---|---|---|---|\n",
    );
    for line in &whole.lines {
        let [index, question] = line.commands.map(code);
        let _ = writeln!(text, "| {} | {} | {index} | {question} |", line.name, line.version);
    }
    text.push('\n');
    for line in &whole.lines {
        let _ = writeln!(text, "- {}: {}.", line.name, line.remark);
    }
    text
}

fn code(command: &str) -> String {
    if command == "-" { command.to_owned() } else { format!("`{}`", command.replace('|', "\\|")) }
}

fn not_run(whole: &Whole) -> String {
    let mut text = String::new();
    for line in &whole.lines {
        if let Some(reason) = &line.missing {
            let _ = writeln!(text, "- {}: {reason}.", line.name);
        }
        for (suite, repository, reason) in &line.failed {
            let _ = writeln!(text, "- {} on {repository} (`{}`): {reason}.", line.name, suite.name());
        }
    }
    if text.is_empty() { text } else { format!("\n## Not run, and no part of the figures\n\n{text}") }
}

#[cfg(test)]
mod tests {
    use super::super::figures::sample_sum;
    use super::*;
    use std::collections::BTreeMap;

    pub(super) fn line(name: &'static str, sum: Option<Sum>, missing: Option<&str>) -> Line {
        let key = (Suite::Files, "o/n".to_owned());
        Line {
            name,
            version: "1".to_owned(),
            commands: ["-", "a|b"],
            remark: "as it is",
            missing: missing.map(str::to_owned),
            parts: sum.iter().map(|sum| (key.clone(), sum.clone())).collect::<BTreeMap<_, _>>(),
            sums: sum.map(|sum| (Suite::Files, sum)).into_iter().collect(),
            failed: Vec::new(),
        }
    }

    pub(super) fn whole(lines: Vec<Line>) -> Whole {
        Whole {
            each: 4,
            sizes: vec![(Suite::Files, Size { cases: 4, trees: 1, of_trees: 3, repositories: 1 })],
            lines,
        }
    }

    #[test]
    fn a_suite_without_a_tree_has_no_table() {
        let page = page(&whole(vec![line("ours", None, Some("missing"))]));
        assert!(page.contains("## `files`\n\nNot measured") && !page.contains("| program | n |"));
    }

    #[test]
    fn what_was_not_run_has_a_reason_and_no_figure() {
        let lines =
            vec![line("ours", Some(sample_sum(0.9, 1.0)), None), line("peer", None, Some("out of reach"))];
        let page = page(&whole(lines));
        assert!(page.contains("| ours | 4 | 0.900 ± 0.000 | 0.900 |"), "{page}");
        assert!(page.contains("| peer | not run: out of reach |"));
        assert!(!page.contains("Not measured"));
        assert!(page.contains("- peer: out of reach."));
        assert!(page.contains("`a\\|b`"), "a bar would end the cell");
    }
}
