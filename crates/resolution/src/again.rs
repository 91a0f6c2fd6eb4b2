//! The stage after a small change: edges that cannot have changed are taken over, those of a few files are found again.
//!
//! Gives the edges that [`crate::resolve`] gives, or nothing where that is not certain. What is known of all files is made anew
//! each time; only the references of single files are not followed a second time.

use crate::catalogue::{Catalogue, NONE, Tables};
use crate::edge_key::EdgeKey;
use crate::edges::Edges;
use crate::input::{Changed, FileInput, Hints, Resolution, Statistics};
use crate::reach::{Reach, reach};
use crate::references::Outcome;
use crate::resolve::{Scratch, resolve_file};
use crate::world::World;
use crate::{externals, module_path};
use orienteer_model::{Edge, EdgeKind, List, Provenance, Room, UnitId};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::io;

/// Edges that are put with the others at a time.
const TOGETHER: usize = 4_096;

/// Every edge that the facts of the files support, where `changed` says which files are other than they were when `before` was
/// resolved, in path order. The files and hints must be the same ones; what others than [`crate::resolve`] added to `before` is left
/// out. Nothing where all of it has to be resolved. Only the room can fail.
pub fn resolve_again<'r>(
    files: &[FileInput<'_>],
    hints: &Hints,
    changed: &[Changed<'_>],
    before: impl Iterator<Item = Edge>,
    room: &'r dyn Room,
) -> io::Result<Option<Resolution<'r>>> {
    let Some(reach) = reach(files, changed) else { return Ok(None) };
    let mut tables = Tables::new(room, files)?;
    let world = World::new(files, hints, &mut tables);
    let mut edges = List::new(room);
    if !keep(&world.catalogue, before, &reach, &mut edges)? {
        return Ok(None);
    }
    let numbers: Vec<u32> = (0..files.len() as u32).filter(|file| reach.again[*file as usize]).collect();
    let outcomes: Vec<Outcome> = numbers
        .par_iter()
        .map_init(Scratch::default, |scratch, file| resolve_file(&world, *file, scratch))
        .collect();
    for outcome in &outcomes {
        edges.extend(&outcome.edges)?;
        edges.extend(&outcome.foreign)?;
    }
    let uses: Vec<_> =
        (0..files.len() as u32).flat_map(|file| externals::uses(&files[file as usize], file)).collect();
    let (externals, links) = externals::link(&world, &uses);
    edges.extend(&links)?;
    let module_paths = (0..files.len() as u32).map(|file| module_path::of_file(&world, file)).collect();
    let (edges, statistics) = (Edges::plain(edges), Statistics::default());
    Ok(Some(Resolution { edges, externals, module_paths, statistics }))
}

/// Keeps the edges of files that are not resolved again, between units as they are numbered now. False where one of them cannot be.
fn keep(
    catalogue: &Catalogue<'_>,
    before: impl Iterator<Item = Edge>,
    reach: &Reach,
    edges: &mut List<'_, EdgeKey>,
) -> io::Result<bool> {
    let now = |unit: UnitId| reach.renumbered.get(unit.0 as usize).copied().unwrap_or(NONE);
    let is_remade = units_of(catalogue, &reach.again);
    let mut some = Vec::with_capacity(TOGETHER);
    for edge in before.filter(is_own) {
        let (from, to) = (now(edge.from), now(edge.to));
        let maker = maker(catalogue, edge.kind, from, to);
        if maker == NONE || is_remade[maker as usize] {
            continue;
        }
        // A file that knows nothing of the change has nothing to do with what is gone.
        if from == NONE || to == NONE {
            return Ok(false);
        }
        some.push(EdgeKey::from(Edge { from: UnitId(from), to: UnitId(to), ..edge }));
        if some.len() == TOGETHER {
            edges.extend(&some)?;
            some.clear();
        }
    }
    edges.extend(&some)?;
    Ok(true)
}

/// Whether files make such edges one by one.
fn is_own(edge: &Edge) -> bool {
    let is_external =
        matches!(edge.kind, EdgeKind::HandlesRoute | EdgeKind::ReadsEnv | EdgeKind::ExecutesProcess);
    !is_external && !matches!(edge.provenance, Provenance::Scip | Provenance::History)
}

/// For each unit, whether its file is one of some.
fn units_of(catalogue: &Catalogue<'_>, files: &[bool]) -> Vec<bool> {
    let mut units = Vec::with_capacity(catalogue.unit_count as usize);
    for (input, is_one) in catalogue.files.iter().zip(files) {
        units.resize(units.len() + input.facts.units.len(), *is_one);
    }
    units
}

/// A unit of the file that an edge is made by; `NONE` where the unit that would tell is gone, and its file has changed.
fn maker(catalogue: &Catalogue<'_>, kind: EdgeKind, from: u32, to: u32) -> u32 {
    match kind {
        EdgeKind::Contains | EdgeKind::Decorates | EdgeKind::TestedBy => to,
        // Methods may be written away from the type that they are found through.
        EdgeKind::Overrides if from != NONE && catalogue.owner(from) != NONE => catalogue.owner(from),
        _ => from,
    }
}
