//! No file fills the page while others have something to show, and no page is shorter for it.

use crate::support::{Index, request};
use orienteer_search::{Params, Request, Strategy, diversify, search};
use proptest::prelude::*;

/// Shows a page of a list that is given as one letter for the file of each entry, best first; each is numbered.
fn check(files: &str, limit: usize, per_file: usize, expected: &[usize]) {
    let list: Vec<char> = files.chars().collect();
    assert_eq!(diversify(&list, limit, per_file, |file| *file), expected, "{files} {limit} {per_file}");
}

#[test]
fn a_file_has_no_more_than_its_cap() {
    check("aaaaabbc", 6, 3, &[0, 1, 2, 5, 6, 7]);
}

#[test]
fn free_places_are_filled_with_what_was_passed_over_in_score_order() {
    check("aaaaabbbbc", 9, 2, &[0, 1, 5, 6, 9, 2, 3, 4, 7]);
    check("aababbaab", 8, 2, &[0, 1, 2, 4, 3, 5, 6, 7]);
}

#[test]
fn the_best_never_moves() {
    for files in ["abcd", "aaaa", "abbbb", "baaaaaa"] {
        for per_file in 0..4 {
            let list: Vec<char> = files.chars().collect();
            assert_eq!(diversify(&list, 3, per_file, |file| *file).first(), Some(&0), "{files} {per_file}");
        }
    }
}

#[test]
fn a_cap_of_0_is_none() {
    check("aaaaab", 4, 0, &[0, 1, 2, 3]);
}

#[test]
fn a_page_of_0_is_empty() {
    check("aaab", 0, 3, &[]);
    check("aaab", 0, 0, &[]);
}

#[test]
fn a_page_of_1_is_the_best() {
    check("aaab", 1, 3, &[0]);
    check("aaab", 1, 1, &[0]);
}

#[test]
fn a_page_larger_than_the_list_has_all_of_it() {
    check("aaaab", 100, 3, &[0, 1, 2, 4, 3]);
    check("aaaab", usize::MAX, 2, &[0, 1, 4, 2, 3]);
}

#[test]
fn a_list_shorter_than_the_page_loses_nothing() {
    check("ab", 10, 3, &[0, 1]);
    check("a", 10, 3, &[0]);
}

#[test]
fn one_of_each_file() {
    check("aabbcaad", 4, 1, &[0, 2, 4, 7]);
    check("aabb", 4, 1, &[0, 2, 1, 3]);
}

#[test]
fn what_one_file_answers_still_fills_the_page() {
    check("aaaaaaaaaaaa", 10, 3, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn nothing_moves_under_the_cap() {
    check("abcabcabc", 9, 3, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    check("abacab", 4, 3, &[0, 1, 2, 3]);
}

#[test]
fn nothing_of_nothing() {
    check("", 10, 3, &[]);
    check("", 0, 0, &[]);
}

/// One file with a class and many methods that all match better than what other files have.
fn crowded() -> Index {
    let methods: String = (0..14)
        .map(|number| format!("    def parcel_{number}(self, parcel):\n        \"\"\"Weigh a parcel.\"\"\"\n        return parcel\n\n"))
        .collect();
    let mut files = vec![(
        "depot/parcel.py".to_owned(),
        format!("class Parcel:\n    \"\"\"A parcel.\"\"\"\n\n{methods}"),
    )];
    for number in 0..9 {
        let text = format!(
            "def stage_{number}(box):\n    \"\"\"Hands a parcel to the next van.\"\"\"\n    return box\n"
        );
        files.push((format!("route/stage_{number}.py"), text));
    }
    Index::new(&files)
}

/// Without the decay of further hits of one file: the cap is to be seen alone.
fn undamped() -> Params {
    let mut params = Params::default();
    for parameter in params.all().iter().filter(|parameter| parameter.name.starts_with("factor_repeat")) {
        params.set(parameter.name, parameter.most).expect("in range");
    }
    params
}

fn of_crowded_file(index: &Index, query: &str, limit: usize, per_file: usize) -> (usize, usize, String) {
    let request = Request { per_file, ..request(query, limit) };
    let answer = search(&index.snapshot, None, &request, &undamped()).expect("an answer");
    let titles = index.titles(&answer);
    let crowded = titles.iter().filter(|title| title.starts_with("depot/parcel.py")).count();
    (crowded, titles.len(), titles[0].clone())
}

#[test]
fn a_crowded_file_leaves_room_end_to_end() {
    let index = crowded();
    let (uncapped, length, best) = of_crowded_file(&index, "parcel", 10, 0);
    assert!(uncapped > 3, "the case shows nothing: {uncapped}");
    assert_eq!(length, 10);
    for per_file in 1..=3 {
        assert_eq!(of_crowded_file(&index, "parcel", 10, per_file), (per_file, 10, best.clone()));
    }
    // The nine others cannot fill a longer page: the crowded file does.
    let (crowded, length, first) = of_crowded_file(&index, "parcel", 16, 3);
    assert!(crowded >= 7 && length == 16 && first == best, "{crowded} {length} {first}");
}

#[test]
fn what_only_one_file_has_fills_the_page_end_to_end() {
    let index = crowded();
    let request = Request { strategy: Strategy::Lexical, ..request("weigh", 10) };
    let titles = index.titles(&index.ask(None, &request).expect("an answer"));
    assert_eq!(titles.len(), 10, "{titles:?}");
    assert!(titles.iter().all(|title| title.starts_with("depot/parcel.py")), "{titles:?}");
}

proptest! {
    #[test]
    fn a_page_is_full_and_fair(files in proptest::collection::vec(0u8..5, 0..60), limit in 0usize..40, per_file in 0usize..6) {
        let page = diversify(&files, limit, per_file, |file| *file);
        prop_assert_eq!(page.len(), limit.min(files.len()));
        prop_assert_eq!(page.first().copied(), (!files.is_empty() && limit > 0).then_some(0));
        let mut distinct = page.clone();
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(distinct.len(), page.len());
        prop_assert!(page.iter().all(|position| *position < files.len()));
    }

    #[test]
    fn a_file_is_over_its_cap_only_when_no_other_could_stand_there(
        files in proptest::collection::vec(0u8..5, 0..60),
        limit in 0usize..40,
        per_file in 1usize..6,
    ) {
        let page = diversify(&files, limit, per_file, |file| *file);
        let shown = |file: u8| page.iter().filter(|position| files[**position] == file).count();
        let all = |file: u8| files.iter().filter(|other| **other == file).count();
        let is_over = (0..5).any(|file| shown(file) > per_file);
        let has_room = (0..5).any(|file| shown(file) < all(file).min(per_file));
        prop_assert!(!(is_over && has_room));
    }

    #[test]
    fn what_is_kept_and_what_is_filled_in_are_each_in_score_order(
        files in proptest::collection::vec(0u8..5, 0..60),
        limit in 0usize..40,
        per_file in 1usize..6,
    ) {
        let page = diversify(&files, limit, per_file, |file| *file);
        let falls = page.windows(2).filter(|pair| pair[0] > pair[1]).count();
        prop_assert!(falls <= 1);
    }
}
