//! Several versions -> those that are worth going on with, the best first, by the rules of tree-sitter.

use crate::machine::{Machine, Unfit};
use crate::reduce::MOST_VERSIONS;
use crate::stack::Status;

impl Machine<'_> {
    /// Puts the versions in order, and those that came to one place together. Says whether the parse is done.
    pub(crate) fn condense(&mut self) -> Result<bool, Unfit> {
        let mut at = 0;
        while at < self.stack.heads.len() {
            if self.stack.heads[at].status == Status::Halted {
                self.stack.heads.remove(at);
            } else {
                at = self.compare_with_earlier(at);
            }
        }
        self.stack.heads.truncate(MOST_VERSIONS);
        let is_paused = self.stack.heads.iter().all(|head| head.status == Status::Paused);
        if is_paused {
            // Nothing is left, or only versions that met an error.
            self.stack.heads.clear();
            return self.finished.map(|_| true).ok_or(Unfit);
        }
        self.stack.heads.retain(|head| head.status != Status::Paused);
        if self.stack.is_tangled { Err(Unfit) } else { Ok(false) }
    }

    /// Compares a version with those before it; gives the place of the next.
    fn compare_with_earlier(&mut self, mut at: usize) -> usize {
        let rank = |machine: &Self, version: usize| {
            let head = machine.stack.heads[version];
            (head.status == Status::Paused, machine.stack.precedence(head.node))
        };
        let own = rank(self, at);
        let mut other = 0;
        while other < at {
            let (paused, precedence) = rank(self, other);
            match (paused, own.0) {
                (false, true) => {
                    self.stack.heads.remove(at);
                    return at;
                }
                (true, false) => {
                    self.stack.heads.remove(other);
                    at -= 1;
                    continue;
                }
                _ => {}
            }
            if self.stack.merge(other, at, self.trees, self.states) {
                return at;
            }
            if precedence < own.1 {
                self.stack.heads.swap(at, other);
            }
            other += 1;
        }
        at + 1
    }
}
