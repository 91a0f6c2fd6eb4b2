//! The tree of types: parents as written, ancestors in the order that members are looked for, and members through them.

use crate::catalogue::Catalogue;
use crate::hashing::{KeyMap, KeySet};
use crate::params::MOST_ANCESTORS;
use orienteer_model::{NameHash, RelationKind};

/// A resolved relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Parent {
    pub child: u32,
    /// Order in which the parents are written.
    pub position: u32,
    pub parent: u32,
    pub kind: RelationKind,
    pub line: u32,
    pub confidence: u8,
}

#[derive(Default)]
pub(crate) struct Types {
    /// Sorted by child and position.
    pub parents: Vec<Parent>,
    ranges: KeyMap<(u32, u32)>,
    ancestors: Vec<u32>,
    ancestor_ranges: KeyMap<(u32, u32)>,
    /// Types with a parent, near or far, that is not in the repository.
    open_ended: KeySet,
}

impl Types {
    pub(crate) fn new(mut parents: Vec<Parent>, external: &[u32]) -> Types {
        // Nearly in order already, which this sort makes use of.
        parents.sort();
        parents.dedup_by_key(|parent| (parent.child, parent.parent));
        let mut types = Types { parents, ..Types::default() };
        let mut start = 0;
        for group in types.parents.chunk_by(|left, right| left.child == right.child) {
            let end = start + group.len() as u32;
            types.ranges.insert(spread(group[0].child), (start, end));
            start = end;
        }
        types.linearize();
        types.mark_open_ended(external);
        types
    }

    /// The parents of a type as written.
    pub(crate) fn parents(&self, child: u32) -> &[Parent] {
        match self.ranges.get(&spread(child)) {
            Some(&(start, end)) => &self.parents[start as usize..end as usize],
            None => &[],
        }
    }

    fn linearize(&mut self) {
        let mut visit = Vec::new();
        let children: Vec<u32> = self
            .parents
            .chunk_by(|left, right| left.child == right.child)
            .map(|group| group[0].child)
            .collect();
        for child in children {
            visit.clear();
            self.visit(child, &mut visit);
            let start = self.ancestors.len() as u32;
            push_last_occurrences(&visit, child, &mut self.ancestors);
            self.ancestor_ranges.insert(spread(child), (start, self.ancestors.len() as u32));
        }
    }

    /// Depth first, left to right; bounded, so that cycles and diamonds end.
    fn visit(&self, child: u32, into: &mut Vec<u32>) {
        let mut stack = vec![child];
        while let Some(current) = stack.pop() {
            if into.len() >= MOST_ANCESTORS * 2 {
                return;
            }
            into.push(current);
            stack.extend(
                self.parents(current)
                    .iter()
                    .rev()
                    .map(|parent| parent.parent)
                    .filter(|parent| *parent != child),
            );
        }
    }

    fn mark_open_ended(&mut self, external: &[u32]) {
        let direct: KeySet = external.iter().map(|child| spread(*child)).collect();
        self.open_ended = direct.clone();
        for (child, range) in &self.ancestor_ranges {
            let ancestors = &self.ancestors[range.0 as usize..range.1 as usize];
            if ancestors.iter().any(|ancestor| direct.contains(&spread(*ancestor))) {
                self.open_ended.insert(*child);
            }
        }
    }

    /// Whether members may come from outside the repository.
    pub(crate) fn is_open_ended(&self, unit: u32) -> bool {
        self.open_ended.contains(&spread(unit))
    }

    /// All ancestors, nearest first, without the type itself.
    pub(crate) fn ancestors(&self, unit: u32) -> &[u32] {
        match self.ancestor_ranges.get(&spread(unit)) {
            Some(&(start, end)) => &self.ancestors[start as usize..end as usize],
            None => &[],
        }
    }

    /// The member of a name that a value of the type has, its own or inherited.
    pub(crate) fn member(&self, catalogue: &Catalogue<'_>, unit: u32, name: NameHash) -> Option<u32> {
        catalogue.member(unit, name).or_else(|| self.inherited(catalogue, unit, name))
    }

    pub(crate) fn inherited(&self, catalogue: &Catalogue<'_>, unit: u32, name: NameHash) -> Option<u32> {
        self.ancestors(unit).iter().find_map(|ancestor| catalogue.member(*ancestor, name))
    }
}

/// In a diamond the common ancestor comes after all that inherit from it: the last visit counts.
fn push_last_occurrences(visit: &[u32], child: u32, into: &mut Vec<u32>) {
    for (position, unit) in visit.iter().enumerate() {
        if *unit != child && !visit[position + 1..].contains(unit) {
            into.push(*unit);
        }
    }
}

/// Unit numbers are dense; the tables take uniform keys.
pub(crate) fn spread(unit: u32) -> u64 {
    (u64::from(unit) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
