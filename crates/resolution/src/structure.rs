//! Edges that follow from where units stand and what types say of their parents; no single reference is looked at.

use crate::catalogue::{NONE, is_declared};
use crate::edge_key::EdgeKey;
use crate::found::Thing;
use crate::hashing::KeySet;
use crate::imports::scope_unit;
use crate::params::{CERTAIN, MOST_INHERITED};
use crate::types::spread;
use crate::world::World;
use orienteer_model::{Edge, EdgeKind, ImportFlags, Provenance, RelationKind, UnitFlags, UnitId, UnitKind};

pub(crate) fn edge(
    from: u32,
    to: u32,
    kind: EdgeKind,
    provenance: Provenance,
    confidence: u8,
    line: u32,
) -> EdgeKey {
    let (from, to) = (UnitId(from), UnitId(to));
    Edge { from, to, kind, provenance, confidence, ambiguous: false, line }.into()
}

/// Containment, imports and type relations of one file; some of them begin in other files.
pub(crate) fn of_file(world: &World<'_>, file: u32, edges: &mut Vec<EdgeKey>) {
    containment(world, file, edges);
    imports(world, file, edges);
    relations(world, file, edges);
}

fn containment(world: &World<'_>, file: u32, edges: &mut Vec<EdgeKey>) {
    let catalogue = &world.catalogue;
    let input = &catalogue.files[file as usize];
    for (index, unit) in input.facts.units.iter().enumerate() {
        let id = input.first_unit + index as u32;
        let owner = catalogue.owner(id);
        let parent =
            unit.parent().filter(|parent| *parent < index).map(|parent| input.first_unit + parent as u32);
        let container = if owner == NONE { parent } else { Some(owner) };
        let Some(container) = container else { continue };
        edges.push(edge(container, id, EdgeKind::Contains, Provenance::Ast, 100, 0));
        edges.push(edge(id, container, EdgeKind::MemberOf, Provenance::Ast, 100, 0));
    }
}

fn imports(world: &World<'_>, file: u32, edges: &mut Vec<EdgeKey>) {
    let catalogue = &world.catalogue;
    for (index, import) in catalogue.files[file as usize].facts.imports.iter().enumerate() {
        let target = match world.imports.target(file, index) {
            Thing::Unit(unit) => unit,
            Thing::File(other) if other != file => catalogue.module_unit(other),
            _ => continue,
        };
        let from = scope_unit(catalogue, file, import.scope);
        let confidence = if import.flags.has(ImportFlags::WILDCARD) { 90 } else { CERTAIN };
        edges.push(edge(from, target, EdgeKind::Imports, Provenance::Import, confidence, import.line));
    }
}

/// Parents, replaced methods and inherited methods of the types of one file.
fn relations(world: &World<'_>, file: u32, edges: &mut Vec<EdgeKey>) {
    let input = &world.catalogue.files[file as usize];
    for (index, unit) in input.facts.units.iter().enumerate() {
        let child = input.first_unit + index as u32;
        let parents = if unit.kind().is_type() { world.types.parents(child) } else { &[] };
        if parents.is_empty() {
            continue;
        }
        for parent in parents.iter().filter(|parent| parent.position != NONE) {
            let kind = match parent.kind {
                RelationKind::Extends => EdgeKind::Extends,
                RelationKind::Implements => EdgeKind::Implements,
            };
            edges.push(edge(child, parent.parent, kind, Provenance::Ast, parent.confidence, parent.line));
        }
        overridden(world, child, edges);
        inherited(world, child, edges);
    }
}

fn overridden(world: &World<'_>, child: u32, edges: &mut Vec<EdgeKey>) {
    let catalogue = &world.catalogue;
    for method in methods(world, child) {
        let replaced = world.types.inherited(catalogue, child, catalogue.unit(method).name.hash);
        if let Some(replaced) = replaced.filter(|unit| catalogue.kind(*unit).is_callable()) {
            // A method written for the type in another file begins there.
            edges.push(edge(method, replaced, EdgeKind::Overrides, Provenance::Inherited, CERTAIN, 0));
        }
    }
}

/// Types of test code are left out: what they have from a framework says nothing about the code they test.
fn inherited(world: &World<'_>, child: u32, edges: &mut Vec<EdgeKey>) {
    let catalogue = &world.catalogue;
    if catalogue.is_test(child) {
        return;
    }
    let mut seen: KeySet = methods(world, child).map(|method| catalogue.unit(method).name.hash.0).collect();
    let start = edges.len();
    for ancestor in world.types.ancestors(child) {
        for method in methods(world, *ancestor) {
            if edges.len() - start >= MOST_INHERITED {
                return;
            }
            if seen.insert(catalogue.unit(method).name.hash.0) {
                edges.push(edge(child, method, EdgeKind::Inherits, Provenance::Inherited, CERTAIN, 0));
            }
        }
    }
}

/// The methods of a type that stand in it or were written for it elsewhere.
fn methods<'w>(world: &'w World<'_>, owner: u32) -> impl Iterator<Item = u32> + 'w {
    world.methods.of(owner).iter().copied()
}

/// The methods of every type, in order.
#[derive(Default)]
pub(crate) struct Methods {
    units: Vec<u32>,
    ranges: crate::hashing::KeyMap<(u32, u32)>,
}

impl Methods {
    pub(crate) fn new(catalogue: &crate::catalogue::Catalogue<'_>) -> Methods {
        let is_method =
            |unit: &u32| catalogue.owner(*unit) != NONE && catalogue.kind(*unit) == UnitKind::Method;
        let mut sorted: Vec<(u32, u32)> =
            (0..catalogue.unit_count).filter(is_method).map(|unit| (catalogue.owner(unit), unit)).collect();
        // Methods stand behind their types: this sort is the one that makes use of it.
        sorted.sort();
        let mut ranges = crate::hashing::KeyMap::default();
        let mut start = 0;
        for group in sorted.chunk_by(|left, right| left.0 == right.0) {
            let end = start + group.len() as u32;
            ranges.insert(spread(group[0].0), (start, end));
            start = end;
        }
        let units = sorted.iter().map(|(_, unit)| *unit).collect();
        Methods { units, ranges }
    }

    fn of(&self, owner: u32) -> &[u32] {
        match self.ranges.get(&spread(owner)) {
            Some(&(start, end)) => &self.units[start as usize..end as usize],
            None => &[],
        }
    }
}

/// Whether a unit can be what a test is named after.
pub(crate) fn is_subject(world: &World<'_>, unit: u32) -> bool {
    let kind = world.catalogue.kind(unit);
    (kind.is_callable() || kind.is_type())
        && !world.catalogue.flags(unit).has(UnitFlags::TEST)
        && is_declared(world.catalogue.unit(unit))
}
