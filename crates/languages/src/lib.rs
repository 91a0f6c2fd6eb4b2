//! Every language as data: its grammar, the table that says what the grammar's nodes mean, and how its names resolve.
//!
//! The only crate that links C grammars. Nothing here reads a source file, and no code asks for a language by name:
//! what is special about a language stands in its table under `tables/`.

mod compile;
mod declaration;
mod detect;
mod dialect;
mod kinds;
mod path;
mod policy;
mod registry;
mod rules;

pub use compile::TableError;
pub use detect::{by_content, by_interpreter, by_path};
pub use path::{Condition, Path};
pub use policy::{ModuleStyle, Policy};
pub use registry::{all, by_id, by_name};
pub use rules::{
    Action, BindingRule, CallRule, Comments, Document, DocumentationRule, GroupRule, Headings, Holds,
    ImportRule, Language, MemberRule, ParameterRule, RelationRule, Rules, ScopeRule, TokensRule, UnitRule,
    Words, WrapRule,
};
