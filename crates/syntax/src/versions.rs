//! Taking subtrees from a stack on which several ways may lead down.

use crate::stack::{Head, Link, NodeId, Stack, Status};
use crate::subtree::{SubtreeId, Subtrees};

/// Ways down that are followed at a time; more are forgotten, as tree-sitter does.
const MOST_WAYS: usize = 64;

/// Subtrees that were taken, the lowest first, and the version that stands where they began.
pub(crate) struct Slice {
    pub children: Vec<SubtreeId>,
    pub version: usize,
}

/// How far to go down.
#[derive(Clone, Copy)]
pub(crate) enum Depth {
    /// Over as many subtrees that are no extras.
    Subtrees(u32),
    Bottom,
}

struct Way {
    node: NodeId,
    taken: Vec<SubtreeId>,
    count: u32,
}

impl Way {
    fn follow(&mut self, link: Link, trees: &Subtrees) {
        self.node = link.node;
        self.taken.push(link.subtree);
        self.count += u32::from(!trees.get(link.subtree).extra);
    }

    fn copy(&self) -> Way {
        Way { node: self.node, taken: self.taken.clone(), count: self.count }
    }
}

impl Stack {
    /// Every way down from a version. Each place that they end at becomes a new version; ways that end at one place share it and stand
    /// one after the other.
    pub(crate) fn pop(&mut self, version: usize, depth: Depth, trees: &Subtrees) -> Vec<Slice> {
        let mut slices: Vec<Slice> = Vec::new();
        let mut ways = vec![Way { node: self.heads[version].node, taken: Vec::new(), count: 0 }];
        while !ways.is_empty() {
            let (mut at, mut size) = (0, ways.len());
            while at < size {
                if self.has_arrived(&ways[at], depth) {
                    self.add_slice(version, ways.remove(at), &mut slices);
                    size -= 1;
                } else if self.is_bottom(ways[at].node) {
                    ways.remove(at);
                    size -= 1;
                } else {
                    self.descend(at, &mut ways, trees);
                    at += 1;
                }
            }
        }
        slices
    }

    fn has_arrived(&self, way: &Way, depth: Depth) -> bool {
        match depth {
            Depth::Subtrees(count) => way.count == count,
            Depth::Bottom => self.is_bottom(way.node),
        }
    }

    /// One step down. The oldest link goes on in the place of the way; the others become ways of their own.
    fn descend(&self, at: usize, ways: &mut Vec<Way>, trees: &Subtrees) {
        if let Some(link) = self.only_link(ways[at].node) {
            ways[at].follow(link, trees);
            return;
        }
        let links: Vec<Link> = self.links(ways[at].node).collect();
        for link in &links[1..] {
            if ways.len() < MOST_WAYS {
                let mut other = ways[at].copy();
                other.follow(*link, trees);
                ways.push(other);
            }
        }
        ways[at].follow(links[0], trees);
    }

    fn add_slice(&mut self, version: usize, way: Way, slices: &mut Vec<Slice>) {
        let Way { node, taken: mut children, .. } = way;
        children.reverse();
        let same = slices.iter().rposition(|slice| self.heads[slice.version].node == node);
        if let Some(at) = same {
            let version = slices[at].version;
            slices.insert(at + 1, Slice { children, version });
            return;
        }
        self.heads.push(Head { node, status: Status::Active, ..self.heads[version] });
        slices.push(Slice { children, version: self.heads.len() - 1 });
    }

    /// Puts one version in the place of another.
    pub(crate) fn renumber(&mut self, from: usize, to: usize) {
        if from != to {
            self.heads[to] = self.heads[from];
            self.heads.remove(from);
        }
    }
}
