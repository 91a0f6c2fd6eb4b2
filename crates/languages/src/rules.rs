//! A language's table with node and field names replaced by the grammar's numbers.

use crate::path::{Condition, Path};
use crate::policy::Policy;
use orienteer_model::{LanguageId, ReferenceKind, UnitKind};
use orienteer_syntax::Grammar;

/// What kind of text a language is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    Code,
    Prose,
    Data,
}

/// How a document marks its titles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Headings {
    /// `# Title`, or a line of `=` or `-` under the title.
    Marked,
    /// A line of one repeated sign under the title, or over and under it.
    Underlined,
}

/// A language that files can be in.
#[derive(Debug)]
pub struct Language {
    pub id: LanguageId,
    pub name: String,
    pub document: Document,
    pub headings: Option<Headings>,
    /// Most fragments of one file; nothing for the general limit.
    pub fragments: Option<usize>,
    pub extensions: Vec<String>,
    pub filenames: Vec<String>,
    pub interpreters: Vec<String>,
    /// The language that shares the extensions, and texts that only its sources have.
    pub(crate) sibling: Option<String>,
    pub(crate) sibling_signs: Vec<String>,
    pub grammar: Option<Grammar>,
    pub rules: Rules,
    pub policy: Policy,
}

/// What the nodes of a grammar mean.
#[derive(Debug, Default)]
pub struct Rules {
    /// For each node kind, the actions to take in order.
    pub(crate) by_kind: Vec<Vec<Action>>,
    pub comments: Comments,
    pub words: Words,
}

impl Rules {
    pub fn actions(&self, kind: u16) -> &[Action] {
        self.by_kind.get(kind as usize).map_or(&[], Vec::as_slice)
    }
}

/// What to do with a node.
#[derive(Clone, Debug)]
pub enum Action {
    Unit(UnitRule),
    Scope(ScopeRule),
    Relation(RelationRule),
    Wrap(WrapRule),
    Call(CallRule),
    Member(MemberRule),
    Import(ImportRule),
    Documentation(DocumentationRule),
    Binding(BindingRule),
    Parameter(ParameterRule),
    /// Only surrounds what the path leads to.
    Transparent(Path),
    Tokens(TokensRule),
    Comment,
    Attribute,
    TypeName,
    Annotation,
    Identifier,
    String,
    Skip,
    Block,
    Package,
}

/// What the members of an open unit or scope are members of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Module,
    Type,
    Callable,
}

#[derive(Clone, Debug)]
pub struct UnitRule {
    pub kind: UnitKind,
    pub member_kind: UnitKind,
    pub name: Path,
    pub when: Vec<Condition>,
    pub inside_module: bool,
    pub inside_type: bool,
    pub inside_callable: bool,
    pub body: Option<Path>,
    pub container: Option<Path>,
    pub result: Option<Path>,
    pub extends: Option<Path>,
    pub implements: Option<Path>,
    pub is_static: Option<Path>,
    pub span: Option<Path>,
    pub holds: Option<Holds>,
    pub merge: bool,
    pub each: bool,
    pub flat: bool,
    pub from: Option<Path>,
    pub test: bool,
}

#[derive(Clone, Debug)]
pub struct DocumentationRule {
    pub text: Path,
    pub when: Vec<Condition>,
    pub around: bool,
}

#[derive(Clone, Debug)]
pub struct ScopeRule {
    pub name: Path,
    pub when: Vec<Condition>,
    pub extends: Option<Path>,
    pub implements: Option<Path>,
    pub of_type: bool,
}

#[derive(Clone, Debug)]
pub struct RelationRule {
    pub when: Vec<Condition>,
    pub extends: Option<Path>,
    pub implements: Option<Path>,
}

#[derive(Clone, Debug)]
pub struct WrapRule {
    pub inner: Path,
}

#[derive(Clone, Debug)]
pub struct CallRule {
    pub name: Path,
    pub kind: ReferenceKind,
    pub when: Vec<Condition>,
    pub arguments: Option<Path>,
    pub receiver: Option<Path>,
}

#[derive(Clone, Debug)]
pub struct MemberRule {
    pub object: Option<Path>,
    pub name: Path,
    pub when: Vec<Condition>,
}

#[derive(Clone, Debug)]
pub struct ImportRule {
    pub when: Vec<Condition>,
    pub module: Option<Path>,
    pub names: Option<Path>,
    pub item: Option<Path>,
    pub alias: Option<Path>,
    pub wildcard: Option<Path>,
    pub always_wildcard: bool,
    pub reexport: Option<Path>,
    pub main: bool,
    pub group: Option<GroupRule>,
    pub whole: bool,
    pub split: bool,
    pub open: bool,
}

/// An import whose names share the beginning of their paths.
#[derive(Clone, Debug)]
pub struct GroupRule {
    pub is_group: Condition,
    pub members: Path,
    pub prefix: Path,
    pub separator: String,
}

#[derive(Clone, Debug)]
pub struct BindingRule {
    pub name: Path,
    pub when: Vec<Condition>,
    pub annotation: Option<Path>,
    pub value: Option<Path>,
    pub field: bool,
}

#[derive(Clone, Debug)]
pub struct ParameterRule {
    pub name: Path,
    pub when: Vec<Condition>,
    pub annotation: Option<Path>,
    pub field: Option<Path>,
}

/// Code that the grammar leaves as tokens, told by what stands beside what.
#[derive(Clone, Debug)]
pub struct TokensRule {
    pub tree: Path,
    pub name: Vec<u16>,
    pub head: Vec<u16>,
    pub joint: Vec<u16>,
    pub arguments: Vec<u16>,
    pub mark: Vec<u16>,
    pub opening: Vec<u16>,
    pub closing: Vec<u16>,
    pub transparent: Vec<u16>,
    pub not_after: Vec<u16>,
}

#[derive(Debug, Default)]
pub struct Comments {
    pub markers: Vec<String>,
    pub inside: Option<Path>,
    pub file: Option<Path>,
}

#[derive(Debug, Default)]
pub struct Words {
    pub package: Option<Path>,
    pub environment: Vec<String>,
    pub environment_objects: Vec<String>,
    pub process: Vec<String>,
    pub route: Vec<String>,
    pub test_attributes: Vec<String>,
    pub test_prefixes: Vec<String>,
    pub public: Vec<String>,
    pub hidden: Vec<Condition>,
    pub tests: Vec<Condition>,
    pub private_prefixes: Vec<String>,
    pub macros_after: Vec<String>,
}
