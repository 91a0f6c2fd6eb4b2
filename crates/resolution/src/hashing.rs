//! Tables keyed by hashes that are already uniform. Nothing here hashes a second time.

use orienteer_model::NameHash;
use std::hash::{BuildHasherDefault, Hasher};

/// Passes a 64-bit hash through.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(MULTIPLIER);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

pub(crate) type KeyMap<V> = hashbrown::HashMap<u64, V, BuildHasherDefault<Identity>>;
pub(crate) type KeySet = hashbrown::HashSet<u64, BuildHasherDefault<Identity>>;

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The key of a name inside a scope.
pub(crate) fn key(scope: u32, name: NameHash) -> u64 {
    (name.0 ^ (u64::from(scope) + 1).wrapping_mul(MULTIPLIER)).rotate_left(23).wrapping_mul(MULTIPLIER)
}

pub(crate) fn hash(text: &str) -> NameHash {
    NameHash::of(text)
}

/// The parts of a dotted name or path, whatever the language's separator is.
pub(crate) fn parts(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(['.', ':', '/', '\\']).filter(|part| !part.is_empty())
}
