//! Brings the seeds of one folder to the front: a few that belong together lead the walk further than many that do not.

use super::Seed;
use crate::params::Params;
use orienteer_storage::Snapshot;

/// The folder whose seeds weigh most goes first; within it, and after it, the order stays.
pub(super) fn focus(snapshot: &Snapshot, seeds: &mut [Seed], params: &Params) {
    if params.seed_focus <= 0.0 {
        return;
    }
    let mut weights: Vec<(&str, f32)> = Vec::new();
    for seed in seeds.iter() {
        let folder = folder(snapshot, seed);
        match weights.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, weight)) => *weight += seed.weight,
            None => weights.push((folder, seed.weight)),
        }
    }
    // Of equal ones the first: it has the better seed.
    let heaviest = weights.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
    if let Some((heaviest, _)) = heaviest {
        seeds.sort_by_key(|seed| folder(snapshot, seed) != heaviest);
    }
}

fn folder<'s>(snapshot: &'s Snapshot, seed: &Seed) -> &'s str {
    let path = snapshot.unit(seed.unit).and_then(|unit| unit.file()).map_or("", |file| file.path());
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
