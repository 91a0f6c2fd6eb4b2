//! Walks over graphs that are small enough to be followed by hand.

use super::test_graph::{Edges, TestGraph};
use super::{Walk, walk};
use orienteer_model::{EdgeKind, UnitId};
use orienteer_storage::Snapshot;

/// Every edge along its direction alone, whoever it leads to.
const PLAIN: [(&str, f32); 4] =
    [("walk_callers", 0.0), ("walk_back", 0.0), ("walk_hub", 0.0), ("walk_confidence", 0.0)];

fn from(snapshot: &Snapshot, seeds: &[(u32, f32)], set: &[(&str, f32)]) -> Walk {
    with_rounds(snapshot, seeds, set).0
}

fn with_rounds(snapshot: &Snapshot, seeds: &[(u32, f32)], set: &[(&str, f32)]) -> (Walk, usize) {
    let seeds: Vec<(UnitId, f32)> = seeds.iter().map(|(unit, weight)| (UnitId(*unit), *weight)).collect();
    let walk = walk(snapshot, &seeds, &TestGraph::params(&[&PLAIN, set].concat()));
    let rounds = walk.rounds;
    (walk, rounds)
}

/// One round, or as many as `set` says, from unit 0.
fn check(edges: &Edges, set: &[(&str, f32)], expected: &[(u32, f32)]) {
    let set = [&[("walk_rounds", 1.0)], set].concat();
    let walk = from(&TestGraph::new(edges).snapshot, &[(0, 1.0)], &set);
    let found: Vec<u32> = walk.shares.iter().map(|(unit, _)| unit.0).collect();
    let wanted: Vec<u32> = expected.iter().map(|(unit, _)| *unit).collect();
    assert_eq!(found, wanted, "{:?}", walk.shares);
    for ((_, found), (unit, expected)) in walk.shares.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{unit}: {found} {expected}");
    }
}

fn bits(walk: &Walk) -> Vec<(u32, u32)> {
    walk.shares.iter().map(|(unit, share)| (unit.0, share.to_bits())).collect()
}

#[test]
fn a_dead_end_returns_to_the_seeds() {
    let edges = Edges::new(2).calls(0, 1);
    check(&edges, &[], &[(1, 1.0), (0, 0.25)]);
    check(&edges, &[("walk_rounds", 2.0)], &[(0, 1.0), (1, 0.16 / 0.84)]);
    check(
        &edges,
        &[("walk_rounds", 100.0), ("walk_steady", 100.0), ("walk_settled", 0.0)],
        &[(0, 1.0), (1, 0.8)],
    );
}

#[test]
fn a_seed_without_edges_keeps_everything() {
    check(&Edges::new(3), &[("walk_rounds", 20.0)], &[(0, 1.0)]);
}

#[test]
fn kinds_have_their_weights() {
    let edges = Edges::new(3).calls(0, 1).edge(0, 2, EdgeKind::Imports);
    check(&edges, &[], &[(1, 1.0), (2, 0.5), (0, 0.375)]);
    check(&edges, &[("walk_imports", 2.0)], &[(2, 1.0), (1, 0.5), (0, 0.375)]);
    check(&edges, &[("walk_calls", 0.0), ("walk_imports", 0.0)], &[(0, 1.0)]);
}

#[test]
fn kinds_of_one_pair_add_up_and_lines_do_not() {
    let edges = Edges::new(3).calls(0, 1).line(2).calls(0, 1).line(3).sure(50).calls(0, 2);
    check(&edges, &[], &[(1, 1.0), (2, 1.0), (0, 0.5)]);
    check(&edges.edge(0, 2, EdgeKind::Imports), &[], &[(2, 1.0), (1, 1.0 / 1.5), (0, 0.2 * 2.5 / 1.2)]);
    let rising = Edges::new(3).calls(0, 1).line(2).sure(50).calls(0, 1).line(3).calls(0, 2);
    check(&rising, &[("walk_confidence", 1.0)], &[(1, 1.0), (2, 1.0), (0, 0.5)]);
}

#[test]
fn an_unsure_edge_is_attenuated() {
    let edges = Edges::new(3).calls(0, 1).calls(0, 2).sure(50);
    check(&edges, &[], &[(1, 1.0), (2, 1.0), (0, 0.5)]);
    check(&edges, &[("walk_confidence", 1.0)], &[(1, 1.0), (2, 0.5), (0, 0.375)]);
    check(&edges, &[("walk_confidence", 2.0)], &[(1, 1.0), (0, 0.3125), (2, 0.25)]);
}

#[test]
fn a_hub_is_damped() {
    let edges = Edges::new(6).calls(0, 1).calls(0, 2).calls(3, 1).calls(4, 1).calls(5, 1);
    check(&edges, &[], &[(1, 1.0), (2, 1.0), (0, 0.5)]);
    check(&edges, &[("walk_hub", 0.5)], &[(2, 1.0), (1, 0.5), (0, 0.375)]);
    check(&edges, &[("walk_hub", 1.0)], &[(2, 1.0), (0, 0.3125), (1, 0.25)]);
}

#[test]
fn a_callee_leads_to_its_callers() {
    let edges = Edges::new(3).calls(0, 1).calls(2, 0);
    check(&edges, &[], &[(1, 1.0), (0, 0.25)]);
    check(&edges, &[("walk_callers", 0.5)], &[(1, 1.0), (2, 0.5), (0, 0.375)]);
    check(&edges, &[("walk_back", 0.5)], &[(1, 1.0), (0, 0.25)]);
    let imported = Edges::new(3).calls(0, 1).edge(2, 0, EdgeKind::Imports);
    check(&imported, &[("walk_back", 1.0)], &[(1, 1.0), (2, 0.5), (0, 0.375)]);
}

#[test]
fn an_inverse_that_is_a_kind_is_not_walked_twice() {
    let pairs = [(EdgeKind::Contains, EdgeKind::MemberOf), (EdgeKind::Tests, EdgeKind::TestedBy)];
    for (kind, inverse) in pairs {
        let edges = Edges::new(3).edge(0, 1, kind).edge(1, 0, inverse).calls(0, 2);
        let weight = if kind == EdgeKind::Contains { 0.8 } else { 0.6 };
        let expected = [(2, 1.0), (1, weight), (0, 0.25 * (1.0 + weight))];
        check(&edges, &[("walk_back", 1.0), ("walk_callers", 1.0)], &expected);
    }
}

#[test]
fn recursion_keeps_nothing() {
    check(&Edges::new(2).calls(0, 0).calls(0, 1), &[], &[(1, 1.0), (0, 0.25)]);
}

#[test]
fn what_has_no_source_gets_nothing() {
    let edges = Edges::new(2).calls(0, 1).calls(0, 2).edge(0, 2, EdgeKind::ReadsEnv);
    let snapshot = TestGraph::new(&edges);
    assert!(snapshot.snapshot.unit(UnitId(2)).expect("a unit").kind().is_external());
    check(&edges, &[], &[(1, 1.0), (0, 0.25)]);
    let (from_it, rounds) =
        with_rounds(&snapshot.snapshot, &[(2, 1.0), (9, 1.0), (0, f32::NAN), (0, -1.0)], &[]);
    assert_eq!((from_it.shares.len(), rounds), (0, 0));
}

#[test]
fn edges_that_are_not_looked_at_lead_back() {
    let edges = (1..=10).fold(Edges::new(11), |edges, to| edges.calls(0, to));
    let expected = [(0, 1.0), (1, 0.08 / 0.84), (2, 0.08 / 0.84)];
    check(&edges, &[("walk_edges", 2.0)], &expected);
}

#[test]
fn nothing_is_further_than_the_hops() {
    let edges = (0..8).fold(Edges::new(9), |edges, from| edges.calls(from, from + 1));
    let walk = from(&TestGraph::new(&edges).snapshot, &[(0, 1.0)], &[("walk_least", 0.0)]);
    let mut reached: Vec<u32> = walk.shares.iter().map(|(unit, _)| unit.0).collect();
    reached.sort_unstable();
    assert_eq!(reached, [0, 1, 2, 3, 4]);
}

#[test]
fn little_is_not_passed_on() {
    let edges = Edges::new(3).calls(0, 1).calls(1, 2);
    let two = [("walk_rounds", 2.0)];
    check(&edges, &two, &[(2, 1.0), (0, 0.2 / 0.64), (1, 0.16 / 0.64)]);
    check(&edges, &[two[0], ("walk_passed", 0.1), ("walk_restart", 0.95)], &[(0, 1.0), (1, 0.0475 / 0.9525)]);
}

#[test]
fn what_is_dropped_can_still_be_asked_for() {
    let edges = Edges::new(4).calls(0, 1).calls(0, 2).sure(1);
    let set = [("walk_confidence", 1.0), ("walk_rounds", 1.0)];
    let walk = from(&TestGraph::new(&edges).snapshot, &[(0, 1.0)], &set);
    assert_eq!(walk.shares.len(), 2);
    let dropped = walk.share(UnitId(2)).expect("was reached");
    assert!((dropped - 0.01).abs() < 1e-6, "{dropped}");
    assert_eq!(walk.share(UnitId(3)), None);
}

#[test]
fn seeds_count_by_their_weight_and_not_by_their_order() {
    let edges = Edges::new(5).calls(0, 2).calls(1, 3).calls(3, 4);
    let graph = TestGraph::new(&edges);
    let walk = from(&graph.snapshot, &[(1, 1.0), (0, 3.0)], &[("walk_rounds", 1.0)]);
    let of = |unit| walk.share(UnitId(unit)).expect("reached");
    assert!((of(2) / of(3) - 3.0).abs() < 1e-5);
    let split = from(&graph.snapshot, &[(0, 1.5), (1, 1.0), (0, 1.5)], &[("walk_rounds", 1.0)]);
    assert_eq!(bits(&split), bits(&walk));
}

/// A ring with chords and every kind of edge.
fn tangle() -> Edges {
    let mut edges = Edges::new(60);
    for unit in 0..60u32 {
        for chord in [1, 7, 23] {
            let kind = EdgeKind::ALL[(unit as usize * 3 + chord as usize) % EdgeKind::ALL.len()];
            edges = edges.edge(unit, (unit * chord + 5) % 60, kind).sure(40 + (unit % 60) as u8);
        }
    }
    edges
}

#[test]
fn equal_to_the_bit() {
    let mut edges = tangle();
    let all = [("walk_callers", 0.6), ("walk_back", 0.5), ("walk_hub", 0.25), ("walk_confidence", 1.0)];
    let first = from(&TestGraph::new(&edges).snapshot, &[(3, 0.9), (17, 0.3), (44, 0.7)], &all);
    assert!(first.shares.len() > 12);
    edges.edges.reverse();
    let again = TestGraph::new(&edges);
    for seeds in [[(44, 0.7), (3, 0.9), (17, 0.3)], [(17, 0.3), (44, 0.7), (3, 0.9)]] {
        let other = from(&again.snapshot, &seeds, &all);
        assert_eq!(bits(&other), bits(&first));
    }
}

#[test]
fn equal_shares_are_in_the_order_of_ids() {
    let edges = Edges::new(5).calls(0, 4).calls(0, 2).calls(1, 0).calls(3, 0);
    let set = [("walk_callers", 1.0), ("walk_restart", 0.5)];
    check(&edges, &set, &[(0, 1.0), (1, 0.25), (2, 0.25), (3, 0.25), (4, 0.25)]);
}

#[test]
fn it_ends_when_the_best_stay_the_same() {
    let edges = Edges::new(4).calls(0, 1).calls(1, 0).calls(0, 2).calls(2, 0).calls(2, 3).calls(3, 2);
    let graph = TestGraph::new(&edges);
    let rounds = |set: &[(&str, f32)]| with_rounds(&graph.snapshot, &[(0, 1.0)], set).1;
    let never = [("walk_settled", 0.0), ("walk_steady", 100.0)];
    assert_eq!(rounds(&never), 20);
    assert_eq!(rounds(&[never[0], never[1], ("walk_rounds", 7.0)]), 7);
    let twice = rounds(&[never[0]]);
    let thrice = rounds(&[never[0], ("walk_steady", 3.0)]);
    assert!(twice < thrice && thrice < 20, "{twice} {thrice}");
}

#[test]
fn it_ends_when_little_moves() {
    let edges = Edges::new(3).calls(0, 1).calls(0, 2);
    let graph = TestGraph::new(&edges);
    let rounds = |settled| {
        let set = [("walk_steady", 100.0), ("walk_settled", settled), ("walk_restart", 0.5)];
        with_rounds(&graph.snapshot, &[(0, 1.0)], &set).1
    };
    // Each round moves half of what the round before moved, beginning with 1.
    assert_eq!([rounds(0.9), rounds(0.3), rounds(0.001)], [2, 3, 11]);
}
