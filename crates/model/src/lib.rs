//! The nouns that both pipelines speak: identifiers, spans, units, edges and the facts of one file.
//!
//! Nothing here does I/O, knows a file format or depends on another crate of the workspace.

mod edge;
mod facts;
mod kind;
mod name;
mod room;
mod span;
mod spread;

pub use edge::{Edge, EdgeKind, Provenance};
pub use facts::{
    BindingFact, BindingKind, FactsView, FileFacts, ImportFact, ImportFlags, Problem, ProblemKind,
    ReceiverKind, ReferenceFact, ReferenceKind, RelationFact, RelationKind, UnitFact, UnitFlags,
};
pub use kind::UnitKind;
pub use name::{Name, NameHash, Text};
pub use room::{List, OwnMemory, Room, Rows, Words};
pub use span::{LineRange, Span};
pub use spread::{ends_of, sort_by_hash, sorted_by_hash};

/// Position of a file in a snapshot's path-ordered file table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// Position of a unit in a snapshot: files in path order, units of a file in source order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u32);

/// Index of a language in the table of `languages`. Stable within one format version only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct LanguageId(pub u16);

/// "No unit": the parent of a top-level unit, the source of a reference that nothing encloses.
pub const NO_UNIT: u32 = u32::MAX;
