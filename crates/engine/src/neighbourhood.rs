//! The units one step around another and all that is known between them, as nodes and edges of a picture.
//!
//! Reads edges, makes none; which relation is which is decided in `relation.rs`.

use crate::find::{Found, find};
use crate::freshness::View;
use crate::place::Place;
use crate::relation::{Related, Role, doubt, related};
use crate::workspace::Workspace;
use orienteer_model::{Edge, EdgeKind, UnitId};
use orienteer_storage::Snapshot;
use std::collections::{BTreeMap, HashMap};

/// How much of it is wanted.
#[derive(Clone, Debug)]
pub struct NeighbourhoodOptions {
    /// Most units, the one in the middle among them.
    pub nodes: usize,
    /// Edges that count; none means all.
    pub kinds: Vec<EdgeKind>,
}

/// A unit of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    pub place: Place,
    /// What it is to the unit in the middle; none for that one.
    pub role: Option<Role>,
}

/// An edge between two of the nodes, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    pub from: usize,
    pub to: usize,
    pub kind: EdgeKind,
    /// In hundredths.
    pub confidence: u8,
    pub ambiguous: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbourhood {
    /// The unit that was asked for is the first.
    pub nodes: Vec<Neighbour>,
    pub edges: Vec<Tie>,
    /// Neighbours that there are, also those that are not told.
    pub total: usize,
}

impl Workspace {
    /// By its name, as [`Workspace::symbol`] takes it; the first of several. None where there is none of this name.
    pub fn neighbourhood(
        &self,
        view: &View,
        name: &str,
        options: &NeighbourhoodOptions,
    ) -> Option<Neighbourhood> {
        let Found::Exact(units) = find(&view.snapshot, name) else { return None };
        Some(around(&view.snapshot, *units.first()?, options))
    }
}

fn around(snapshot: &Snapshot, center: UnitId, options: &NeighbourhoodOptions) -> Neighbourhood {
    let is_wanted = |kind: EdgeKind| options.kinds.is_empty() || options.kinds.contains(&told(kind).0);
    let groups = related(snapshot, center, is_wanted);
    let (chosen, total) = choose(&groups, center, options.nodes.max(1) - 1);
    let members =
        || std::iter::once((center, None)).chain(chosen.iter().map(|(unit, role)| (*unit, Some(*role))));
    let numbers: HashMap<UnitId, usize> =
        members().enumerate().map(|(number, (unit, _))| (unit, number)).collect();
    let mut ties = Ties { numbers: &numbers, edges: BTreeMap::new() };
    groups.values().flatten().for_each(|(other, edges)| ties.around(center, *other, edges));
    for (unit, _) in members() {
        let between = snapshot.graph().outgoing(unit).filter(|edge| is_wanted(edge.kind));
        between.for_each(|edge| ties.add(edge));
    }
    let edges = ties.edges.into_values().collect();
    let node = |(unit, role)| Some(Neighbour { place: Place::of(&snapshot.unit(unit)?), role });
    Neighbourhood { nodes: members().filter_map(node).collect(), edges, total }
}

/// The surest of each relation in turn, so that many of one leave room for the others. A unit counts once.
fn choose(groups: &Related, center: UnitId, most: usize) -> (Vec<(UnitId, Role)>, usize) {
    let mut queues: Vec<(Role, Vec<UnitId>)> =
        groups.iter().map(|(role, others)| (*role, surest(others))).collect();
    let mut roles: BTreeMap<UnitId, Role> = BTreeMap::new();
    let mut chosen = Vec::new();
    while queues.iter().any(|(_, queue)| !queue.is_empty()) {
        for (role, queue) in &mut queues {
            let Some(unit) = queue.pop().filter(|unit| *unit != center) else { continue };
            if roles.insert(unit, *role).is_none() && chosen.len() < most {
                chosen.push((unit, *role));
            }
        }
    }
    (chosen, roles.len())
}

/// The surest last.
fn surest(others: &BTreeMap<UnitId, Vec<Edge>>) -> Vec<UnitId> {
    let best = |edges: &Vec<Edge>| edges.iter().map(doubt).min();
    let mut units: Vec<_> = others.iter().map(|(unit, edges)| (best(edges), *unit)).collect();
    units.sort_unstable_by(|left, right| right.cmp(left));
    units.into_iter().map(|(_, unit)| unit).collect()
}

/// One direction stands for both where every edge has its mirror image.
fn told(kind: EdgeKind) -> (EdgeKind, bool) {
    match kind {
        EdgeKind::MemberOf => (EdgeKind::Contains, true),
        EdgeKind::TestedBy => (EdgeKind::Tests, true),
        kind => (kind, false),
    }
}

/// Edges between the chosen, each pair once for each kind.
struct Ties<'a> {
    numbers: &'a HashMap<UnitId, usize>,
    edges: BTreeMap<(usize, usize, EdgeKind), Tie>,
}

impl Ties<'_> {
    /// Whoever calls a constructor calls the type: such an edge leads to the middle, wherever it ends.
    fn around(&mut self, center: UnitId, other: UnitId, edges: &[Edge]) {
        for edge in edges {
            let (from, to) = if edge.from == center { (center, other) } else { (other, center) };
            self.add(Edge { from, to, ..*edge });
        }
    }

    fn add(&mut self, edge: Edge) {
        let (kind, is_turned) = told(edge.kind);
        let (from, to) = if is_turned { (edge.to, edge.from) } else { (edge.from, edge.to) };
        let (Some(&from), Some(&to)) = (self.numbers.get(&from), self.numbers.get(&to)) else { return };
        let tie = Tie { from, to, kind, confidence: edge.confidence, ambiguous: edge.ambiguous };
        let known = self.edges.entry((from, to, kind)).or_insert_with(|| tie.clone());
        if tie.confidence > known.confidence {
            *known = tie;
        }
    }
}
