//! Where others are ahead of us, repository by repository, so that no mean hides it. Pure.

use std::fmt::Write as _;

use super::super::figures::{Line, Sum, Whole};
use super::super::sample::Suite;

struct Measure {
    name: &'static str,
    /// Smaller is better; none where the program has no such figure.
    of: fn(&Sum) -> Option<f64>,
    /// What explains it where it happens.
    because: &'static str,
}

const MEASURES: [Measure; 4] = [
    Measure {
        name: "quality",
        of: |sum| Some(-(sum.ndcg * 1e6).round()),
        because: "few questions of each repository: single places decide, and what explains one is no rule for the next",
    },
    Measure {
        name: "index CPU",
        of: |sum| sum.keeps_index.then_some(sum.index_cpu_seconds),
        because: "a list of names takes less than names, text, vectors, edges and history",
    },
    Measure {
        name: "index memory",
        of: |sum| sum.keeps_index.then_some(sum.index_peak_bytes as f64),
        because: "the built-in model, the grammars and the vocabulary of tokens are loaded before the first file, however small the tree is",
    },
    Measure {
        name: "CPU of a question",
        of: |sum| sum.cpu.map(|spread| spread.p50),
        because: "a process of ours checks the tree for changes and opens model and index before it answers; grep opens nothing",
    },
];

pub(super) fn section(whole: &Whole) -> String {
    let Some((ours, others)) = whole.lines.split_first() else { return String::new() };
    let mut text = String::from(
        "\n## Where others are ahead\n\nOf the repositories that both have figures for, those where the other is strictly better.\n\n\
         | what | suite | program | repositories | most |\n|---|---|---|---:|---|\n",
    );
    let mut reasons = String::new();
    for measure in &MEASURES {
        let mut rows = String::new();
        for (suite, _) in &whole.sizes {
            others.iter().for_each(|other| rows.push_str(&row(measure, *suite, ours, other)));
        }
        if !rows.is_empty() {
            let _ = writeln!(reasons, "- {}: {}.", measure.name, measure.because);
        }
        text.push_str(&rows);
    }
    text + "\n" + &reasons
}

fn row(measure: &Measure, suite: Suite, ours: &Line, other: &Line) -> String {
    let both = other.parts.iter().filter(|((of, _), _)| *of == suite).filter_map(|(key, theirs)| {
        let ours = (measure.of)(ours.parts.get(key)?)?;
        Some((key.1.as_str(), ours, (measure.of)(theirs)?))
    });
    let both: Vec<(&str, f64, f64)> = both.collect();
    let ahead: Vec<&(&str, f64, f64)> = both.iter().filter(|(_, ours, theirs)| theirs < ours).collect();
    let most = ahead.iter().max_by(|a, b| (a.1 - a.2).total_cmp(&(b.1 - b.2)));
    let Some((most, ..)) = most else { return String::new() };
    format!(
        "| {} | {} | {} | {} of {} | {most} |\n",
        measure.name,
        suite.name(),
        other.name,
        ahead.len(),
        both.len()
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::figures::sample_sum;
    use super::super::tests::{line, whole};
    use super::*;

    #[test]
    fn who_is_ahead_in_what_is_told_with_a_reason() {
        let ours = line("ours", Some(sample_sum(0.9, 2.0)), None);
        let better = line("swift", Some(sample_sum(0.5, 1.0)), None);
        let worse = line("slow", Some(sample_sum(0.9, 3.0)), None);
        let text = section(&whole(vec![ours, better, worse]));
        assert!(text.contains("| index CPU | files | swift | 1 of 1 | o/n |"), "{text}");
        assert!(text.contains("- index CPU: ") && !text.contains("| quality |") && !text.contains("slow"));
    }
}
