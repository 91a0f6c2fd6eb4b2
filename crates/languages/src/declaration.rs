//! The shape of a language's table as it is written, before node and field names are looked up in the grammar.

use crate::policy::Policy;
use crate::rules::Headings;
use serde::Deserialize;

/// One `tables/*.toml` file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Declaration {
    pub name: String,
    #[serde(default)]
    pub extensions: Vec<String>,
    #[serde(default)]
    pub filenames: Vec<String>,
    #[serde(default)]
    pub interpreters: Vec<String>,
    /// The language that shares these extensions, and texts that only its sources have.
    #[serde(default)]
    pub sibling: Option<String>,
    #[serde(default)]
    pub sibling_signs: Vec<String>,
    /// `code` (default), `prose` or `data`.
    #[serde(default)]
    pub document: Option<String>,
    /// How a document marks its titles: `marked` (`# Title` and underlined) or `underlined`. Absent: it has none.
    #[serde(default)]
    pub headings: Option<Headings>,
    /// Most fragments taken of one file, where that is other than the general limit.
    #[serde(default)]
    pub fragments: Option<usize>,
    /// A language whose table holds here too; this one only adds rules to it.
    #[serde(default)]
    pub like: Option<String>,
    #[serde(default)]
    pub unit: Vec<UnitDeclaration>,
    #[serde(default)]
    pub scope: Vec<ScopeDeclaration>,
    #[serde(default)]
    pub relation: Vec<RelationDeclaration>,
    #[serde(default)]
    pub wrap: Vec<WrapDeclaration>,
    #[serde(default)]
    pub documentation: Vec<DocumentationDeclaration>,
    #[serde(default)]
    pub call: Vec<CallDeclaration>,
    #[serde(default)]
    pub member: Vec<MemberDeclaration>,
    #[serde(default)]
    pub import: Vec<ImportDeclaration>,
    #[serde(default)]
    pub binding: Vec<BindingDeclaration>,
    #[serde(default)]
    pub parameter: Vec<ParameterDeclaration>,
    /// Nodes that only surround an expression, and the path to what is inside.
    #[serde(default)]
    pub transparent: Vec<TransparentDeclaration>,
    #[serde(default)]
    pub tokens: Vec<TokensDeclaration>,
    #[serde(default)]
    pub nodes: NodeLists,
    #[serde(default)]
    pub comments: CommentsDeclaration,
    #[serde(default)]
    pub words: WordsDeclaration,
    #[serde(default)]
    pub policy: Policy,
}

/// A node that is a declaration.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitDeclaration {
    pub node: OneOrMany,
    pub kind: String,
    pub name: String,
    #[serde(default)]
    pub when: Vec<String>,
    /// `module`, `type`, `callable`: what may stand directly around it. Empty: anything.
    #[serde(default)]
    pub inside: Vec<String>,
    #[serde(default)]
    pub body: Option<String>,
    /// The type it belongs to, where that is written and not the enclosing one.
    #[serde(default)]
    pub container: Option<String>,
    #[serde(default)]
    pub result: Option<String>,
    #[serde(default)]
    pub extends: Option<String>,
    #[serde(default)]
    pub implements: Option<String>,
    /// Present when the unit belongs to the type and not to an instance.
    #[serde(default, rename = "static")]
    pub is_static: Option<String>,
    /// Extends the unit over this ancestor: a declaration whose name sits in a part of it.
    #[serde(default)]
    pub span: Option<String>,
    /// The kind it has directly inside a type; functions become methods and variables fields without being told.
    #[serde(default)]
    pub member_kind: Option<String>,
    /// Keep the kind also directly inside a type.
    #[serde(default)]
    pub fixed: bool,
    /// `module`, `type` or `callable`: what it is to what stands inside it, where its kind does not say.
    #[serde(default)]
    pub holds: Option<String>,
    /// Several nodes in a row with the same name are one unit (clauses of one function).
    #[serde(default)]
    pub merge: bool,
    /// Every node that `name` leads to is a unit of its own: `var a, b int`.
    #[serde(default)]
    pub each: bool,
    /// A node in front of it that it begins with: the macro call that a body belongs to.
    #[serde(default)]
    pub from: Option<String>,
    /// What is declared inside it belongs to what is around it: `typedef struct inner { .. } outer`.
    #[serde(default)]
    pub flat: bool,
    /// A test by what it is, whatever its name.
    #[serde(default)]
    pub test: bool,
}

/// A node that documents a declaration without being a comment: `@doc "..."`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentationDeclaration {
    pub node: OneOrMany,
    /// Path to the documentation string.
    pub text: String,
    #[serde(default)]
    pub when: Vec<String>,
    /// Documents the unit that it stands in, not the next one.
    #[serde(default)]
    pub around: bool,
}

/// A node that gives its members a container without being a unit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScopeDeclaration {
    pub node: OneOrMany,
    pub name: String,
    #[serde(default)]
    pub when: Vec<String>,
    #[serde(default)]
    pub extends: Option<String>,
    #[serde(default)]
    pub implements: Option<String>,
    /// `type` (default) or `module`: what its members are members of.
    #[serde(default)]
    pub of: Option<String>,
}

/// A node inside a type that names a parent of it: `include Comparable`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RelationDeclaration {
    pub node: OneOrMany,
    #[serde(default)]
    pub when: Vec<String>,
    #[serde(default)]
    pub extends: Option<String>,
    #[serde(default)]
    pub implements: Option<String>,
}

/// A node around a declaration that belongs to it: decorators, `export`, templates.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrapDeclaration {
    pub node: OneOrMany,
    pub inner: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallDeclaration {
    pub node: OneOrMany,
    pub name: String,
    /// `call` (default), `construct`, `decorate`, `throw`, `field`, `type`.
    #[serde(default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub when: Vec<String>,
    #[serde(default)]
    pub arguments: Option<String>,
    /// The receiver, where the grammar keeps it beside the name and not around it.
    #[serde(default)]
    pub receiver: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemberDeclaration {
    pub node: OneOrMany,
    /// Absent where the node is one path of names: then it is all that stands before the name.
    #[serde(default)]
    pub object: Option<String>,
    pub name: String,
    #[serde(default)]
    pub when: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportDeclaration {
    pub node: OneOrMany,
    #[serde(default)]
    pub when: Vec<String>,
    /// Where from; absent when the names carry the whole path.
    #[serde(default)]
    pub module: Option<String>,
    /// The imported symbols, each one node.
    #[serde(default)]
    pub names: Option<String>,
    /// Inside one of `names` (or inside the import when there are none): the name proper and its alias.
    #[serde(default)]
    pub item: Option<String>,
    #[serde(default)]
    pub alias: Option<String>,
    /// Present when everything is imported; the word `always` for an include.
    #[serde(default)]
    pub wildcard: Option<String>,
    /// Present when what is imported is exported again.
    #[serde(default)]
    pub reexport: Option<String>,
    /// What is imported is the module's main value, which `policy.default_export` names.
    #[serde(default)]
    pub main: bool,
    /// Holds of a name that is a list of names, which `members` leads to; they continue the path that `prefix` leads to.
    #[serde(default)]
    pub group: Option<String>,
    #[serde(default)]
    pub members: Option<String>,
    #[serde(default)]
    pub prefix: Option<String>,
    /// What stands between a prefix and the rest of the path.
    #[serde(default)]
    pub separator: Option<String>,
    /// `module` leads to the parts of a path: it is the text from the first of them to the last.
    #[serde(default)]
    pub whole: bool,
    /// A name in `names` is a dotted path whose last part is the symbol.
    #[serde(default)]
    pub split: bool,
    /// Look for other things inside the node too: an import that is an ordinary call.
    #[serde(default)]
    pub open: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BindingDeclaration {
    pub node: OneOrMany,
    pub name: String,
    #[serde(default)]
    pub when: Vec<String>,
    #[serde(default, rename = "type")]
    pub annotation: Option<String>,
    #[serde(default)]
    pub value: Option<String>,
    /// A declaration of a field of the enclosing type.
    #[serde(default)]
    pub field: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParameterDeclaration {
    pub node: OneOrMany,
    pub name: String,
    #[serde(default)]
    pub when: Vec<String>,
    #[serde(default, rename = "type")]
    pub annotation: Option<String>,
    /// Present when the parameter declares a field of the type as well.
    #[serde(default)]
    pub field: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TransparentDeclaration {
    pub node: OneOrMany,
    pub inner: String,
}

/// A node that holds code which the grammar leaves as tokens: the arguments of a macro.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TokensDeclaration {
    pub node: OneOrMany,
    /// Path to the bracketed tokens; more of them stand inside.
    pub tree: String,
    /// Tokens that can be called, and those that can only begin a path to them.
    pub name: Vec<String>,
    pub head: Vec<String>,
    /// What stands between the names of a path.
    pub joint: Vec<String>,
    /// First token of a tree that calls the name before it.
    pub arguments: Vec<String>,
    /// Stands between the name of a macro and its tree.
    pub mark: Vec<String>,
    /// Surround type arguments between a name and its tree.
    pub opening: Vec<String>,
    pub closing: Vec<String>,
    /// Behind an expression, without changing what it is.
    pub transparent: Vec<String>,
    /// Before a name or a tree: what follows is declared or described, not called.
    pub not_after: Vec<String>,
}

/// Node kinds that need no paths.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeLists {
    #[serde(default)]
    pub comment: Vec<String>,
    /// Stands between a doc comment and its declaration without separating them: attributes, annotations.
    #[serde(default)]
    pub attribute: Vec<String>,
    /// A leaf that names a type wherever it stands.
    #[serde(default, rename = "type")]
    pub type_name: Vec<String>,
    /// A node whose whole inside is a type.
    #[serde(default)]
    pub annotation: Vec<String>,
    /// A leaf that names a value.
    #[serde(default)]
    pub identifier: Vec<String>,
    #[serde(default)]
    pub string: Vec<String>,
    /// Nodes whose inside says nothing.
    #[serde(default)]
    pub skip: Vec<String>,
    /// At the top level: only surrounds other top-level code, as conditional compilation does.
    #[serde(default)]
    pub block: Vec<String>,
    /// Declares the package or namespace of the file: the node's name is found by `words.package`.
    #[serde(default)]
    pub package: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommentsDeclaration {
    /// What opens a line or block of a doc comment, longest first; stripped from the text.
    #[serde(default)]
    pub markers: Vec<String>,
    /// Path from a unit to a documentation string inside it.
    #[serde(default)]
    pub inside: Option<String>,
    /// The same for the file.
    #[serde(default)]
    pub file: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WordsDeclaration {
    /// Path from a package node to its name.
    #[serde(default)]
    pub package: Option<String>,
    /// Dotted callees whose first string argument is an environment variable.
    #[serde(default)]
    pub environment: Vec<String>,
    /// Dotted objects whose members or subscripts are environment variables.
    #[serde(default)]
    pub environment_objects: Vec<String>,
    /// Dotted callees whose first string argument is a program.
    #[serde(default)]
    pub process: Vec<String>,
    /// Last names of callees and decorators whose first string argument is a route when it begins with a slash.
    #[serde(default)]
    pub route: Vec<String>,
    /// Attribute or decorator texts that mark a test.
    #[serde(default)]
    pub test_attributes: Vec<String>,
    /// What a test function's name begins with.
    #[serde(default)]
    pub test_prefixes: Vec<String>,
    /// What a unit's text begins with (after its decorators) if it is visible outside; empty: everything is.
    #[serde(default)]
    pub public: Vec<String>,
    /// Conditions on a unit's node, any of which makes it invisible outside.
    #[serde(default)]
    pub hidden: Vec<String>,
    /// Conditions on a unit's node, any of which makes it a test.
    #[serde(default)]
    pub tests: Vec<String>,
    /// Words that a macro may stand behind, before the name: `class EXPORTED Name`.
    #[serde(default)]
    pub macros_after: Vec<String>,
    /// What a private name begins with.
    #[serde(default)]
    pub private_prefixes: Vec<String>,
}

/// `"x"` or `["x", "y"]`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    pub(crate) fn as_slice(&self) -> &[String] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}
