//! What a fix changed: right only when all of it is among the first results.

use super::{Figures, Found};
use crate::names::{ends_with_dotted, is_path};
use crate::suite::Gold;
use std::collections::BTreeSet;

const FILE_RANKS: [(&str, usize); 3] = [("file_acc_at_1", 1), ("file_acc_at_3", 3), ("file_acc_at_5", 5)];
const FUNCTION_RANKS: [(&str, usize); 2] = [("function_acc_at_5", 5), ("function_acc_at_10", 10)];

pub(super) fn score(gold: &[&Gold], found: &[Found]) -> Figures {
    let mut figures = Figures::new();
    let paths: BTreeSet<&str> = gold.iter().filter_map(|gold| gold.path.as_deref()).collect();
    let distinct = distinct_paths(found);
    for (name, rank) in FILE_RANKS {
        let first = &distinct[..distinct.len().min(rank)];
        let is_there = |gold: &&str| first.iter().any(|path| is_path(path, gold));
        figures.insert(name, share(paths.iter().all(is_there)));
    }
    let first = paths.iter().filter_map(|gold| distinct.iter().position(|path| is_path(path, gold))).min();
    figures.insert("mrr", first.map_or(0.0, |at| 1.0 / (at + 1) as f64));
    figures.extend(functions(gold, found));
    figures
}

/// A fix that edits no function says nothing about functions.
fn functions(gold: &[&Gold], found: &[Found]) -> Figures {
    let pairs = gold.iter().filter_map(|gold| Some((gold.path.as_deref()?, gold.symbol.as_deref()?)));
    let pairs: Vec<(&str, &str)> = pairs.collect();
    let mut figures = Figures::new();
    if pairs.is_empty() {
        return figures;
    }
    for (name, rank) in FUNCTION_RANKS {
        let first = &found[..found.len().min(rank)];
        let is_there = |pair: &(&str, &str)| first.iter().any(|found| is_function(found, *pair));
        figures.insert(name, share(pairs.iter().all(is_there)));
    }
    figures
}

fn is_function(found: &Found, (path, symbol): (&str, &str)) -> bool {
    let name = found.name.as_str();
    is_path(&found.path, path) && (ends_with_dotted(name, symbol) || ends_with_dotted(symbol, name))
}

fn distinct_paths(found: &[Found]) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    found.iter().map(|found| found.path.as_str()).filter(|path| seen.insert(*path)).collect()
}

fn share(is_right: bool) -> f64 {
    f64::from(u8::from(is_right))
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    fn gold(text: &str) -> Gold {
        let (path, symbol) = text.split_once(':').unwrap_or((text, ""));
        let symbol = (!symbol.is_empty()).then(|| symbol.to_owned());
        Gold { path: Some(path.to_owned()), symbol, ..Gold::default() }
    }

    fn figures(golds: &[&str], results: &[&str]) -> Figures {
        let golds: Vec<Gold> = golds.iter().map(|text| gold(text)).collect();
        let results: Vec<Found> = results.iter().map(|text| found(text)).collect();
        score(&golds.iter().collect::<Vec<_>>(), &results)
    }

    #[test]
    fn all_gold_paths_among_the_first_distinct_ones() {
        let scored = figures(&["a.py", "b.py"], &["a.py:f", "a.py:g", "a.py:h", "c.py:x", "b.py:y"]);
        assert_eq!(scored["file_acc_at_1"], 0.0, "one of two is not all");
        assert_eq!(scored["file_acc_at_3"], 1.0, "five units but three files");
        assert_eq!(scored["mrr"], 1.0);
        assert!(!scored.contains_key("function_acc_at_5"), "no function was edited");
    }

    #[test]
    fn functions_are_pairs_of_path_and_name() {
        let results =
            ["b.py:Store.load", "a.py:Store.save", "a.py:x", "a.py:y", "a.py:z", "a.py:app.Store.load"];
        let scored = figures(&["a.py", "a.py:Store.load", "a.py:Store.save"], &results);
        assert_eq!(scored["function_acc_at_5"], 0.0, "the same name in another file does not count");
        assert_eq!(scored["function_acc_at_10"], 1.0);
        assert_eq!(scored["file_acc_at_1"], 0.0);
        assert_eq!(scored["file_acc_at_3"], 1.0);
    }

    #[test]
    fn a_class_is_not_its_method() {
        let scored = figures(&["a.py", "a.py:Store.load"], &["a.py:Store", "a.py:Store.reload", "a.py"]);
        assert_eq!(scored["function_acc_at_10"], 0.0);
        assert_eq!(scored["file_acc_at_1"], 1.0);
    }

    #[test]
    fn units_beyond_the_tenth_do_not_count() {
        let mut results = vec!["a.py:x"; 10];
        results.push("a.py:f");
        assert_eq!(figures(&["a.py:f"], &results)["function_acc_at_10"], 0.0);
        results.remove(0);
        let scored = figures(&["a.py:f"], &results);
        assert_eq!((scored["function_acc_at_5"], scored["function_acc_at_10"]), (0.0, 1.0));
    }
}
