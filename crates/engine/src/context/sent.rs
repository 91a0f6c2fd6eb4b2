//! Bodies that somebody has already, so that they need not be sent again. A body is known by its text and its file: one that
//! moved within the file is still the same, one that changed is not.

use super::lines::Lines;
use super::source::Source;
use std::collections::BTreeSet;

/// Hashes of bodies, in no order that matters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentBodies {
    hashes: BTreeSet<u64>,
}

impl SentBodies {
    pub(super) fn of(hashes: impl IntoIterator<Item = u64>) -> SentBodies {
        SentBodies { hashes: hashes.into_iter().collect() }
    }

    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> + '_ {
        self.hashes.iter().copied()
    }

    pub(super) fn has(&self, body: u64) -> bool {
        self.hashes.contains(&body)
    }

    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Those that are in both.
    pub fn shared(&self, other: &SentBodies) -> SentBodies {
        SentBodies { hashes: self.hashes.intersection(&other.hashes).copied().collect() }
    }

    pub fn add(&mut self, more: &SentBodies) {
        self.hashes.extend(&more.hashes);
    }
}

/// What a body is known by.
pub(super) fn body_hash(path: &str, lines: &Lines, source: &Source) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(path.as_bytes());
    for (first, last) in lines {
        hasher.update(b"\0");
        hasher.update(source.lines(*first, *last).as_bytes());
    }
    let bytes = hasher.finalize();
    bytes.as_bytes().iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}
