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
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let end = rest.bytes().position(is_separator).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            rest = after.get(1..).unwrap_or("");
            if !part.is_empty() {
                return Some(part);
            }
            if after.is_empty() {
                return None;
            }
        }
    })
}

pub(crate) fn is_separator(byte: u8) -> bool {
    matches!(byte, b'.' | b':' | b'/' | b'\\')
}

/// The hash of a name without case and underscores; only other such hashes are comparable with it.
pub(crate) fn word_hash(name: &str) -> u64 {
    let mut hash = 0u64;
    for byte in name.bytes().filter(|byte| *byte != b'_').take(LONGEST_WORD) {
        hash = (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(MULTIPLIER).rotate_left(29);
    }
    hash.wrapping_mul(MULTIPLIER)
}

/// Bytes of a word that count.
const LONGEST_WORD: usize = 64;
