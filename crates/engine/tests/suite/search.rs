//! Answers are the same however often and by however many they are asked for, and quote only what is still there.

use crate::support::Ground;
use orienteer_engine::{
    EngineError, Excerpt, ExcerptOptions, Hit, SearchError, SearchFilter, SearchRequest, UnitKind, View,
    Workspace, search,
};

/// A shed of tools that resemble each other.
fn garden() -> Ground {
    let garden = Ground::new();
    for (number, tool) in
        ["rake", "spade", "hoe", "shears", "barrow", "trowel", "dibber", "sieve"].iter().enumerate()
    {
        let text = format!(
            "class {tool}:\n    \"\"\"A {tool} for the garden shed.\"\"\"\n\n    def sharpen_{tool}(self, stone):\n        \"\"\"Sharpen the {tool} on a stone.\"\"\"\n        return stone * {number}\n\n    def hang_up(self, hook):\n        return hook\n"
        );
        garden.write(&format!("shed/{tool}.py"), &text);
    }
    garden.write(
        "shed/stone.py",
        "def wet_stone(stone):\n    \"\"\"Water makes a stone sharpen better.\"\"\"\n    return stone\n",
    );
    garden
}

const QUERIES: [&str; 5] =
    ["sharpen a spade on the stone", "rake", "hang_up", "barrow.hang_up", "shed hook water"];

fn wide(query: &str) -> SearchRequest {
    SearchRequest { limit: 100, per_file: 0, ..SearchRequest::new(query) }
}

fn ask(workspace: &Workspace, view: &View, query: &str) -> String {
    let page = workspace.search(view, &SearchRequest::new(query), &ExcerptOptions::default());
    format!("{:#?}", page.expect("an answer"))
}

#[test]
fn a_hundred_times_the_same() {
    let garden = garden();
    let (workspace, view) = garden.open();
    for query in QUERIES {
        let first = ask(&workspace, &view, query);
        assert!(first.contains("score:"), "{query}");
        assert!((0..100).all(|_| ask(&workspace, &view, query) == first), "{query}");
    }
}

#[test]
fn eight_at_once_the_same() {
    let garden = garden();
    let (workspace, view) = garden.open();
    let alone = QUERIES.map(|query| ask(&workspace, &view, query));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    assert_eq!(QUERIES.map(|query| ask(&workspace, &view, query)), alone);
                }
            });
        }
    });
}

/// What a person sees of an answer.
const PAGE: usize = 10;
/// Units whose scores differ by less are as good as each other: one more file makes every word a little rarer.
const NEAR: f32 = 0.02;

#[test]
fn an_unrelated_file_changes_no_order() {
    let garden = garden();
    let order = |query: &str| -> Vec<(String, f32)> {
        let (_, view) = garden.open();
        let hits = search(&view.snapshot, &wide(query)).expect("an answer").hits;
        let unit = |hit: &Hit| format!("{}:{} {:?}", hit.place.path, hit.start_line, hit.place.kind);
        hits.iter().map(|hit| (unit(hit), hit.relative)).collect()
    };
    // Not the last one: all but one of its units are as good as each other.
    let queries = &QUERIES[..4];
    let before: Vec<_> = queries.iter().map(|query| order(query)).collect();
    assert!(before.iter().all(|order| order.len() > 3));
    garden.write(
        "kitchen/oven.py",
        "def bake(dough, heat):\n    \"\"\"Turns dough into bread.\"\"\"\n    return dough + heat\n",
    );
    for (query, before) in queries.iter().zip(before) {
        let after = order(query);
        let place = |unit: &String| after.iter().position(|(known, _)| known == unit);
        let page = &before[..PAGE.min(before.len())];
        for (at, (better, score)) in page.iter().enumerate() {
            let worse = page[at..].iter().filter(|(_, other)| other + NEAR < *score);
            worse.for_each(|(worse, _)| assert!(place(better) < place(worse), "{query}: {better}, {worse}"));
        }
    }
}

#[test]
fn a_nul_is_a_gap_between_words() {
    let garden = garden();
    let (_, view) = garden.open();
    let best = |query: &str| {
        let request = SearchRequest::new(query);
        request.validate().expect("can be answered");
        search(&view.snapshot, &request).expect("an answer").hits[0].place.path.clone()
    };
    assert_eq!(best("sharpen\0rake\0"), "shed/rake.py");
    let refused = SearchRequest::new("\0\0").validate();
    assert!(matches!(refused, Err(EngineError::Search(SearchError::NoWords))), "{refused:?}");
}

#[test]
fn what_changed_since_is_not_quoted() {
    let garden = garden();
    let (workspace, view) = garden.open();
    garden.write("shed/rake.py", "something else\n");
    std::fs::remove_file(garden.tree().join("shed/spade.py")).expect("removed");
    let page = workspace.search(&view, &SearchRequest::new("sharpen"), &ExcerptOptions::default());
    for found in page.expect("an answer").found {
        let is_changed = ["shed/rake.py", "shed/spade.py"].contains(&found.hit.place.path.as_str());
        assert_eq!(found.excerpt == Excerpt::Changed, is_changed, "{found:?}");
    }
}

#[test]
fn without_lines_no_source_is_read() {
    let garden = garden();
    let (workspace, view) = garden.open();
    std::fs::remove_dir_all(garden.tree()).expect("removed");
    let options = ExcerptOptions { lines: 0, context: 5, skip: 0 };
    let page = workspace.search(&view, &SearchRequest::new("sharpen"), &options).expect("an answer");
    assert!(!page.found.is_empty());
    assert!(page.found.iter().all(|found| found.excerpt == Excerpt::None));
}

#[test]
fn quotes_are_the_lines_that_match() {
    let garden = garden();
    let (workspace, view) = garden.open();
    let filter = SearchFilter { kinds: vec![UnitKind::Method], ..SearchFilter::default() };
    let request = SearchRequest { filter, ..SearchRequest::new("sharpened rakes") };
    let page = workspace.search(&view, &request, &ExcerptOptions::default());
    let found = page.expect("an answer").found.swap_remove(0);
    assert_eq!(found.hit.place.name, "rake.sharpen_rake");
    let Excerpt::Lines(lines) = &found.excerpt else { panic!("{found:?}") };
    let marked: Vec<&str> = lines[0].matches.iter().map(|range| &lines[0].text[range.clone()]).collect();
    assert_eq!((lines.len(), lines[0].line, marked), (1, 5, vec!["Sharpen", "rake"]));
    let signature: Vec<&str> =
        found.signature_matches.iter().map(|range| &found.hit.signature[range.clone()]).collect();
    assert_eq!(signature.join("_"), "sharpen_rake");
}

#[test]
fn defaults() {
    let request = SearchRequest::new("rake");
    assert_eq!((request.limit, request.per_file, request.max_distance), (10, 3, None));
    assert_eq!(ExcerptOptions::default(), ExcerptOptions { lines: 3, context: 0, skip: 0 });
}
