//! The stage itself: what is known of all files first, then each file's references, then what follows from the edges.

use crate::input::{FileInput, Hints, Resolved, Statistics};
use crate::references::{Outcome, Resolver};
use crate::world::World;
use crate::{externals, mentions, module_path, structure, testing};
use orienteer_model::Edge;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;
use std::cmp::{Ordering, Reverse};

/// Every edge that the facts of the files support. Files must be in path order with contiguous units.
pub fn resolve(files: &[FileInput<'_>], hints: &Hints) -> Resolved {
    let world = World::new(files, hints);
    let outcomes: Vec<Outcome> =
        (0..files.len() as u32).into_par_iter().map(|file| resolve_file(&world, file)).collect();
    let module_paths =
        files.iter().enumerate().map(|(file, _)| module_path::of_file(&world, file as u32)).collect();
    assemble(&world, outcomes, module_paths)
}

/// All edges that begin in one file, sorted, and those that it makes begin elsewhere.
fn resolve_file(world: &World<'_>, file: u32) -> Outcome {
    let mut outcome = Resolver::new(world, file).run();
    structure::of_file(world, file, &mut outcome.edges, &mut outcome.foreign);
    mentions::of_file(world, file, &mut outcome.edges);
    let begins_here = |edge: &mut Edge| world.catalogue.file_of(edge.from.0) != file;
    outcome.foreign.extend(outcome.edges.extract_if(.., begins_here));
    sort(world, file, &mut outcome.edges);
    let tests = testing::of_file(world, file, &outcome.edges);
    if !tests.is_empty() {
        outcome.foreign.extend(testing::reversed(&tests));
        outcome.edges.extend(tests);
        sort(world, file, &mut outcome.edges);
    }
    outcome
}

fn assemble(world: &World<'_>, outcomes: Vec<Outcome>, module_paths: Vec<String>) -> Resolved {
    let mut statistics = Statistics::default();
    let mut uses = Vec::new();
    let mut foreign = Vec::new();
    for outcome in &outcomes {
        statistics.add(&outcome.statistics);
        uses.extend_from_slice(&outcome.external_uses);
        foreign.extend_from_slice(&outcome.foreign);
    }
    let (externals, links) = externals::link(world, &uses);
    foreign.extend(links);
    foreign.par_sort_unstable_by(compare);
    foreign.dedup_by_key(identity);
    let count = outcomes.iter().map(|outcome| outcome.edges.len()).sum::<usize>();
    let mut edges = Vec::with_capacity(count + foreign.len());
    let mut rest = foreign.as_slice();
    for outcome in outcomes {
        merge(&outcome.edges, &mut rest, &mut edges);
    }
    edges.extend_from_slice(rest);
    edges.dedup_by_key(identity);
    Resolved { edges, externals, module_paths, statistics }
}

/// Appends a file's edges together with those from elsewhere that begin in it or before it.
fn merge(own: &[Edge], rest: &mut &[Edge], into: &mut Vec<Edge>) {
    for edge in own {
        let before = rest.iter().take_while(|other| compare(other, edge).is_le()).count();
        into.extend_from_slice(&rest[..before]);
        *rest = &rest[before..];
        into.push(*edge);
    }
}

/// Sorts a file's edges: first into its units, each of which has few, then within each.
fn sort(world: &World<'_>, file: u32, edges: &mut Vec<Edge>) {
    let input = &world.catalogue.files[file as usize];
    let mut ends = vec![0u32; input.facts.units.len() + 1];
    for edge in edges.iter() {
        ends[(edge.from.0 - input.first_unit) as usize + 1] += 1;
    }
    for index in 1..ends.len() {
        ends[index] += ends[index - 1];
    }
    let Some(filler) = edges.first().copied() else { return };
    let mut sorted = vec![filler; edges.len()];
    let mut next = ends.clone();
    for edge in edges.iter() {
        let slot = &mut next[(edge.from.0 - input.first_unit) as usize];
        sorted[*slot as usize] = *edge;
        *slot += 1;
    }
    for bounds in ends.windows(2).filter(|bounds| bounds[1] - bounds[0] > 1) {
        sorted[bounds[0] as usize..bounds[1] as usize].sort_unstable_by(compare);
    }
    sorted.dedup_by_key(identity);
    *edges = sorted;
}

fn identity(edge: &mut Edge) -> (u32, u64) {
    (edge.from.0, kind_and_target(edge))
}

/// By `from`, `kind`, `to`; of equal ones the surest first, so that it is the one that stays.
fn compare(left: &Edge, right: &Edge) -> Ordering {
    let place =
        left.from.0.cmp(&right.from.0).then_with(|| kind_and_target(left).cmp(&kind_and_target(right)));
    place.then_with(|| evidence(left).cmp(&evidence(right)))
}

fn kind_and_target(edge: &Edge) -> u64 {
    u64::from(edge.kind as u8) << 32 | u64::from(edge.to.0)
}

fn evidence(edge: &Edge) -> (Reverse<u8>, bool, u8, u32) {
    (Reverse(edge.confidence), edge.ambiguous, edge.provenance as u8, edge.line)
}
