//! Where candidates come from, with a small embedder whose every number can be worked out by hand.

use crate::support::{Index, request};
use orienteer_model::UnitId;
use orienteer_search::{Answer, Dense, Params, Ranked, Request, SearchError, Strategy, search};
use orienteer_storage::Snapshot;
use orienteer_text::Tokenizer;
use std::collections::{BTreeMap, HashSet};

/// Counts of hashed terms of a unit's name and documentation; its body is not looked at.
struct Hashed {
    question: Vec<f32>,
    units: BTreeMap<UnitId, Vec<f32>>,
    /// Most units that it finds by itself.
    reach: usize,
}

const DIMENSIONS: usize = 64;

fn embed(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; DIMENSIONS];
    Tokenizer::new().terms(text, &mut |term| {
        let hash = term.bytes().fold(7usize, |hash, byte| hash.wrapping_mul(131).wrapping_add(byte.into()));
        vector[hash % DIMENSIONS] += 1.0;
    });
    vector
}

fn distance(left: &[f32], right: &[f32]) -> f32 {
    let dot =
        |left: &[f32], right: &[f32]| left.iter().zip(right).map(|(left, right)| left * right).sum::<f32>();
    let lengths = (dot(left, left) * dot(right, right)).sqrt();
    1.0 - if lengths > 0.0 { dot(left, right) / lengths } else { 0.0 }
}

impl Hashed {
    fn new(snapshot: &Snapshot, question: &str, reach: usize) -> Hashed {
        let text = |name: &str, doc: &str| embed(&format!("{name} {doc}"));
        let units = snapshot.units().filter(|unit| unit.file().is_some());
        let units = units.map(|unit| (unit.id(), text(unit.name(), unit.doc()))).collect();
        Hashed { question: embed(question), units, reach }
    }
}

impl Dense for Hashed {
    fn nearest(
        &self,
        count: usize,
        wanted: &dyn Fn(UnitId) -> bool,
    ) -> Result<Vec<(UnitId, f32)>, SearchError> {
        let units = self.units.iter().filter(|(unit, _)| wanted(**unit));
        let mut near: Vec<(UnitId, f32)> =
            units.map(|(unit, vector)| (*unit, distance(&self.question, vector))).collect();
        near.sort_by(|left, right| left.1.total_cmp(&right.1).then(left.0.cmp(&right.0)));
        near.truncate(count.min(self.reach));
        Ok(near)
    }

    fn distance(&self, unit: UnitId) -> Option<f32> {
        self.units.get(&unit).map(|vector| distance(&self.question, vector))
    }
}

/// An embedder that is down.
struct Down;

impl Dense for Down {
    fn nearest(&self, _: usize, _: &dyn Fn(UnitId) -> bool) -> Result<Vec<(UnitId, f32)>, SearchError> {
        Err(SearchError::Embedder("no connection".to_owned()))
    }

    fn distance(&self, _: UnitId) -> Option<f32> {
        None
    }
}

const QUERY: &str = "harvest apples";
const REACH: usize = 6;
const ALL: usize = 1_000;

/// Twelve pickers that sound like the question, and a ledger that has its words in the body alone, far by its vector.
fn orchard() -> Index {
    let mut files: Vec<(String, String)> = (0..12)
        .map(|number| {
            let text = format!("def pick_{number}(tree):\n    \"\"\"Harvest fruit number {number} early.\"\"\"\n    return tree\n");
            (format!("field/pick_{number}.py"), text)
        })
        .collect();
    let ledger = "def settle(book):\n    \"\"\"Closes the ledger of a season.\"\"\"\n    apples = book.apples\n    harvest = apples.harvest\n    return harvest, apples\n";
    files.push(("office/ledger.py".to_owned(), ledger.to_owned()));
    Index::new(&files)
}

fn ask(index: &Index, strategy: Strategy, limit: usize) -> Answer {
    let dense = Hashed::new(&index.snapshot, QUERY, REACH);
    index.ask(Some(&dense), &Request { strategy, ..request(QUERY, limit) }).expect("an answer")
}

fn find<'a>(index: &Index, answer: &'a Answer, title: &str) -> Option<&'a Ranked> {
    answer.ranked.iter().find(|ranked| index.title(ranked.unit) == title)
}

fn units(answer: &Answer) -> HashSet<UnitId> {
    answer.ranked.iter().map(|ranked| ranked.unit).collect()
}

fn part(ranked: &Ranked, name: &str) -> f32 {
    ranked.parts.iter().find(|part| part.name == name).expect("a part").value
}

const LEDGER: &str = "office/ledger.py settle";

#[test]
fn union_finds_what_is_strong_by_words_and_far_by_vector() {
    let index = orchard();
    assert!(find(&index, &ask(&index, Strategy::Vector, ALL), LEDGER).is_none());
    let union = ask(&index, Strategy::Union, ALL);
    let ledger = find(&index, &union, LEDGER).expect("the ledger");
    assert!(!ledger.channels.contains(&"dense"));
    // It alone has both words.
    assert_eq!(part(ledger, "own"), 1.0);
}

#[test]
fn union_drops_nothing_that_vector_found() {
    let index = orchard();
    let vector = ask(&index, Strategy::Vector, ALL);
    assert_eq!(vector.ranked.len(), REACH);
    assert!(units(&vector).is_subset(&units(&ask(&index, Strategy::Union, ALL))));
}

#[test]
fn vector_is_vectors_alone() {
    let index = orchard();
    for ranked in ask(&index, Strategy::Vector, ALL).ranked {
        assert_eq!(ranked.channels, ["dense"]);
        assert!(ranked.distance.is_some());
    }
}

#[test]
fn lexical_is_words_alone() {
    let index = orchard();
    let with = ask(&index, Strategy::Lexical, ALL);
    let without = index.ask(None, &Request { strategy: Strategy::Lexical, ..request(QUERY, ALL) });
    let scores =
        |answer: &Answer| answer.ranked.iter().map(|ranked| (ranked.unit, ranked.score)).collect::<Vec<_>>();
    assert_eq!(scores(&with), scores(&without.expect("an answer")));
    assert!(
        with.ranked.iter().all(|ranked| ranked.distance.is_none() && !ranked.channels.contains(&"dense"))
    );
}

#[test]
fn union_without_vectors_is_lexical() {
    let index = orchard();
    let union = index.ask(None, &request(QUERY, ALL)).expect("an answer");
    assert_eq!(index.titles(&union), index.titles(&ask(&index, Strategy::Lexical, ALL)));
}

#[test]
fn answers_are_trimmed_to_the_limit() {
    let index = orchard();
    for strategy in [Strategy::Union, Strategy::Vector, Strategy::Lexical] {
        for limit in [0, 1, 2, 5] {
            assert_eq!(ask(&index, strategy, limit).ranked.len(), limit, "{strategy:?}");
        }
    }
}

#[test]
fn units_are_told_apart_by_what_they_are_and_not_by_the_name_of_their_file() {
    let source = "def harvest_apples(tree):\n    return tree\n\n\ndef count_apples(tree):\n    \"\"\"After the harvest.\"\"\"\n    return tree\n";
    let folders = ["north", "south", "south/hill"];
    let index = Index::new(&folders.map(|folder| (format!("{folder}/orchard.py"), source)));
    for strategy in [Strategy::Union, Strategy::Vector, Strategy::Lexical] {
        let dense = Hashed::new(&index.snapshot, QUERY, ALL);
        let request = Request { strategy, per_file: 0, ..request(QUERY, ALL) };
        let answer = index.ask(Some(&dense), &request).expect("an answer");
        assert_eq!(units(&answer).len(), answer.ranked.len(), "{strategy:?}: a unit twice");
        for folder in folders {
            for name in ["harvest_apples", "count_apples"] {
                let title = format!("{folder}/orchard.py {name}");
                assert!(find(&index, &answer, &title).is_some(), "{strategy:?}: {title}");
            }
        }
    }
}

#[test]
fn a_farthest_distance_holds_for_everything_that_is_returned() {
    let index = orchard();
    let dense = Hashed::new(&index.snapshot, QUERY, REACH);
    let far = index
        .snapshot
        .units_named("settle")
        .next()
        .and_then(|unit| dense.distance(unit.id()))
        .expect("a distance");
    let ask = |most: f32| {
        let request = Request { max_distance: Some(most), ..request(QUERY, ALL) };
        index.ask(Some(&dense), &request).expect("an answer")
    };
    for most in [0.0, 0.5, 0.7, far - 0.001] {
        let answer = ask(most);
        let is_near = |ranked: &Ranked| ranked.distance.is_some_and(|distance| distance <= most);
        assert!(answer.ranked.iter().all(is_near), "{most}");
        assert!(find(&index, &answer, LEDGER).is_none(), "{most}");
    }
    // Found by words, and within the distance once it is wide enough: its distance was computed.
    let answer = ask(far);
    let ledger = find(&index, &answer, LEDGER).expect("the ledger");
    assert_eq!((ledger.distance, ledger.channels.contains(&"dense")), (Some(far), false));
}

#[test]
fn a_missing_distance_is_unknown_and_not_far() {
    let index = orchard();
    let settle = index.snapshot.units_named("settle").next().expect("a unit").id();
    let mut dense = Hashed::new(&index.snapshot, QUERY, REACH);
    let ask = |dense: &Hashed, max_distance| {
        let request = Request { max_distance, ..request(QUERY, ALL) };
        index.ask(Some(dense), &request).expect("an answer")
    };
    dense.units.insert(settle, embed("nothing alike"));
    let far = ask(&dense, None);
    dense.units.remove(&settle);
    let unknown = ask(&dense, None);
    let (far, ledger) = (find(&index, &far, LEDGER), find(&index, &unknown, LEDGER));
    let (far, ledger) = (far.expect("the ledger"), ledger.expect("the ledger"));
    assert_eq!((ledger.distance, part(ledger, "dense")), (None, 0.0));
    assert!(ledger.score >= far.score);
    // Nor is it near: nobody knows.
    assert!(find(&index, &ask(&dense, Some(2.0)), LEDGER).is_none());
}

#[test]
fn more_candidates_change_no_lexical_score() {
    let index = orchard();
    let lexical = ask(&index, Strategy::Lexical, ALL);
    let dense = Hashed::new(&index.snapshot, QUERY, ALL);
    let far = Params { dense_furthest: 2.0, ..Params::default() };
    let union = search(&index.snapshot, Some(&dense), &request(QUERY, ALL), &far).expect("an answer");
    assert!(union.candidates > lexical.candidates, "nothing was added");
    for ranked in &lexical.ranked {
        let same = union.ranked.iter().find(|other| other.unit == ranked.unit).expect("is there too");
        for name in ["own", "file"] {
            assert_eq!(part(ranked, name), part(same, name), "{} {name}", index.title(ranked.unit));
        }
    }
}

#[test]
fn fewer_candidates_change_no_lexical_score() {
    let index = orchard();
    let ratio = |answer: &Answer| {
        let own = |title: &str| part(find(&index, answer, title).expect("is there"), "own");
        own(LEDGER) / own("field/pick_3.py pick_3")
    };
    let all = index.ask(None, &request(QUERY, ALL)).expect("an answer");
    let wanted = |unit: &orienteer_storage::UnitRecord<'_>| ["settle", "pick_3"].contains(&unit.name());
    let two = index.ask(None, &Request { wanted: &wanted, ..request(QUERY, ALL) }).expect("an answer");
    assert_eq!(two.ranked.len(), 2);
    assert!((ratio(&all) - ratio(&two)).abs() < 1e-4 * ratio(&all));
}

#[test]
fn vectors_that_are_not_there_cannot_be_asked() {
    let index = orchard();
    let refused = |request: Request<'_>| index.ask(None, &request).err();
    let vector = Request { strategy: Strategy::Vector, ..request(QUERY, 5) };
    assert_eq!(refused(vector), Some(SearchError::NoVectors));
    assert_eq!(
        refused(Request { max_distance: Some(0.5), ..request(QUERY, 5) }),
        Some(SearchError::NoVectors)
    );
    assert_eq!(refused(Request { query: " \n", ..vector }), Some(SearchError::Empty));
}

#[test]
fn an_embedder_is_asked_only_where_it_is_wanted() {
    let index = orchard();
    let asked = |strategy| index.ask(Some(&Down), &Request { strategy, ..request(QUERY, 5) });
    assert!(matches!(asked(Strategy::Vector), Err(SearchError::Embedder(_))));
    let lexical = asked(Strategy::Lexical).expect("an answer");
    assert_eq!((lexical.ranked.len(), lexical.missing), (5, None));
}

#[test]
fn an_embedder_that_is_down_does_not_hide_what_words_find() {
    let index = orchard();
    let answer = index.ask(Some(&Down), &request(QUERY, 5)).expect("an answer");
    let alone = index.ask(None, &request(QUERY, 5)).expect("an answer");
    let units =
        |answer: &orienteer_search::Answer| answer.ranked.iter().map(|hit| hit.unit).collect::<Vec<_>>();
    assert_eq!(units(&answer), units(&alone));
    assert!(matches!(answer.missing, Some(SearchError::Embedder(_))));
    let near = Request { max_distance: Some(0.5), ..request(QUERY, 5) };
    assert!(matches!(index.ask(Some(&Down), &near), Err(SearchError::Embedder(_))));
}

#[test]
fn words_that_say_nothing_are_left_to_the_vectors() {
    let index = orchard();
    let dense = Hashed::new(&index.snapshot, QUERY, REACH);
    let far = Params { dense_furthest: 2.0, ..Params::default() };
    let question = request("what is it about", ALL);
    let answer = search(&index.snapshot, Some(&dense), &question, &far).expect("an answer");
    assert_eq!(answer.ranked.len(), REACH);
    assert_eq!(index.ask(None, &request("what is it about", ALL)).err(), Some(SearchError::NoWords));
}
