//! Classes of phrases and names: what they bring that no word of the task would, and where they stay silent.

use crate::support::{Index, request};
use orienteer_search::{Concept, Params, Request, search};

const LIMIT: usize = 5;

/// A shop whose prices are called tariffs, and more code about shelves than a page holds.
fn shop() -> Index {
    let mut files: Vec<(String, String)> = (0..30)
        .map(|at| {
            let text = format!("def keep_shelf_{at}(price):\n    \"\"\"Where the price of a shelf is kept.\"\"\"\n    return price\n");
            (format!("shop/shelf_{at:02}.py"), text)
        })
        .collect();
    files.push(("shop/sales.py".to_owned(), "class Tariff:\n    amount = 1\n".to_owned()));
    files.push(("shop/sales.rs".to_owned(), "pub struct Tariff;\n".to_owned()));
    files.push(("shop/start.py".to_owned(), "def from_env(name):\n    return name\n".to_owned()));
    Index::new(&files)
}

fn concept(phrases: &[&str], targets: &[&str]) -> Concept {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Concept {
        id: "prices".to_owned(),
        phrases: owned(phrases),
        targets: owned(targets),
        weight: 1.0,
        endings: Vec::new(),
    }
}

fn ask(index: &Index, concepts: &[Concept]) -> Vec<String> {
    let request = Request { concepts, ..request(QUERY, LIMIT) };
    index.titles(&index.ask(None, &request).expect("an answer"))
}

const QUERY: &str = "where is the price list kept";

#[test]
fn a_class_of_the_team_brings_what_no_word_finds() {
    let index = shop();
    let is_tariff = |title: &String| title.contains("Tariff");
    assert!(!ask(&index, &[]).iter().any(is_tariff));
    let found = ask(&index, &[concept(&["price list"], &["Tariff"])]);
    assert_eq!((found.len(), found.iter().filter(|title| is_tariff(title)).count()), (LIMIT, 2), "{found:?}");
    let beginning = concept(&["price list"], &["tarif*"]);
    assert!(ask(&index, &[beginning]).iter().any(is_tariff));
}

#[test]
fn a_class_that_is_not_spoken_of_is_silent() {
    let index = shop();
    let without = ask(&index, &[]);
    for silent in [
        concept(&["price lists of old", "tariff"], &["Tariff"]),
        concept(&["price list"], &["Tar", "add", "Discount", "Discount.Tariff"]),
        Concept { weight: 0.0, ..concept(&["price list"], &["Tariff"]) },
    ] {
        assert_eq!(ask(&index, std::slice::from_ref(&silent)), without, "{silent:?}");
    }
}

#[test]
fn one_word_says_less_than_two() {
    let (index, params) = (shop(), Params { channel_files: 0.0, ..Params::default() });
    let score = |phrases: &[&str]| {
        let concepts = [concept(phrases, &["Tariff"])];
        let request = Request { concepts: &concepts, per_file: 0, ..request(QUERY, 100) };
        let answer = search(&index.snapshot, None, &request, &params).expect("an answer");
        let of_tariff = answer.ranked.iter().find(|ranked| index.title(ranked.unit).contains("py Tariff"));
        of_tariff.map_or(0.0, |ranked| ranked.score)
    };
    let (weak, strong, both) = (score(&["price"]), score(&["price list"]), score(&["price", "kept"]));
    assert!(0.0 < weak && weak < strong && strong == both, "{weak} {strong} {both}");
}

#[test]
fn a_language_means_its_files_alone() {
    let python = Concept { endings: vec!["py".to_owned()], ..concept(&["price list"], &["Tariff"]) };
    let found = ask(&shop(), &[python]);
    assert!(found.iter().any(|title| title == "shop/sales.py Tariff"), "{found:?}");
    assert!(!found.iter().any(|title| title == "shop/sales.rs Tariff"), "{found:?}");
}

/// Sixty tariffs, of which the words of the task know one.
fn town() -> Index {
    let tariff = |at: usize| {
        let body = if at == 42 { "# The harbour, too." } else { "# All of it." };
        (format!("town/part_{at:02}.py"), format!("class Tariff:\n    {body}\n    pass\n"))
    };
    Index::new(&(0..60).map(tariff).collect::<Vec<_>>())
}

/// Units that the class brought, and units that words did.
fn brought(index: &Index, concepts_most: f32) -> (Vec<String>, usize) {
    let params = Params { concepts_most, channel_files: 0.0, ..Params::default() };
    let classes = [concept(&["price list"], &["tariff"])];
    let request = Request { concepts: &classes, ..request("price list of the harbour", 1000) };
    let answer = search(&index.snapshot, None, &request, &params).expect("an answer");
    let by =
        |channel: &'static str| answer.ranked.iter().filter(move |ranked| ranked.channels.contains(&channel));
    (by("team").map(|ranked| index.title(ranked.unit)).collect(), by("lexical").count() + by("names").count())
}

#[test]
fn of_many_units_of_a_name_those_that_the_task_likes_come_first() {
    assert_eq!(brought(&town(), 1.0).0, ["town/part_42.py Tariff"]);
}

#[test]
fn classes_bring_at_most_twice_what_words_find() {
    let (of_class, by_words) = brought(&town(), 1000.0);
    assert!(by_words > 0 && by_words < 30, "{by_words}");
    assert_eq!(of_class.len(), 2 * by_words);
}

#[test]
fn built_in_classes_act_where_they_are_switched_on() {
    let index = shop();
    let off = Params { channel_concepts: 0.0, ..Params::default() };
    let on = Params { channel_concepts: 1.0, concept: 2.0, ..Params::default() };
    let query = "the environment variable, where is the price of a shelf kept";
    let is_there = |params: &Params| {
        let answer = search(&index.snapshot, None, &request(query, LIMIT), params).expect("an answer");
        index.titles(&answer).iter().any(|title| title.ends_with("from_env"))
    };
    assert!(!is_there(&off));
    assert!(is_there(&on));
}
