//! What stands in which relation to a unit, read off the edges of a snapshot.

use crate::place::Place;
use orienteer_model::{Edge, EdgeKind, UnitId};
use orienteer_storage::Snapshot;
use std::collections::BTreeMap;

/// What the other unit is to the one that was asked for. In the order in which it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Container,
    Members,
    Parents,
    Implementors,
    Subclasses,
    Inherited,
    Overrides,
    OverriddenBy,
    Callers,
    Callees,
    References,
    Uses,
    Importers,
    Decorators,
    Decorates,
    Throws,
    External,
    ExternalUsers,
    Tests,
    Subjects,
    Documentation,
    Documents,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Role::Container => "container",
            Role::Members => "members",
            Role::Parents => "parents",
            Role::Implementors => "implementors",
            Role::Subclasses => "subclasses",
            Role::Inherited => "inherited",
            Role::Overrides => "overrides",
            Role::OverriddenBy => "overridden_by",
            Role::Callers => "callers",
            Role::Callees => "callees",
            Role::References => "references",
            Role::Uses => "uses",
            Role::Importers => "importers",
            Role::Decorators => "decorators",
            Role::Decorates => "decorates",
            Role::Throws => "throws",
            Role::External => "external",
            Role::ExternalUsers => "external_users",
            Role::Tests => "tests",
            Role::Subjects => "subjects",
            Role::Documentation => "documentation",
            Role::Documents => "documents",
        }
    }

    fn of_outgoing(kind: EdgeKind) -> Option<Role> {
        Some(match kind {
            EdgeKind::MemberOf => Role::Container,
            EdgeKind::Contains => Role::Members,
            EdgeKind::Extends | EdgeKind::Implements => Role::Parents,
            EdgeKind::Inherits => Role::Inherited,
            EdgeKind::Overrides => Role::Overrides,
            EdgeKind::Calls => Role::Callees,
            EdgeKind::References | EdgeKind::TypeHintOf | EdgeKind::AccessesField => Role::Uses,
            EdgeKind::Decorates => Role::Decorates,
            EdgeKind::Throws => Role::Throws,
            EdgeKind::HandlesRoute | EdgeKind::ReadsEnv | EdgeKind::ExecutesProcess => Role::External,
            EdgeKind::TestedBy => Role::Tests,
            EdgeKind::Tests => Role::Subjects,
            EdgeKind::Documents => Role::Documents,
            EdgeKind::Imports | EdgeKind::CoChanges => return None,
        })
    }

    fn of_incoming(kind: EdgeKind) -> Option<Role> {
        Some(match kind {
            EdgeKind::Extends => Role::Subclasses,
            EdgeKind::Implements => Role::Implementors,
            EdgeKind::Overrides => Role::OverriddenBy,
            EdgeKind::Calls => Role::Callers,
            EdgeKind::References | EdgeKind::TypeHintOf | EdgeKind::AccessesField | EdgeKind::Throws => {
                Role::References
            }
            EdgeKind::Imports => Role::Importers,
            EdgeKind::Decorates => Role::Decorators,
            EdgeKind::HandlesRoute | EdgeKind::ReadsEnv | EdgeKind::ExecutesProcess => Role::ExternalUsers,
            EdgeKind::Documents => Role::Documentation,
            EdgeKind::Contains
            | EdgeKind::MemberOf
            | EdgeKind::Inherits
            | EdgeKind::Tests
            | EdgeKind::TestedBy
            | EdgeKind::CoChanges => return None,
        })
    }
}

/// Another unit, and how sure the relation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    pub place: Place,
    pub kind: &'static str,
    /// Lines of the references, in the file of whichever of the two refers to the other.
    pub lines: Vec<u32>,
    /// In hundredths.
    pub confidence: u8,
    /// One of several possible targets of the same reference.
    pub ambiguous: bool,
    pub provenance: &'static str,
}

/// All that stand in one relation, the surest first; only the first few are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub role: Role,
    pub listed: Vec<Relation>,
    pub total: usize,
}

/// Every relation of a unit, with at most `most` listed of each.
pub(crate) fn relations(snapshot: &Snapshot, unit: UnitId, most: usize) -> Vec<Group> {
    let groups = related(snapshot, unit, |_| true);
    groups.into_iter().map(|(role, others)| group(snapshot, role, others, most)).collect()
}

/// The units around another, by what they are to it, with the edges that say so.
pub(crate) type Related = BTreeMap<Role, BTreeMap<UnitId, Vec<Edge>>>;

/// Through edges of the kinds that are wanted.
pub(crate) fn related(snapshot: &Snapshot, unit: UnitId, is_wanted: impl Fn(EdgeKind) -> bool) -> Related {
    let mut groups = Related::new();
    let mut add = |role: Option<Role>, other: UnitId, edge: Edge| {
        if let Some(role) = role.filter(|_| is_wanted(edge.kind)) {
            groups.entry(role).or_default().entry(other).or_default().push(edge);
        }
    };
    snapshot.graph().outgoing(unit).for_each(|edge| add(Role::of_outgoing(edge.kind), edge.to, edge));
    snapshot.graph().incoming(unit).for_each(|edge| add(Role::of_incoming(edge.kind), edge.from, edge));
    constructions(snapshot, unit).for_each(|edge| add(Some(Role::Callers), edge.from, edge));
    drop_weaker(&mut groups);
    groups
}

/// Calling a type calls its constructor: whoever calls that from elsewhere calls the type.
fn constructions(snapshot: &Snapshot, unit: UnitId) -> impl Iterator<Item = Edge> + '_ {
    let record = snapshot.unit(unit).filter(|unit| unit.kind().is_type());
    let language = record.and_then(|unit| orienteer_languages::by_id(unit.file()?.language()));
    let names = language.map_or(&[][..], |language| language.policy.constructors.as_slice());
    let members = snapshot.graph().outgoing(unit).filter(|edge| edge.kind == EdgeKind::Contains);
    let is_constructor = move |edge: &Edge| {
        snapshot.unit(edge.to).is_some_and(|member| names.iter().any(|name| name == member.name()))
    };
    let constructors = members.filter(is_constructor).map(|edge| edge.to);
    constructors.flat_map(|unit| snapshot.graph().incoming(unit)).filter(|edge| edge.kind == EdgeKind::Calls)
}

/// Whoever extends or calls something refers to it; that need not be said twice.
fn drop_weaker(groups: &mut Related) {
    const STRONGER: [(Role, &[Role]); 2] = [
        (Role::References, &[Role::Subclasses, Role::Implementors, Role::Callers]),
        (Role::Uses, &[Role::Parents, Role::Callees, Role::Throws]),
    ];
    for (weaker, stronger) in STRONGER {
        let said: Vec<UnitId> = stronger
            .iter()
            .filter_map(|role| groups.get(role))
            .flat_map(|others| others.keys().copied())
            .collect();
        if let Some(others) = groups.get_mut(&weaker) {
            said.iter().for_each(|unit| drop(others.remove(unit)));
        }
    }
    groups.retain(|_, others| !others.is_empty());
}

fn group(snapshot: &Snapshot, role: Role, others: BTreeMap<UnitId, Vec<Edge>>, most: usize) -> Group {
    let total = others.len();
    let mut surest: Vec<(Edge, UnitId, Vec<Edge>)> = others
        .into_iter()
        .filter_map(|(other, edges)| {
            let best = *edges.iter().min_by_key(|edge| doubt(edge))?;
            Some((best, other, edges))
        })
        .collect();
    if role != Role::Members {
        surest.sort_by_key(|(best, other, _)| (doubt(best), *other));
    }
    let listed = surest.iter().take(most);
    let relation = |(best, other, edges): &(Edge, UnitId, Vec<Edge>)| {
        Some(relation(Place::of(&snapshot.unit(*other)?), best, edges))
    };
    Group { role, listed: listed.filter_map(relation).collect(), total }
}

pub(crate) fn doubt(edge: &Edge) -> (bool, u8) {
    (edge.ambiguous, u8::MAX - edge.confidence)
}

fn relation(place: Place, best: &Edge, edges: &[Edge]) -> Relation {
    let mut lines: Vec<u32> = edges.iter().map(|edge| edge.line).filter(|line| *line > 0).collect();
    lines.sort_unstable();
    lines.dedup();
    Relation {
        place,
        kind: best.kind.name(),
        lines,
        confidence: best.confidence,
        ambiguous: best.ambiguous,
        provenance: best.provenance.name(),
    }
}

impl Group {
    /// The references stand in the files of the units that are listed, not in the file of the unit that was asked for.
    pub fn refers_back(&self) -> bool {
        matches!(
            self.role,
            Role::Callers
                | Role::References
                | Role::Importers
                | Role::Subclasses
                | Role::Implementors
                | Role::ExternalUsers
                | Role::Documentation
        )
    }
}
