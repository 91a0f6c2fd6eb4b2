//! The largest part indexed again within bounds of memory: what each bound does to the peak and to the work, and that the snapshot stays
//! the same.

use super::step::{self, Place, Programs, Step};
use crate::bench::measure::Usage;

pub(super) struct Bounded {
    /// As it was said to the program.
    pub(super) bound: String,
    pub(super) index: Usage,
    pub(super) is_same_snapshot: bool,
}

pub(super) fn measure(
    place: &Place,
    programs: &Programs,
    bounds: &[String],
    whole: &Step,
) -> Result<Vec<Bounded>, String> {
    let mut rows = Vec::new();
    for bound in bounds {
        eprintln!("{} units within {bound} ...", whole.told.units);
        place.forget()?;
        let (index, told) = step::index_with(place, programs, &["--memory", bound])?;
        let is_same_snapshot = told.snapshot == whole.told.snapshot;
        rows.push(Bounded { bound: bound.clone(), index, is_same_snapshot });
    }
    Ok(rows)
}
