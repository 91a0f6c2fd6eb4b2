//! How names of a language resolve across files, as data for `resolution`.

use serde::Deserialize;

/// How a module path leads to files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModuleStyle {
    /// Dotted path = folders and file stem under some source root (Python, Haskell, Lua).
    DottedPath,
    /// Relative or package path of a file, extension optional (JavaScript, TypeScript).
    RelativePath,
    /// A package is a folder; all its files share one scope (Go).
    Directory,
    /// The file declares its package or namespace (Java, Kotlin, C#, PHP, Scala, Elixir, C++ namespaces).
    Declared,
    /// `crate::a::b` follows the module tree of files (Rust).
    CratePath,
    /// Names of included files; their declarations share one scope (C, C++, Bash, Ruby's require).
    Include,
    /// Everything is visible everywhere.
    #[default]
    Global,
}

/// What `resolution` needs to know of a language.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Policy {
    pub modules: ModuleStyle,
    /// Words for the instance or the type itself.
    pub self_words: Vec<String>,
    /// Words for the parent.
    pub super_words: Vec<String>,
    /// A bare name inside a method may be a member of the type (Java, C++, Ruby).
    pub implicit_self: bool,
    /// Bare names may come from other files of the package without an import.
    pub package_scope: bool,
    /// File stems that stand for their folder.
    pub index_stems: Vec<String>,
    /// Words that begin a path at the root of the package (Rust's `crate`).
    pub root_words: Vec<String>,
    /// What an import of the module's main value is called (JavaScript's `default`).
    pub default_export: String,
    /// A type may be declared in several places that add up (C#'s partial classes, Ruby's reopened ones).
    pub open_types: bool,
    /// Folders that source paths are relative to.
    pub source_roots: Vec<String>,
    /// Method names that mean "construct": calling the type calls them.
    pub constructors: Vec<String>,
    /// Generic types that are seen through to their argument.
    pub unwrap: Vec<String>,
    /// Methods that hand on their receiver or what it wraps: `unwrap`, `clone`.
    pub passing_methods: Vec<String>,
    /// Types of no use as evidence: `any`, `object`.
    pub vague_types: Vec<String>,
    /// Languages whose symbols this one can use as its own (TypeScript and JavaScript; C and C++).
    pub shares_with: Vec<String>,
    /// Common methods of built-in types: a call of such a name on an unknown receiver says nothing.
    pub builtin_methods: Vec<String>,
}
