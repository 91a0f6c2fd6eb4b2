//! Which rows that a service computed are of which units of a snapshot. A unit whose file changed since has none, and is unknown.

use orienteer_model::UnitId;
use orienteer_storage::{Sidecar, Snapshot};

/// Rows of one file: so many, from a row and a unit on.
#[derive(Clone, Copy, Debug)]
struct Run {
    unit: u32,
    row: usize,
    count: usize,
}

/// The rows of a snapshot's units.
pub struct UnitRows {
    sidecar: Sidecar,
    /// In the order of units.
    runs: Vec<Run>,
    known: usize,
}

impl UnitRows {
    pub fn new(sidecar: Sidecar, snapshot: &Snapshot) -> UnitRows {
        let mut runs = Vec::new();
        for file in snapshot.files() {
            let mut units = file.units();
            let count = units.len();
            let rows = sidecar.rows_of(file.key(), file.path()).filter(|rows| rows.len() == count);
            if let (Some(rows), Some(first)) = (rows, units.next()) {
                runs.push(Run { unit: first.0, row: rows.start, count });
            }
        }
        runs.sort_unstable_by_key(|run| run.unit);
        let known = runs.iter().map(|run| run.count).sum();
        UnitRows { sidecar, runs, known }
    }

    /// Units that have a row.
    pub fn known(&self) -> usize {
        self.known
    }

    pub fn has(&self, unit: UnitId) -> bool {
        self.of(unit).is_some()
    }

    pub(super) fn of(&self, unit: UnitId) -> Option<&[u8]> {
        let after = self.runs.partition_point(|run| run.unit <= unit.0);
        let run = self.runs.get(after.checked_sub(1)?)?;
        let offset = (unit.0 - run.unit) as usize;
        (offset < run.count).then(|| self.sidecar.row(run.row + offset))
    }

    pub(super) fn each(&self) -> impl Iterator<Item = (UnitId, &[u8])> {
        self.runs.iter().flat_map(|run| {
            (0..run.count)
                .map(|offset| (UnitId(run.unit + offset as u32), self.sidecar.row(run.row + offset)))
        })
    }
}
