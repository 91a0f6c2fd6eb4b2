//! The stage itself: what is known of all files first, then each file's references, then what follows from the edges.

use crate::catalogue::Tables;
use crate::edge_key::EdgeKey;
use crate::edges::{Edges, take_before};
use crate::input::{FileInput, Hints, Resolution, Resolved, Statistics};
use crate::references::{ExternalUse, Outcome, Resolver};
use crate::world::World;
use crate::{externals, module_path, structure, testing};
use orienteer_model::{List, OwnMemory, Room, Rows};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::io;

/// Files that are resolved at a time, before their edges are put with the others.
const WAVE: u32 = 8_192;

/// Every edge that the facts of the files support. Files must be in path order with contiguous units.
pub fn resolve(files: &[FileInput<'_>], hints: &Hints) -> Resolved {
    resolve_in(files, hints, &OwnMemory).map(Resolution::gathered).unwrap_or_default()
}

/// The same, with everything that grows with the tree in a room. Only the room can fail.
pub fn resolve_in<'r>(
    files: &[FileInput<'_>],
    hints: &Hints,
    room: &'r dyn Room,
) -> io::Result<Resolution<'r>> {
    let mut tables = Tables::new(room, files)?;
    let world = World::new(files, hints, &mut tables);
    let Gathered { statistics, uses, own, mut foreign } = gather(&world, room)?;
    let module_paths = (0..files.len() as u32).map(|file| module_path::of_file(&world, file)).collect();
    let (externals, links) = externals::link(&world, &uses);
    foreign.extend(&links)?;
    let units = world.catalogue.unit_count as usize;
    // The tables and the sorted edges of a large tree need not be in memory together.
    drop(world);
    drop(tables);
    let foreign = sorted(foreign, units, room)?;
    Ok(Resolution { edges: Edges::woven(own, foreign), externals, module_paths, statistics })
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
        self.ends.clear();
        self.ends.resize(units + 2, 0);
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.found);
        let own = sort_by_unit(self.found.iter(), input.first_unit, &mut self.ends, &mut self.sorted);
        foreign.extend(self.sorted.drain(own..));
        self.sorted.dedup_by_key(|key| key.identity());
    }
}

/// Sorts keys, first into the units that they begin in, each of which has few, then within each; those that begin in
/// none of the units come last, unsorted. Returns where these begin. `ends` is zeros, two more than there are units.
fn sort_by_unit<'k>(
    keys: impl Iterator<Item = &'k EdgeKey> + Clone,
    first_unit: u32,
    ends: &mut [u32],
    sorted: &mut [EdgeKey],
) -> usize {
    let units = ends.len() - 2;
    let unit_of = |key: &EdgeKey| (key.source().wrapping_sub(first_unit) as usize).min(units);
    keys.clone().for_each(|key| ends[unit_of(key) + 1] += 1);
    for index in 1..=units {
        ends[index] += ends[index - 1];
    }
    keys.for_each(|key| {
        let slot = &mut ends[unit_of(key)];
        sorted[*slot as usize] = *key;
        *slot += 1;
    });
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

/// What the files have to say together.
struct Gathered<'r> {
    statistics: Statistics,
    uses: Vec<ExternalUse>,
    /// Edges of one file after the other, sorted.
    own: List<'r, EdgeKey>,
    /// Edges that begin in another file than the one that knows of them.
    foreign: List<'r, EdgeKey>,
}

fn gather<'r>(world: &World<'_>, room: &'r dyn Room) -> io::Result<Gathered<'r>> {
    let (own, foreign) = (List::new(room), List::new(room));
    let mut all = Gathered { statistics: Statistics::default(), uses: Vec::new(), own, foreign };
    let count = world.catalogue.files.len() as u32;
    for first in (0..count).step_by(WAVE as usize) {
        let outcomes: Vec<Outcome> = (first..count.min(first + WAVE))
            .into_par_iter()
            .map_init(Scratch::default, |scratch, file| resolve_file(world, file, scratch))
            .collect();
        for outcome in outcomes {
            all.statistics.add(&outcome.statistics);
            all.uses.extend_from_slice(&outcome.external_uses);
            all.own.extend(&outcome.edges)?;
            all.foreign.extend(&outcome.foreign)?;
        }
    }
    Ok(all)
}

/// A list in order.
fn sorted(list: List<'_, EdgeKey>, units: usize, room: &dyn Room) -> io::Result<Rows<EdgeKey>> {
    let mut ends = Rows::zeroed(room, units + 2)?;
    let mut sorted = Rows::zeroed(room, list.len())?;
    sort_by_unit(list.iter(), 0, &mut ends, &mut sorted);
    Ok(sorted)
}
