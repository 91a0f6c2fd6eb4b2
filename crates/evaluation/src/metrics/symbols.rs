//! Symbols that a task needs: how many of the first ten are among them, and how many of them are among the first ten or fifty. Of a
//! pack, how many of those that it shows with source, and how many of them it shows.

use super::{DEPTH, Figures, Found};
use crate::names::{matches_loosely, matches_strictly};
use crate::suite::Gold;
use std::collections::BTreeSet;

/// How far recall looks beyond the first ten.
const FAR: usize = 50;

pub(super) fn score(gold: &[&Gold], found: &[Found]) -> Figures {
    let gold = names(gold);
    let first: Vec<&str> = declared(found).take(FAR).collect();
    let mut figures = loose(&gold, &first[..first.len().min(DEPTH)]);
    figures.extend(strict(&gold, &first));
    figures
}

/// What a pack shows with source, whatever its order.
pub(crate) fn shown(gold: &[&Gold], shown: &[Found]) -> Figures {
    let gold = names(gold);
    let shown: Vec<&str> = declared(shown).collect();
    let met = met(&gold, &shown).len() as f64;
    let share = |of: usize| met / of.max(1) as f64;
    let (recall, precision) = (share(gold.len()), share(shown.len()));
    let both = recall + precision;
    let f1 = if both > 0.0 { 2.0 * recall * precision / both } else { 0.0 };
    Figures::from([
        ("shown_recall_at_4000", recall),
        ("shown_precision_at_4000", precision),
        ("shown_f1_at_4000", f1),
    ])
}

fn names<'a>(gold: &[&'a Gold]) -> Vec<&'a str> {
    let names: BTreeSet<&str> = gold.iter().filter_map(|gold| gold.symbol.as_deref()).collect();
    names.into_iter().collect()
}

/// Results are names here: text between declarations and sections of documents have none that code could be called by.
fn declared(found: &[Found]) -> impl Iterator<Item = &str> {
    found.iter().filter(|found| found.is_declaration).map(|found| found.name.as_str())
}

fn loose(gold: &[&str], first: &[&str]) -> Figures {
    let is_right = |name: &&&str| gold.iter().any(|gold| matches_loosely(name, gold));
    let is_met = |gold: &&&str| first.iter().any(|name| matches_loosely(name, gold));
    let right = first.iter().filter(is_right).count();
    let met = gold.iter().filter(is_met).count();
    let best = first.iter().position(|name| is_right(&name));
    Figures::from([
        ("p_at_10", right as f64 / DEPTH as f64),
        ("r_at_10", met as f64 / gold.len().max(1) as f64),
        ("mrr", best.map_or(0.0, |at| 1.0 / (at + 1) as f64)),
    ])
}

/// Places of the results that satisfy a gold name: each is satisfied once, by the first that fits; an equal name before a suffix.
fn met(gold: &[&str], found: &[&str]) -> Vec<usize> {
    let mut open: Vec<&str> = gold.to_vec();
    let mut met = Vec::new();
    for (at, name) in found.iter().enumerate() {
        let equal = open.iter().position(|gold| gold.eq_ignore_ascii_case(name));
        if let Some(fits) = equal.or_else(|| open.iter().position(|gold| matches_strictly(name, gold))) {
            open.remove(fits);
            met.push(at);
        }
    }
    met
}

fn strict(gold: &[&str], first: &[&str]) -> Figures {
    let met = met(gold, first);
    let all = gold.len().max(1) as f64;
    let near: Vec<usize> = met.iter().copied().filter(|at| *at < DEPTH).collect();
    let gain = |at: usize| 1.0 / (at as f64 + 2.0).log2();
    let ideal: f64 = (0..gold.len().clamp(1, DEPTH)).map(gain).sum();
    Figures::from([
        ("strict_p_at_10", near.len() as f64 / DEPTH as f64),
        ("strict_r_at_10", near.len() as f64 / all),
        ("strict_r_at_50", met.len() as f64 / all),
        ("strict_ndcg_at_10", near.iter().map(|at| gain(*at)).sum::<f64>() / ideal),
        ("strict_mrr", near.first().map_or(0.0, |at| 1.0 / (at + 1) as f64)),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn what_comes_late_counts_for_recall_alone() {
        let others: Vec<String> = (0..30).map(|number| format!("other_{number}")).collect();
        let mut names: Vec<&str> = vec!["noise", "lamp"];
        names.extend(others.iter().map(String::as_str));
        names.push("wick");
        let figures = strict(&["lamp", "wick"], &names);
        assert_eq!((figures["strict_r_at_10"], figures["strict_r_at_50"]), (0.5, 1.0));
        let expected = (1.0 / 3f64.log2()) / (1.0 + 1.0 / 3f64.log2());
        assert!((figures["strict_ndcg_at_10"] - expected).abs() < 1e-9);
    }

    #[test]
    fn a_pack_is_judged_by_what_it_shows() {
        let symbol = |name: &str| Gold { symbol: Some(name.to_owned()), ..Gold::default() };
        let (lamp, wick) = (symbol("Lamp.light"), symbol("wick"));
        let shown = |found: &[Found]| {
            let figures = shown(&[&lamp, &wick], found);
            ["recall", "precision", "f1"].map(|name| figures[format!("shown_{name}_at_4000").as_str()])
        };
        let pack = ["a.py:oil", "a.py:Lamp.light", "b.py:light"].map(found);
        assert_eq!(shown(&pack), [0.5, 1.0 / 3.0, 0.4], "a name counts once");
        assert_eq!(shown(&[]), [0.0; 3]);
    }

    fn check(gold: &[&str], results: &[&str], loose: [f64; 3], strict: [f64; 3]) {
        let symbol = |name: &&str| Gold { symbol: Some((*name).to_owned()), ..Gold::default() };
        let gold: Vec<Gold> = gold.iter().map(symbol).collect();
        let results: Vec<Found> = results.iter().map(|name| found(&format!("a.py:{name}"))).collect();
        let figures = score(&gold.iter().collect::<Vec<_>>(), &results);
        let names = ["p_at_10", "r_at_10", "mrr", "strict_p_at_10", "strict_r_at_10", "strict_mrr"];
        for (name, expected) in names.into_iter().zip(loose.into_iter().chain(strict)) {
            assert!(
                (figures[name] - expected).abs() < 1e-9,
                "{name} {} instead of {expected}",
                figures[name]
            );
        }
    }

    #[test]
    fn loose_counts_relatives_that_strict_does_not() {
        // `Store` and `Store.save` both contain or are contained in gold; strictly only `load` is met, at rank 3.
        check(
            &["Store.load", "Cache"],
            &["Store", "Other", "app.Store.load", "Cache.get"],
            [0.3, 1.0, 1.0],
            [0.1, 0.5, 1.0 / 3.0],
        );
    }

    #[test]
    fn gold_is_satisfied_once_when_strict() {
        check(&["load"], &["A.load", "B.load", "load"], [0.3, 1.0, 1.0], [0.1, 1.0, 1.0]);
    }

    #[test]
    fn an_equal_name_goes_first() {
        // `B.load` must not use up the gold that only it could leave to `load`.
        check(&["B.load", "load"], &["load", "B.load"], [0.2, 1.0, 1.0], [0.2, 1.0, 1.0]);
    }

    #[test]
    fn ten_results_count_and_nameless_ones_are_none() {
        let mut results = vec![""; 3];
        results.extend(["x"; 9]);
        results.push("load");
        check(&["load"], &results, [0.1, 1.0, 0.1], [0.1, 1.0, 0.1]);
        results.insert(3, "x");
        check(&["load"], &results, [0.0; 3], [0.0; 3]);
    }
}
