//! What the parser builds while it runs: tokens and reductions, hidden ones too, each in a row of one array.
//!
//! Rows are only added. What a version of the parse that was given up had built stays unused until the file is done.

use crate::lexer::Extent;
use crate::raw::Reduction;

pub(crate) type SubtreeId = u32;

/// Rows for which there is room without asking for it again: those of a source of some hundred kilobytes.
const KEPT: usize = 1 << 18;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Subtree {
    pub symbol: u16,
    pub production: u16,
    /// A comment or the like, which may stand anywhere and counts nowhere.
    pub extra: bool,
    /// A token that the grammar's own scanner found.
    pub external: bool,
    pub start: u32,
    pub end: u32,
    /// Into the list of children; of a token the state of the scanner after it.
    first: u32,
    pub child_count: u32,
    pub precedence: i32,
}

#[derive(Default)]
pub(crate) struct Subtrees {
    rows: Vec<Subtree>,
    children: Vec<SubtreeId>,
}

impl Subtrees {
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.children.clear();
        // What one large file took is not kept for all that come after it, nor copied to less room.
        if self.rows.capacity() > KEPT {
            self.rows = Vec::with_capacity(KEPT);
        }
        if self.children.capacity() > KEPT {
            self.children = Vec::with_capacity(KEPT);
        }
    }

    /// Makes room for more than a source of so many bytes usually takes: what grows instead is in memory twice each time, and room
    /// that is not used is not touched.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.rows.reserve(bytes);
        self.children.reserve(bytes);
    }

    /// Rows and places of children, whichever are more.
    pub(crate) fn len(&self) -> usize {
        self.rows.len().max(self.children.len())
    }

    pub(crate) fn get(&self, id: SubtreeId) -> &Subtree {
        &self.rows[id as usize]
    }

    pub(crate) fn children(&self, id: SubtreeId) -> &[SubtreeId] {
        let row = self.get(id);
        if row.child_count == 0 {
            return &[];
        }
        &self.children[row.first as usize..][..row.child_count as usize]
    }

    /// The state of the scanner after a token that it found; 0 for everything else.
    pub(crate) fn scanner_state(&self, id: SubtreeId) -> u32 {
        let row = self.get(id);
        if row.external { row.first } else { 0 }
    }

    pub(crate) fn push_token(&mut self, symbol: u16, extent: Extent) -> SubtreeId {
        let Extent { start, end } = extent;
        let (first, child_count, precedence, production) = (0, 0, 0, 0);
        // The end of the file closes the tree without being a part of it.
        let (extra, external) = (symbol == 0, false);
        self.push(Subtree { symbol, production, extra, external, start, end, first, child_count, precedence })
    }

    pub(crate) fn push_external(&mut self, symbol: u16, extent: Extent, scanner_state: u32) -> SubtreeId {
        let id = self.push_token(symbol, extent);
        let row = &mut self.rows[id as usize];
        (row.external, row.first) = (true, scanner_state);
        id
    }

    /// A copy of a token under another symbol or as an extra: others may hold the one that was read.
    pub(crate) fn push_changed(&mut self, id: SubtreeId, symbol: u16, extra: bool) -> SubtreeId {
        let row = Subtree { symbol, extra, ..*self.get(id) };
        self.push(row)
    }

    /// A reduction; without children it stands at `position`. The precedence is that of its children.
    pub(crate) fn push_parent(
        &mut self,
        reduction: Reduction,
        children: &[SubtreeId],
        position: u32,
    ) -> SubtreeId {
        let first = if children.is_empty() { 0 } else { self.children.len() as u32 };
        let mut row = Subtree {
            symbol: reduction.symbol,
            production: reduction.production,
            extra: false,
            external: false,
            start: children.first().map_or(position, |child| self.get(*child).start),
            end: children.last().map_or(position, |child| self.get(*child).end),
            first,
            child_count: children.len() as u32,
            precedence: 0,
        };
        row.precedence = children.iter().fold(0, |sum, child| sum.wrapping_add(self.get(*child).precedence));
        self.children.extend_from_slice(children);
        self.push(row)
    }

    pub(crate) fn make_extra(&mut self, id: SubtreeId) {
        self.rows[id as usize].extra = true;
    }

    pub(crate) fn add_precedence(&mut self, id: SubtreeId, precedence: i16) {
        let row = &mut self.rows[id as usize];
        row.precedence = row.precedence.wrapping_add(i32::from(precedence));
    }

    fn push(&mut self, row: Subtree) -> SubtreeId {
        let id = self.rows.len() as SubtreeId;
        self.rows.push(row);
        id
    }
}
