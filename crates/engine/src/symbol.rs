//! Everything that is known of one name: exact, or the news that there is no such symbol.

use crate::find::{Found, find};
use crate::freshness::View;
use crate::nearest::nearest;
use crate::place::Place;
use crate::quote::{self, Quote};
use crate::relation::{Group, relations};
use crate::unparsed::{Unparsed, unparsed};
use crate::workspace::Workspace;
use orienteer_model::UnitId;
use orienteer_storage::{Snapshot, Touch};

/// How much is told.
#[derive(Clone, Copy, Debug)]
pub struct SymbolOptions {
    /// Definitions that are told with their relations; the rest is counted.
    pub definitions: usize,
    /// Listed of each relation.
    pub relations: usize,
    pub commits: usize,
}

impl Default for SymbolOptions {
    fn default() -> Self {
        SymbolOptions { definitions: 10, relations: 20, commits: 5 }
    }
}

/// A commit that changed a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TouchingCommit {
    /// Hexadecimal.
    pub id: String,
    /// Seconds since 1970.
    pub time: i64,
    pub subject: String,
    /// Lines of the unit that it changed.
    pub lines: u32,
}

/// One unit of the name that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub place: Place,
    pub signature: String,
    pub documentation: String,
    pub quote: Quote,
    pub relations: Vec<Group>,
    /// Newest first.
    pub commits: Vec<TouchingCommit>,
    pub commits_total: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolAnswer {
    pub definitions: Vec<Definition>,
    /// Also those that are not told.
    pub total: usize,
    /// Where nothing has the name: what may have been meant.
    pub suggestions: Vec<Place>,
    /// The suggestions have the name, but for upper and lower case.
    pub is_other_case: bool,
    /// Where nothing has the name: files that were not understood whole and have it.
    pub unparsed: Vec<Unparsed>,
}

impl Workspace {
    pub fn symbol(&self, view: &View, name: &str, options: &SymbolOptions) -> SymbolAnswer {
        let snapshot = &view.snapshot;
        match find(snapshot, name) {
            Found::Exact(units) => SymbolAnswer {
                total: units.len(),
                definitions: self.definitions(snapshot, &units, options),
                ..SymbolAnswer::default()
            },
            Found::OtherCase(units) => SymbolAnswer {
                suggestions: places(snapshot, &units),
                is_other_case: true,
                ..SymbolAnswer::default()
            },
            Found::Nothing => SymbolAnswer {
                suggestions: places(snapshot, &nearest(snapshot, name)),
                unparsed: unparsed(self.root(), snapshot, name),
                ..SymbolAnswer::default()
            },
        }
    }

    fn definitions(&self, snapshot: &Snapshot, units: &[UnitId], options: &SymbolOptions) -> Vec<Definition> {
        let told = units.iter().take(options.definitions);
        told.filter_map(|unit| self.definition(snapshot, *unit, options)).collect()
    }

    fn definition(&self, snapshot: &Snapshot, id: UnitId, options: &SymbolOptions) -> Option<Definition> {
        let unit = snapshot.unit(id)?;
        let touches: Vec<Touch> =
            snapshot.history().map(|history| history.touches_of(id).collect()).unwrap_or_default();
        Some(Definition {
            place: Place::of(&unit),
            signature: unit.signature().to_owned(),
            documentation: unit.doc().to_owned(),
            quote: quote::signature(self.root(), &unit),
            relations: relations(snapshot, id, options.relations),
            commits: touches
                .iter()
                .take(options.commits)
                .filter_map(|touch| commit(snapshot, touch))
                .collect(),
            commits_total: touches.len(),
        })
    }
}

/// At most a handful: more would not be read.
pub(crate) fn places(snapshot: &Snapshot, units: &[UnitId]) -> Vec<Place> {
    units.iter().take(5).filter_map(|unit| snapshot.unit(*unit)).map(|unit| Place::of(&unit)).collect()
}

fn commit(snapshot: &Snapshot, touch: &Touch) -> Option<TouchingCommit> {
    let commit = snapshot.history()?.commit(touch.commit)?;
    Some(TouchingCommit {
        id: commit.id().iter().map(|byte| format!("{byte:02x}")).collect(),
        time: commit.time(),
        subject: commit.subject().to_owned(),
        lines: touch.lines,
    })
}
