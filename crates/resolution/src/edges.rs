//! Edges that were found, in the room that they were found in. They are shown one after the other and never all together.

use crate::edge_key::EdgeKey;
use orienteer_model::{Edge, List, Rows};

pub struct Edges<'r> {
    /// Of one file after the other; sorted if all files were resolved.
    own: List<'r, EdgeKey>,
    /// Those that other files made begin in a file, sorted. None if the others are not sorted: nothing can be woven into them.
    foreign: Option<Rows<EdgeKey>>,
    /// What others than resolution know.
    added: Vec<Edge>,
}

impl<'r> Edges<'r> {
    /// Both lists are sorted.
    pub(crate) fn woven(own: List<'r, EdgeKey>, foreign: Rows<EdgeKey>) -> Edges<'r> {
        Edges { own, foreign: Some(foreign), added: Vec::new() }
    }

    /// In any order.
    pub(crate) fn plain(own: List<'r, EdgeKey>) -> Edges<'r> {
        Edges { own, foreign: None, added: Vec::new() }
    }

    /// Adds edges that are shown last.
    pub fn extend(&mut self, edges: Vec<Edge>) {
        self.added.extend(edges);
    }

    /// Shows every edge, each time in the same order. Of edges that were woven there is one for each `from`, `kind` and `to`, and they are
    /// sorted by these.
    pub fn for_each(&self, show: &mut dyn FnMut(&Edge)) {
        match &self.foreign {
            Some(foreign) => weave(&self.own, foreign, |key| show(&key.edge())),
            None => self.own.iter().for_each(|key| show(&key.edge())),
        }
        self.added.iter().for_each(show);
    }
}

/// Every file's edges together with those that other files made begin in it; the first of equals stays.
fn weave(own: &List<'_, EdgeKey>, foreign: &[EdgeKey], mut show: impl FnMut(EdgeKey)) {
    let mut last = None;
    let mut keep = |key: EdgeKey| {
        if last != Some(key.identity()) {
            last = Some(key.identity());
            show(key);
        }
    };
    let mut rest = foreign;
    for key in own.pieces().flatten() {
        take_before(*key, &mut rest, &mut keep);
        keep(*key);
    }
    rest.iter().for_each(|key| keep(*key));
}

/// Moves the keys that come before another, or are equal to it, off the front of a list.
pub(crate) fn take_before(key: EdgeKey, rest: &mut &[EdgeKey], mut take: impl FnMut(EdgeKey)) {
    while let Some((first, others)) = rest.split_first().filter(|(first, _)| **first <= key) {
        take(*first);
        *rest = others;
    }
}
