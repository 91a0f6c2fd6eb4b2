//! What is used is found sooner, what was merely returned is not, and what changed is forgotten.

use crate::support::Ground;
use orienteer_engine::{
    ContextAnswer, ContextRequest, EngineError, Memory, Params, ToolUse, Use, View, Workspace,
};

const NOW: u64 = 1_000_000;
/// None of its words stands in the code but `store`, which all of it has.
const TASK: &str = "nightly surcharge of the store";

/// Thirty units that look alike, so that the list has more than is asked for.
fn shop() -> Ground {
    let ground = Ground::new();
    for number in 0..30 {
        let text = format!(
            "def store_{number}(row):\n    \"\"\"Keeps row {number} in the store.\"\"\"\n    return row + {number}\n"
        );
        ground.write(&format!("shop/part_{}/keep_{number}.py", number % 3), &text);
    }
    ground.write("other/misc.py", "def unrelated(row):\n    return row\n");
    ground
}

fn ask_at(workspace: &Workspace, view: &View, task: &str, now: u64) -> ContextAnswer {
    let memory = workspace.memory(&view.snapshot, &Params::default(), now).expect("a memory");
    let request = ContextRequest { memory, ..ContextRequest::new(task) };
    workspace.context(view, &request).expect("an answer")
}

/// Asks, and remembers what was given.
fn given(workspace: &Workspace, view: &View, task: &str, now: u64) -> (String, ContextAnswer) {
    let answer = ask_at(workspace, view, task, now);
    let request = ContextRequest::new(task);
    let name = workspace.remember_context(&view.snapshot, &request, &answer, now).expect("a name");
    (name, answer)
}

fn place(answer: &ContextAnswer, name: &str) -> usize {
    answer.ranked.iter().position(|hit| hit.place.name == name).unwrap_or(usize::MAX)
}

fn read(path: &str, lines: Option<(u32, u32)>) -> ToolUse {
    ToolUse { path: path.to_owned(), lines, kind: Use::Read }
}

#[test]
fn what_was_useful_rises_and_what_was_returned_does_not() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let (pack, first) = given(&workspace, &view, TASK, NOW);
    let chosen = first.items[5].hit.place.name.clone();
    let place_before = place(&first, &chosen);
    assert!(place_before > 2, "there is something to gain");

    let (_, again) = given(&workspace, &view, TASK, NOW + 1);
    assert_eq!(again.ranked, first.ranked, "to return something is not to use it");

    workspace.feedback(&pack, std::slice::from_ref(&chosen), &[], NOW + 10_000).expect("feedback");
    let much_later = NOW + 1_000_000;
    let after = ask_at(&workspace, &view, TASK, much_later);
    let place_after = place(&after, &chosen);
    assert!(place_after + 3 <= place_before, "from {place_before} to {place_after}");
    let part = |name: &str| {
        after.ranked[place_after]
            .parts
            .iter()
            .find(|part| part.name == name)
            .map(|part| part.value)
            .unwrap_or_default()
    };
    assert!(part("feedback") > 0.5 && part("session") == 0.0 && part("learned") == 0.0);
}

#[test]
fn use_lifts_for_some_minutes() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let (_, first) = given(&workspace, &view, TASK, NOW);
    let hit = &first.items[4].hit;
    let used = read(&hit.place.path, Some((hit.start_line, hit.place.end_line)));
    let count = workspace.observe(&used, NOW + 5).expect("observed") as f32;
    assert!((1.0..=2.0).contains(&count), "a function, and a module that is nothing else");
    let session = |now| {
        let memory = workspace.memory(&view.snapshot, &Params::default(), now).expect("a memory");
        memory.session.values().copied().sum::<f32>() / count
    };
    assert_eq!(session(NOW + 5), 0.5, "one use, of a cap of two");
    assert_eq!(session(NOW + 5 + 180), 0.25);
    assert_eq!(session(NOW + 5 + 3_600), 0.0);
    for again in 1..6 {
        workspace.observe(&used, NOW + 5 + again * 70).expect("observed");
    }
    assert!(session(NOW + 360) <= 1.0);
}

#[test]
fn a_clock_that_was_set_back_does_not_make_it_last() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let (_, first) = given(&workspace, &view, TASK, NOW);
    let used = read(&first.items[4].hit.place.path, None);
    assert!(workspace.observe(&used, NOW + 5).expect("observed") > 0);
    let session = |now| {
        let memory = workspace.memory(&view.snapshot, &Params::default(), now).expect("a memory");
        memory.session.values().copied().sum::<f32>()
    };
    assert!(session(NOW) > 0.0 && session(NOW - 100) > 0.0, "a little back is no matter");
    assert!(session(NOW - 100) < session(NOW + 5));
    assert_eq!(session(NOW - 86_400), 0.0);
    assert_eq!(session(0), 0.0);
    assert_eq!(workspace.observe(&used, NOW - 86_400).expect("observed"), 0, "nobody was told of it yet");
}

#[test]
fn words_that_the_code_does_not_have_come_to_stand_for_it() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let mut chosen = String::new();
    for round in 0..2 {
        let now = NOW + round * 100;
        let (_, answer) = given(&workspace, &view, TASK, now);
        let hit = answer
            .items
            .iter()
            .map(|item| &item.hit)
            .max_by_key(|hit| (hit.place.name.clone(), hit.start_line));
        let hit = hit.expect("a unit");
        chosen = hit.place.name.clone();
        workspace.observe(&read(&hit.place.path, None), now + 1).expect("observed");
    }
    let words = workspace.learned(&view.snapshot, &Params::default(), NOW).expect("learned").words;
    let found = words.iter().find(|word| word.word == "surcharg" && word.place.name == chosen);
    assert_eq!(found.map(|word| (word.count, word.weight)), Some((2, Some(0.3))), "{words:?}");
    // Another task that shares one rare word, and nothing with the code.
    let other = ask_at(&workspace, &view, "surcharge", NOW + 100_000);
    assert_eq!(place(&other, &chosen), 0);
    assert!(other.ranked[0].channels.contains(&"learned"));
    assert!(words.iter().all(|word| word.word != "the" && word.word != "of"));
}

#[test]
fn once_is_not_enough_for_a_word() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let (_, answer) = given(&workspace, &view, TASK, NOW);
    let used = read(&answer.items[3].hit.place.path, None);
    for again in 0..20 {
        workspace.observe(&used, NOW + again).expect("observed");
    }
    let memory = workspace.memory(&view.snapshot, &Params::default(), NOW + 30).expect("a memory");
    assert!(memory.words.is_empty(), "twenty looks at one answer are one observation");
    assert!(!memory.feedback.is_empty());
}

#[test]
fn a_package_that_changes_is_learned_anew() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let (pack, answer) = given(&workspace, &view, TASK, NOW);
    let names: Vec<String> = answer.items.iter().map(|item| item.hit.place.name.clone()).collect();
    let of = |folder: &str| {
        let mut hits = answer.items.iter().map(|item| &item.hit);
        hits.find(|hit| hit.place.path.starts_with(folder)).expect("a unit").place.name.clone()
    };
    let (changed, kept) = (of("shop/part_0"), of("shop/part_1"));
    workspace.feedback(&pack, &[changed.clone(), kept.clone()], &[], NOW).expect("feedback");
    let count = |view: &View| {
        let learned = workspace.learned(&view.snapshot, &Params::default(), NOW).expect("learned");
        let useful = learned.units.into_iter().filter(|unit| unit.useful > 0.0);
        (useful.map(|unit| unit.place.name).collect::<Vec<_>>(), learned.expired)
    };
    assert_eq!(count(&view).0.len(), 2, "{names:?}");

    ground.write("shop/part_0/deeper/another.py", "def deep():\n    return 1\n");
    ground.write("other/misc.py", "def unrelated(row):\n    return 2\n");
    let (_, unchanged) = ground.open();
    assert_eq!(count(&unchanged).0.len(), 2, "other folders are other packages");

    ground.write("shop/part_0/added.py", "def added():\n    return 1\n");
    let (_, after) = ground.open();
    assert_eq!(count(&after), (vec![kept.clone()], 1));
    let memory = workspace.memory(&after.snapshot, &Params::default(), NOW + 100_000).expect("a memory");
    assert!(memory.feedback.values().filter(|signal| **signal > 0.0).count() == 1);

    std::fs::remove_file(ground.tree().join("shop/part_0/added.py")).expect("removed");
    let (_, back) = ground.open();
    assert_eq!(count(&back).0.len(), 2, "as it was, so is what was learned");
}

#[test]
fn what_was_passed_over_counts_a_little_against_itself() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let (pack, answer) = given(&workspace, &view, TASK, NOW);
    let name = |at: usize| answer.items[at].hit.place.name.clone();
    workspace.feedback(&pack, &[name(2)], &[name(1)], NOW).expect("feedback");
    let learned = workspace.learned(&view.snapshot, &Params::default(), NOW).expect("learned");
    let signal =
        |name: String| learned.units.iter().find(|unit| unit.place.name == name).map(|unit| unit.signal);
    assert_eq!(signal(name(2)), Some(0.8));
    assert_eq!(signal(name(1)), Some(-0.8));
    assert_eq!(signal(name(0)), Some(-0.2), "it stood before what was used");
    assert_eq!(signal(name(3)), None, "nobody came so far");
}

#[test]
fn a_rebuild_keeps_it_and_it_can_be_forgotten() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let (pack, answer) = given(&workspace, &view, TASK, NOW);
    let names: Vec<String> = answer.items.iter().take(4).map(|item| item.hit.place.name.clone()).collect();
    workspace.feedback(&pack, &names, &[], NOW).expect("feedback");
    let options = orienteer_engine::IndexOptions { force: true, ..Default::default() };
    workspace.index(&options, &orienteer_engine::Silent).expect("indexed");
    let (_, again) = ground.open();
    let memory = |now| workspace.memory(&again.snapshot, &Params::default(), now).expect("a memory");
    assert_eq!(memory(NOW).feedback.len(), 4);
    let path = &answer.items[0].hit.place.path;
    assert_eq!(workspace.forget(Some(path)).expect("forgotten"), 1);
    assert_eq!(memory(NOW).feedback.values().filter(|signal| **signal > 0.0).count(), 3);
    workspace.forget(None).expect("forgotten");
    assert_eq!(memory(NOW), Memory::nothing());
    assert!(matches!(workspace.feedback(&pack, &names, &[], NOW), Err(EngineError::NoSuchPack { .. })));
}

#[test]
fn what_cannot_be_meant_is_said() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let (pack, _) = given(&workspace, &view, TASK, NOW);
    let nobody = ["nobody".to_owned()];
    assert!(matches!(workspace.feedback("ffff", &nobody, &[], NOW), Err(EngineError::NoSuchPack { .. })));
    assert!(matches!(workspace.feedback(&pack, &nobody, &[], NOW), Err(EngineError::NotInAnswer { .. })));
    assert_eq!(workspace.observe(&read("shop/nothing.py", None), NOW).expect("observed"), 0);
    let used = read("shop/part_0/keep_0.py", None);
    assert_eq!(workspace.observe(&used, NOW + 7_200).expect("observed"), 0, "nobody remembers that answer");
}

#[test]
fn why_has_the_very_numbers() {
    let ground = shop();
    let (workspace, view) = ground.open();
    let path = ask_at(&workspace, &view, TASK, NOW).items[6].hit.place.path.clone();
    for round in 0..3 {
        given(&workspace, &view, TASK, NOW + round);
        workspace.observe(&read(&path, None), NOW + round).expect("observed");
    }
    let memory = workspace.memory(&view.snapshot, &Params::default(), NOW + 10).expect("a memory");
    let request = ContextRequest { memory, ..ContextRequest::new(TASK) };
    let mut lifted = 0;
    for hit in &workspace.context(&view, &request).expect("an answer").ranked {
        let why = workspace.why(&view, &request, &hit.place.name).expect("why");
        let ranked = why.explanations[0].journey.ranked.as_ref().expect("ranked");
        let evidence: f32 = ranked.parts.iter().map(|part| part.value * part.weight).sum();
        let score = ranked.factors.iter().fold(evidence, |score, factor| score * factor.value);
        assert_eq!(score.to_bits(), ranked.score.to_bits());
        assert_eq!(hit.score.to_bits(), ranked.score.to_bits());
        let has = |name: &str| ranked.parts.iter().any(|part| part.name == name && part.value > 0.0);
        lifted += usize::from(has("session") && has("feedback") && has("learned"));
    }
    assert!(lifted >= 1);
}
