//! `orient why` and `orient context --trace`: the numbers of the very run that gave the answer.

use crate::program::Program;
use expect_test::{Expect, expect};
use serde_json::Value;

/// A bakery, with more around it than an answer holds.
fn bakery() -> Program {
    let program = Program::empty();
    program.write("bakery/oven.py", OVEN);
    program.write("bakery/dough.py", DOUGH);
    program.write("tests/test_oven.py", "def test_heat():\n    assert Oven().heat(dough) is not None\n");
    for number in 0..120 {
        let text = format!(
            "def weigh_{number}(sack):\n    \"\"\"Weighs a sack for shelf {number}.\"\"\"\n    return sack\n"
        );
        program.write(&format!("store/shelf_{number}.py"), &text);
    }
    program.run(&["index", "--quiet"]);
    program
}

const OVEN: &str = r#"from bakery.dough import knead


class Oven:
    """Bakes bread."""

    def heat(self, bread):
        """Heats the oven until the bread is baked."""
        return knead(bread)

    def cool(self):
        return None
"#;

const DOUGH: &str = r#"def knead(flour):
    """Kneads flour and water."""
    return stretch(flour)


def stretch(flour):
    return rest(flour)


def rest(flour):
    return flour
"#;

fn check(arguments: &[&str], expected: Expect) {
    expected.assert_eq(&bakery().run(&[&["why"], arguments].concat()).page());
}

/// What is told of a symbol where the oven is to be heated; each of `told` is a part of it.
fn heating(symbol: &str, more: &[&str], told: &[&str]) -> String {
    let said = bakery().run(&[&["why", "heat the oven", symbol], more].concat());
    assert_eq!(said.code, 0, "{}", said.page());
    for part in told {
        assert!(said.out.contains(part), "{part}\n{}", said.page());
    }
    said.out
}

#[test]
fn a_symbol_of_the_answer() {
    let sections = [
        "\n  channels\n    lexical          1 of ",
        "\n    fused ",
        "\n  walk\n    seed             weight ",
    ];
    heating("Oven.heat", &[], &sections);
    let numbers = [
        "\n    share ",
        "\n    authority ",
        "\n    hub ",
        "\n    own              1 ",
        "\n    sum ",
        "\n    score ",
    ];
    heating("Oven.heat", &[], &numbers);
    let places = [
        "bakery/oven.py:7  method Oven.heat  ",
        "\n  packed as body, ",
        "\n  place recall 1, fuse 1, walk 1, measure 1, rank ",
        ", diversify ",
        ", pack ",
    ];
    heating("Oven.heat", &[], &places);
}

#[test]
fn a_symbol_that_the_walk_brought() {
    let told = [
        "  not recalled: no term of the task is in it\n",
        " of the best, bodies begin at ",
        "\n    seed             no\n",
    ];
    let out = heating("rest", &[], &told);
    assert!(out.contains("\n  place walk ") && !out.contains("place fuse "), "{out}");
}

#[test]
fn a_symbol_that_nothing_led_to() {
    check(
        &["heat the oven", "weigh_7"],
        expect![[r#"
            exit 0
            --- out
            store/shelf_7.py:1  function weigh_7
              not recalled: no term of the task is in it
              not reached by the walk
            --- err
            snapshot [id]
        "#]],
    );
}

#[test]
fn a_symbol_that_was_filtered() {
    let out = heating("test_heat", &["--no-tests"], &["\n  filtered: --no-tests\n"]);
    assert!(!out.contains("packed"), "{out}");
    heating("Oven.heat", &["--type", "rust"], &["\n  filtered: --type\n"]);
    heating("Oven.heat", &["--glob", "!bakery/**"], &["\n  filtered: --glob\n"]);
}

#[test]
fn a_symbol_behind_the_list() {
    let said = bakery().run(&["why", "weigh a sack", "weigh_97", "--json"]);
    let losses = said.json()["explanations"][0]["losses"].to_string();
    assert!(losses.contains("dropped at ") && losses.contains("there is room for 100"), "{losses}");
}

#[test]
fn a_symbol_without_room() {
    let is_told = |budget: u32| {
        let said = bakery().run(&["why", "heat the oven", "Oven.heat", "--budget", &budget.to_string()]);
        said.out.contains("\n  no room: ") && said.out.contains(" tokens of body, ")
    };
    assert!((60..240).step_by(20).any(is_told));
}

#[test]
fn a_symbol_that_is_not_there() {
    check(
        &["heat the oven", "Oven.heet"],
        expect![[r#"
            exit 1
            --- out
            --- err
            no such symbol: Oven.heet
            did you mean (nearest):
              bakery/oven.py:7  method Oven.heat
            snapshot [id]
        "#]],
    );
    let said = bakery().run(&["why", "heat the oven", "oven.HEAT", "--format", "json"]);
    let value = said.json();
    assert_eq!((said.code, &value["found"], &value["other_case"]), (1, &false.into(), &true.into()));
    assert_eq!(value["suggestions"][0]["name"], "Oven.heat");
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    let program = bakery();
    for (arguments, message) in [
        (&["why", "heat the oven"][..], "required"),
        (&["why", " ", "Oven"], "the question is empty"),
        (&["why", "heat", "Oven", "--budget", "0"], "a budget of 0 tokens"),
        (&["why", "heat", "Oven", "--type", "klingon"], "there is no language"),
    ] {
        let said = program.run(arguments);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.page());
        assert!(said.err.contains(message), "{}", said.page());
    }
}

#[test]
fn all_units_of_a_name_are_told() {
    let program = Program::repository();
    let said = program.run(&["why", "load a record from the store", "load"]);
    assert!(said.out.starts_with("3 units are called load"), "{}", said.page());
    assert_eq!(said.out.matches("  place recall").count(), 3, "{}", said.page());
    let one = program.run(&["why", "load a record from the store", "Store.load"]);
    assert_eq!(one.out.matches("  place recall").count(), 1, "{}", one.page());
    let there = program.run(&["why", "load a record from the store", "app/store.py:19"]);
    assert_eq!(there.out, one.out);
}

#[test]
fn a_trace_does_not_change_the_answer() {
    let program = bakery();
    for format in ["text", "json", "compact"] {
        let plain = program.run(&["context", "heat the oven", "--format", format]);
        let traced = program.run(&["context", "heat the oven", "--format", format, "--trace"]);
        assert_eq!((plain.code, plain.out), (traced.code, traced.out));
        assert!(traced.err.ends_with(&plain.err), "{}", traced.err);
    }
    let traced = program.run(&["context", "heat the oven", "--trace"]);
    let names: Vec<&str> = traced.err.lines().filter_map(|line| line.split(' ').next()).collect();
    let stages = [
        "stage",
        "understand",
        "recall",
        "fuse",
        "seed",
        "walk",
        "authority",
        "measure",
        "rank",
        "diversify",
        "read",
        "pack",
    ];
    let told: Vec<&str> = names.into_iter().filter(|name| stages.contains(name)).collect();
    assert_eq!(told, stages, "{}", traced.err);
    assert!(traced.err.contains("\n  lexical "), "{}", traced.err);
}

/// As a program reads it back.
fn number(value: &Value) -> f32 {
    value.to_string().parse().expect("a number")
}

#[test]
fn the_printed_numbers_are_the_printed_score() {
    let program = bakery();
    for task in
        ["heat the oven", "weigh a sack", "knead flour for bread\n\nIn `Oven.heat`:\n\n    knead(bread)\n"]
    {
        let context = program.run(&["context", task, "--format", "json"]).json();
        let first = &context["items"][0]["units"][0];
        let why = program.run(&["why", task, first["name"].as_str().expect("a name"), "--json"]).json();
        let explanation = &why["explanations"][0];
        let list = |name: &str| explanation[name].as_array().expect("a list").clone();
        let product = |part: &Value| number(&part["value"]) * number(&part["weight"]);
        let evidence: f32 = list("parts").iter().map(product).sum();
        let score = list("factors").iter().fold(evidence, |score, factor| score * number(&factor["value"]));
        assert_eq!(score.to_bits(), number(&first["score"]).to_bits(), "{explanation}");
        assert_eq!(score.to_bits(), number(&explanation["score"]).to_bits(), "{explanation}");
        let adds =
            list("channels").iter().map(|channel| number(&channel["adds"])).fold(0.0, |sum, adds| sum + adds);
        assert_eq!(adds.to_bits(), number(&explanation["fused"]).to_bits(), "{explanation}");
    }
}
