//! What candidates are linked with: a unit that says no more than many others comes up with those that it belongs to.

use crate::support::{Index, request};
use orienteer_model::EdgeKind;
use orienteer_search::{Params, Ranked, Request, search};

/// More than any list here is cut to.
const LIMIT: usize = 60;

/// One function that has both words of the task, and forty-one that have one of them, all alike but for their edges.
fn index(edges: &[(&str, EdgeKind, &str)]) -> Index {
    let function =
        |name: &str, doc: &str| format!("def {name}(tree):\n    \"\"\"{doc}\"\"\"\n    return tree\n");
    let mut files = vec![("yard/orchard.py".to_owned(), function("orchard", "Orchard in harvest."))];
    files.extend((0..40).map(|number| {
        let name = format!("extra_{number}");
        (format!("crowd{}/{name}.py", number % 7), function(&name, "Harvest of some sort."))
    }));
    files.push(("zoo/friend.py".to_owned(), function("friend", "Harvest of some sort.")));
    Index::with_edges(&files, edges)
}

fn ask(index: &Index, set: &[(&str, f32)]) -> Vec<Ranked> {
    let mut params = Params::default().for_context();
    // No other evidence that comes by edges.
    let others =
        ["walk_seeds", "callers", "callees", "users", "documented", "container", "members", "family"];
    let quiet = others.map(|name| (name, 0.0));
    for (name, value) in quiet.iter().chain(set) {
        params.set(name, *value).expect("a parameter");
    }
    let request = Request { per_file: 0, ..request("orchard harvest", LIMIT) };
    search(&index.snapshot, None, &request, &params).expect("an answer").ranked
}

fn place(index: &Index, ranked: &[Ranked], name: &str) -> usize {
    let is_it = |ranked: &Ranked| index.snapshot.unit(ranked.unit).is_some_and(|unit| unit.name() == name);
    ranked.iter().position(is_it).expect("found")
}

#[test]
fn a_unit_comes_up_with_those_that_it_is_linked_with() {
    let edges = [
        ("friend", EdgeKind::Calls, "orchard", "linked_callees"),
        ("friend", EdgeKind::Contains, "orchard", "linked_members"),
        ("orchard", EdgeKind::Contains, "friend", "linked_container"),
        ("orchard", EdgeKind::TypeHintOf, "friend", "linked_users"),
        ("orchard", EdgeKind::Documents, "friend", "linked_sections"),
        ("orchard", EdgeKind::CoChanges, "friend", "linked"),
    ];
    let features = edges.map(|(.., feature)| feature);
    for (from, kind, to, feature) in edges {
        let index = index(&[(from, kind, to)]);
        let only: Vec<(&str, f32)> =
            features.iter().map(|name| (*name, f32::from(u8::from(*name == feature)))).collect();
        let place = |set: &[(&str, f32)]| place(&index, &ask(&index, set), "friend");
        // Behind `orchard` and its file.
        assert!(place(&only) <= 2, "{feature}");
        assert!(place(&[only.as_slice(), &[("link_rounds", 0.0)]].concat()) > 20, "{feature}");
    }
}

/// What was passed on once is passed on further by the next round.
#[test]
fn rounds_reach_further() {
    let chain = [("orchard", EdgeKind::Calls, "extra_7"), ("extra_7", EdgeKind::Calls, "friend")];
    let index = index(&chain);
    let passed = |rounds: f32| {
        let ranked = ask(&index, &[("link_rounds", rounds)]);
        let friend = &ranked[place(&index, &ranked, "friend")];
        let linked = friend.parts.iter().find(|part| part.name == "linked");
        linked.expect("a feature").value
    };
    assert!(passed(2.0) > passed(1.0), "{} and {}", passed(2.0), passed(1.0));
}

/// An explanation has the very numbers of the last round, so that it sums to the score.
#[test]
fn what_is_passed_on_is_explained() {
    let index = index(&[("friend", EdgeKind::Calls, "orchard")]);
    let ranked = ask(&index, &[]);
    let is_linked = |ranked: &Ranked| {
        ranked.parts.iter().any(|part| part.name.starts_with("linked") && part.product() > 0.0)
    };
    assert_eq!(ranked.iter().filter(|ranked| is_linked(ranked)).count(), 2);
    for ranked in ranked {
        let evidence: f32 = ranked.parts.iter().map(|part| part.value * part.weight).sum();
        let score = ranked.factors.iter().fold(evidence, |score, factor| score * factor.value);
        assert_eq!(score.to_bits(), ranked.score.to_bits(), "{}", index.title(ranked.unit));
    }
}
