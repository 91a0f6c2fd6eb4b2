//! All of one unit as it is on disk now, quoted only while its file is what the snapshot was made from. Never another unit's.

use crate::find::{Found, find};
use crate::freshness::View;
use crate::place::Place;
use crate::quote::{self, Quote};
use crate::workspace::Workspace;

/// A unit with its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSource {
    pub place: Place,
    /// First line, with decorators and the doc comment.
    pub start_line: u32,
    pub quote: Quote,
}

impl Workspace {
    /// By its name, as [`Workspace::symbol`] takes it; the first of several. None where there is none of this name.
    pub fn unit_source(&self, view: &View, name: &str) -> Option<UnitSource> {
        let Found::Exact(units) = find(&view.snapshot, name) else { return None };
        let unit = view.snapshot.unit(*units.first()?)?;
        let quote = quote::whole(self.root(), &unit);
        Some(UnitSource { place: Place::of(&unit), start_line: unit.span().start_line, quote })
    }
}
