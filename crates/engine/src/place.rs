//! A unit of a snapshot as plain data: what it is called and where it stands.

use orienteer_model::{UnitFlags, UnitKind};
use orienteer_storage::{FileFlags, UnitRecord};

/// Where a unit is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Relative to the root; empty for what stands outside the source.
    pub path: String,
    /// Line of the name.
    pub line: u32,
    pub end_line: u32,
    /// `Class.method`; empty for a fragment.
    pub name: String,
    /// Dotted path of its file; may be empty.
    pub module: String,
    pub kind: UnitKind,
    pub is_test: bool,
}

impl Place {
    pub(crate) fn of(unit: &UnitRecord<'_>) -> Place {
        let qualified = if unit.qualified().is_empty() { unit.name() } else { unit.qualified() };
        Place {
            path: unit.file().map_or_else(String::new, |file| file.path().to_owned()),
            line: unit.name_line(),
            end_line: unit.span().end_line,
            name: qualified.to_owned(),
            module: unit.module().to_owned(),
            kind: unit.kind(),
            is_test: is_test(unit),
        }
    }
}

pub(crate) fn is_test(unit: &UnitRecord<'_>) -> bool {
    unit.flags().has(UnitFlags::TEST) || unit.file().is_some_and(|file| file.flags().has(FileFlags::TEST))
}
