//! What another engine recalled takes the place of words and vectors, or stands beside them; it never brings in what nothing speaks for.

use crate::support::{Index, request};
use orienteer_model::UnitId;
use orienteer_search::{Elsewhere, Request};

/// More quays than are asked for, and one file about something else.
fn quays() -> Index {
    let mut files: Vec<(String, String)> = (0..30)
        .map(|at| (format!("quay_{at:02}.py"), format!("def moor_{at}(hawser):\n    return hawser\n")))
        .collect();
    files.push(("lamp.py".to_owned(), "def glow(wick):\n    return wick\n".to_owned()));
    Index::new(&files)
}

fn unit(index: &Index, name: &str) -> UnitId {
    index.snapshot.units_named(name).map(|unit| unit.id()).next().expect(name)
}

/// The titles of the answer, and the channels that it was found by.
fn asked(index: &Index, elsewhere: Elsewhere<'_>) -> (Vec<String>, Vec<&'static str>) {
    let question = Request { elsewhere: Some(elsewhere), per_file: 0, ..request("hawser", 100) };
    let answer = index.ask(None, &question).expect("an answer");
    let mut channels: Vec<&str> = answer.ranked.iter().flat_map(|ranked| ranked.channels.clone()).collect();
    channels.sort_unstable();
    channels.dedup();
    (index.titles(&answer), channels)
}

#[test]
fn a_whole_one_takes_the_place_of_words() {
    let index = quays();
    let units = ["moor_7", "glow", "moor_3"].map(|name| unit(&index, name));
    let (titles, channels) = asked(&index, Elsewhere { channel: "there", units: &units, is_whole: true });
    assert_eq!(titles, ["quay_03.py moor_3", "quay_07.py moor_7"]);
    assert_eq!(channels, ["there"]);
}

#[test]
fn one_that_is_behind_stands_beside_them() {
    let index = quays();
    let units = [unit(&index, "moor_7")];
    let (titles, channels) = asked(&index, Elsewhere { channel: "there", units: &units, is_whole: false });
    assert_eq!(titles.len(), 30);
    assert!(channels.contains(&"lexical") && channels.contains(&"there"));
}

#[test]
fn a_filter_holds_for_it_too() {
    let index = quays();
    let units = ["moor_7", "moor_3"].map(|name| unit(&index, name));
    let elsewhere = Elsewhere { channel: "there", units: &units, is_whole: true };
    let wanted = |unit: &orienteer_storage::UnitRecord<'_>| unit.name() == "moor_7";
    let question = Request { elsewhere: Some(elsewhere), wanted: &wanted, ..request("hawser", 100) };
    assert_eq!(index.titles(&index.ask(None, &question).expect("an answer")), ["quay_07.py moor_7"]);
}
