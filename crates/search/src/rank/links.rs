//! Evidence that a unit has because candidates that it is linked with have much. What they weigh is passed on along the edges
//! between them, so that units which belong together are found together, whichever of them the question's words are nearest to.
//!
//! Nothing here looks beyond the candidates: who is one is decided before.

use super::features::{self, Features};
use super::neighbours::{MOST_EDGES, sure};
use super::{Measured, Params};
use orienteer_model::{EdgeKind, UnitId};
use orienteer_storage::Snapshot;
use std::collections::HashMap;

/// What a link says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    /// That there is one, from the first of the candidates to the second, whatever the direction of the edge.
    Any,
    Calls,
    Contains,
    /// By a type, a field or a name, or as a decorator.
    Refers,
    Documents,
}

impl Relation {
    fn of(kind: EdgeKind) -> Option<Relation> {
        match kind {
            EdgeKind::Calls => Some(Relation::Calls),
            EdgeKind::Contains => Some(Relation::Contains),
            EdgeKind::Documents => Some(Relation::Documents),
            EdgeKind::References
            | EdgeKind::TypeHintOf
            | EdgeKind::AccessesField
            | EdgeKind::Decorates
            | EdgeKind::Throws => Some(Relation::Refers),
            _ => None,
        }
    }
}

/// Two candidates, by their places, and how sure it is that they are linked.
#[derive(Clone, Copy, Debug)]
struct Link {
    relation: Relation,
    from: usize,
    to: usize,
    confidence: u8,
}

impl Link {
    fn sure(&self) -> f32 {
        sure(self.confidence)
    }
}

/// The links between the candidates of one question, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links(Vec<Link>);

impl Links {
    /// Those between some candidates; none where nothing is passed on.
    pub(crate) fn among(snapshot: &Snapshot, rows: &[Measured], params: &Params) -> Links {
        if params.link_rounds < 1.0 {
            return Links::default();
        }
        let places: HashMap<UnitId, usize> =
            rows.iter().enumerate().map(|(at, row)| (row.unit, at)).collect();
        let mut links = Vec::new();
        for (from, row) in rows.iter().enumerate() {
            for edge in snapshot.graph().outgoing(row.unit).take(MOST_EDGES) {
                let Some(&to) = places.get(&edge.to).filter(|to| **to != from) else { continue };
                let confidence = edge.confidence;
                links.push(Link {
                    relation: Relation::Any,
                    from: from.min(to),
                    to: from.max(to),
                    confidence,
                });
                links.extend(Relation::of(edge.kind).map(|relation| Link { relation, from, to, confidence }));
            }
        }
        let identity = |link: &Link| (link.relation, link.from, link.to);
        links.sort_unstable_by_key(|link| (identity(link), u8::MAX - link.confidence));
        links.dedup_by_key(|link| identity(link));
        Links(links)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes what is passed on into the features of all candidates. `standing` is what each weighs.
    pub(super) fn pass_on(&self, standing: &[f32], all: &mut [Features]) {
        let linked = relative(self.sums(standing));
        let callees = relative(self.shares(Relation::Calls, Towards::Source, standing));
        let members = relative(self.shares(Relation::Contains, Towards::Source, standing));
        let containers = relative(self.shares(Relation::Contains, Towards::Target, standing));
        let users = relative(self.shares(Relation::Refers, Towards::Target, standing));
        let sections = relative(self.shares(Relation::Documents, Towards::Target, standing));
        for (at, features) in all.iter_mut().enumerate() {
            features.linked = linked[at];
            features.linked_callees = callees[at];
            features.linked_members = members[at];
            features.linked_container = containers[at];
            features.linked_users = users[at];
            features.linked_sections = sections[at];
        }
    }

    fn of(&self, relation: Relation) -> impl Iterator<Item = &Link> {
        self.0.iter().filter(move |link| link.relation == relation)
    }

    /// For each candidate all that it is linked with, in both directions: much of it is worth more than little.
    fn sums(&self, standing: &[f32]) -> Vec<f32> {
        let mut sums = vec![0.0; standing.len()];
        for link in self.of(Relation::Any) {
            sums[link.from] += link.sure() * standing[link.to];
            sums[link.to] += link.sure() * standing[link.from];
        }
        sums
    }

    /// The same of one relation and one direction. What many share, and what has much to share, counts less each time.
    fn shares(&self, relation: Relation, towards: Towards, standing: &[f32]) -> Vec<f32> {
        let mut degrees = vec![[0.0f32; 2]; standing.len()];
        for link in self.of(relation) {
            degrees[link.from][0] += link.sure();
            degrees[link.to][1] += link.sure();
        }
        let mut shares = vec![0.0; standing.len()];
        for link in self.of(relation) {
            let share = features::share(link.sure(), (degrees[link.from][0] * degrees[link.to][1]).sqrt());
            match towards {
                Towards::Source => shares[link.from] += share * standing[link.to],
                Towards::Target => shares[link.to] += share * standing[link.from],
            }
        }
        shares
    }
}

/// Which end of an edge is given what the other end weighs.
#[derive(Clone, Copy)]
enum Towards {
    Source,
    Target,
}

/// As shares of the largest.
fn relative(mut values: Vec<f32>) -> Vec<f32> {
    let most = values.iter().copied().fold(0.0, f32::max);
    values.iter_mut().for_each(|value| *value = features::share(*value, most));
    values
}
