//! Files that answer a question: discounted gain with binary gains, and the rank of the first right one.

use super::{DEPTH, Figures, Found};
use crate::names::is_path;
use crate::suite::Gold;

pub(super) fn score(gold: &[&Gold], found: &[Found]) -> Figures {
    let gold: Vec<&&Gold> = gold.iter().filter(|gold| gold.path.is_some()).collect();
    let first = &found[..found.len().min(DEPTH)];
    let ranks: Vec<usize> = gold.iter().filter_map(|gold| rank_of(gold, first)).collect();
    let mut figures = Figures::new();
    figures.insert("ndcg_at_10", ndcg(&ranks, gold.len()));
    figures.insert("mrr", ranks.iter().min().map_or(0.0, |rank| 1.0 / *rank as f64));
    figures.insert("r_at_10", ranks.len() as f64 / gold.len().max(1) as f64);
    figures
}

/// Counted from 1.
fn rank_of(gold: &Gold, found: &[Found]) -> Option<usize> {
    found.iter().position(|found| is_hit(gold, found)).map(|at| at + 1)
}

fn is_hit(gold: &Gold, found: &Found) -> bool {
    let path = gold.path.as_deref().unwrap_or_default();
    let start = gold.start_line.unwrap_or(0);
    let end = gold.end_line.or(gold.start_line).unwrap_or(u32::MAX);
    is_path(&found.path, path) && found.start_line <= end && start <= found.end_line
}

fn ndcg(ranks: &[usize], gold: usize) -> f64 {
    let gain = |rank: usize| 1.0 / (rank as f64 + 1.0).log2();
    let ideal: f64 = (1..=gold.min(DEPTH)).map(gain).sum();
    if ideal == 0.0 {
        return 0.0;
    }
    // Two gold entries may be met by the same result, which no ideal order could do.
    (ranks.iter().map(|rank| gain(*rank)).sum::<f64>() / ideal).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    fn file(path: &str) -> Gold {
        Gold { path: Some(path.to_owned()), ..Gold::default() }
    }

    fn check(gold: &[Gold], results: &[&str], ndcg: f64, mrr: f64, recall: f64) {
        let gold: Vec<&Gold> = gold.iter().collect();
        let results: Vec<Found> = results.iter().map(|text| found(text)).collect();
        let figures = score(&gold, &results);
        let close = |name: &str, expected: f64| {
            assert!(
                (figures[name] - expected).abs() < 1e-9,
                "{name} {} instead of {expected}",
                figures[name]
            );
        };
        close("ndcg_at_10", ndcg);
        close("mrr", mrr);
        close("r_at_10", recall);
    }

    #[test]
    fn the_first_result_of_a_file_counts() {
        // Gains 1/log2(3) and 1/log2(5) of an ideal 1 + 1/log2(3).
        let expected = (1.0 / 3f64.log2() + 1.0 / 5f64.log2()) / (1.0 + 1.0 / 3f64.log2());
        check(
            &[file("a.py"), file("b.py")],
            &["x.py", "src/a.py", "a.py", "b.py", "b.py"],
            expected,
            0.5,
            1.0,
        );
    }

    #[test]
    fn a_path_may_be_relative_to_any_folder_but_not_half_a_name() {
        check(&[file("app/a.py")], &["src/app/a.py"], 1.0, 1.0, 1.0);
        check(&[file("a.py")], &["src/aa.py", "data.py"], 0.0, 0.0, 0.0);
    }

    #[test]
    fn the_ideal_has_no_more_than_ten_places() {
        let gold: Vec<Gold> = (0..12).map(|at| file(&format!("f{at}"))).collect();
        let names: Vec<String> = (0..12).map(|at| format!("f{at}")).collect();
        let results: Vec<&str> = names.iter().map(String::as_str).collect();
        check(&gold, &results, 1.0, 1.0, 10.0 / 12.0);
    }

    #[test]
    fn what_comes_after_the_tenth_is_not_seen() {
        let mut results = vec!["x"; 10];
        results.push("a.py");
        check(&[file("a.py")], &results, 0.0, 0.0, 0.0);
        results[9] = "a.py";
        check(&[file("a.py")], &results, 1.0 / 11f64.log2(), 0.1, 1.0);
    }

    #[test]
    fn lines_have_to_overlap_where_they_are_given() {
        let gold = [Gold { start_line: Some(10), end_line: Some(20), ..file("a.py") }];
        check(&gold, &["a.py:f:1-9", "a.py:g:21-30", "a.py:h:20-25"], 0.5, 1.0 / 3.0, 1.0);
        check(&gold, &["a.py:f:5-10"], 1.0, 1.0, 1.0);
        check(&gold, &["b.py:f:10-20"], 0.0, 0.0, 0.0);
    }

    #[test]
    fn one_result_for_two_entries_is_no_more_than_perfect() {
        check(&[file("src/a.py"), file("a.py")], &["src/a.py"], 1.0, 1.0, 1.0);
    }

    #[test]
    fn no_results_are_no_gain() {
        check(&[file("a.py")], &[], 0.0, 0.0, 0.0);
    }
}
