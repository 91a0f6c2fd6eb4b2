//! Units that change together. Pure; sees only which commits touched which units.

use std::collections::HashMap;

use crate::touch::{Touch, Touches};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoChangeLimits {
    /// Commits that touch more units say nothing about any two of them.
    pub units_per_commit: usize,
    /// Commits that must have touched both units.
    pub support: u32,
    /// Partners kept per unit, the strongest first.
    pub partners: usize,
}

impl Default for CoChangeLimits {
    fn default() -> CoChangeLimits {
        CoChangeLimits { units_per_commit: 20, support: 2, partners: 10 }
    }
}

/// Two units, `a < b`, that commits touched together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoChange {
    pub a: u32,
    pub b: u32,
    /// The sum over those commits of one over the number of other units touched.
    pub weight: f32,
    pub support: u32,
}

/// Pairs of units that change together, sorted by unit numbers.
pub fn co_changes(touches: &Touches, limits: &CoChangeLimits) -> Vec<CoChange> {
    let mut pairs = supported_pairs(touches, limits);
    pairs.sort_unstable_by(|x, y| y.weight.total_cmp(&x.weight).then((x.a, x.b).cmp(&(y.a, y.b))));
    let mut partners: HashMap<u32, usize> = HashMap::new();
    pairs.retain(|pair| {
        let has_room = |unit| partners.get(unit).is_none_or(|&count| count < limits.partners);
        let keep = has_room(&pair.a) && has_room(&pair.b);
        if keep {
            *partners.entry(pair.a).or_default() += 1;
            *partners.entry(pair.b).or_default() += 1;
        }
        keep
    });
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    pairs
}

fn supported_pairs(touches: &Touches, limits: &CoChangeLimits) -> Vec<CoChange> {
    let mut found: HashMap<(u32, u32), (f32, u32)> = HashMap::new();
    for units in touches.rows.chunk_by(|x, y| x.commit == y.commit) {
        if units.len() > limits.units_per_commit {
            continue;
        }
        let weight = 1.0 / (units.len() as f32 - 1.0);
        for (a, b) in pairs_of(units) {
            let (total, support) = found.entry((a, b)).or_default();
            (*total, *support) = (*total + weight, *support + 1);
        }
    }
    let supported = found.into_iter().filter(|(_, (_, support))| *support >= limits.support);
    supported.map(|((a, b), (weight, support))| CoChange { a, b, weight, support }).collect()
}

fn pairs_of(units: &[Touch]) -> impl Iterator<Item = (u32, u32)> {
    let others = |(at, first): (usize, &Touch)| {
        let first = first.unit;
        units[at + 1..].iter().map(move |second| (first, second.unit))
    };
    units.iter().enumerate().flat_map(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commits(units: &[&[u32]]) -> Touches {
        let row = |commit: usize, unit: &u32| Touch { commit: commit as u32, unit: *unit, lines: 1 };
        let rows = units
            .iter()
            .enumerate()
            .flat_map(|(commit, units)| units.iter().map(move |unit| row(commit, unit)));
        Touches { rows: rows.collect() }
    }

    #[test]
    fn pairs_need_support_and_small_commits_weigh_more() {
        let large: Vec<u32> = (0..30).collect();
        let touches = commits(&[&[1, 2], &[1, 2, 3], &[3, 4], &large, &large, &[7]]);
        let found = co_changes(&touches, &CoChangeLimits::default());
        assert_eq!(found, [CoChange { a: 1, b: 2, weight: 1.5, support: 2 }]);
    }

    #[test]
    fn the_strongest_partners_stay() {
        let pairs: Vec<[u32; 2]> = (1..=12).flat_map(|unit| vec![[0, unit]; 2 + unit as usize]).collect();
        let touches = commits(&pairs.iter().map(|pair| pair.as_slice()).collect::<Vec<_>>());
        let found = co_changes(&touches, &CoChangeLimits::default());
        assert_eq!(found.iter().map(|pair| pair.b).collect::<Vec<_>>(), (3..=12).collect::<Vec<_>>());
    }
}
