//! What is taken over after a change is what would be found anew, and where that is not certain nothing is taken over.

use crate::support::{File, Repository};
use orienteer_model::{BindingKind, Edge, EdgeKind, OwnMemory, ReferenceKind};
use orienteer_resolution::{Changed, Resolution, resolve_again};

fn library(more: impl FnOnce(&mut File)) -> File {
    let mut file = File::python("port/library.py");
    let class = file.class("Crane");
    file.method(class, "hoist");
    let caller = file.function("unload_ship");
    file.call(caller, "fasten_rope");
    more(&mut file);
    file.function("fasten_rope");
    file
}

fn user() -> File {
    let mut file = File::python("port/user.py");
    file.import("port.library", "Crane");
    let caller = file.function("work");
    file.bind(BindingKind::Assigned, caller, "crane", "Crane");
    file.call_on(caller, "crane", "hoist");
    file.reference(ReferenceKind::Environment, caller, (orienteer_model::ReceiverKind::None, ""), "ROPE");
    file
}

fn namesake() -> File {
    let mut file = File::python("port/namesake.py");
    file.import("port", "library");
    let caller = file.function("call_it");
    file.call_on(caller, "library", "weigh_anchor");
    file
}

/// With one function more.
fn with(name: &'static str) -> File {
    library(|file| {
        file.function(name);
    })
}

fn sorted(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.sort_unstable_by_key(|edge| (edge.from, edge.kind, edge.to));
    edges
}

/// Whether the change of the library is taken in without resolving everything; if so, with the same result.
fn is_taken_in(others: Vec<File>, old: File, new: File) -> bool {
    let before = Repository::new([others.clone(), vec![old.clone()]].concat());
    let after = Repository::new([others, vec![new]].concat());
    let file = after.files.iter().position(|file| file.path == old.path).expect("it is there") as u32;
    let changed = [Changed { file, before: old.facts.view() }];
    let edges = before.resolve().edges.into_iter();
    let again = resolve_again(&after.inputs(), &after.hints, &changed, edges, &OwnMemory).expect("memory");
    let Some(again) = again.map(Resolution::gathered) else { return false };
    let anew = after.resolve();
    assert_eq!(sorted(again.edges), sorted(anew.edges));
    assert_eq!((again.externals, again.module_paths), (anew.externals, anew.module_paths));
    true
}

#[test]
fn a_new_function_is_linked_by_those_who_name_it() {
    let new = library(|file| {
        let added = file.function("weigh_anchor");
        file.call(added, "weigh_anchor");
        file.call(added, "fasten_rope");
    });
    assert!(is_taken_in(vec![user(), namesake()], library(|_| {}), new.clone()));
    assert!(is_taken_in(vec![user(), namesake()], new, library(|_| {})));
}

#[test]
fn a_body_that_changes_leaves_others_alone() {
    let new = |sets_field: bool| {
        library(move |file| {
            file.call(3, "missing");
            file.bind(BindingKind::Assigned, 3, "crane", "Crane");
            if sets_field {
                file.bind(BindingKind::FieldAlias, 2, "hook", "crane");
            }
        })
    };
    assert!(is_taken_in(vec![user(), namesake()], library(|_| {}), new(false)));
    assert!(!is_taken_in(vec![user(), namesake()], library(|_| {}), new(true)));
    assert!(!is_taken_in(vec![user(), namesake()], new(true), library(|_| {})));
}

#[test]
fn tests_named_after_a_function_are_among_those_who_name_it() {
    let mut test = File::python("tests/test_port.py").test();
    test.function("test_Weigh_anchor");
    let new = with("weigh_anchor");
    assert!(is_taken_in(vec![test.clone()], library(|_| {}), new.clone()));
    let tests = Repository::new(vec![test, new]).edges(EdgeKind::Tests);
    assert_eq!(tests, ["tests/test_port.py:test_Weigh_anchor -> port/library.py:weigh_anchor 60"]);
}

#[test]
fn what_others_may_reach_by_another_name_is_resolved_anew() {
    let passed_on = |act: &dyn Fn(&mut File)| {
        let mut file = File::python("port/passing.py");
        act(&mut file);
        file
    };
    let ways: [&dyn Fn(&mut File); 3] = [
        &|file| file.import_as("port.library", "weigh_anchor", "weigh"),
        &|file| file.bind(BindingKind::Alias, orienteer_model::NO_UNIT, "weigh", "library.weigh_anchor"),
        &|file| {
            let class = file.class("Anchor");
            file.extends(class, "weigh_anchor");
        },
    ];
    for way in ways {
        assert!(!is_taken_in(vec![passed_on(way)], library(|_| {}), with("weigh_anchor")));
    }
}

#[test]
fn types_members_and_imports_are_resolved_anew() {
    let ways: [fn(&mut File); 4] = [
        |file| {
            file.class("Winch");
        },
        |file| {
            file.method(1, "lower_hook");
        },
        |file| file.import("port.elsewhere", "Rope"),
        |file| file.bind(BindingKind::Assigned, orienteer_model::NO_UNIT, "crane", "Crane"),
    ];
    for way in ways {
        assert!(!is_taken_in(vec![user()], library(|_| {}), library(way)));
    }
    assert!(!is_taken_in(vec![user()], library(|_| {}), with("__init__")));
}
