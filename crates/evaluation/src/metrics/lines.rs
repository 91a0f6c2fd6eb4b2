//! Lines that people marked as needed against the lines that a pack shows.

use super::Figures;
use crate::suite::Case;
use std::collections::{BTreeMap, BTreeSet};

/// Lines by path, each once.
pub(crate) type Lines = BTreeMap<String, BTreeSet<u32>>;

/// Names of recall, precision and F1 by budget.
const NAMES: [(usize, [&str; 3]); 3] = [
    (2_000, ["line_recall_at_2000", "line_precision_at_2000", "line_f1_at_2000"]),
    (4_000, ["line_recall_at_4000", "line_precision_at_4000", "line_f1_at_4000"]),
    (8_000, ["line_recall_at_8000", "line_precision_at_8000", "line_f1_at_8000"]),
];

/// Scores a pack under one of the budgets that have figures. Paths of `shown` are relative to the repository.
pub(crate) fn score(budget: usize, case: &Case, shown: &Lines) -> Figures {
    let Some((_, names)) = NAMES.iter().find(|(known, _)| *known == budget) else { return Figures::new() };
    let gold = gold_lines(case, shown);
    let count = |lines: &Lines| lines.values().map(BTreeSet::len).sum::<usize>() as f64;
    let of = |path: &String| shown.get(path);
    let both: usize =
        gold.iter().filter_map(|(path, lines)| Some(of(path)?.intersection(lines).count())).sum();
    let share = |whole: f64| if whole > 0.0 { both as f64 / whole } else { 0.0 };
    let (recall, precision) = (share(count(&gold)), share(count(shown)));
    let f1 = if both == 0 { 0.0 } else { 2.0 * recall * precision / (recall + precision) };
    names.iter().copied().zip([recall, precision, f1]).collect()
}

/// Spans of one file may overlap; paths may be relative to the folder that is indexed.
fn gold_lines(case: &Case, shown: &Lines) -> Lines {
    let root = case.root.trim_matches('/');
    let mut lines = Lines::new();
    for gold in case.gold() {
        let (Some(path), Some(start)) = (&gold.path, gold.start_line) else { continue };
        let below = format!("{root}/{path}");
        let path = if !root.is_empty() && shown.contains_key(&below) { &below } else { path };
        lines.entry(path.clone()).or_default().extend(start..=gold.end_line.unwrap_or(start));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(root: &str, spans: &[(&str, u32, u32)]) -> Case {
        let gold = |(path, start, end): &(&str, u32, u32)| serde_json::json!({ "path": path, "start_line": start, "end_line": end });
        let relevant: Vec<_> = spans.iter().map(gold).collect();
        serde_json::from_value(serde_json::json!({
            "id": "x", "repo": "a/b", "commit": "c", "root": root, "query": "q", "relevant": relevant,
        }))
        .unwrap()
    }

    fn shown(spans: &[(&str, u32, u32)]) -> Lines {
        let mut lines = Lines::new();
        for (path, start, end) in spans {
            lines.entry((*path).to_owned()).or_default().extend(*start..=*end);
        }
        lines
    }

    fn check(case: &Case, lines: &Lines, recall: f64, precision: f64, f1: f64) {
        let figures = score(4_000, case, lines);
        let expected = Figures::from([
            ("line_recall_at_4000", recall),
            ("line_precision_at_4000", precision),
            ("line_f1_at_4000", f1),
        ]);
        for (name, value) in expected {
            assert!((figures[name] - value).abs() < 1e-9, "{name}: {}", figures[name]);
        }
    }

    #[test]
    fn a_line_counts_once_however_often_it_is_marked() {
        let case = case("", &[("a.py", 1, 10), ("a.py", 5, 10), ("b.py", 1, 10)]);
        check(&case, &shown(&[("a.py", 6, 25)]), 0.25, 0.25, 0.25);
        check(&case, &shown(&[("a.py", 1, 10), ("b.py", 1, 10)]), 1.0, 1.0, 1.0);
    }

    #[test]
    fn nothing_shown_and_nothing_right_are_zero() {
        let case = case("", &[("a.py", 1, 10)]);
        check(&case, &Lines::new(), 0.0, 0.0, 0.0);
        check(&case, &shown(&[("x/a.py", 1, 10)]), 0.0, 0.0, 0.0);
    }

    #[test]
    fn paths_may_be_relative_to_the_folder() {
        let case = case("lib", &[("a.py", 1, 4), ("lib/b.py", 1, 4)]);
        check(&case, &shown(&[("lib/a.py", 1, 4)]), 0.5, 1.0, 2.0 / 3.0);
        check(&case, &shown(&[("lib/a.py", 1, 4), ("lib/b.py", 1, 4)]), 1.0, 1.0, 1.0);
    }

    #[test]
    fn only_some_budgets_have_figures() {
        assert!(score(3_000, &case("", &[("a.py", 1, 2)]), &Lines::new()).is_empty());
    }
}
