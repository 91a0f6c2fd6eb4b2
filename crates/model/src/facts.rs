//! What one file says, before any other file is known: the output of extraction, the input of resolution.
//!
//! Rows are plain bytes over one text arena, so that storage can map them instead of parsing them.

use crate::{LanguageId, NO_UNIT, Name, Span, Text, UnitKind};
use bytemuck::{Pod, Zeroable};

/// A declaration, a documentation section or a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct UnitFact {
    /// The last part of the qualified name; a section's heading; empty for a fragment.
    pub name: Name,
    /// Name of the type or namespace that it belongs to, also where that is declared elsewhere (`impl T`, Go receivers).
    pub container: Name,
    /// Dotted, inside the file: `Class.method`, `Outer.Inner`.
    pub qualified: Text,
    pub signature: Text,
    pub doc: Text,
    /// The declaration with its decorators and the doc comment in front of it.
    pub span: Span,
    /// First byte of the body; `span.end_byte` where there is none.
    pub body_start: u32,
    /// Line on which the name stands.
    pub name_line: u32,
    /// Index of the unit that encloses it by nesting, or `NO_UNIT`.
    pub parent: u32,
    pub flags: UnitFlags,
    kind: u8,
    padding: u8,
}

impl UnitFact {
    pub fn new(kind: UnitKind, span: Span) -> UnitFact {
        UnitFact {
            kind: kind as u8,
            span,
            body_start: span.end_byte,
            name_line: span.start_line,
            parent: NO_UNIT,
            ..UnitFact::zeroed()
        }
    }

    pub fn kind(&self) -> UnitKind {
        UnitKind::from_u8(self.kind).unwrap_or(UnitKind::Fragment)
    }

    pub fn set_kind(&mut self, kind: UnitKind) {
        self.kind = kind as u8;
    }

    pub fn parent(&self) -> Option<usize> {
        (self.parent != NO_UNIT).then_some(self.parent as usize)
    }
}

/// Properties of a unit, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct UnitFlags(pub u16);

impl UnitFlags {
    /// In test code, by its path, name, attribute or decorator.
    pub const TEST: u16 = 1;
    /// Visible outside its file or type, as far as the language says so.
    pub const PUBLIC: u16 = 2;
    /// Belongs to the type, not to an instance.
    pub const STATIC: u16 = 4;
    /// Has no body: an interface's method, a forward declaration.
    pub const DECLARATION: u16 = 8;
    /// In a file that a tool wrote or that is minified.
    pub const GENERATED: u16 = 16;

    pub fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }

    pub fn set(&mut self, bit: u16) {
        self.0 |= bit;
    }
}

/// What a reference does with the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ReferenceKind {
    Call = 0,
    /// The construction of a type: `new T()`, `T { .. }`.
    Construct = 1,
    /// A type in an annotation, parameter, field or result.
    Type = 2,
    /// The name used as a value.
    Read = 3,
    /// A field read or written through a receiver.
    Field = 4,
    Decorate = 5,
    Throw = 6,
    /// `name` is the text of a route that `from` handles.
    Route = 7,
    /// `name` is an environment variable that `from` reads.
    Environment = 8,
    /// `name` is a program that `from` starts.
    Process = 9,
    /// `from` is documentation that names the symbol, dotted or plain.
    Mention = 10,
}

impl ReferenceKind {
    pub const ALL: [ReferenceKind; 11] = [
        ReferenceKind::Call,
        ReferenceKind::Construct,
        ReferenceKind::Type,
        ReferenceKind::Read,
        ReferenceKind::Field,
        ReferenceKind::Decorate,
        ReferenceKind::Throw,
        ReferenceKind::Route,
        ReferenceKind::Environment,
        ReferenceKind::Process,
        ReferenceKind::Mention,
    ];
}

/// The shape of what stands before the last dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ReceiverKind {
    /// Nothing: `name`.
    None = 0,
    /// The instance or type itself: `self.name`, `this.name`, `Self::name`, `cls.name`, `@name`.
    SelfType = 1,
    /// The parent: `super().name`.
    Super = 2,
    /// One identifier: `receiver.name`.
    Name = 3,
    /// A dotted path of identifiers, text joined by dots: `a.b.name`; `self.b.name` keeps the language's own word for self.
    Path = 4,
    /// The result of a call; the receiver's text is the dotted callee: `make(..).name`, `T(..).name`, `a.b(..).name`.
    CallResult = 5,
    /// Anything else; no text.
    Other = 6,
}

impl ReceiverKind {
    pub const ALL: [ReceiverKind; 7] = [
        ReceiverKind::None,
        ReceiverKind::SelfType,
        ReceiverKind::Super,
        ReceiverKind::Name,
        ReceiverKind::Path,
        ReceiverKind::CallResult,
        ReceiverKind::Other,
    ];
}

/// A name used somewhere in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct ReferenceFact {
    pub name: Name,
    /// Dotted text of what stands before the last dot, see [`ReceiverKind`]; its hash is of the whole text.
    pub receiver: Name,
    /// Index of the innermost unit around it, or `NO_UNIT`.
    pub from: u32,
    pub line: u32,
    /// First byte of the name.
    pub start_byte: u32,
    kind: u8,
    receiver_kind: u8,
    padding: [u8; 2],
}

impl ReferenceFact {
    pub fn new(kind: ReferenceKind, name: Name, from: u32) -> ReferenceFact {
        ReferenceFact { kind: kind as u8, name, from, ..ReferenceFact::zeroed() }
    }

    pub fn with_receiver(mut self, kind: ReceiverKind, receiver: Name) -> ReferenceFact {
        self.receiver_kind = kind as u8;
        self.receiver = receiver;
        self
    }

    pub fn at(mut self, line: u32, start_byte: u32) -> ReferenceFact {
        self.line = line;
        self.start_byte = start_byte;
        self
    }

    pub fn kind(&self) -> ReferenceKind {
        ReferenceKind::ALL.get(self.kind as usize).copied().unwrap_or(ReferenceKind::Read)
    }

    pub fn receiver_kind(&self) -> ReceiverKind {
        ReceiverKind::ALL.get(self.receiver_kind as usize).copied().unwrap_or(ReceiverKind::Other)
    }
}

/// A name that the file brings into scope from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct ImportFact {
    /// Where from, as written, without quotes: `a.b`, `./x`, `crate::a`, `std/io.h`, `..pkg`.
    pub module: Name,
    /// The symbol taken from it; empty when the module itself is bound.
    pub name: Name,
    /// The name it has in this file; equals `name` (or the module's last part) without an alias.
    pub local: Name,
    pub line: u32,
    /// Index of the unit that the import stands in, or `NO_UNIT` for the whole file.
    pub scope: u32,
    pub flags: ImportFlags,
    pub padding: u32,
}

/// Properties of an import, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct ImportFlags(pub u32);

impl ImportFlags {
    /// Everything public of the module: `*`, `using namespace`, an include.
    pub const WILDCARD: u32 = 1;
    /// What is imported is also exported from here: `export .. from`, `pub use`.
    pub const REEXPORT: u32 = 2;

    pub fn has(self, bit: u32) -> bool {
        self.0 & bit != 0
    }
}

/// A type relation as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum RelationKind {
    Extends = 0,
    Implements = 1,
}

/// `subject` extends or implements `target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct RelationFact {
    /// The child type's last name; declared in this file if `unit` says so.
    pub subject: Name,
    /// The parent type as written, dotted, without type arguments.
    pub target: Name,
    /// Index of the child's unit, or `NO_UNIT` when it is declared elsewhere (`impl Trait for T`).
    pub unit: u32,
    pub line: u32,
    kind: u8,
    padding: [u8; 7],
}

impl RelationFact {
    pub fn new(kind: RelationKind, subject: Name, target: Name, unit: u32, line: u32) -> RelationFact {
        RelationFact { subject, target, unit, line, kind: kind as u8, padding: [0; 7] }
    }

    pub fn kind(&self) -> RelationKind {
        if self.kind == RelationKind::Extends as u8 {
            RelationKind::Extends
        } else {
            RelationKind::Implements
        }
    }
}

/// How the type of a variable is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum BindingKind {
    /// A parameter or variable with a written type.
    Annotated = 0,
    /// A field with a written type; `scope` is the container's unit or the method that assigns it.
    FieldAnnotated = 1,
    /// A variable assigned from a call or construction; `target` is the dotted callee.
    Assigned = 2,
    /// A field assigned from a call or construction (`self.x = T(..)`); `target` is the dotted callee.
    FieldAssigned = 3,
    /// The written result type of the unit `scope`.
    Result = 4,
    /// A variable that is another name for a dotted path: `x = a.b`.
    Alias = 5,
    /// A field that is another name for a variable or dotted path: `self.x = y`.
    FieldAlias = 6,
    /// A parameter, loop variable or other local whose type is unknown: it hides outer names.
    Local = 7,
}

impl BindingKind {
    pub const ALL: [BindingKind; 8] = [
        BindingKind::Annotated,
        BindingKind::FieldAnnotated,
        BindingKind::Assigned,
        BindingKind::FieldAssigned,
        BindingKind::Result,
        BindingKind::Alias,
        BindingKind::FieldAlias,
        BindingKind::Local,
    ];
}

/// What is known of the type behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct BindingFact {
    /// The variable or field; empty for a result.
    pub name: Name,
    /// The type, callee or path, dotted, without type arguments, pointers, references and `Optional`.
    pub target: Name,
    /// Index of the unit in which it holds, or `NO_UNIT` for the whole file.
    pub scope: u32,
    pub line: u32,
    kind: u8,
    padding: [u8; 7],
}

impl BindingFact {
    pub fn new(kind: BindingKind, name: Name, target: Name, scope: u32, line: u32) -> BindingFact {
        BindingFact { name, target, scope, line, kind: kind as u8, padding: [0; 7] }
    }

    pub fn kind(&self) -> BindingKind {
        BindingKind::ALL.get(self.kind as usize).copied().unwrap_or(BindingKind::Local)
    }
}

/// Why a file gave less than it could have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ProblemKind {
    /// The grammar did not accept all of it; the rest was taken.
    Syntax = 0,
    /// Not valid UTF-8; read with replacement characters.
    Encoding = 1,
    /// Larger than is parsed; its first part was taken as fragments.
    TooLarge = 2,
    /// Parsing took longer than it may; taken as fragments.
    TooSlow = 3,
    /// Nested deeper than is followed; what is deeper was left out.
    TooDeep = 4,
    /// Could not be read.
    Unreadable = 5,
    /// A link that leaves the tree or goes round in a circle.
    Link = 6,
}

impl ProblemKind {
    pub const ALL: [ProblemKind; 7] = [
        ProblemKind::Syntax,
        ProblemKind::Encoding,
        ProblemKind::TooLarge,
        ProblemKind::TooSlow,
        ProblemKind::TooDeep,
        ProblemKind::Unreadable,
        ProblemKind::Link,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ProblemKind::Syntax => "syntax",
            ProblemKind::Encoding => "encoding",
            ProblemKind::TooLarge => "too large",
            ProblemKind::TooSlow => "too slow",
            ProblemKind::TooDeep => "too deep",
            ProblemKind::Unreadable => "unreadable",
            ProblemKind::Link => "link",
        }
    }
}

/// A problem and the line it was first seen on (0 where there is none).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Problem {
    pub line: u32,
    kind: u32,
}

impl Problem {
    pub fn new(kind: ProblemKind, line: u32) -> Problem {
        Problem { line, kind: kind as u32 }
    }

    pub fn kind(&self) -> ProblemKind {
        ProblemKind::ALL.get(self.kind as usize).copied().unwrap_or(ProblemKind::Syntax)
    }
}

/// Everything one file says, owned. Units are in source order; a parent comes before its children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFacts {
    pub language: u16,
    /// Lines of the file.
    pub lines: u32,
    /// The id that git gives to these bytes, to tell whether history speaks of them.
    pub blob: [u8; 20],
    /// The package, namespace or module that the file declares itself to be in; empty where it does not.
    pub module: Text,
    pub arena: String,
    pub units: Vec<UnitFact>,
    pub references: Vec<ReferenceFact>,
    pub imports: Vec<ImportFact>,
    pub relations: Vec<RelationFact>,
    pub bindings: Vec<BindingFact>,
    pub problems: Vec<Problem>,
}

impl FileFacts {
    pub fn view(&self) -> FactsView<'_> {
        FactsView {
            language: LanguageId(self.language),
            lines: self.lines,
            blob: self.blob,
            module: self.module,
            arena: &self.arena,
            units: &self.units,
            references: &self.references,
            imports: &self.imports,
            relations: &self.relations,
            bindings: &self.bindings,
            problems: &self.problems,
        }
    }
}

/// The same, borrowed from an owner or from a mapped file.
#[derive(Clone, Copy, Debug)]
pub struct FactsView<'a> {
    pub language: LanguageId,
    pub lines: u32,
    pub blob: [u8; 20],
    pub module: Text,
    pub arena: &'a str,
    pub units: &'a [UnitFact],
    pub references: &'a [ReferenceFact],
    pub imports: &'a [ImportFact],
    pub relations: &'a [RelationFact],
    pub bindings: &'a [BindingFact],
    pub problems: &'a [Problem],
}

impl<'a> FactsView<'a> {
    pub fn text(&self, text: Text) -> &'a str {
        text.of(self.arena)
    }

    pub fn name(&self, name: Name) -> &'a str {
        name.text.of(self.arena)
    }
}
