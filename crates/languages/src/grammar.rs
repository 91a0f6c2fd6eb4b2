//! The names of a grammar's nodes and fields, made for looking up many of them: the grammar itself goes through all for each.

use std::collections::HashMap;
use tree_sitter::Language;

/// A grammar and the numbers of its node kinds by name.
pub(crate) struct Grammar<'g> {
    language: &'g Language,
    kinds: HashMap<&'g str, Vec<Kind>>,
}

/// Of the kinds with one name.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub id: u16,
    /// Not a keyword or mark.
    pub is_named: bool,
}

impl<'g> Grammar<'g> {
    pub(crate) fn of(language: &'g Language) -> Grammar<'g> {
        let mut kinds: HashMap<&'g str, Vec<Kind>> = HashMap::new();
        for id in 0..language.node_kind_count() as u16 {
            if let Some(name) = language.node_kind_for_id(id) {
                let kind = Kind { id, is_named: language.node_kind_is_named(id) };
                kinds.entry(name).or_default().push(kind);
            }
        }
        Grammar { language, kinds }
    }

    /// All kinds with a name, in the order of their numbers.
    pub(crate) fn kinds(&self, name: &str) -> &[Kind] {
        self.kinds.get(name).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn kind_count(&self) -> usize {
        self.language.node_kind_count()
    }

    pub(crate) fn field(&self, name: &str) -> Option<u16> {
        self.language.field_id_for_name(name).map(u16::from)
    }
}
