//! When further rounds of a walk would change nothing that matters: its best units stay the same, in the same order.

use crate::params::Params;
use orienteer_model::UnitId;

/// The best units of the last round, and for how many rounds they have been that.
pub(super) struct Steady {
    most: usize,
    enough: usize,
    times: usize,
    top: Vec<u32>,
    last: Vec<u32>,
}

impl Steady {
    pub(super) fn new(params: &Params) -> Steady {
        let most = params.walk_top as usize;
        let room = || Vec::with_capacity(most + 1);
        Steady { most, enough: params.walk_steady as usize, times: 0, top: room(), last: room() }
    }

    /// Looks at the masses after a round, and says whether it has seen enough.
    pub(super) fn sees(&mut self, units: &[UnitId], masses: &[f64]) -> bool {
        std::mem::swap(&mut self.top, &mut self.last);
        self.top.clear();
        for position in 0..masses.len() as u32 {
            self.offer(position, units, masses);
        }
        self.times = if self.top == self.last { self.times + 1 } else { 0 };
        self.times >= self.enough
    }

    fn offer(&mut self, position: u32, units: &[UnitId], masses: &[f64]) {
        let (mass, unit) = (masses[position as usize], units[position as usize]);
        let is_after = |other: &u32| {
            let other = *other as usize;
            masses[other].total_cmp(&mass).then(unit.cmp(&units[other])).is_lt()
        };
        let is_full = self.top.len() == self.most;
        if mass <= 0.0 || is_full && !self.top.last().is_some_and(is_after) {
            return;
        }
        let place = self.top.iter().position(is_after).unwrap_or(self.top.len());
        self.top.insert(place, position);
        self.top.truncate(self.most);
    }
}
