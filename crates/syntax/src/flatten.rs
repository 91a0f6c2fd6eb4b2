//! What the parser built -> the tree that is shown: hidden nodes give their place to their children, and names and fields are those of the
//! production that a node stands in.

use crate::raw::Tables;
use crate::subtree::{Subtree, SubtreeId, Subtrees};
use crate::tree::{EXTRA, NAMED, Row, Tree, WHOLE_LINES};

/// A node whose children are being taken.
struct Open {
    subtree: SubtreeId,
    /// Of the children.
    next: u32,
    /// The next child by the count of the production, in which extras have no place.
    place: u32,
    /// The field that a hidden node stands in, and so its children do.
    field: u16,
    /// The shown node that the children belong to.
    parent: u32,
    is_shown: bool,
}

/// Counts lines on the way through the source.
struct Lines<'s> {
    source: &'s [u8],
    at: u32,
    line: u32,
}

impl Lines<'_> {
    /// Whether a line begins at a place.
    fn begins(&self, at: u32) -> bool {
        at == 0 || self.source[at as usize - 1] == b'\n'
    }

    fn advance(&mut self, to: u32) -> u32 {
        if to > self.at {
            let passed = &self.source[self.at as usize..to as usize];
            self.line += passed.iter().map(|byte| u32::from(*byte == b'\n')).sum::<u32>();
            self.at = to;
        }
        self.line
    }
}

fn mark(holds: bool, flag: u8) -> u8 {
    if holds { flag } else { 0 }
}

struct Flattener<'a> {
    tables: &'a Tables,
    trees: &'a Subtrees,
    lines: Lines<'a>,
    rows: Vec<Row>,
    open: Vec<Open>,
}

pub(crate) fn flatten(tables: &Tables, trees: &Subtrees, root: SubtreeId, source: &[u8]) -> Tree {
    let lines = Lines { source, at: 0, line: 0 };
    // Nearly every row is shown, and what grows is in memory twice.
    let rows = Vec::with_capacity(trees.len());
    let mut flattener = Flattener { tables, trees, lines, rows, open: Vec::new() };
    flattener.show(root, *trees.get(root), 0, 0, 0);
    flattener.run();
    Tree { rows: flattener.rows }
}

impl Flattener<'_> {
    fn run(&mut self) {
        while let Some(open) = self.open.last_mut() {
            let Some(child) = self.trees.children(open.subtree).get(open.next as usize) else {
                self.close();
                continue;
            };
            open.next += 1;
            let row = *self.trees.get(*child);
            let (mut alias, mut field) = (0, 0);
            if !row.extra {
                let production = self.trees.get(open.subtree).production;
                alias = self.tables.alias(production, open.place);
                field = self.tables.field(production, open.place);
                if field == 0 {
                    field = open.field;
                }
                open.place += 1;
            }
            let parent = open.parent;
            if alias != 0 || self.is_visible(row.symbol) {
                self.show(*child, row, alias, field, parent);
            } else if row.child_count > 0 {
                let (subtree, next, place, is_shown) = (*child, 0, 0, false);
                self.open.push(Open { subtree, next, place, field, parent, is_shown });
            }
        }
    }

    fn is_visible(&self, symbol: u16) -> bool {
        self.tables.metadata.get(symbol as usize).is_some_and(|metadata| metadata.visible)
    }

    fn show(&mut self, id: SubtreeId, row: Subtree, alias: u16, field: u16, parent: u32) {
        let symbol = if alias == 0 { row.symbol } else { alias } as usize;
        let at = self.rows.len() as u32;
        let is_named = self.tables.metadata.get(symbol).is_some_and(|metadata| metadata.named);
        let start_line = self.lines.advance(row.start);
        let mut shown = Row {
            kind: self.tables.public_symbols.get(symbol).copied().unwrap_or_default(),
            field,
            flags: mark(is_named, NAMED)
                | mark(row.extra, EXTRA)
                | mark(self.lines.begins(row.end), WHOLE_LINES),
            start: row.start,
            end: row.end,
            start_line,
            end_line: 0,
            parent,
            after: at + 1,
        };
        if row.child_count > 0 {
            let (subtree, next, place, field, is_shown) = (id, 0, 0, 0, true);
            self.open.push(Open { subtree, next, place, field, parent: at, is_shown });
        } else {
            shown.end_line = self.lines.advance(row.end);
        }
        self.rows.push(shown);
    }

    fn close(&mut self) {
        let Some(Open { parent, is_shown: true, .. }) = self.open.pop() else { return };
        let after = self.rows.len() as u32;
        let row = &mut self.rows[parent as usize];
        row.after = after;
        row.end_line = self.lines.advance(row.end);
    }
}
