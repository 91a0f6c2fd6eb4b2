//! Text that lives in a file's arena, and names that can be compared across files without touching it.

/// A slice of the arena of the facts it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Text {
    pub start: u32,
    pub len: u32,
}

impl Text {
    pub const EMPTY: Text = Text { start: 0, len: 0 };

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The slice of `arena`, or nothing if the arena is shorter than promised.
    pub fn of<'a>(&self, arena: &'a str) -> &'a str {
        let start = self.start as usize;
        arena.get(start..start.saturating_add(self.len as usize)).unwrap_or("")
    }
}

/// Hash of an identifier's exact bytes: what resolution compares, so that it never touches strings.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, bytemuck::Pod, bytemuck::Zeroable,
)]
#[repr(transparent)]
pub struct NameHash(pub u64);

impl NameHash {
    /// The hash of "no name".
    pub const NONE: NameHash = NameHash(0);

    pub fn of(name: &str) -> NameHash {
        if name.is_empty() { NameHash::NONE } else { NameHash(xxhash_rust::xxh3::xxh3_64(name.as_bytes())) }
    }

    pub fn is_none(&self) -> bool {
        self.0 == 0
    }
}

/// An identifier: its text and the hash of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Name {
    pub text: Text,
    pub hash: NameHash,
}

impl Name {
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}
