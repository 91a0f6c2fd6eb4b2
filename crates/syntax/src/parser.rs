//! A parser that is kept between files: it holds the room that a parse needs, and knows what to do with a file that is not for the tables
//! alone.

use crate::complete;
use crate::flatten::flatten;
use crate::grammar::Grammar;
use crate::lexer::Lexer;
use crate::machine::Machine;
use crate::raw::Tables;
use crate::scan::States;
use crate::stack::Stack;
use crate::subtree::{SubtreeId, Subtrees};
use crate::tree::Tree;
use std::time::Duration;

/// How much work one source may be. All but the time are counts, so that equal bytes give equal trees.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub steps: u64,
    /// Characters or bytes that may be read, again and again.
    pub reads: u64,
    /// Of the processor, for the recovery from errors alone.
    pub time: Duration,
}

/// Remembered places of the tables: 8 k of them, 64 kB, which stay near the processor.
const LOOKUPS: usize = 1 << 13;
pub(crate) const LOOKUP_SHIFT: u32 = u32::BITS - LOOKUPS.trailing_zeros();

/// No state and symbol have this number.
const NO_KEY: u32 = u32::MAX;

/// What a parse fills, kept for the next one.
#[derive(Default)]
pub(crate) struct Room {
    pub trees: Subtrees,
    pub stack: Stack,
    pub states: States,
    pub taken: Vec<SubtreeId>,
    pub lookups: Vec<(u32, u16)>,
}

impl Room {
    /// Also gives back what only a large file needs.
    pub(crate) fn clear(&mut self) {
        self.trees.clear();
        self.stack.clear();
        self.states.clear();
    }
}

#[derive(Default)]
pub struct Parser {
    room: Room,
    /// Whose places are remembered.
    tables: Option<Tables>,
    complete: Option<tree_sitter::Parser>,
}

impl Parser {
    /// The tree, or nothing if it takes more work than the limits grant.
    pub fn parse(&mut self, grammar: &Grammar, source: &[u8], limits: &Limits) -> Option<Tree> {
        self.parse_directly(grammar, source, limits).or_else(|| {
            // Not beside what the other parser takes.
            self.room.clear();
            self.parse_completely(grammar, source, limits)
        })
    }

    /// The tree of a source without errors, from the tables alone.
    pub fn parse_directly(&mut self, grammar: &Grammar, source: &[u8], limits: &Limits) -> Option<Tree> {
        let tables = grammar.tables()?;
        let text = std::str::from_utf8(source).ok().filter(|text| text.len() < u32::MAX as usize / 2)?;
        self.forget_other_places(tables);
        let lexer = Lexer::new(text, limits.reads);
        let machine = Machine::new(tables, lexer, limits.steps, &mut self.room);
        let root = machine.run().ok()?;
        let tree = flatten(tables, &self.room.trees, root, source);
        // Not beside what is made of the tree.
        self.room.clear();
        Some(tree)
    }

    /// The tree by tree-sitter.
    pub fn parse_completely(&mut self, grammar: &Grammar, source: &[u8], limits: &Limits) -> Option<Tree> {
        let parser = self.complete.get_or_insert_default();
        complete::set_language(parser, grammar).then(|| complete::parse(parser, source, limits))?
    }

    fn forget_other_places(&mut self, tables: &Tables) {
        if self.tables.as_ref().is_none_or(|known| !known.is_same(tables)) {
            self.room.lookups.clear();
            self.room.lookups.resize(LOOKUPS, (NO_KEY, 0));
            self.tables = Some(*tables);
        }
    }
}
