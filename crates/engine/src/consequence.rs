//! Questions about consequences: of changing a symbol, and of a change that was made.

use crate::diff::Diff;
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

    /// What may break through a change: of the work tree against HEAD or another commit, or between two commits.
    pub fn impact_of_diff(
        &self,
        view: &View,
        range: Option<&str>,
        options: &ImpactOptions,
    ) -> Result<(Diff, Impact), EngineError> {
        let diff = self.diff(&view.snapshot, range)?;
        let impact = impact(&view.snapshot, &diff.units, options);
        Ok((diff, impact))
    }
}
