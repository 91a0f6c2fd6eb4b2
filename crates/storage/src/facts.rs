//! Facts of files by key, as rows that are used where they are mapped. Shared by all worktrees of a repository.
//!
//! Nothing here knows what a key was made from; whatever changes the facts of a file must change its key.

use crate::error::Result;
use crate::key::Key;
use crate::lock::WriterLock;
use crate::pack::{PackWriter, Packs};
use bytemuck::{Pod, Zeroable};
use orienteer_model::{FactsView, FileFacts, LanguageId, Text};
use std::path::Path;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Counts {
    units: u32,
    references: u32,
    imports: u32,
    relations: u32,
    bindings: u32,
    problems: u32,
    arena: u32,
    language: u32,
    module: Text,
    lines: u32,
    blob: [u8; 20],
}

/// Appends the stored form of `facts`. Rows are multiples of eight bytes long, so each section begins aligned.
pub fn encode_facts(facts: &FileFacts, output: &mut Vec<u8>) {
    let counts = Counts {
        units: facts.units.len() as u32,
        references: facts.references.len() as u32,
        imports: facts.imports.len() as u32,
        relations: facts.relations.len() as u32,
        bindings: facts.bindings.len() as u32,
        problems: facts.problems.len() as u32,
        arena: facts.arena.len() as u32,
        language: u32::from(facts.language),
        module: facts.module,
        lines: facts.lines,
        blob: facts.blob,
    };
    let parts: [&[u8]; 8] = [
        bytemuck::bytes_of(&counts),
        bytemuck::cast_slice(&facts.units),
        bytemuck::cast_slice(&facts.references),
        bytemuck::cast_slice(&facts.imports),
        bytemuck::cast_slice(&facts.relations),
        bytemuck::cast_slice(&facts.bindings),
        bytemuck::cast_slice(&facts.problems),
        facts.arena.as_bytes(),
    ];
    output.reserve_exact(parts.iter().map(|part| part.len()).sum());
    parts.iter().for_each(|part| output.extend_from_slice(part));
}

/// The facts in their stored form; none where the bytes do not fit together. `bytes` must be 8-byte aligned.
pub fn decode_facts(bytes: &[u8]) -> Option<FactsView<'_>> {
    let (head, mut rest) = bytes.split_at_checked(size_of::<Counts>())?;
    let counts: &Counts = bytemuck::try_from_bytes(head).ok()?;
    Some(FactsView {
        units: take(&mut rest, counts.units)?,
        references: take(&mut rest, counts.references)?,
        imports: take(&mut rest, counts.imports)?,
        relations: take(&mut rest, counts.relations)?,
        bindings: take(&mut rest, counts.bindings)?,
        problems: take(&mut rest, counts.problems)?,
        arena: std::str::from_utf8(rest).ok().filter(|arena| arena.len() == counts.arena as usize)?,
        language: LanguageId(counts.language as u16),
        module: counts.module,
        lines: counts.lines,
        blob: counts.blob,
    })
}

fn take<'a, T: Pod>(rest: &mut &'a [u8], count: u32) -> Option<&'a [T]> {
    let (rows, tail) = rest.split_at_checked((count as usize).checked_mul(size_of::<T>())?)?;
    *rest = tail;
    bytemuck::try_cast_slice(rows).ok()
}

/// The facts that are known.
pub struct FactsStore {
    packs: Packs<16>,
}

impl FactsStore {
    pub(crate) fn open(folder: &Path) -> Result<FactsStore> {
        Ok(FactsStore { packs: Packs::open(folder)? })
    }

    /// None where they are unknown or damaged: the file has to be read again.
    pub fn get(&self, key: &Key) -> Option<FactsView<'_>> {
        self.packs.get(&key.0).and_then(decode_facts)
    }

    /// Whether they are known and not damaged.
    pub fn has_whole(&self, key: &Key) -> bool {
        self.packs.get(&key.0).is_some()
    }

    /// Whether [`FactsStore::get`] would find something, without reading it.
    pub fn contains(&self, key: &Key) -> bool {
        self.packs.contains(&key.0)
    }

    pub fn writer(&self, lock: &WriterLock) -> Result<FactsWriter> {
        Ok(FactsWriter { pack: self.packs.writer(lock)?, buffer: Vec::new() })
    }

    /// Makes what was written part of the store, at once and whole.
    pub fn commit(&mut self, writer: FactsWriter) -> Result<()> {
        self.packs.commit(writer.pack)
    }

    pub fn disk_bytes(&self) -> u64 {
        self.packs.disk_bytes()
    }

    pub fn verify(&self) -> Result<()> {
        self.packs.verify()
    }

    pub(crate) fn packs(&mut self) -> &mut Packs<16> {
        &mut self.packs
    }
}

/// Facts on their way to the disk; holds one file's bytes at a time.
pub struct FactsWriter {
    pack: PackWriter<16>,
    buffer: Vec<u8>,
}

impl FactsWriter {
    pub fn add(&mut self, key: Key, facts: &FileFacts) -> Result<()> {
        self.buffer.clear();
        encode_facts(facts, &mut self.buffer);
        self.pack.add(key.0, &self.buffer)
    }

    /// Adds what [`encode_facts`] made, which several threads may do at once.
    pub fn add_encoded(&mut self, key: Key, encoded: &[u8]) -> Result<()> {
        self.pack.add(key.0, encoded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapped::Bytes;
    use crate::test_data;

    #[test]
    fn stored_facts_are_the_same_facts() {
        let facts = test_data::facts("lib/area.zz", 3);
        let mut bytes = Vec::new();
        encode_facts(&facts, &mut bytes);
        let bytes = Bytes::owned(&bytes);
        let view = decode_facts(&bytes).expect("decodes");
        assert_eq!(test_data::owned(&view), facts);
    }

    #[test]
    fn every_truncation_is_refused() {
        let mut bytes = Vec::new();
        encode_facts(&test_data::facts("lib/area.zz", 2), &mut bytes);
        for length in 0..bytes.len() {
            assert!(decode_facts(&Bytes::owned(&bytes[..length])).is_none(), "{length}");
        }
    }
}
