//! Children on the stack -> their parent on the stack, in one version or in all that came together.

use crate::machine::{Machine, Unfit};
use crate::raw::Reduction;
use crate::stack::Status;
use crate::subtree::{SubtreeId, Subtrees};
use crate::versions::Depth;

/// Versions that are kept, and how many more there may be for the time of one step, as tree-sitter has it.
pub(crate) const MOST_VERSIONS: usize = 6;
const OVERFLOW: usize = 4;

impl Machine<'_> {
    /// In the trunk. No table asks for more subtrees than there are.
    pub(crate) fn reduce_in_trunk(&mut self, reduction: Reduction, ends_extra: bool) -> Result<(), Unfit> {
        let mut left = reduction.child_count;
        self.taken.clear();
        while left > 0 {
            let (node, subtree) = self.stack.top();
            if self.stack.is_bottom(node) {
                return Err(Unfit);
            }
            left -= u8::from(!self.trees.get(subtree).extra);
            self.taken.push(subtree);
            self.stack.cut();
        }
        // From the top down: extras that came after the children stay on top of their parent.
        let extras = self.taken.iter().take_while(|subtree| self.trees.get(**subtree).extra).count();
        self.charge(extras as u64)?;
        self.taken.reverse();
        let (node, _) = self.stack.top();
        let children = &self.taken[..self.taken.len() - extras];
        let parent = self.trees.push_parent(reduction, children, self.stack.position(node));
        let next = self.dress(parent, reduction, self.stack.state(node), ends_extra);
        let mut top = self.stack.push(node, parent, next, self.trees);
        for at in self.taken.len() - extras..self.taken.len() {
            top = self.stack.push(top, self.taken[at], next, self.trees);
        }
        Ok(())
    }

    /// Gives a parent what the production adds, and the state that it leads to.
    fn dress(&mut self, parent: SubtreeId, reduction: Reduction, state: u16, ends_extra: bool) -> u16 {
        let next = self.lookup(state, reduction.symbol);
        if ends_extra && next == state {
            self.trees.make_extra(parent);
        }
        self.trees.add_precedence(parent, reduction.precedence);
        next
    }

    /// In one of several versions, or where several ways lead down. The first version that came of it, if there is any that was not
    /// merged with another.
    pub(crate) fn reduce(
        &mut self,
        version: usize,
        reduction: Reduction,
        ends_extra: bool,
    ) -> Result<Option<usize>, Unfit> {
        let before = self.stack.heads.len();
        let depth = Depth::Subtrees(u32::from(reduction.child_count));
        let mut slices = self.stack.pop(version, depth, self.trees).into_iter().peekable();
        let halted = self.stack.heads.iter().filter(|head| head.status == Status::Halted).count();
        let mut removed = 0;
        while let Some(slice) = slices.next() {
            let at = slice.version - removed;
            if at > MOST_VERSIONS + OVERFLOW + halted {
                self.stack.heads.remove(at);
                removed += 1;
                while slices.next_if(|other| other.version == slice.version).is_some() {}
                continue;
            }
            self.charge(slice.children.len() as u64)?;
            let node = self.stack.heads[at].node;
            let position = self.stack.position(node);
            let (children, mut extras) = without_extras(slice.children, self.trees);
            let mut parent = self.trees.push_parent(reduction, &children, position);
            while let Some(other) = slices.next_if(|other| other.version == slice.version) {
                let (children, other_extras) = without_extras(other.children, self.trees);
                let candidate = self.trees.push_parent(reduction, &children, position);
                if self.trees.prefers_other(parent, candidate) {
                    (parent, extras) = (candidate, other_extras);
                }
            }
            let next = self.dress(parent, reduction, self.stack.state(node), ends_extra);
            let mut top = self.stack.push(node, parent, next, self.trees);
            for extra in extras {
                top = self.stack.push(top, extra, next, self.trees);
            }
            self.stack.heads[at].node = top;
            removed += usize::from(self.merge_into_earlier(at, version));
        }
        Ok((self.stack.heads.len() > before).then_some(before))
    }

    fn merge_into_earlier(&mut self, at: usize, version: usize) -> bool {
        let (trees, states) = (&self.trees, &self.states);
        (0..at).filter(|other| *other != version).any(|other| self.stack.merge(other, at, trees, states))
    }
}

/// Children, and the extras that stand after the last of them.
fn without_extras(mut children: Vec<SubtreeId>, trees: &Subtrees) -> (Vec<SubtreeId>, Vec<SubtreeId>) {
    let kept = children.iter().rposition(|child| !trees.get(*child).extra).map_or(0, |last| last + 1);
    let extras = children.split_off(kept);
    (children, extras)
}
