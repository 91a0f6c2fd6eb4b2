//! The stage itself: what is known of all files first, then each file's references, then what follows from the edges.

use crate::edge_key::EdgeKey;
use crate::input::{FileInput, Hints, Resolved, Statistics};
use crate::references::{Outcome, Resolver};
use crate::world::World;
use crate::{externals, mentions, module_path, structure, testing};
use orienteer_model::Edge;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// Every edge that the facts of the files support. Files must be in path order with contiguous units.
pub fn resolve(files: &[FileInput<'_>], hints: &Hints) -> Resolved {
    let world = World::new(files, hints);
    let outcomes: Vec<Outcome> = (0..files.len() as u32)
        .into_par_iter()
        .map_init(Scratch::default, |scratch, file| resolve_file(&world, file, scratch))
        .collect();
    let module_paths =
        files.iter().enumerate().map(|(file, _)| module_path::of_file(&world, file as u32)).collect();
    assemble(&world, outcomes, module_paths)
}

/// Memory that one file after the other works in, so that only what is kept is allocated for each.
#[derive(Default)]
struct Scratch {
    found: Vec<EdgeKey>,
    sorted: Vec<EdgeKey>,
    ends: Vec<u32>,
    tests: Vec<EdgeKey>,
}

/// All edges that begin in one file, sorted, and those that it makes begin elsewhere.
fn resolve_file(world: &World<'_>, file: u32, scratch: &mut Scratch) -> Outcome {
    let found = std::mem::take(&mut scratch.found);
    let mut outcome = Resolver::new(world, file, found).run();
    structure::of_file(world, file, &mut outcome.edges);
    mentions::of_file(world, file, &mut outcome.edges);
    scratch.found = std::mem::take(&mut outcome.edges);
    scratch.sort(&world.catalogue.files[file as usize], &mut outcome.foreign);
    testing::of_file(world, file, &scratch.sorted, &mut scratch.tests);
    outcome.foreign.extend(scratch.tests.iter().map(|test| testing::reversed(*test)));
    scratch.tests.sort_unstable();
    outcome.edges = merged(&scratch.sorted, &scratch.tests);
    scratch.found.clear();
    scratch.tests.clear();
    outcome
}

impl Scratch {
    /// Sorts a file's edges: first into its units, each of which has few, then within each.
    fn sort(&mut self, input: &FileInput<'_>, foreign: &mut Vec<EdgeKey>) {
        let units = input.facts.units.len();
        let unit_of = |key: &EdgeKey| key.from().wrapping_sub(input.first_unit) as usize;
        foreign.extend(self.found.iter().filter(|key| unit_of(key) >= units));
        self.found.retain(|key| unit_of(key) < units);
        self.ends.clear();
        self.ends.resize(units + 1, 0);
        for key in &self.found {
            self.ends[unit_of(key) + 1] += 1;
        }
        for index in 1..=units {
            self.ends[index] += self.ends[index - 1];
        }
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.found);
        for key in &self.found {
            let slot = &mut self.ends[unit_of(key)];
            self.sorted[*slot as usize] = *key;
            *slot += 1;
        }
        // Each unit's slot has moved to where the next one's edges begin.
        let mut start = 0;
        for end in &self.ends[..units] {
            self.sorted[start..*end as usize].sort_unstable();
            start = *end as usize;
        }
        self.sorted.dedup_by_key(|key| key.identity());
    }
}

/// Two sorted lists as one.
fn merged(left: &[EdgeKey], right: &[EdgeKey]) -> Vec<EdgeKey> {
    let mut all = Vec::with_capacity(left.len() + right.len());
    let mut rest = right;
    for key in left {
        take_before(*key, &mut rest, |before| all.push(before));
        all.push(*key);
    }
    all.extend_from_slice(rest);
    all
}

/// Moves the keys that come before another, or are equal to it, off the front of a list.
fn take_before(key: EdgeKey, rest: &mut &[EdgeKey], mut take: impl FnMut(EdgeKey)) {
    while let Some((first, others)) = rest.split_first().filter(|(first, _)| **first <= key) {
        take(*first);
        *rest = others;
    }
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
    foreign.par_sort_unstable();
    let edges = weave(outcomes, &foreign);
    Resolved { edges, externals, module_paths, statistics }
}

/// Every file's edges together with those that other files made begin in it; the first of equals stays.
fn weave(outcomes: Vec<Outcome>, foreign: &[EdgeKey]) -> Vec<Edge> {
    let count = outcomes.iter().map(|outcome| outcome.edges.len()).sum::<usize>();
    let mut edges = Vec::with_capacity(count + foreign.len());
    let mut last = None;
    let mut keep = |key: EdgeKey| {
        if last != Some(key.identity()) {
            last = Some(key.identity());
            edges.push(key.edge());
        }
    };
    let mut rest = foreign;
    for outcome in outcomes {
        for key in &outcome.edges {
            take_before(*key, &mut rest, &mut keep);
            keep(*key);
        }
    }
    rest.iter().for_each(|key| keep(*key));
    edges
}
