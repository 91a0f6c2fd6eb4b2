//! Typed relations between units.

use crate::UnitId;

/// The kind of an edge. The numbers are stored; append only, and raise the format version when one changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum EdgeKind {
    Calls = 0,
    /// A file's code brings another unit into scope.
    Imports = 1,
    /// A container to its member.
    Contains = 2,
    /// A member to its container.
    MemberOf = 3,
    Extends = 4,
    Implements = 5,
    /// A method to the method of a parent that it replaces.
    Overrides = 6,
    /// A child type to a method that it has from a parent.
    Inherits = 7,
    References = 8,
    /// A callable or variable to the type that annotates it.
    TypeHintOf = 9,
    AccessesField = 10,
    /// A decorator or annotation to what it decorates.
    Decorates = 11,
    Throws = 12,
    /// A test to its subject.
    Tests = 13,
    TestedBy = 14,
    HandlesRoute = 15,
    ReadsEnv = 16,
    ExecutesProcess = 17,
    /// A documentation section to a symbol that it names.
    Documents = 18,
    /// Two units that commits changed together.
    CoChanges = 19,
}

impl EdgeKind {
    pub const ALL: [EdgeKind; 20] = [
        EdgeKind::Calls,
        EdgeKind::Imports,
        EdgeKind::Contains,
        EdgeKind::MemberOf,
        EdgeKind::Extends,
        EdgeKind::Implements,
        EdgeKind::Overrides,
        EdgeKind::Inherits,
        EdgeKind::References,
        EdgeKind::TypeHintOf,
        EdgeKind::AccessesField,
        EdgeKind::Decorates,
        EdgeKind::Throws,
        EdgeKind::Tests,
        EdgeKind::TestedBy,
        EdgeKind::HandlesRoute,
        EdgeKind::ReadsEnv,
        EdgeKind::ExecutesProcess,
        EdgeKind::Documents,
        EdgeKind::CoChanges,
    ];

    pub fn from_u8(value: u8) -> Option<EdgeKind> {
        Self::ALL.get(value as usize).copied()
    }

    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Calls => "calls",
            EdgeKind::Imports => "imports",
            EdgeKind::Contains => "contains",
            EdgeKind::MemberOf => "member_of",
            EdgeKind::Extends => "extends",
            EdgeKind::Implements => "implements",
            EdgeKind::Overrides => "overrides",
            EdgeKind::Inherits => "inherits",
            EdgeKind::References => "references",
            EdgeKind::TypeHintOf => "type_hint_of",
            EdgeKind::AccessesField => "accesses_field",
            EdgeKind::Decorates => "decorates",
            EdgeKind::Throws => "throws",
            EdgeKind::Tests => "tests",
            EdgeKind::TestedBy => "tested_by",
            EdgeKind::HandlesRoute => "handles_route",
            EdgeKind::ReadsEnv => "reads_env",
            EdgeKind::ExecutesProcess => "executes_process",
            EdgeKind::Documents => "documents",
            EdgeKind::CoChanges => "co_changes",
        }
    }
}

/// How an edge came to be known. The numbers are stored; append only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Provenance {
    /// Read off one file's syntax tree.
    Ast = 0,
    /// Through an import of the file.
    Import = 1,
    /// Through the type of a receiver: annotated, constructed, or `self`.
    Type = 2,
    /// Propagated along inheritance.
    Inherited = 3,
    /// The name is the only evidence.
    Name = 4,
    /// From an imported SCIP index.
    Scip = 5,
    /// A document names the symbol.
    Docs = 6,
    /// Commits changed both.
    History = 7,
}

impl Provenance {
    pub const ALL: [Provenance; 8] = [
        Provenance::Ast,
        Provenance::Import,
        Provenance::Type,
        Provenance::Inherited,
        Provenance::Name,
        Provenance::Scip,
        Provenance::Docs,
        Provenance::History,
    ];

    pub fn from_u8(value: u8) -> Option<Provenance> {
        Self::ALL.get(value as usize).copied()
    }

    pub fn name(self) -> &'static str {
        match self {
            Provenance::Ast => "ast",
            Provenance::Import => "import",
            Provenance::Type => "type",
            Provenance::Inherited => "inherited",
            Provenance::Name => "name",
            Provenance::Scip => "scip",
            Provenance::Docs => "docs",
            Provenance::History => "history",
        }
    }
}

/// One relation. `confidence` is in hundredths (0..=100), so that equal inputs give equal bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    pub from: UnitId,
    pub to: UnitId,
    pub kind: EdgeKind,
    pub provenance: Provenance,
    pub confidence: u8,
    /// One of several possible targets of the same reference.
    pub ambiguous: bool,
    /// Line of the reference in `from`'s file, 0 where there is none.
    pub line: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_numbers_are_positions() {
        for (position, kind) in EdgeKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, position);
        }
        for (position, provenance) in Provenance::ALL.into_iter().enumerate() {
            assert_eq!(provenance as usize, position);
        }
    }
}
