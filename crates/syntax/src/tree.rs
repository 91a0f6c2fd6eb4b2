//! A syntax tree as one array of nodes in the order of the source: what is inside a node follows it.
//!
//! Only nodes that a grammar shows are here, under the names and fields that they are shown with. Nothing is found by going through the
//! tree from its root: every node knows its parent and where its own part ends.

use std::ops::Range;

/// The kind of what the grammar did not accept, which is the same in all grammars.
pub(crate) const ERROR: u16 = u16::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub kind: u16,
    /// In its parent; 0 for none.
    pub field: u16,
    pub flags: u8,
    pub start: u32,
    pub end: u32,
    pub start_line: u32,
    pub end_line: u32,
    pub parent: u32,
    /// The first node that is not inside this one.
    pub after: u32,
}

pub(crate) const NAMED: u8 = 1;
pub(crate) const EXTRA: u8 = 2;
pub(crate) const MISSING: u8 = 4;
/// It or anything inside it is an error.
pub(crate) const BROKEN: u8 = 8;
/// It ends where a line begins.
pub(crate) const WHOLE_LINES: u8 = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub(crate) rows: Vec<Row>,
}

#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    at: u32,
}

impl Tree {
    /// There always is one.
    pub fn root(&self) -> Node<'_> {
        Node { tree: self, at: 0 }
    }

    pub fn node_count(&self) -> usize {
        self.rows.len()
    }

    /// A node as text, for comparing trees.
    pub fn describe(&self, at: usize) -> Option<String> {
        self.rows.get(at).map(|row| format!("{row:?}"))
    }

    /// The node at a place in the order of the source.
    pub fn node(&self, at: usize) -> Option<Node<'_>> {
        self.rows.get(at).map(|_| Node { tree: self, at: at as u32 })
    }
}

impl<'t> Node<'t> {
    fn row(&self) -> &'t Row {
        &self.tree.rows[self.at as usize]
    }

    fn has(&self, flag: u8) -> bool {
        self.row().flags & flag != 0
    }

    /// Its place in the order of the source, by which it can be told from all others of the tree.
    pub fn id(&self) -> usize {
        self.at as usize
    }

    /// The place of the first node that is not inside this one.
    pub fn after(&self) -> usize {
        self.row().after as usize
    }

    pub fn kind(&self) -> u16 {
        self.row().kind
    }

    /// Whether it is more than a keyword or mark.
    pub fn is_named(&self) -> bool {
        self.has(NAMED)
    }

    /// A comment or the like, which may stand anywhere.
    pub fn is_extra(&self) -> bool {
        self.has(EXTRA)
    }

    pub fn is_error(&self) -> bool {
        self.kind() == ERROR
    }

    /// The grammar wants it, and the source does not have it.
    pub fn is_missing(&self) -> bool {
        self.has(MISSING)
    }

    /// Whether there is an error in it.
    pub fn has_error(&self) -> bool {
        self.has(BROKEN)
    }

    pub fn start_byte(&self) -> usize {
        self.row().start as usize
    }

    pub fn end_byte(&self) -> usize {
        self.row().end as usize
    }

    pub fn bytes(&self) -> Range<usize> {
        self.start_byte()..self.end_byte()
    }

    /// Counted from 1.
    pub fn start_line(&self) -> u32 {
        self.row().start_line + 1
    }

    /// The line that the place after its last byte is on, counted from 1.
    pub fn end_line(&self) -> u32 {
        self.row().end_line + 1
    }

    /// The line of its last byte, counted from 1.
    pub fn last_line(&self) -> u32 {
        let Row { start_line, end_line, .. } = *self.row();
        if self.has(WHOLE_LINES) && end_line > start_line { end_line } else { end_line + 1 }
    }

    pub fn parent(&self) -> Option<Node<'t>> {
        (self.at > 0).then(|| Node { tree: self.tree, at: self.row().parent })
    }

    pub fn children(&self) -> Children<'t> {
        Children { tree: self.tree, next: self.at + 1, end: self.row().after }
    }

    pub fn named_children(&self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        self.children().filter(Node::is_named)
    }

    pub fn has_children(&self) -> bool {
        self.row().after > self.at + 1
    }

    pub fn has_named_children(&self) -> bool {
        self.named_children().next().is_some()
    }

    /// The first child in a field.
    pub fn child_in(&self, field: u16) -> Option<Node<'t>> {
        self.children_in(field).next()
    }

    pub fn children_in(&self, field: u16) -> impl Iterator<Item = Node<'t>> + use<'t> {
        self.children().filter(move |child| child.row().field == field)
    }

    /// The named node after it under the same parent.
    pub fn next_named(&self) -> Option<Node<'t>> {
        let end = self.parent()?.row().after;
        Children { tree: self.tree, next: self.row().after, end }.find(Node::is_named)
    }

    /// The named node before it under the same parent.
    pub fn previous_named(&self) -> Option<Node<'t>> {
        let parent = self.parent()?.at;
        let mut sibling = self.at;
        while sibling > parent + 1 {
            // What stands right before may be deep inside the sibling.
            sibling -= 1;
            while self.tree.rows[sibling as usize].parent != parent {
                sibling = self.tree.rows[sibling as usize].parent;
            }
            let node = Node { tree: self.tree, at: sibling };
            if node.is_named() {
                return Some(node);
            }
        }
        None
    }
}

/// The children of a node, in order.
#[derive(Clone)]
pub struct Children<'t> {
    tree: &'t Tree,
    next: u32,
    end: u32,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.next >= self.end {
            return None;
        }
        let node = Node { tree: self.tree, at: self.next };
        self.next = node.row().after;
        Some(node)
    }
}
