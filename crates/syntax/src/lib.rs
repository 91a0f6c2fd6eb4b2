//! Source text -> syntax tree: the grammars are tree-sitter's, and so is every tree; the way to it is shorter.
//!
//! Most files have no error, and for those a parser needs none of what an editor does: no reuse of an older tree, no counted
//! references, no recovery. [`Parser`] runs the grammar's own tables over such a file with stacks and nodes in flat arrays, and leaves every
//! file in which it meets an error, or anything else out of the ordinary, to tree-sitter itself. Nothing here knows a language, and
//! nothing of a tree depends on which of the two made it.

mod choice;
mod complete;
mod condense;
mod flatten;
mod grammar;
mod lexer;
mod machine;
mod parser;
mod patience;
mod raw;
mod reduce;
mod scan;
mod stack;
mod subtree;
mod token;
mod tree;
mod versions;

pub use grammar::Grammar;
pub use parser::{Limits, Parser};
pub use tree::{Children, Node, Tree};
