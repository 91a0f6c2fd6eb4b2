//! The same scores in a tree that is too large to look at every unit that has a common word.
//!
//! Terms are looked up as everywhere until they are very common. Of those, first the units that have most of it. What both say together chooses
//! files, and in these the common terms are looked up completely: what can be an answer has the score that it has anyway, and what
//! is looked at does not grow with the tree.

use super::scorer::{Looked, Scorer};
use super::terms::Asked;
use super::{Text, best};
use crate::params::Params;
use orienteer_model::{FileId, UnitId};
use orienteer_storage::{Places, Snapshot};
use std::collections::HashSet;

/// What of a very large tree a question was compared with.
pub(crate) struct LookedAt {
    /// In the order of the snapshot.
    pub(crate) files: Vec<FileId>,
    /// Where they are.
    pub(crate) places: Places,
    /// The best by the first look, best first.
    pub(crate) units: Vec<UnitId>,
}

pub(super) fn score(snapshot: &Snapshot, terms: Vec<Asked<'_>>, params: &Params) -> Text {
    let mut scorer = Scorer::new(snapshot, params);
    let (mut text, mut rough) = (Text::of_part(snapshot), Text::of_few());
    let is_common = |asked: &&Asked<'_>| {
        asked.term.is_long() && asked.term.document_frequency() as f32 > params.bounded_postings
    };
    for asked in &terms {
        let (text, looked) =
            if is_common(&asked) { (&mut rough, Looked::Best) } else { (&mut text, Looked::All) };
        scorer.term(text, asked, looked);
    }
    let units = promising_units(&text, &rough, params);
    let files = promising_files(snapshot, &text, &rough, &units, params);
    let first_units = files.iter().filter_map(|file| snapshot.file(*file)?.units().next());
    let places = snapshot.lexical().places(first_units);
    for asked in terms.iter().filter(is_common) {
        scorer.term(&mut text, asked, Looked::In(&places));
    }
    add_rough(snapshot, &mut text, &rough, &files);
    text.terms = terms.into_iter().map(|asked| asked.weighed).collect();
    text.looked_at = Some(LookedAt { files, places, units });
    text
}

/// The best units by what is known of them, best first.
fn promising_units(text: &Text, rough: &Text, params: &Params) -> Vec<UnitId> {
    let is_new = |number: &&u32| text.own.get(**number) == 0.0;
    let units = text.own.found().iter().chain(rough.own.found().iter().filter(is_new)).copied();
    let best = best(units, |unit| text.own.get(unit) + rough.own.get(unit), params.bounded_units as usize);
    best.into_iter().map(UnitId).collect()
}

/// The best files by what is known of them, and those of the best units, in the order of the snapshot.
fn promising_files(
    snapshot: &Snapshot,
    text: &Text,
    rough: &Text,
    units: &[UnitId],
    params: &Params,
) -> Vec<FileId> {
    let is_new = |number: &&u32| text.file.get(**number) == 0.0;
    let files = text.file.found().iter().chain(rough.file.found().iter().filter(is_new)).copied();
    let best = best(files, |file| text.file.get(file) + rough.file.get(file), params.bounded_files as usize);
    let of_units = units.iter().filter_map(|unit| Some(snapshot.unit(*unit)?.file()?.id()));
    let mut files: Vec<FileId> = best.into_iter().map(FileId).chain(of_units).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// What is known roughly of all other units and files.
fn add_rough(snapshot: &Snapshot, text: &mut Text, rough: &Text, files: &[FileId]) {
    let known: HashSet<FileId> = files.iter().copied().collect();
    for file in rough.file.found().iter().filter(|file| !known.contains(&FileId(**file))) {
        text.file.add(*file, rough.file.get(*file));
    }
    for unit in rough.own.found() {
        let file = snapshot.unit(UnitId(*unit)).and_then(|unit| unit.file());
        if file.is_some_and(|file| !known.contains(&file.id())) {
            text.own.add(*unit, rough.own.get(*unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::lexical;
    use crate::understand::understand;
    use crate::walk::test_graph::{Edges, TestGraph};

    /// Nine thousand functions in `file.zz`: all have the word of the path.
    fn scored(graph: &TestGraph, set: &[(&str, f32)]) -> Text {
        let params = TestGraph::params(set);
        lexical::score(&graph.snapshot, &understand("file of function59", &params), &params)
    }

    #[test]
    fn files_that_promise_something_are_scored_completely() {
        let graph = TestGraph::new(&Edges::new(9_000));
        assert!(graph.snapshot.lexical().term("file").is_some_and(|term| term.is_long()));
        let (whole, bounded) =
            (scored(&graph, &[]), scored(&graph, &[("bounded_from", 0.0), ("bounded_postings", 0.0)]));
        assert!(whole.looked_at.is_none() && whole.units().count() >= 9_000);
        assert_eq!(
            bounded.looked_at.as_ref().map(|looked_at| looked_at.files.clone()),
            Some(vec![FileId(0)])
        );
        assert_eq!(bounded.units().count(), whole.units().count());
        for unit in whole.units() {
            assert!((whole.own(unit) - bounded.own(unit)).abs() < 1e-4, "{unit:?}");
        }
        assert!((whole.file(FileId(0)) - bounded.file(FileId(0))).abs() < 1e-4);
        assert_eq!(whole.best_units(5, &|_| true), bounded.best_units(5, &|_| true));
    }

    #[test]
    fn what_is_elsewhere_counts_by_the_first_look() {
        let graph = TestGraph::new(&Edges::new(9_000));
        let params = TestGraph::params(&[("bounded_from", 0.0), ("bounded_postings", 0.0)]);
        let terms = super::super::terms::weighed(&graph.snapshot, &understand("file", &params), &params);
        let (mut text, mut rough) = (Text::of_few(), Text::of_few());
        let mut scorer = Scorer::new(&graph.snapshot, &params);
        terms.iter().for_each(|asked| scorer.term(&mut rough, asked, Looked::Best));
        add_rough(&graph.snapshot, &mut text, &rough, &[FileId(0)]);
        assert_eq!((text.units().count(), text.files().count()), (0, 0));
        add_rough(&graph.snapshot, &mut text, &rough, &[]);
        let found = rough.units().count();
        assert!(found > 0 && found < 9_000, "{found}");
        assert_eq!((text.units().count(), text.files().count()), (found, 1));
    }
}
