//! Evidence that a unit has from the units around it: its type, members, callers, documentation and tests.

use crate::recall::lexical::Text;
use orienteer_model::{EdgeKind, UnitKind};
use orienteer_storage::{Snapshot, UnitRecord};

/// More edges of one unit are not looked at: what everybody uses says little by its users.
pub(super) const MOST_EDGES: usize = 400;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Neighbours {
    pub(super) container: f32,
    pub(super) members: f32,
    pub(super) callers: f32,
    pub(super) callees: f32,
    /// Of those that refer to it in other ways: by a type, by inheritance, by name.
    pub(super) users: f32,
    pub(super) documented: f32,
    pub(super) tested: f32,
    pub(super) degree: f32,
}

/// The three largest of what is shown to it.
#[derive(Clone, Copy, Default)]
pub(super) struct BestThree([f32; 3]);

impl BestThree {
    pub(super) fn see(&mut self, value: f32) {
        if value > self.0[2] {
            self.0[2] = value;
            self.0.sort_unstable_by(|left, right| right.total_cmp(left));
        }
    }

    pub(super) fn mean(&self) -> f32 {
        self.0.iter().sum::<f32>() / 3.0
    }
}

pub(super) fn neighbours(snapshot: &Snapshot, unit: &UnitRecord<'_>, text: &Text) -> Neighbours {
    let graph = snapshot.graph();
    let mut near = Neighbours::default();
    let [mut members, mut callees] = [BestThree::default(); 2];
    for edge in graph.outgoing(unit.id()).take(MOST_EDGES) {
        match edge.kind {
            EdgeKind::Calls => callees.see(text.own(edge.to) * sure(edge.confidence)),
            EdgeKind::MemberOf if !is_module(snapshot, edge.to) => near.container = text.own(edge.to),
            EdgeKind::Contains if unit.kind() != UnitKind::Module => members.see(text.own(edge.to)),
            _ => {}
        }
    }
    let [mut callers, mut users, mut documented, mut tested] = [BestThree::default(); 4];
    for edge in graph.incoming(unit.id()).take(MOST_EDGES) {
        let evidence = text.own(edge.from) * sure(edge.confidence);
        match edge.kind {
            EdgeKind::Calls => callers.see(evidence),
            EdgeKind::Documents => documented.see(evidence),
            EdgeKind::Tests => tested.see(evidence),
            EdgeKind::Contains | EdgeKind::MemberOf | EdgeKind::Imports => {}
            _ => users.see(evidence),
        }
    }
    Neighbours {
        members: members.mean(),
        callers: callers.mean(),
        callees: callees.mean(),
        users: users.mean(),
        documented: documented.mean(),
        tested: tested.mean(),
        degree: (1.0 + graph.in_degree(unit.id()) as f32).ln(),
        ..near
    }
}

/// A confidence as a share.
pub(super) fn sure(confidence: u8) -> f32 {
    f32::from(confidence) / 100.0
}

fn is_module(snapshot: &Snapshot, unit: orienteer_model::UnitId) -> bool {
    snapshot.unit(unit).is_none_or(|unit| unit.kind() == UnitKind::Module)
}
