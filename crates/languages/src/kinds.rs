//! The names of a grammar's nodes and fields, made for looking up many of them: the grammar itself goes through all for each.

use orienteer_syntax::Grammar;
use std::collections::HashMap;

/// A grammar and the numbers of its node kinds by name.
pub(crate) struct Kinds<'g> {
    grammar: &'g Grammar,
    by_name: HashMap<&'g str, Vec<Kind>>,
}

/// Of the kinds with one name.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    pub id: u16,
    /// Not a keyword or mark.
    pub is_named: bool,
}

impl<'g> Kinds<'g> {
    pub(crate) fn of(grammar: &'g Grammar) -> Kinds<'g> {
        let mut by_name: HashMap<&'g str, Vec<Kind>> = HashMap::new();
        for id in 0..grammar.kind_count() as u16 {
            if let Some(name) = grammar.kind_name(id) {
                let kind = Kind { id, is_named: grammar.is_named(id) };
                by_name.entry(name).or_default().push(kind);
            }
        }
        Kinds { grammar, by_name }
    }

    /// All kinds with a name, in the order of their numbers.
    pub(crate) fn named(&self, name: &str) -> &[Kind] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn count(&self) -> usize {
        self.grammar.kind_count()
    }

    pub(crate) fn field(&self, name: &str) -> Option<u16> {
        self.grammar.field(name)
    }
}
