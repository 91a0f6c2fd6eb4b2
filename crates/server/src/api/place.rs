//! A unit as it stands in answers.

use serde::Serialize;
use utoipa::ToSchema;

/// Where a unit is and what it is called.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Place {
    /// From the root; empty for what stands outside the source.
    pub path: String,
    /// Line of the name.
    pub line: u32,
    pub end_line: u32,
    /// `method`, `class`, `section` and so on.
    pub kind: &'static str,
    /// `Class.method`; empty for a fragment.
    pub name: String,
    /// Dotted path of its file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub module: String,
    pub test: bool,
    /// What other questions take as `unit`.
    pub unit: String,
}

impl Place {
    pub(crate) fn of(place: &orienteer_engine::Place) -> Place {
        Place {
            path: place.path.clone(),
            line: place.line,
            end_line: place.end_line,
            kind: place.kind.name(),
            name: place.name.clone(),
            module: place.module.clone(),
            test: place.is_test,
            unit: place.reference(),
        }
    }
}
