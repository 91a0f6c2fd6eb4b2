//! The part of a snapshot that says which files and units there are, and finds them by path and name.

mod names;
mod read;
mod renamed;
mod write;

use crate::key::Key;
use bytemuck::{Pod, Zeroable};
use orienteer_model::{FactsView, LanguageId, UnitFact, UnitKind};

pub(crate) use read::Records;
pub use read::{FileRecord, FilesInOrder, UnitRecord, last_segment};
pub(crate) use write::write;

/// Properties of a file, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct FileFlags(pub u32);

impl FileFlags {
    pub const TEST: u32 = 1;
    /// Written by a tool, or minified.
    pub const GENERATED: u32 = 2;
    /// Someone else's code, kept in the tree.
    pub const VENDORED: u32 = 4;
    pub const DOCUMENTATION: u32 = 8;

    pub fn has(self, bit: u32) -> bool {
        self.0 & bit != 0
    }
}

/// A file that goes into a snapshot.
#[derive(Clone, Copy)]
pub struct FileInput<'a> {
    /// Relative to the root of the tree, with forward slashes.
    pub path: &'a str,
    /// Dotted path under which its units are known; may be empty.
    pub module: &'a str,
    pub language: LanguageId,
    /// The key its facts are stored under.
    pub key: Key,
    pub size: u64,
    pub lines: u32,
    pub flags: FileFlags,
    pub facts: FactsView<'a>,
}

/// A unit that stands for something outside the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExternalUnit<'a> {
    pub kind: UnitKind,
    pub name: &'a str,
}

/// A file's own unit has no name in its facts, which know no path: it is called after the last part of its module.
fn name_of<'a>(fact: &UnitFact, written: &'a str, module: &'a str) -> &'a str {
    if written.is_empty() && fact.kind() == UnitKind::Module {
        module.rsplit('.').next().unwrap_or(module)
    } else {
        written
    }
}

const SECTIONS: usize = 9;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Shape {
    files: u32,
    units: u32,
    /// Id of the first unit without a file.
    first_external: u32,
    padding: u32,
    external_arena: u64,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct FileRow {
    key: Key,
    size: u64,
    /// The path; the module follows it.
    text: u64,
    arena: u64,
    path_length: u32,
    module_length: u32,
    lines: u32,
    first_unit: u32,
    problems: u32,
    first_problem: orienteer_model::Problem,
    flags: FileFlags,
    language: LanguageId,
    padding: [u8; 6],
}

/// A unit by the case-insensitive hash of its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
struct NameRow {
    hash: u64,
    unit: u32,
    /// Entry of the dictionary, while it is made; zero when stored.
    spelling: u32,
}
