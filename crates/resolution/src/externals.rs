//! Routes, environment variables and programs: gathered from all files, numbered by kind and name, linked to their users.

use crate::edge_key::EdgeKey;
use crate::input::{External, FileInput};
use crate::references::{ExternalUse, source};
use crate::structure::edge;
use crate::world::World;
use orienteer_model::{EdgeKind, Provenance, ReferenceFact, ReferenceKind, UnitKind};
use std::collections::BTreeMap;

/// What a file uses of them.
pub(crate) fn uses<'f>(input: &'f FileInput<'_>, file: u32) -> impl Iterator<Item = ExternalUse> + 'f {
    let used = move |(index, reference): (usize, &ReferenceFact)| {
        let is_used = is_external(reference.kind());
        is_used.then(|| ExternalUse { from: source(input, reference), file, reference: index as u32 })
    };
    let references = if input.facts.units.is_empty() { &[] } else { input.facts.references };
    references.iter().enumerate().filter_map(used)
}

pub(crate) fn is_external(kind: ReferenceKind) -> bool {
    matches!(kind, ReferenceKind::Route | ReferenceKind::Environment | ReferenceKind::Process)
}

/// The things outside the source, and the edges that lead to them.
pub(crate) fn link(world: &World<'_>, uses: &[ExternalUse]) -> (Vec<External>, Vec<EdgeKey>) {
    let mut numbers: BTreeMap<(UnitKind, &str), u32> = BTreeMap::new();
    for used in uses {
        numbers.insert(identity(world, used).0, 0);
    }
    for (number, slot) in numbers.values_mut().enumerate() {
        *slot = world.catalogue.unit_count + number as u32;
    }
    let edges = uses.iter().map(|used| {
        let (identity, kind, line) = identity(world, used);
        edge(used.from, numbers[&identity], kind, Provenance::Ast, 100, line)
    });
    let edges = edges.collect();
    let external = |(kind, name): &(UnitKind, &str)| External { kind: *kind, name: (*name).to_owned() };
    (numbers.keys().map(external).collect(), edges)
}

fn identity<'a>(world: &World<'a>, used: &ExternalUse) -> ((UnitKind, &'a str), EdgeKind, u32) {
    let facts = world.catalogue.files[used.file as usize].facts;
    let reference = &facts.references[used.reference as usize];
    let (unit, kind) = match reference.kind() {
        ReferenceKind::Route => (UnitKind::Route, EdgeKind::HandlesRoute),
        ReferenceKind::Environment => (UnitKind::Environment, EdgeKind::ReadsEnv),
        _ => (UnitKind::Process, EdgeKind::ExecutesProcess),
    };
    ((unit, facts.name(reference.name)), kind, reference.line)
}
