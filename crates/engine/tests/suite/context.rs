//! A packed answer is never over its budget, in no format, and shows no line twice.

use crate::support::Ground;
use orienteer_engine::{
    ContextAnswer, ContextRequest, EngineError, Form, Format, PackedItem, Params, Place, Subject,
};
use orienteer_text::count_tokens as count;
use proptest::prelude::*;
use std::collections::BTreeSet;

const KETTLE: &str = r#""""Where wort is <boiled> & hopped."""


class Kettle:
    """Boils wort.

    Holds "one" batch at a time; see `Fermenter` & friends.
    """

    capacity = 40

    def __init__(self, burner):
        self.burner = burner
        self.wort = None

    def boil(self, minutes):
        """Boils the wort for some minutes."""
        for minute in range(minutes):
            self.burner.heat(self.wort, minute)
        return self.wort

    def add_hops(self, hops, minute):
        """Adds hops to the boiling wort."""
        if minute < 0 or minute > 90:
            raise ValueError("hops are added while the wort boils")
        self.wort.hops.append((hops, minute))

    def drain(self, fermenter):
        """Drains the boiled wort into a fermenter.

        ```
        kettle.drain(fermenter)
        ```
        """
        fermenter.fill(self.wort)
        self.wort = None
"#;

fn brewery() -> Ground {
    let brewery = Ground::new();
    brewery.write("brewery/kettle.py", KETTLE);
    for number in 0..30 {
        let mut text = format!(
            "class Fermenter{number}:\n    \"\"\"Ferments batch {number} of wort with yeast.\"\"\"\n\n"
        );
        for step in ["fill", "pitch_yeast", "cool", "rack"] {
            text.push_str(&format!(
                    "    def {step}(self, wort, kettle):\n        \"\"\"To {step} fermenter {number} with boiled wort.\"\"\"\n        kettle.boil({number})\n        self.wort = wort\n        return [self.{step}(part, kettle) for part in wort]\n\n"
                ));
        }
        brewery.write(&format!("brewery/fermenters/fermenter_{number}.py"), &text);
    }
    brewery.write(
        "docs/brewing.md",
        "# Brewing\n\nBoil the `Kettle`, then *ferment*.\n\n## Hops\n\nAdd hops.\n",
    );
    brewery
}

const TASKS: [&str; 6] = [
    "boil the wort longer",
    "Kettle.add_hops",
    "pitch yeast into the fermenter",
    "how is boiled wort drained & cooled?",
    "rack",
    "Draining fails\n\n```\nTraceback:\n  File \"brewery/kettle.py\", line 31, in drain\n    fermenter.fill(self.wort)\n```\nThe kettle must be empty after `drain`.",
];

fn ask(budget: usize, format: Format, task: &str) -> ContextRequest {
    ContextRequest { budget, format, ..ContextRequest::new(task) }
}

/// Every line of source that is printed, by file; fails on one that is printed twice.
fn printed(answer: &ContextAnswer) -> BTreeSet<(String, u64)> {
    let value: serde_json::Value = serde_json::from_str(&answer.text).expect("JSON");
    let mut lines = BTreeSet::new();
    for item in value["items"].as_array().expect("items") {
        for run in item["source"].as_array().expect("source") {
            let (first, last) =
                (run["line"].as_u64().expect("line"), run["end_line"].as_u64().expect("line"));
            let text = run["text"].as_str().expect("text");
            assert_eq!(text.split('\n').count() as u64, last - first + 1);
            for line in first..=last {
                let path = item["path"].as_str().expect("path").to_owned();
                assert!(lines.insert((path, line)), "{item} shows line {line} twice");
            }
        }
    }
    lines
}

#[test]
fn never_over_the_budget() {
    let brewery = brewery();
    let (workspace, view) = brewery.open();
    let config = ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() };
    let budgets = prop_oneof![200usize..3_000, 200usize..50_000];
    proptest!(config, |(budget in budgets, format in 0usize..5, task in 0usize..6)| {
        let request = ask(budget, Format::ALL[format], TASKS[task]);
        let answer = workspace.context(&view, &request).expect("an answer");
        prop_assert_eq!(count(&answer.text), answer.tokens);
        prop_assert!(answer.tokens <= budget);
        prop_assert!(!answer.items.is_empty());
        prop_assert_eq!(answer.items.len() + answer.left_out.len(), answer.ranked.len());
    });
}

#[test]
fn tiny_budgets_are_kept_or_refused() {
    let brewery = brewery();
    let (workspace, view) = brewery.open();
    for (format, task) in
        Format::ALL.into_iter().flat_map(|format| [TASKS[1], TASKS[5]].map(|task| (format, task)))
    {
        for budget in 1..200 {
            match workspace.context(&view, &ask(budget, format, task)) {
                Ok(answer) => assert!(count(&answer.text) <= budget && !answer.items.is_empty()),
                Err(EngineError::BudgetTooSmall { least, .. }) => assert!(least > budget, "{least} {budget}"),
                Err(error) => panic!("{error}"),
            }
        }
        assert!(workspace.context(&view, &ask(200, format, task)).is_ok());
    }
}

#[test]
fn no_line_is_shown_twice_and_all_are_as_the_file_has_them() {
    let brewery = brewery();
    let (workspace, view) = brewery.open();
    for task in TASKS {
        for budget in [300, 1_000, 4_000, 20_000] {
            let answer = workspace.context(&view, &ask(budget, Format::Json, task)).expect("an answer");
            let lines = printed(&answer);
            let told = answer.items.iter().flat_map(|item| {
                let path = item.hit.place.path.clone();
                let lines = item.lines.iter().flat_map(|(first, last)| u64::from(*first)..=u64::from(*last));
                lines.map(move |line| (path.clone(), line))
            });
            assert_eq!(told.collect::<BTreeSet<_>>(), lines, "{task}");
        }
    }
}

#[test]
fn a_type_that_is_too_long_is_shown_without_the_bodies_of_its_members() {
    let brewery = brewery();
    let (workspace, view) = brewery.open();
    let mut request = ask(4_000, Format::Text, "Kettle");
    request.params.pack_whole_type = 20.0;
    request.params.pack_body_least = 0.95;
    let answer = workspace.context(&view, &request).expect("an answer");
    assert_eq!(answer.items[0].hit.place.name, "Kettle");
    assert_eq!(answer.items[0].form, Form::Body);
    assert!(answer.text.contains("    def add_hops(self, hops, minute):\n"), "{}", answer.text);
    assert!(answer.text.contains("    Holds \"one\" batch at a time"));
    assert!(!answer.text.contains("hops are added while"), "{}", answer.text);
    request.params.pack_whole_type = 4_000.0;
    let answer = workspace.context(&view, &request).expect("an answer");
    assert!(answer.text.contains("hops are added while"), "{}", answer.text);
}

#[test]
fn what_is_weak_is_not_shown_though_there_is_room() {
    let brewery = brewery();
    let (workspace, view) = brewery.open();
    let params = Params { pack_file_exponent: 0.0, pack_pointer_least: 0.6, ..Params::default() };
    let request = ContextRequest { params: params.clone(), ..ask(50_000, Format::Text, "Kettle.add_hops") };
    let answer = workspace.context(&view, &request).expect("an answer");
    let top = answer.ranked[0].score;
    let least = |form: Form| match form {
        Form::Body => params.pack_body_least,
        Form::Signature => params.pack_signature_least,
        Form::Pointer => params.pack_pointer_least,
    };
    assert!(answer.items.iter().all(|item| item.hit.score >= top * least(item.form)));
    assert!(answer.tokens < 20_000);
    assert!(!answer.left_out.is_empty());
}

#[test]
fn what_is_printed_is_neither_pointed_to_nor_left_out() {
    let brewery = brewery();
    let (workspace, view) = brewery.open();
    let answer = workspace.context(&view, &ask(4_000, Format::Json, "Kettle")).expect("an answer");
    let printed = printed(&answer);
    let is_printed = |place: &Place| printed.contains(&(place.path.clone(), u64::from(place.line)));
    let pointers = answer.items.iter().filter(|item| item.form == Form::Pointer);
    let named: Vec<&Place> = pointers.map(|item| &item.hit.place).chain(&answer.left_out).collect();
    assert!(!named.is_empty());
    let twice: Vec<&&Place> = named.iter().filter(|place| is_printed(place)).collect();
    assert!(twice.is_empty(), "{twice:?}");
    let inside = answer.items.iter().find(|item| item.hit.place.name == "Kettle.add_hops");
    assert!(inside.is_some_and(|item| item.form == Form::Body), "{}", answer.text);
}

/// A report brings the lines around a body along, a task of one line does not; what was ranked before is packed by the same numbers.
#[test]
fn reports_and_files_are_packed_by_numbers_of_their_own() {
    let brewery = brewery();
    let (workspace, view) = brewery.open();
    let is_packed_alike = |request: &ContextRequest| {
        let own = Params { pack_margin: 0.0, report_pack_margin: 5.0, ..Params::default() };
        let request = ContextRequest { params: own, ..request.clone() };
        let answer = workspace.context(&view, &request).expect("an answer");
        if request.subject == Subject::Task {
            let again = workspace.pack_ranked(&view, &request, answer.ranked.clone()).expect("an answer");
            assert_eq!(again.text, answer.text, "{}", request.task);
        }
        let is_wide =
            |item: &PackedItem| item.lines.first().is_some_and(|(first, _)| *first + 1 < item.hit.start_line);
        answer.items.iter().any(is_wide)
    };
    let line = ask(8_000, Format::Text, "Kettle.add_hops is too late");
    let report =
        ask(8_000, Format::Text, "Kettle.add_hops is too late\n\nThe hops are added after the boil.\n");
    let files = Subject::Files(vec!["brewery/kettle.py".to_owned()]);
    let within = ContextRequest { subject: files.clone(), ..line.clone() };
    let around = ContextRequest { subject: files, ..ask(8_000, Format::Text, "") };
    let wide = [line, report, within, around].map(|request| is_packed_alike(&request));
    assert_eq!(wide, [false, true, true, true]);
}

#[test]
fn the_compact_format_has_the_fewest_tokens_for_the_same_lines() {
    let brewery = brewery();
    let (workspace, view) = brewery.open();
    let tokens = |format: Format, task: &str| {
        let answer = workspace.context(&view, &ask(50_000, format, task)).expect("an answer");
        let lines: BTreeSet<(String, u32, u32)> = answer
            .items
            .iter()
            .flat_map(|item| {
                item.lines.iter().map(|(first, last)| (item.hit.place.path.clone(), *first, *last))
            })
            .collect();
        (answer.tokens, lines)
    };
    for task in TASKS {
        let (compact, lines) = tokens(Format::Compact, task);
        for format in [Format::Text, Format::Markdown, Format::Json, Format::Xml] {
            let (other, same) = tokens(format, task);
            assert_eq!(lines, same, "{format:?} {task}");
            assert!(compact < other, "{format:?} {task}: {compact} {other}");
        }
    }
}

#[test]
fn a_file_that_changed_since_is_pointed_to_and_not_quoted() {
    let brewery = brewery();
    let (workspace, view) = brewery.open();
    brewery.write("brewery/kettle.py", "# nothing is here any more\n");
    let answer = workspace.context(&view, &ask(4_000, Format::Text, "Kettle.add_hops")).expect("an answer");
    assert!(!answer.text.contains("hops are added while"));
    assert!(!answer.text.contains("nothing is here any more"));
    assert_eq!(
        answer.items.iter().find(|item| item.hit.place.name == "Kettle.add_hops").map(|item| item.form),
        Some(Form::Pointer)
    );
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let brewery = Ground::new();
    let (workspace, view) = brewery.open();
    let no_code = workspace.context(&view, &ContextRequest::new("boil the wort"));
    assert!(matches!(no_code, Err(EngineError::NoCode)));
    assert!(matches!(ask(0, Format::Text, "boil").validate(), Err(EngineError::NoBudget)));
    assert!(matches!(ask(100, Format::Text, " \n").validate(), Err(EngineError::Search(_))));
    assert!(matches!(ask(100, Format::Text, "the and").validate(), Err(EngineError::Search(_))));
}
