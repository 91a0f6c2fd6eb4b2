//! All that is printed of an answer, before it has a format.

use super::block::Block;
use crate::note::Note;
use crate::search::Hit;

/// A unit that is named and not shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer<'a> {
    pub hit: &'a Hit,
    /// The asker has its body already.
    pub is_sent: bool,
}

impl<'a> Pointer<'a> {
    /// To what was never sent.
    pub(super) fn to(hit: &'a Hit) -> Pointer<'a> {
        Pointer { hit, is_sent: false }
    }
}

/// An answer as it is printed.
pub(super) struct Sheet<'a> {
    pub snapshot: &'a str,
    /// Files that changed since the snapshot, as many as are named, and how many more there are.
    pub changed: &'a [String],
    pub more_changed: usize,
    /// Best first.
    pub blocks: Vec<Block<'a>>,
    pub pointers: Vec<Pointer<'a>>,
    /// The best of what is not shown, as many as are named, and how many more there are.
    pub left_out: Vec<&'a Hit>,
    pub more_left_out: usize,
    /// What the answer was made without.
    pub notes: &'a [Note],
}

impl Sheet<'_> {
    pub(super) fn left_out_count(&self) -> usize {
        self.left_out.len() + self.more_left_out
    }

    pub(super) fn changed_count(&self) -> usize {
        self.changed.len() + self.more_changed
    }
}
