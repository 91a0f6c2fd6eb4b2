//! What a unit calls itself leads back to it, what stands around it is told once, and source comes by the exact path alone.

use crate::support::Ground;
use orienteer_engine::{
    EdgeKind, EngineError, NeighbourhoodOptions, Place, Role, SearchRequest, SourceRequest, SymbolOptions,
    search,
};

const MILL: &str = "\
from wheel import Wheel

class Mill:
    def grind(self, corn):
        return Wheel().turn(corn)

    def rest(self):
        pass
";
const WHEEL: &str = "\
class Wheel:
    def __init__(self):
        self.speed = 1

    def turn(self, load):
        return load * self.speed
";

fn ground() -> Ground {
    let ground = Ground::new();
    ground.write("mill.py", MILL);
    ground.write("wheel.py", WHEEL);
    ground.write("old/mill.py", MILL);
    ground
}

fn around(nodes: usize, kinds: &[EdgeKind]) -> NeighbourhoodOptions {
    NeighbourhoodOptions { nodes, kinds: kinds.to_vec() }
}

#[test]
fn every_place_leads_back_to_itself() {
    let ground = ground();
    let (workspace, view) = ground.open();
    let request = SearchRequest {
        limit: 100,
        per_file: 0,
        ..SearchRequest::new("mill wheel grind turn rest corn load speed")
    };
    let hits = search(&view.snapshot, &request).expect("hits").hits;
    assert!(hits.len() >= 10, "{}", hits.len());
    for hit in hits {
        let found = workspace.symbol(&view, &hit.place.reference(), &SymbolOptions::default());
        let places: Vec<Place> = found.definitions.into_iter().map(|definition| definition.place).collect();
        assert_eq!(places, [hit.place]);
    }
}

#[test]
fn a_reference_outlives_a_move_and_means_no_other_name() {
    let ground = ground();
    ground.write("wheel.py", &format!("# oiled\n\n{WHEEL}"));
    let (workspace, view) = ground.open();
    let lines = |name: &str| {
        let found = workspace.symbol(&view, name, &SymbolOptions::default()).definitions;
        found.iter().map(|definition| definition.place.line).collect::<Vec<_>>()
    };
    assert_eq!(lines("wheel.py:5:Wheel.turn"), [7]);
    assert_eq!(lines("wheel.py:5:Wheel.stop"), Vec::<u32>::new());
    assert_eq!(lines("el.py:5:Wheel.turn"), Vec::<u32>::new());
}

#[test]
fn neighbours_are_told_once_with_the_edges_between_them() {
    let ground = ground();
    let (workspace, view) = ground.open();
    let found =
        workspace.neighbourhood(&view, "wheel.py:1:Wheel", &around(60, &[])).expect("a neighbourhood");
    assert_eq!((found.nodes[0].place.name.as_str(), found.nodes[0].role), ("Wheel", None));
    let number = |path: &str, name: &str| {
        let mut nodes = found.nodes.iter();
        nodes
            .position(|node| node.place.path == path && node.place.name == name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    let (grind, turn) = (number("mill.py", "Mill.grind"), number("wheel.py", "Wheel.turn"));
    let kinds = |from: usize, to: usize| {
        let edges = found.edges.iter().filter(|edge| (edge.from, edge.to) == (from, to));
        edges.map(|edge| edge.kind).collect::<Vec<_>>()
    };
    assert!(
        kinds(grind, 0).contains(&EdgeKind::Calls),
        "who constructs a type calls it: {:?}",
        kinds(grind, 0)
    );
    assert!(kinds(grind, turn).contains(&EdgeKind::Calls), "between neighbours");
    assert_eq!((kinds(0, turn), kinds(turn, 0)), (vec![EdgeKind::Contains], Vec::new()));
    assert_eq!(found.nodes[turn].role, Some(Role::Members));
    let mut names: Vec<_> = found.nodes.iter().map(|node| node.place.reference()).collect();
    let told = names.len();
    names.sort();
    names.dedup();
    assert_eq!((names.len(), found.total + 1), (told, told));
}

#[test]
fn a_limit_leaves_room_for_every_relation() {
    let ground = ground();
    (0..40).for_each(|number| {
        ground.write(
            &format!("use_{number}.py"),
            &format!("from wheel import Wheel\n\ndef f_{number}():\n    Wheel()\n"),
        )
    });
    let (workspace, view) = ground.open();
    let found = workspace.neighbourhood(&view, "wheel.py:1:Wheel", &around(6, &[])).expect("a neighbourhood");
    let has = |role: Role| found.nodes.iter().any(|node| node.role == Some(role));
    assert!(
        found.nodes.len() == 6 && found.total > 40 && has(Role::Members) && has(Role::Callers),
        "{found:?}"
    );
    let calls = workspace
        .neighbourhood(&view, "Wheel.turn", &around(60, &[EdgeKind::Calls]))
        .expect("a neighbourhood");
    assert!(
        calls.edges.iter().all(|edge| edge.kind == EdgeKind::Calls) && calls.nodes.len() > 1,
        "{calls:?}"
    );
    assert!(workspace.neighbourhood(&view, "Wheel.stop", &around(60, &[])).is_none());
}

#[test]
fn source_comes_by_the_exact_path_while_it_is_as_it_was() {
    let ground = ground();
    let (workspace, view) = ground.open();
    let ask = |path: &str| {
        let ranges = vec![(4, 5), (7, 99)];
        workspace
            .source(&view, &SourceRequest { path: path.to_owned(), ranges, query: "grinding".to_owned() })
    };
    let source = ask("mill.py").expect("a source");
    let lines = source.lines.expect("lines");
    assert_eq!(lines.iter().map(|line| line.line).collect::<Vec<_>>(), [4, 5, 7, 8]);
    assert_eq!((&lines[0].text[lines[0].matches[0].clone()], source.total_lines), ("grind", 8));
    for path in
        ["./mill.py", "old/../mill.py", "MILL.PY", "mill.py/", "", "/", "old", "../tree/mill.py", "mill.py\0"]
    {
        assert!(matches!(ask(path), Err(EngineError::NoSuchFile { .. })), "{path}");
    }
    ground.write("mill.py", &MILL.replace("corn", "rye"));
    assert_eq!(ask("mill.py").expect("a source").lines, None);
}
