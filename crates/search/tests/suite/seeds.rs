//! Where a walk begins, and which channels find what it begins at: each mechanism is seen in the answer, on and off.

use crate::support::{Index, request};
use orienteer_model::{EdgeKind, UnitId};
use orienteer_search::{Dense, Params, Request, SearchError, mechanisms, search};

/// More than any list here is cut to.
const LIMIT: usize = 60;

fn function(name: &str, doc: &str) -> String {
    format!("def {name}(tree):\n    \"\"\"{doc}\"\"\"\n    return tree\n\n\n")
}

/// Forty functions that have the first word of every task here, so that what is asked for has company.
fn crowd() -> Vec<(String, String)> {
    let file = |number: usize| {
        let text = function(&format!("extra_{number}"), &format!("Harvest number {number}."));
        (format!("crowd{}/extra_{number}.py", number % 7), text)
    };
    (0..40).map(file).collect()
}

fn index(files: &[(&str, String)], edges: &[(&str, EdgeKind, &str)]) -> Index {
    let own = files.iter().map(|(path, text)| ((*path).to_owned(), text.clone()));
    Index::with_edges(&own.chain(crowd()).collect::<Vec<_>>(), edges)
}

fn params(set: &[(&str, f32)]) -> Params {
    let mut params = Params::default().for_context();
    // Only what a test is about.
    let quiet = [
        ("link_rounds", 0.0),
        ("seed_evidence", 0.0),
        ("seed_noise", 1.0),
        ("seed_focus", 0.0),
        ("seed_implementors", 0.0),
        ("seed_directories", 0.0),
        ("family", 0.0),
        ("folder", 0.0),
        ("qualified_cover", 0.0),
        ("callees", 0.0),
        ("users", 0.0),
        ("described", 0.0),
    ];
    for (name, value) in quiet.iter().chain(set) {
        params.set(name, *value).expect("a parameter");
    }
    params
}

fn ask(index: &Index, dense: Option<&dyn Dense>, task: &str, set: &[(&str, f32)]) -> Vec<String> {
    let request = Request { per_file: 0, ..request(task, LIMIT) };
    let answer = search(&index.snapshot, dense, &request, &params(set)).expect("an answer");
    let name = |unit: UnitId| index.snapshot.unit(unit).expect("a unit").name().to_owned();
    answer.ranked.iter().map(|ranked| name(ranked.unit)).collect()
}

fn place(names: &[String], name: &str) -> Option<usize> {
    names.iter().position(|known| known == name)
}

fn has(names: &[String], name: &str) -> bool {
    place(names, name).is_some()
}

/// `friend` has no word of any task: only the walk finds it, and only from `from`.
fn friend_of(from: &'static str) -> (&'static str, EdgeKind, &'static str) {
    (from, EdgeKind::Calls, "friend")
}

fn friend() -> (&'static str, String) {
    ("elsewhere/friend.py", function("friend", "Nothing of it."))
}

#[test]
fn names_are_found_by_tiers_that_text_does_not_have() {
    let files = [
        ("a/inner.py", function("recalcfruitbasketnow", "Whole.")),
        ("fruit_basket/b.py", function("elsewhere", "By its folder.")),
    ];
    let index = index(&files, &[]);
    let tiered = ask(&index, None, "empty the fruit basket", &[]);
    assert!(has(&tiered, "recalcfruitbasketnow") && has(&tiered, "elsewhere"), "{tiered:?}");
    let weighed = ask(&index, None, "empty the fruit basket", &[("seed_evidence", 1.0)]);
    assert!(has(&weighed, "recalcfruitbasketnow"), "found, though nothing else speaks for it: {weighed:?}");
    let plain = ask(&index, None, "empty the fruit basket", &[("names_tiers", 0.0)]);
    assert!(!has(&plain, "recalcfruitbasketnow"), "{plain:?}");
}

#[test]
fn a_walk_begins_where_most_evidence_is() {
    let valve = function("valve", "Opens.");
    let files = [("irrigation/irrigation.py", valve), friend()];
    let index = index(&files, &[friend_of("valve")]);
    // One seed: more channels have another, but a file that is called so says more.
    let task = "harvest number three near the irrigation";
    let set = [("walk_seeds", 1.0), ("seed_step", 0.0), ("channel_names", 0.0), ("pool", 10.0)];
    let with = [set.as_slice(), &[("seed_evidence", 1.0)]].concat();
    assert!(has(&ask(&index, None, task, &with), "friend"));
    assert!(!has(&ask(&index, None, task, &set), "friend"));
    let report = format!("{task}\n\nIt happened twice.\nNothing else is known.\n");
    assert_eq!(ask(&index, None, &report, &with), ask(&index, None, &report, &set), "a report goes by ranks");
}

#[test]
fn words_are_looked_up_only_where_names_found_little() {
    let named: Vec<(&str, String)> = vec![(
        "a/many.py",
        (0..6).map(|number| function(&format!("fruit_basket{number}"), "One.")).collect(),
    )];
    let lone = ("b/lone.py", function("rebasketing", "Alone."));
    let alone = index(std::slice::from_ref(&lone), &[]);
    let together = index(&[named, vec![lone]].concat(), &[]);
    let set = [("names_path", 0.0)];
    assert!(has(&ask(&alone, None, "empty the fruit basket", &set), "rebasketing"));
    assert!(!has(&ask(&together, None, "empty the fruit basket", &set), "rebasketing"));
}

#[test]
fn documentation_leads_to_the_symbols_that_it_names() {
    let files = [
        ("docs/guide.md", "# Glaciers\n\nA glacier melts over the summer: see settle.\n".to_owned()),
        ("a/settle.py", function("settle", "Closes the books.")),
    ];
    let index = index(&files, &[("Glaciers", EdgeKind::Documents, "settle")]);
    let set = [("walk_seeds", 0.0)];
    assert!(has(&ask(&index, None, "harvest: a glacier melts", &set), "settle"));
    let without = [set[0], ("channel_docs", 0.0)];
    assert!(!has(&ask(&index, None, "harvest: a glacier melts", &without), "settle"));
}

#[test]
fn types_of_folders_that_the_task_speaks_of_are_walked_from() {
    let class =
        "class Valve:\n    \"\"\"Opens.\"\"\"\n\n    def turn(self):\n        return self\n".to_owned();
    let files = [("irrigation/valve.py", class), friend()];
    let edges = [("Valve", EdgeKind::Contains, "turn"), friend_of("turn")];
    let index = index(&files, &edges);
    // One seed, which is another.
    let task = "harvest number three near the irrigation";
    let set = [("walk_seeds", 1.0), ("seed_step", 0.0), ("channel_names", 0.0), ("pool", 10.0)];
    assert!(has(
        &ask(&index, None, task, &[set.as_slice(), &[("seed_directories", 0.3)]].concat()),
        "friend"
    ));
    assert!(!has(&ask(&index, None, task, &set), "friend"));
    let none_of_them = [("seed_directories", 0.3), ("directory_rich", 0.0)];
    assert!(!has(&ask(&index, None, task, &[set.as_slice(), &none_of_them].concat()), "friend"));
}

/// Vectors of two units, the first nearer.
struct Two([UnitId; 2]);

impl Dense for Two {
    fn nearest(&self, _: usize, _: &dyn Fn(UnitId) -> bool) -> Result<Vec<(UnitId, f32)>, SearchError> {
        Ok(vec![(self.0[0], 0.1), (self.0[1], 0.2)])
    }

    fn distance(&self, unit: UnitId) -> Option<f32> {
        self.0.contains(&unit).then_some(0.1)
    }
}

#[test]
fn where_words_find_next_to_nothing_the_nearest_are_walked_from() {
    let files = [
        ("a/orchard.py", function("orchard", "Plants.")),
        ("a/silo.py", function("silo", "Keeps.")),
        friend(),
    ];
    let index = index(&files, &[friend_of("silo")]);
    let unit = |name: &str| index.snapshot.units_named(name).next().expect("a unit").id();
    let dense = Two([unit("silo"), unit("extra_1")]);
    // The channel alone gives no weight to begin at.
    let set = [("channel_dense", 0.0)];
    let ask = |task: &str, set: &[(&str, f32)]| ask(&index, Some(&dense), task, set);
    assert!(has(&ask("orchard", &set), "friend"));
    assert!(!has(&ask("orchard", &[set[0], ("seed_gap", 0.0)]), "friend"));
    assert!(!has(&ask("orchard harvest", &set), "friend"), "words found enough");
}

#[test]
fn implementors_of_an_interface_are_walked_from() {
    let class = |header: &str| format!("class {header}:\n    \"\"\"Of the orchard.\"\"\"\n\n\n");
    let callers: String = (0..6).map(|number| function(&format!("part_{number}"), "A part.")).collect();
    let files = [
        ("a/picker.py", class("Picker(Protocol)")),
        ("b/ladder.py", class("Ladder(Picker)").replace("Of the orchard.", "High.")),
        ("c/parts.py", callers),
    ];
    let mut edges: Vec<(&str, EdgeKind, &str)> =
        ["part_0", "part_1", "part_2", "part_3"].map(|part| (part, EdgeKind::Calls, "Picker")).to_vec();
    edges.push(("Ladder", EdgeKind::Extends, "Picker"));
    let index = index(&files, &edges);
    let with = ask(&index, None, "the orchard", &[("seed_implementors", 5.0)]);
    let without = ask(&index, None, "the orchard", &[]);
    let is_before = |names: &[String]| place(names, "Ladder") < place(names, "part_0");
    assert!(is_before(&with) && !is_before(&without), "{with:?} {without:?}");
}

#[test]
fn implementors_need_no_place_among_the_seeds() {
    let class = |header: &str, doc: &str| format!("class {header}:\n    \"\"\"{doc}\"\"\"\n\n\n");
    let pickers: String =
        (0..8).map(|number| function(&format!("pick_{number}"), "Of the orchard.")).collect();
    let parts: String = (0..6).map(|number| function(&format!("part_{number}"), "A part.")).collect();
    let files = [
        ("a/picker.py", class("Picker(Protocol)", "Of the orchard, the whole orchard.") + &pickers),
        ("b/ladder.py", class("Ladder(Picker)", "High.")),
        ("c/parts.py", parts),
    ];
    let mut edges: Vec<(&str, EdgeKind, &str)> =
        ["part_0", "part_1", "part_2", "part_3"].map(|part| (part, EdgeKind::Calls, "Picker")).to_vec();
    edges.push(("Ladder", EdgeKind::Extends, "Picker"));
    let index = index(&files, &edges);
    let few = |implementors| [("seed_implementors", implementors), ("seed_focus", 1.0), ("walk_seeds", 4.0)];
    let with = ask(&index, None, "the orchard", &few(5.0));
    let without = ask(&index, None, "the orchard", &few(0.0));
    let is_before = |names: &[String]| place(names, "Ladder") < place(names, "part_0");
    assert!(is_before(&with) && !is_before(&without), "{with:?} {without:?}");
}

#[test]
fn nobody_walks_from_noise_unless_it_is_named() {
    let class = |name: &str| format!("class {name}:\n    \"\"\"Of the orchard.\"\"\"\n\n\n");
    let noisy = [
        ("a/store.py", class("FakeLadder"), "FakeLadder"),
        ("vendor/ladder.py", class("Ladder"), "Ladder"),
        ("dist/ladder.py", class("Ladder"), "Ladder"),
        ("fixtures/ladder.py", class("Ladder"), "Ladder"),
        ("a/short.py", function("xy", "Of the orchard."), "xy"),
    ];
    for (path, text, name) in noisy {
        let index = index(&[(path, text), friend()], &[friend_of(name)]);
        let noise = [("seed_noise", 0.0)];
        assert!(has(&ask(&index, None, "harvest the orchard", &[]), "friend"), "{path}");
        assert!(!has(&ask(&index, None, "harvest the orchard", &noise), "friend"), "{path}");
        assert!(
            has(&ask(&index, None, &format!("harvest the orchard of `{name}`"), &noise), "friend"),
            "{path}"
        );
    }
    let usual = index(&[("a/short.py", function("db", "Of the orchard.")), friend()], &[friend_of("db")]);
    assert!(has(&ask(&usual, None, "harvest the orchard", &[("seed_noise", 0.0)]), "friend"));
}

#[test]
fn the_folder_with_most_of_the_weight_goes_first() {
    let files = [
        ("alone/best.py", function("orchard_harvest", "The orchard: harvest of the orchard.")),
        ("many/first.py", function("orchard_first", "The harvest.")),
        ("many/second.py", function("orchard_second", "The harvest.")),
        ("many/third.py", function("orchard_third", "The harvest.")),
        friend(),
    ];
    let index = index(&files, &[friend_of("orchard_harvest")]);
    let set = [("walk_seeds", 1.0), ("seed_step", 0.0)];
    assert!(has(&ask(&index, None, "orchard harvest", &set), "friend"));
    assert!(!has(
        &ask(&index, None, "orchard harvest", &[set.as_slice(), &[("seed_focus", 1.0)]].concat()),
        "friend"
    ));
}

#[test]
fn large_graphs_begin_at_types_and_at_more_of_them() {
    let files = [
        ("a/best.py", function("orchard_harvest", "The orchard: harvest of the orchard.")),
        ("b/next.py", "class Orchard:\n    \"\"\"Trees.\"\"\"\n".to_owned()),
        friend(),
    ];
    let index = index(&files, &[friend_of("Orchard")]);
    let ask = |set: &[(&str, f32)]| {
        let one = [("walk_seeds", 1.0), ("seed_step", 0.0)];
        ask(&index, None, "orchard harvest", &[one.as_slice(), set].concat())
    };
    let units = index.snapshot.unit_count() as f32;
    assert!(!has(&ask(&[("seed_types_units", units)]), "friend"));
    assert!(has(&ask(&[("seed_types_units", units - 1.0)]), "friend"));
    let more = |least: f32| ask(&[("seed_step", 1.0), ("seed_medium_units", least)]);
    assert!(!has(&more(units), "friend"));
    assert!(has(&more(units - 1.0), "friend"));
}

#[test]
fn each_mechanism_can_be_switched_off() {
    let named =
        ["keywords by tiers", "documentation channel", "gap fill", "implementors", "noise filter", "focus"];
    let further = ["types first on large graphs", "more seeds on large graphs", "types of named folders"];
    for name in named.into_iter().chain(further) {
        assert!(mechanisms().iter().any(|mechanism| mechanism.name == name), "{name}");
    }
}
