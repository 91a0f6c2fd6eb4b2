//! The stage itself: what is known of all files first, then each file's references, then what follows from the edges.

use crate::edge_key::EdgeKey;
use crate::input::{External, FileInput, Hints, Resolved, Statistics};
use crate::references::{Outcome, Resolver};
use crate::world::World;
use crate::{externals, module_path, structure, testing};
use orienteer_model::Edge;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Every edge that the facts of the files support. Files must be in path order with contiguous units.
pub fn resolve(files: &[FileInput<'_>], hints: &Hints) -> Resolved {
    let world = World::new(files, hints);
    let outcomes: Vec<Outcome> = (0..files.len() as u32)
        .into_par_iter()
        .map_init(Scratch::default, |scratch, file| resolve_file(&world, file, scratch))
        .collect();
    let module_paths =
        files.iter().enumerate().map(|(file, _)| module_path::of_file(&world, file as u32)).collect();
    let Gathered { statistics, externals, foreign } = gather(&world, &outcomes);
    // The tables and the edges of a large tree need not be in memory together.
    drop(world);
    Resolved { edges: weave(outcomes, &foreign), externals, module_paths, statistics }
}

/// Memory that one file after the other works in, so that only what is kept is allocated for each.
#[derive(Default)]
pub(crate) struct Scratch {
    found: Vec<EdgeKey>,
    sorted: Vec<EdgeKey>,
    ends: Vec<u32>,
    tests: Vec<EdgeKey>,
}

/// All edges that begin in one file, sorted, and those that it makes begin elsewhere.
pub(crate) fn resolve_file(world: &World<'_>, file: u32, scratch: &mut Scratch) -> Outcome {
    let found = std::mem::take(&mut scratch.found);
    let mut outcome = Resolver::new(world, file, found).run();
    structure::of_file(world, file, &mut outcome.edges);
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
    /// Sorts what was found: a file's own edges to `sorted`, those that begin elsewhere to `foreign`.
    fn sort(&mut self, input: &FileInput<'_>, foreign: &mut Vec<EdgeKey>) {
        let units = input.facts.units.len();
        let own = sort_by_unit(&self.found, input.first_unit, units, &mut self.ends, &mut self.sorted);
        foreign.extend(self.sorted.drain(own..));
        self.sorted.dedup_by_key(|key| key.identity());
    }
}

/// Sorts keys, first into the units that they begin in, each of which has few, then within each; those that begin in
/// none of the units come last, unsorted. Returns where these begin.
fn sort_by_unit(
    keys: &[EdgeKey],
    first_unit: u32,
    units: usize,
    ends: &mut Vec<u32>,
    sorted: &mut Vec<EdgeKey>,
) -> usize {
    let unit_of = |key: &EdgeKey| (key.source().wrapping_sub(first_unit) as usize).min(units);
    ends.clear();
    ends.resize(units + 2, 0);
    for key in keys {
        ends[unit_of(key) + 1] += 1;
    }
    for index in 1..=units {
        ends[index] += ends[index - 1];
    }
    sorted.clear();
    sorted.extend_from_slice(keys);
    for key in keys {
        let slot = &mut ends[unit_of(key)];
        sorted[*slot as usize] = *key;
        *slot += 1;
    }
    // Each unit's slot has moved to where the next one's edges begin.
    let mut start = 0;
    for end in &ends[..units] {
        sorted[start..*end as usize].sort_unstable();
        start = *end as usize;
    }
    start
}

/// Two sorted lists as one.
fn merged(left: &[EdgeKey], right: &[EdgeKey]) -> Vec<EdgeKey> {
    if right.is_empty() {
        return left.to_vec();
    }
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

/// What the files have to say together.
struct Gathered {
    statistics: Statistics,
    externals: Vec<External>,
    /// Edges that begin in another file than the one that knows of them, sorted.
    foreign: Vec<EdgeKey>,
}

fn gather(world: &World<'_>, outcomes: &[Outcome]) -> Gathered {
    let mut statistics = Statistics::default();
    let mut uses = Vec::new();
    let mut foreign = Vec::new();
    for outcome in outcomes {
        statistics.add(&outcome.statistics);
        uses.extend_from_slice(&outcome.external_uses);
        foreign.extend_from_slice(&outcome.foreign);
    }
    let (externals, links) = externals::link(world, &uses);
    foreign.extend(links);
    let mut sorted = Vec::new();
    sort_by_unit(&foreign, 0, world.catalogue.unit_count as usize, &mut Vec::new(), &mut sorted);
    Gathered { statistics, externals, foreign: sorted }
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
