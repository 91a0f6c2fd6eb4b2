//! How much the answers to several wordings of one task have in common. Knows no right answer.

use super::{DEPTH, Figures, Found};

/// Means over all pairs of answers: no wording is the one that the others are measured by.
pub(crate) fn score(answers: &[Vec<Found>]) -> Figures {
    let first: Vec<&[Found]> = answers.iter().map(|answer| &answer[..answer.len().min(DEPTH)]).collect();
    let pairs: Vec<(&[Found], &[Found])> = first
        .iter()
        .enumerate()
        .flat_map(|(at, left)| first[at + 1..].iter().map(move |right| (*left, *right)))
        .collect();
    let mean = |of: fn(&[Found], &[Found]) -> f64| {
        pairs.iter().map(|(left, right)| of(left, right)).sum::<f64>() / pairs.len().max(1) as f64
    };
    Figures::from([("jaccard_at_10", mean(jaccard)), ("same_first", mean(same_first))])
}

/// What both have, as a share of what either has. Two answers that are empty agree on nothing.
fn jaccard(left: &[Found], right: &[Found]) -> f64 {
    let shared = left.iter().filter(|found| right.contains(found)).count();
    shared as f64 / (left.len() + right.len() - shared).max(1) as f64
}

fn same_first(left: &[Found], right: &[Found]) -> f64 {
    f64::from(u8::from(left.first().is_some_and(|found| right.first() == Some(found))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::found;

    fn answer(names: &[&str]) -> Vec<Found> {
        names.iter().map(|name| found(&format!("a.py:{name}"))).collect()
    }

    fn close(figures: &Figures, name: &str, expected: f64) {
        assert!((figures[name] - expected).abs() < 1e-12, "{name}: {} is not {expected}", figures[name]);
    }

    #[test]
    fn pairs_are_averaged() {
        let figures =
            score(&[answer(&["load", "save"]), answer(&["save", "load"]), answer(&["load", "drop", "seek"])]);
        close(&figures, "jaccard_at_10", (1.0 + 0.25 + 0.25) / 3.0);
        close(&figures, "same_first", 1.0 / 3.0);
    }

    #[test]
    fn only_the_first_ten_count() {
        let names: Vec<String> = (0..20).map(|at| format!("unit{at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let figures = score(&[answer(&names), answer(&names[..10])]);
        close(&figures, "jaccard_at_10", 1.0);
        let figures = score(&[answer(&names), answer(&names[10..])]);
        close(&figures, "jaccard_at_10", 0.0);
    }

    #[test]
    fn nothing_agrees_with_nothing() {
        let figures = score(&[Vec::new(), Vec::new()]);
        close(&figures, "jaccard_at_10", 0.0);
        close(&figures, "same_first", 0.0);
    }
}
