//! The stack of a parse that may have several versions at once: they share what lies below the place where they parted.
//!
//! Nodes are rows of one array. While there is one version, its nodes are the whole array in order, the *trunk*, and taking from the
//! stack is cutting the array. Nothing here knows what a grammar allows.

use crate::scan::States;
use crate::subtree::{SubtreeId, Subtrees};

pub(crate) type NodeId = u32;

/// No further link.
const NONE: u32 = u32::MAX;

/// Ways that two versions may have come to one node; more are forgotten, as tree-sitter does.
const MOST_LINKS: usize = 8;

/// Nodes that are merged below one another, and links that one merge looks at, before a file is left to tree-sitter.
const DEEPEST_MERGE: usize = 100;
const LONGEST_MERGE: usize = 10_000;

/// Nodes for which there is room without asking for it again.
const KEPT: usize = 1 << 14;

#[derive(Clone, Copy)]
pub(crate) struct Link {
    pub node: NodeId,
    pub subtree: SubtreeId,
}

#[derive(Clone, Copy)]
struct Node {
    state: u16,
    position: u32,
    precedence: i32,
    /// The way that it was come to first. The bottom has none and stands for itself.
    link: Link,
    /// Further ways, in `Stack::more`.
    more: u32,
}

#[derive(Clone, Copy)]
struct More {
    link: Link,
    next: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Active,
    /// It met a token that it cannot take.
    Paused,
    Halted,
}

/// The top of one version.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub node: NodeId,
    pub scanner_state: u32,
    pub status: Status,
}

#[derive(Default)]
pub(crate) struct Stack {
    nodes: Vec<Node>,
    more: Vec<More>,
    pub heads: Vec<Head>,
    /// How many nodes, from the bottom, are the trunk.
    trunk: usize,
    /// The lowest node that there may be several ways to.
    lowest_fork: NodeId,
    /// Links that the merge under way has looked at.
    looked_at: usize,
    /// A merge went farther than is followed.
    pub is_tangled: bool,
}

/// Number of the state that every parse begins in.
const START: u16 = 1;

impl Stack {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.shrink_to(KEPT);
        self.forget_forks();
        self.heads.clear();
        self.is_tangled = false;
        let link = Link { node: 0, subtree: NONE };
        self.nodes.push(Node { state: START, position: 0, precedence: 0, link, more: NONE });
        self.heads.push(Head { node: 0, scanner_state: 0, status: Status::Active });
        self.trunk = 1;
    }

    fn forget_forks(&mut self) {
        self.more.clear();
        self.more.shrink_to(KEPT);
        self.lowest_fork = NONE;
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn state(&self, node: NodeId) -> u16 {
        self.nodes[node as usize].state
    }

    pub(crate) fn position(&self, node: NodeId) -> u32 {
        self.nodes[node as usize].position
    }

    pub(crate) fn precedence(&self, node: NodeId) -> i32 {
        self.nodes[node as usize].precedence
    }

    pub(crate) fn is_bottom(&self, node: NodeId) -> bool {
        node == 0
    }

    /// The ways to a node, the oldest first.
    pub(crate) fn links(&self, node: NodeId) -> impl Iterator<Item = Link> {
        let first = &self.nodes[node as usize];
        let mut next = first.more;
        let further = std::iter::from_fn(move || {
            let more = *self.more.get(next as usize)?;
            next = more.next;
            Some(more.link)
        });
        (!self.is_bottom(node)).then_some(first.link).into_iter().chain(further)
    }

    /// The way to a node that has just one.
    pub(crate) fn only_link(&self, node: NodeId) -> Option<Link> {
        let node_row = &self.nodes[node as usize];
        (node_row.more == NONE && !self.is_bottom(node)).then_some(node_row.link)
    }

    /// Puts a subtree on a node and gives the new node.
    pub(crate) fn push(&mut self, below: NodeId, subtree: SubtreeId, state: u16, trees: &Subtrees) -> NodeId {
        let tree = trees.get(subtree);
        let precedence = self.nodes[below as usize].precedence.wrapping_add(tree.precedence);
        let link = Link { node: below, subtree };
        self.nodes.push(Node { state, position: tree.end, precedence, link, more: NONE });
        self.nodes.len() as NodeId - 1
    }

    /// In the trunk: the subtree on top.
    pub(crate) fn top(&self) -> (NodeId, SubtreeId) {
        let node = self.nodes.len() - 1;
        (node as NodeId, self.nodes[node].link.subtree)
    }

    /// In the trunk: takes the top away.
    pub(crate) fn cut(&mut self) {
        self.nodes.pop();
    }

    /// The one version goes its own way from here on, or comes to have others beside it.
    pub(crate) fn leave_trunk(&mut self) {
        self.trunk = self.nodes.len();
        self.heads[0].node = self.trunk as NodeId - 1;
    }

    /// Lays the nodes of the only version in order again, if there is just one way to each of them. `visited` counts those looked at.
    pub(crate) fn enter_trunk(&mut self, visited: &mut u64) -> bool {
        let [head] = self.heads[..] else { return false };
        let mut above = Vec::new();
        let mut node = head.node;
        while node as usize >= self.trunk {
            let row = self.nodes[node as usize];
            if row.more != NONE {
                return false;
            }
            above.push(row);
            *visited += 1;
            node = row.link.node;
        }
        if self.lowest_fork <= node {
            return false;
        }
        self.nodes.truncate(node as usize + 1);
        self.forget_forks();
        for mut row in above.into_iter().rev() {
            row.link.node = self.nodes.len() as NodeId - 1;
            self.nodes.push(row);
        }
        true
    }

    pub(crate) fn can_merge(&self, left: usize, right: usize, states: &States) -> bool {
        let (left, right) = (&self.heads[left], &self.heads[right]);
        left.status == Status::Active
            && right.status == Status::Active
            && self.are_alike(left.node, right.node)
            && states.are_equal(left.scanner_state, right.scanner_state)
    }

    fn are_alike(&self, left: NodeId, right: NodeId) -> bool {
        self.state(left) == self.state(right) && self.position(left) == self.position(right)
    }

    /// Makes two versions that stand at the same place one with several ways to it; says whether it did.
    pub(crate) fn merge(&mut self, left: usize, right: usize, trees: &Subtrees, states: &States) -> bool {
        if !self.can_merge(left, right, states) {
            return false;
        }
        let (node, other) = (self.heads[left].node, self.heads[right].node);
        let links: Vec<Link> = self.links(other).collect();
        self.looked_at = 0;
        for link in links {
            self.add_link(node, link, trees, states, 0);
        }
        self.heads.remove(right);
        true
    }

    /// One more way to a node. Of two subtrees that differ only inside, between the same nodes, the preferred one stays.
    fn add_link(&mut self, node: NodeId, link: Link, trees: &Subtrees, states: &States, depth: usize) {
        if link.node == node {
            return;
        }
        let existing: Vec<Link> = self.links(node).collect();
        self.looked_at += existing.len();
        self.is_tangled |= depth > DEEPEST_MERGE || self.looked_at > LONGEST_MERGE;
        for (at, known) in existing.iter().enumerate() {
            if self.is_tangled || !self.is_equivalent(*known, link, trees, states) {
                continue;
            }
            if known.node == link.node {
                if trees.get(link.subtree).precedence > trees.get(known.subtree).precedence {
                    self.replace(node, at, link, trees);
                }
                return;
            }
            if self.are_alike(known.node, link.node) {
                let below: Vec<Link> = self.links(link.node).collect();
                for further in below {
                    self.add_link(known.node, further, trees, states, depth + 1);
                }
                self.raise_precedence(node, link, trees);
                return;
            }
        }
        if existing.len() < MOST_LINKS {
            self.append(node, link);
            self.raise_precedence(node, link, trees);
        }
    }

    fn raise_precedence(&mut self, node: NodeId, link: Link, trees: &Subtrees) {
        let precedence = self.precedence_through(link, trees);
        let row = &mut self.nodes[node as usize];
        row.precedence = row.precedence.max(precedence);
    }

    fn precedence_through(&self, link: Link, trees: &Subtrees) -> i32 {
        self.precedence(link.node).wrapping_add(trees.get(link.subtree).precedence)
    }

    /// Whether two ways look the same from outside.
    fn is_equivalent(&self, left: Link, right: Link, trees: &Subtrees, states: &States) -> bool {
        if left.subtree == right.subtree {
            return true;
        }
        let (one, other) = (trees.get(left.subtree), trees.get(right.subtree));
        let padding = |link: Link, start: u32| start.wrapping_sub(self.position(link.node));
        one.symbol == other.symbol
            && padding(left, one.start) == padding(right, other.start)
            && one.end - one.start == other.end - other.start
            && one.child_count == other.child_count
            && one.extra == other.extra
            && states.are_equal(trees.scanner_state(left.subtree), trees.scanner_state(right.subtree))
    }

    fn replace(&mut self, node: NodeId, at: usize, link: Link, trees: &Subtrees) {
        let precedence = self.precedence_through(link, trees);
        let row = &mut self.nodes[node as usize];
        row.precedence = precedence;
        if at == 0 {
            row.link = link;
            return;
        }
        let mut place = row.more as usize;
        for _ in 1..at {
            place = self.more[place].next as usize;
        }
        self.more[place].link = link;
    }

    fn append(&mut self, node: NodeId, link: Link) {
        let place = self.more.len() as u32;
        self.lowest_fork = self.lowest_fork.min(node);
        self.more.push(More { link, next: NONE });
        if self.nodes[node as usize].more == NONE {
            self.nodes[node as usize].more = place;
            return;
        }
        let mut last = self.nodes[node as usize].more as usize;
        while self.more[last].next != NONE {
            last = self.more[last].next as usize;
        }
        self.more[last].next = place;
    }
}
