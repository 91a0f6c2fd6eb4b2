//! 128-bit keys of content and of paths.

use bytemuck::{Pod, Zeroable};
use std::fmt;

/// First half of a BLAKE3 hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Key(pub [u8; 16]);

impl Key {
    pub fn of(bytes: &[u8]) -> Key {
        Key::from_hash(blake3::hash(bytes))
    }

    /// The key of several values, told apart from their concatenation. What else facts depend on (language, version of the
    /// extraction) goes in beside the content.
    pub fn of_parts(parts: &[&[u8]]) -> Key {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Key::from_hash(hasher.finalize())
    }

    fn from_hash(hash: blake3::Hash) -> Key {
        let mut key = [0; 16];
        key.copy_from_slice(&hash.as_bytes()[..16]);
        Key(key)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}
