//! The part of the graph that a walk has come to, as rows of steps that add up to at most one.
//!
//! A row is made when the walk first has something to pass on there, and never changes. Units without source are not part of it.

use crate::params::Params;
use crate::walk::positions::Positions;
use crate::walk::weights::Weights;
use orienteer_model::{EdgeKind, FileId, UnitId};
use orienteer_storage::{Graph, Snapshot};
use std::ops::Range;

/// To a unit, with this part of what is passed on.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) to: u32,
    pub(super) part: f32,
}

/// The steps from one unit, and the part of its mass that they pass on; the rest finds no way.
#[derive(Clone, Default)]
struct Row {
    steps: Range<usize>,
    passed: f64,
    is_made: bool,
}

/// An edge as seen from one of its ends.
#[derive(Clone, Copy)]
struct Link {
    other: UnitId,
    kind: EdgeKind,
    weight: f32,
}

pub(super) struct Nearby<'a> {
    graph: &'a Graph,
    weights: Weights,
    most_edges: usize,
    least_passed: f64,
    hub_power: f32,
    /// The first unit without source; all after it are.
    first_external: UnitId,
    positions: Positions,
    /// By position, as the next two: what a step to the unit is multiplied with.
    damping: Vec<f32>,
    rows: Vec<Row>,
    steps: Vec<Step>,
}

impl<'a> Nearby<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, params: &Params) -> Nearby<'a> {
        let last = FileId((snapshot.file_count() as u32).saturating_sub(1));
        Nearby {
            graph: snapshot.graph(),
            weights: Weights::new(params),
            most_edges: params.walk_edges as usize,
            least_passed: f64::from(params.walk_passed),
            hub_power: params.walk_hub,
            first_external: snapshot.file(last).map_or(UnitId(0), |file| file.end_unit()),
            positions: Positions::default(),
            damping: Vec::new(),
            rows: Vec::new(),
            steps: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn units(&self) -> &[UnitId] {
        self.positions.units()
    }

    pub(super) fn into_positions(self) -> Positions {
        self.positions
    }

    pub(super) fn is_walkable(&self, unit: UnitId) -> bool {
        unit < self.first_external
    }

    /// The steps from a unit, and how much of its mass they pass on.
    pub(super) fn row(&self, position: usize) -> (&[Step], f64) {
        let row = &self.rows[position];
        (&self.steps[row.steps.clone()], row.passed)
    }

    /// The position of a unit that can be walked to.
    pub(super) fn reach(&mut self, unit: UnitId) -> u32 {
        let (position, is_new) = self.positions.add(unit);
        if is_new {
            let pointing = self.graph.in_degree(unit).max(1) as f32;
            self.damping.push(pointing.powf(-self.hub_power));
            self.rows.push(Row::default());
        }
        position
    }

    /// Makes the rows of the units that have enough to pass on.
    pub(super) fn grow(&mut self, masses: &[f64]) {
        for (position, mass) in masses.iter().enumerate() {
            if !self.rows[position].is_made && *mass > 0.0 && *mass >= self.least_passed {
                self.rows[position] = self.make(self.positions.units()[position]);
            }
        }
    }

    fn make(&mut self, unit: UnitId) -> Row {
        let (graph, start) = (self.graph, self.steps.len());
        let mut last = None;
        for edge in graph.outgoing(unit).take(self.most_edges) {
            let weight = self.weights.along(&edge);
            self.see(unit, Link { other: edge.to, kind: edge.kind, weight }, &mut last);
        }
        let along = self.weigh(start, graph.out_degree(unit));
        let (middle, mut last) = (self.steps.len(), None);
        for edge in graph.incoming(unit).take(self.most_edges) {
            let weight = self.weights.against(&edge);
            self.see(unit, Link { other: edge.from, kind: edge.kind, weight }, &mut last);
        }
        let against = self.weigh(middle, graph.in_degree(unit));
        self.close(start, along + against)
    }

    /// Adds the step of an edge. Edges come by their other end and by kind, and those of many lines count once, as the surest.
    fn see(&mut self, unit: UnitId, link: Link, last: &mut Option<Link>) {
        if link.weight <= 0.0 || link.other == unit || !self.is_walkable(link.other) {
            return;
        }
        let known = last.filter(|last| last.other == link.other && last.kind == link.kind);
        let counted = known.map_or(0.0, |last| last.weight);
        if link.weight > counted {
            let to = self.reach(link.other);
            self.steps.push(Step { to, part: (link.weight - counted) * self.damping[to as usize] });
            *last = Some(link);
        }
    }

    /// What the steps from `start` on weigh. Edges that were not looked at are taken to weigh as much as the others: they are
    /// ways that lead nowhere, so that what everybody uses gives nothing extra to the first of its users.
    fn weigh(&self, start: usize, degree: usize) -> f64 {
        let seen: f64 = self.steps[start..].iter().map(|step| f64::from(step.part)).sum();
        let looked_at = degree.min(self.most_edges).max(1);
        seen * (degree as f64 / looked_at as f64)
    }

    fn close(&mut self, start: usize, total: f64) -> Row {
        let mut passed = 0.0;
        for step in &mut self.steps[start..] {
            step.part = (f64::from(step.part) / total) as f32;
            passed += f64::from(step.part);
        }
        Row { steps: start..self.steps.len(), passed, is_made: true }
    }
}
