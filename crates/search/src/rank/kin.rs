//! Evidence that a unit has because its members or its folder have much. It is read off the first weighing, so that a type is
//! found by methods that match in whichever way, not by their text alone.

use super::Measured;
use super::features::Features;
use orienteer_model::UnitId;
use std::collections::HashMap;

const MEMBERS: usize = 3;
const FOLDER: usize = 5;

/// The largest values of a group, best first.
#[derive(Clone, Copy, Default)]
struct Best([f32; FOLDER]);

impl Best {
    fn see(&mut self, value: f32) {
        if value > self.0[FOLDER - 1] {
            self.0[FOLDER - 1] = value;
            self.0.sort_unstable_by(|left, right| right.total_cmp(left));
        }
    }

    fn mean(&self, of: usize) -> f32 {
        self.0[..of].iter().sum::<f32>() / of as f32
    }
}

/// The features of all rows with those that depend on other rows. `first` is what each row weighs without them.
pub(super) fn with_kin(rows: &[Measured], first: &[f32]) -> Vec<Features> {
    let mut members: HashMap<UnitId, Best> = HashMap::new();
    let mut folders: HashMap<u32, Best> = HashMap::new();
    for (row, value) in rows.iter().zip(first) {
        if let Some(parent) = row.parent {
            members.entry(parent).or_default().see(*value);
        }
        folders.entry(row.folder).or_default().see(*value);
    }
    let mut all: Vec<Features> = rows
        .iter()
        .map(|row| Features {
            family: members.get(&row.unit).map_or(0.0, |best| best.mean(MEMBERS)),
            folder: folders.get(&row.folder).map_or(0.0, |best| best.mean(FOLDER)),
            ..row.features
        })
        .collect();
    let most =
        all.iter().fold((0.0f32, 0.0f32), |most, row| (most.0.max(row.family), most.1.max(row.folder)));
    for features in &mut all {
        features.family = super::features::share(features.family, most.0);
        features.folder = super::features::share(features.folder, most.1);
    }
    all
}
