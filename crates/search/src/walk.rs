//! Random walk with restart: how much of the attention that begins at the seeds comes by each unit around them.
//!
//! The work grows with what is near the seeds, never with the snapshot. Nothing here depends on the order of a hash table, on
//! the order of the seeds or on an earlier walk: equal inputs give equal bits.

mod nearby;
pub(crate) mod positions;
mod steady;
#[cfg(test)]
pub(crate) mod test_graph;
#[cfg(test)]
mod tests;
pub(crate) mod weights;

use crate::params::Params;
use nearby::Nearby;
use orienteer_model::UnitId;
use orienteer_storage::Snapshot;
use positions::Positions;
use steady::Steady;

/// Where the walk came by.
pub(crate) struct Walk {
    /// Over the largest, best first, equal ones by unit; without those below `walk_least`.
    pub(crate) shares: Vec<(UnitId, f32)>,
    /// After so many it stopped.
    pub(crate) rounds: usize,
    reached: Positions,
    all: Vec<f32>,
}

impl Walk {
    /// The share of a unit that was reached, also where it was too small to be kept.
    pub(crate) fn share(&self, unit: UnitId) -> Option<f32> {
        self.reached.get(unit).map(|position| self.all[position as usize])
    }

    /// Units that it came by at all.
    pub(crate) fn reached(&self) -> usize {
        self.all.len()
    }

    fn new(nearby: Nearby<'_>, masses: &[f64], rounds: usize, least: f32) -> Walk {
        let largest = masses.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let all: Vec<f32> = masses.iter().map(|mass| (mass / largest) as f32).collect();
        let reached = nearby.into_positions();
        let of_all = reached.units().iter().copied().zip(all.iter().copied());
        let mut shares: Vec<(UnitId, f32)> = of_all.filter(|(_, share)| *share >= least).collect();
        shares.sort_unstable_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        Walk { shares, rounds, reached, all }
    }
}

/// Walks from `seeds`, each as often as its weight says.
pub(crate) fn walk(snapshot: &Snapshot, seeds: &[(UnitId, f32)], params: &Params) -> Walk {
    let mut nearby = Nearby::new(snapshot, params);
    let seeds = place(&mut nearby, seeds);
    let mut masses: Vec<f64> = seeds.iter().map(|(_, part)| *part).collect();
    let mut next = Vec::new();
    let mut steady = Steady::new(params);
    let mut rounds = 0;
    while rounds < params.walk_rounds as usize && !seeds.is_empty() {
        // A round goes one edge far, so what is not near after this many rounds is further than that.
        if rounds < params.walk_hops as usize {
            nearby.grow(&masses);
        }
        masses.resize(nearby.len(), 0.0);
        next.clear();
        next.resize(nearby.len(), 0.0);
        pass(&nearby, &seeds, f64::from(params.walk_restart), &masses, &mut next);
        std::mem::swap(&mut masses, &mut next);
        rounds += 1;
        let is_settled = change(&masses, &next) < f64::from(params.walk_settled);
        if steady.sees(nearby.units(), &masses) || is_settled {
            break;
        }
    }
    Walk::new(nearby, &masses, rounds, params.walk_least)
}

/// The seeds that can be walked from, in the order of their ids, with parts that add up to one.
fn place(nearby: &mut Nearby<'_>, seeds: &[(UnitId, f32)]) -> Vec<(u32, f64)> {
    let is_usable = |seed: &&(UnitId, f32)| nearby.is_walkable(seed.0) && seed.1 > 0.0 && seed.1.is_finite();
    let mut usable: Vec<(UnitId, f32)> = seeds.iter().filter(is_usable).copied().collect();
    usable.sort_unstable_by(|left, right| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)));
    let total: f64 = usable.iter().map(|(_, weight)| f64::from(*weight)).sum();
    let mut placed: Vec<(u32, f64)> = Vec::with_capacity(usable.len());
    for (unit, weight) in usable {
        let (position, part) = (nearby.reach(unit), f64::from(weight) / total);
        match placed.last_mut() {
            Some(last) if last.0 == position => last.1 += part,
            _ => placed.push((position, part)),
        }
    }
    placed
}

/// One round: everybody passes on what it has; what nobody takes, and what restarts, goes to the seeds.
fn pass(nearby: &Nearby<'_>, seeds: &[(u32, f64)], restart: f64, masses: &[f64], next: &mut [f64]) {
    let mut back = 0.0;
    for (position, mass) in masses.iter().enumerate() {
        let (steps, passed) = nearby.row(position);
        back += mass * (1.0 - passed);
        let flow = mass * (1.0 - restart);
        for step in steps {
            next[step.to as usize] += flow * f64::from(step.part);
        }
    }
    let back = restart + (1.0 - restart) * back;
    for (position, part) in seeds {
        next[*position as usize] += back * part;
    }
}

fn change(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| (left - right).abs()).sum()
}
