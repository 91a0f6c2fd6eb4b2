//! Questions about consequences: of changing a symbol, and of a change that was made.

use crate::diff::{Change, Diff};
use crate::error::EngineError;
use crate::find::{Found, find};
use crate::freshness::View;
use crate::impact::{Impact, ImpactOptions, impact, with_members};
use crate::workspace::Workspace;

impl Workspace {
    /// What may break if the symbol changes; none where there is no such symbol.
    pub fn impact_of_symbol(&self, view: &View, name: &str, options: &ImpactOptions) -> Option<Impact> {
        let Found::Exact(units) = find(&view.snapshot, name) else { return None };
        let seeds = with_members(&view.snapshot, &units);
        Some(impact(&view.snapshot, &seeds, options))
    }

    /// What may break through a change.
    pub fn impact_of_diff(
        &self,
        view: &View,
        change: &Change,
        options: &ImpactOptions,
    ) -> Result<(Diff, Impact), EngineError> {
        let diff = self.diff(&view.snapshot, change)?;
        let impact = impact(&view.snapshot, &diff.units, options);
        Ok((diff, impact))
    }
}
