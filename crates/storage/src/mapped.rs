//! Bytes that are either mapped from an immutable file or owned, aligned for rows of eight bytes, and bytes to work in that are mapped from
//! a file which nobody else has. The only `unsafe` of the crate.

use crate::error::{Error, Result};
use memmap2::{Mmap, MmapMut};
use std::fs::File;
use std::ops::{Deref, DerefMut};
use std::path::Path;

pub(crate) enum Bytes {
    Mapped(Mmap),
    Owned { words: Vec<u64>, length: usize },
}

impl Bytes {
    pub(crate) fn map(path: &Path) -> Result<Bytes> {
        let file = File::open(path).map_err(Error::io("open", path))?;
        let length = file.metadata().map_err(Error::io("open", path))?.len();
        if length == 0 {
            return Ok(Bytes::Owned { words: Vec::new(), length: 0 });
        }
        map(&file).map(Bytes::Mapped).map_err(Error::io("map", path))
    }

    pub(crate) fn owned(bytes: &[u8]) -> Bytes {
        let (whole, rest) = bytes.as_chunks();
        let mut words = Vec::with_capacity(bytes.len().div_ceil(8));
        words.extend(whole.iter().map(|word| u64::from_ne_bytes(*word)));
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            words.push(u64::from_ne_bytes(last));
        }
        Bytes::Owned { words, length: bytes.len() }
    }
}

#[expect(unsafe_code, reason = "a memory map is the point of this file")]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the files of a snapshot or pack are complete before their name appears and are never written again; they are
    // only unlinked, which leaves a map valid. Nothing but `Pod` rows and checked UTF-8 is read from the bytes.
    unsafe { Mmap::map(file) }
}

/// Numbers to work in, whose pages the system can put into their file.
pub(crate) struct WorkingWords(MmapMut);

impl WorkingWords {
    /// Of a file of whole numbers that no other process has open.
    #[expect(unsafe_code, reason = "a memory map is the point of this file")]
    pub(crate) fn map(file: &File) -> std::io::Result<WorkingWords> {
        // SAFETY: the caller has made the file under the writer's lock, with a name that only this process knows, and nobody else writes
        // or shortens it. Nothing but `Pod` numbers is read from the bytes.
        unsafe { MmapMut::map_mut(file) }.map(WorkingWords)
    }
}

impl Deref for WorkingWords {
    type Target = [u128];

    fn deref(&self) -> &[u128] {
        bytemuck::cast_slice(&self.0)
    }
}

impl DerefMut for WorkingWords {
    fn deref_mut(&mut self) -> &mut [u128] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned { words, length } => bytemuck::cast_slice(words).get(..*length).unwrap_or(&[]),
        }
    }
}
