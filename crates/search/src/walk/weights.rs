//! What an edge weighs, by its kind, its direction and how sure it is.
//!
//! A kind whose inverse is a kind of its own is walked along its direction alone: the inverse stands beside it in the graph.

use crate::params::Params;
use orienteer_model::{Edge, EdgeKind};

const KINDS: usize = EdgeKind::ALL.len();
const CERTAIN: usize = 100;

pub(crate) struct Weights {
    along: [f32; KINDS],
    against: [f32; KINDS],
    /// By hundredths of confidence.
    sure: [f32; CERTAIN + 1],
}

impl Weights {
    pub(crate) fn new(params: &Params) -> Weights {
        let along = EdgeKind::ALL.map(|kind| along(kind, params));
        let against = EdgeKind::ALL.map(|kind| backwards(kind, params) * along[kind as usize]);
        let sure = std::array::from_fn(|hundredths| {
            (hundredths as f32 / CERTAIN as f32).powf(params.walk_confidence)
        });
        Weights { along, against, sure }
    }

    /// From its source to its target.
    pub(crate) fn along(&self, edge: &Edge) -> f32 {
        self.along[edge.kind as usize] * self.sure(edge)
    }

    /// From its target to its source.
    pub(crate) fn against(&self, edge: &Edge) -> f32 {
        self.against[edge.kind as usize] * self.sure(edge)
    }

    fn sure(&self, edge: &Edge) -> f32 {
        self.sure[usize::from(edge.confidence).min(CERTAIN)]
    }
}

fn along(kind: EdgeKind, params: &Params) -> f32 {
    match kind {
        EdgeKind::Calls => params.walk_calls,
        EdgeKind::Imports => params.walk_imports,
        EdgeKind::Contains => params.walk_contains,
        EdgeKind::MemberOf => params.walk_member_of,
        EdgeKind::Extends => params.walk_extends,
        EdgeKind::Implements => params.walk_implements,
        EdgeKind::Overrides => params.walk_overrides,
        EdgeKind::Inherits => params.walk_inherits,
        EdgeKind::References => params.walk_references,
        EdgeKind::TypeHintOf => params.walk_type_hint_of,
        EdgeKind::AccessesField => params.walk_accesses_field,
        EdgeKind::Decorates => params.walk_decorates,
        EdgeKind::Throws => params.walk_throws,
        EdgeKind::Tests => params.walk_tests,
        EdgeKind::TestedBy => params.walk_tested_by,
        EdgeKind::Documents => params.walk_documents,
        // One end has no source: nothing can be shown of it.
        EdgeKind::HandlesRoute | EdgeKind::ReadsEnv | EdgeKind::ExecutesProcess => 0.0,
        // Says when two units changed, not what one has to do with the other.
        EdgeKind::CoChanges => 0.0,
    }
}

/// What an edge weighs against its direction, where it weighs 1 along it.
fn backwards(kind: EdgeKind, params: &Params) -> f32 {
    match kind {
        EdgeKind::Contains | EdgeKind::MemberOf | EdgeKind::Tests | EdgeKind::TestedBy => 0.0,
        EdgeKind::Calls => params.walk_callers,
        _ => params.walk_back,
    }
}
