//! Units like a given one, by their vectors. Exact about which unit is meant: for a name that there is not, nothing is answered.

use crate::error::EngineError;
use crate::find::{Found, find};
use crate::freshness::View;
use crate::nearest::nearest;
use crate::place::Place;
use crate::search::{Filter, SearchFilter};
use crate::symbol::{SymbolAnswer, places};
use crate::workspace::Workspace;
use orienteer_model::UnitId;
use orienteer_search::{Dense, Nearest, SearchError};
use orienteer_storage::Snapshot;

/// A unit like the one that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    pub place: Place,
    pub signature: String,
    /// Cosine of the two vectors: 1 for the same words.
    pub similarity: f32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimilarAnswer {
    /// The unit that was compared; none if nothing has the name.
    pub of: Option<Place>,
    /// Other units of the same name, which were not.
    pub others: usize,
    /// Most alike first; none that it contains or that contain it.
    pub similar: Vec<Similar>,
    /// Where nothing has the name: what may have been meant, as [`Workspace::symbol`] says it.
    pub missing: SymbolAnswer,
}

impl Workspace {
    /// Units like the first one that is called `name`.
    pub fn similar(
        &self,
        view: &View,
        name: &str,
        limit: usize,
        filter: &SearchFilter,
    ) -> Result<SimilarAnswer, EngineError> {
        let (snapshot, filter) = (&view.snapshot, Filter::new(filter)?);
        let missing = |units: &[UnitId], is_other_case| SimilarAnswer {
            missing: SymbolAnswer {
                suggestions: places(snapshot, units),
                is_other_case,
                ..SymbolAnswer::default()
            },
            ..SimilarAnswer::default()
        };
        match find(snapshot, name) {
            Found::Exact(units) => alike(snapshot, &units, limit, &filter),
            Found::OtherCase(units) => Ok(missing(&units, true)),
            Found::Nothing => Ok(missing(&nearest(snapshot, name), false)),
        }
    }
}

fn alike(
    snapshot: &Snapshot,
    units: &[UnitId],
    limit: usize,
    filter: &Filter,
) -> Result<SimilarAnswer, EngineError> {
    let Some(unit) = units.first().and_then(|unit| snapshot.unit(*unit)) else {
        return Ok(SimilarAnswer::default());
    };
    let vectors = Nearest::to_unit(snapshot, unit.id()).ok_or(SearchError::NoVectors)?;
    let span = unit.span();
    let wanted = |other: UnitId| {
        snapshot.unit(other).is_some_and(|other| {
            let (theirs, is_same_file) =
                (other.span(), other.file().map(|file| file.id()) == unit.file().map(|file| file.id()));
            let overlaps = theirs.start_byte < span.end_byte && span.start_byte < theirs.end_byte;
            other.id() != unit.id() && !(is_same_file && overlaps) && filter.accepts(&other)
        })
    };
    let near = vectors.nearest(limit, &wanted)?;
    let similar = near.into_iter().filter_map(|(id, distance)| {
        let unit = snapshot.unit(id)?;
        Some(Similar {
            place: Place::of(&unit),
            signature: unit.signature().to_owned(),
            similarity: 1.0 - distance,
        })
    });
    Ok(SimilarAnswer {
        of: Some(Place::of(&unit)),
        others: units.len() - 1,
        similar: similar.collect(),
        missing: SymbolAnswer::default(),
    })
}
