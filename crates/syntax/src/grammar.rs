//! A grammar: what tree-sitter knows about it, and its tables where they can be run directly.

use crate::raw::Tables;
use tree_sitter_language::LanguageFn;

#[derive(Clone)]
pub struct Grammar {
    language: tree_sitter::Language,
    /// Nothing for a version of the tables that is not known here.
    tables: Option<Tables>,
}

impl Grammar {
    pub fn new(function: LanguageFn) -> Grammar {
        Grammar { language: function.into(), tables: Tables::of(function) }
    }

    pub(crate) fn language(&self) -> &tree_sitter::Language {
        &self.language
    }

    pub(crate) fn tables(&self) -> Option<&Tables> {
        self.tables.as_ref()
    }

    pub fn kind_count(&self) -> usize {
        self.language.node_kind_count()
    }

    /// The name of a kind of node.
    pub fn kind_name(&self, kind: u16) -> Option<&str> {
        self.language.node_kind_for_id(kind)
    }

    /// Whether a kind is more than a keyword or mark.
    pub fn is_named(&self, kind: u16) -> bool {
        self.language.node_kind_is_named(kind)
    }

    pub fn field(&self, name: &str) -> Option<u16> {
        self.language.field_id_for_name(name).map(u16::from)
    }
}

impl std::fmt::Debug for Grammar {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Grammar").field(&self.language.name()).finish()
    }
}
