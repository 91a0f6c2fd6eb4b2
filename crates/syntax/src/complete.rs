//! tree-sitter itself: for sources with errors, which it mends, and for grammars whose tables are not known here.

use crate::grammar::Grammar;
use crate::parser::Limits;
use crate::patience::Patience;
use crate::tree::{BROKEN, EXTRA, MISSING, NAMED, Row, Tree, WHOLE_LINES};
use std::ops::ControlFlow;
use tree_sitter::{ParseOptions, ParseState, Parser, TreeCursor};

/// Bytes handed to the parser at a time: what it reads is counted by these.
const CHUNK: usize = 16 << 10;

/// Steps between two looks at the limits, by the interface of the parser.
const STEPS: u64 = 100;

/// The tree, or nothing if the parser needed more than the limits grant. The parser has the language of the grammar.
pub(crate) fn parse(parser: &mut Parser, source: &[u8], limits: &Limits) -> Option<Tree> {
    let mut steps = limits.steps;
    let mut patience = Patience::new(limits.time);
    let mut progress = |_: &ParseState| {
        steps = steps.saturating_sub(STEPS);
        if steps == 0 || patience.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let mut bytes = limits.reads;
    // A scanner that looks ahead to the end of the file from every token makes no parser steps; it reads.
    let mut read = |offset: usize, _| {
        let end = source.len().min(offset.saturating_add(CHUNK));
        let chunk = source.get(offset..end).unwrap_or_default();
        bytes = bytes.saturating_sub(chunk.len() as u64);
        if bytes == 0 { &[] } else { chunk }
    };
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    if tree.is_none() || bytes == 0 {
        parser.reset();
        return None;
    }
    tree.map(|tree| copy(&tree))
}

pub(crate) fn set_language(parser: &mut Parser, grammar: &Grammar) -> bool {
    parser.set_language(grammar.language()).is_ok()
}

/// The same tree in our rows.
fn copy(tree: &tree_sitter::Tree) -> Tree {
    let mut rows: Vec<Row> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let parent = open.last().copied().unwrap_or_default();
        rows.push(row(&cursor, parent, rows.len() as u32 + 1));
        if cursor.goto_first_child() {
            open.push(rows.len() as u32 - 1);
            continue;
        }
        while !cursor.goto_next_sibling() {
            let Some(closed) = open.pop() else { return Tree { rows } };
            rows[closed as usize].after = rows.len() as u32;
            cursor.goto_parent();
        }
    }
}

fn row(cursor: &TreeCursor<'_>, parent: u32, after: u32) -> Row {
    let node = cursor.node();
    let flags = [
        (node.is_named(), NAMED),
        (node.is_extra(), EXTRA),
        (node.is_missing(), MISSING),
        (node.has_error(), BROKEN),
        (node.end_position().column == 0, WHOLE_LINES),
    ];
    Row {
        kind: node.kind_id(),
        field: cursor.field_id().map_or(0, u16::from),
        flags: flags.into_iter().filter(|(holds, _)| *holds).map(|(_, flag)| flag).sum(),
        start: node.start_byte() as u32,
        end: node.end_byte() as u32,
        start_line: node.start_position().row as u32,
        end_line: node.end_position().row as u32,
        parent,
        after,
    }
}
