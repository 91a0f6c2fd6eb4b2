//! Which of two readings of the same text is kept, by the rules of tree-sitter.

use crate::subtree::{SubtreeId, Subtrees};
use std::cmp::Ordering;

impl Subtrees {
    /// Whether the other reading is to be taken: by precedence, then by the order of their symbols.
    pub(crate) fn prefers_other(&self, one: SubtreeId, other: SubtreeId) -> bool {
        match self.get(one).precedence.cmp(&self.get(other).precedence) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.compare(one, other) == Ordering::Greater,
        }
    }

    /// The first difference in symbols or numbers of children, from the top and from the left.
    fn compare(&self, one: SubtreeId, other: SubtreeId) -> Ordering {
        let mut pending = vec![(one, other)];
        while let Some((one, other)) = pending.pop() {
            if one == other {
                continue;
            }
            let (left, right) = (self.get(one), self.get(other));
            let order = left.symbol.cmp(&right.symbol).then(left.child_count.cmp(&right.child_count));
            if order.is_ne() {
                return order;
            }
            let children = self.children(one).iter().zip(self.children(other));
            pending.extend(children.rev().map(|(one, other)| (*one, *other)));
        }
        Ordering::Equal
    }
}
