//! Immutable files of values by key. Facts and commits are kept in them; nothing here knows either.
//!
//! Every value has its own checksum, so that a damaged one is missing and the others still serve.

use crate::disk::{Disk, Output, TEMPORARY, names_in};
use crate::error::{Error, Result};
use crate::sections::{Column, Content, SectionWriter, Sections};
use bytemuck::{Pod, Zeroable};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use xxhash_rust::xxh3::xxh3_64;

const SECTIONS: usize = 4;
const EXTENSION: &str = ".pack";

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Row {
    start: u64,
    length: u64,
    checksum: u64,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Shape {
    key_length: u64,
    count: u64,
}

/// One file of values by keys of `K` bytes.
pub struct Pack<const K: usize> {
    sections: Sections,
    data: Column<u8>,
    rows: Column<Row>,
    keys: Column<u8>,
    /// Values that were found whole: what is mapped does not change, so their checksums are made once.
    whole: Vec<AtomicBool>,
}

impl<const K: usize> Pack<K> {
    pub fn open(path: &Path) -> Result<Pack<K>> {
        let sections = Sections::open_unchecked(path, Content::Pack, SECTIONS)?;
        let (data, rows, keys) = (sections.column(0)?, sections.column::<Row>(1)?, sections.column(2)?);
        let shape: Shape = sections.row(3)?;
        if shape.key_length != K as u64 || shape.count != rows.len() as u64 || keys.len() != rows.len() * K {
            return Err(sections.corrupt("shape of the pack"));
        }
        let whole = std::iter::repeat_with(AtomicBool::default).take(rows.len()).collect();
        Ok(Pack { sections, data, rows, keys, whole })
    }

    /// The value of `key`, 8-byte aligned; none if it is not here or damaged.
    pub fn get(&self, key: &[u8; K]) -> Option<&[u8]> {
        let index = self.keys().binary_search(key).ok()?;
        self.value(index)
    }

    pub fn contains(&self, key: &[u8; K]) -> bool {
        self.keys().binary_search(key).is_ok()
    }

    /// All keys, sorted.
    pub fn keys(&self) -> &[[u8; K]] {
        self.keys.as_chunks().0
    }

    fn value(&self, index: usize) -> Option<&[u8]> {
        let row = self.rows.get(index)?;
        let end = row.start.checked_add(row.length)?;
        let bytes = self.data.get(row.start as usize..end as usize)?;
        let whole = self.whole.get(index)?;
        if !whole.load(Ordering::Relaxed) {
            whole.store(xxh3_64(bytes) == row.checksum, Ordering::Relaxed);
        }
        whole.load(Ordering::Relaxed).then_some(bytes)
    }

    /// Bytes of the values whose key is wanted.
    fn live_bytes(&self, wanted: &dyn Fn(&[u8; K]) -> bool) -> u64 {
        let rows = self.keys().iter().zip(self.rows.iter());
        rows.filter(|(key, _)| wanted(key)).map(|(_, row)| row.length).sum()
    }

    pub fn disk_bytes(&self) -> u64 {
        self.sections.written().length
    }

    pub fn verify(&self) -> Result<()> {
        self.sections.verify()
    }
}

/// Writes one pack, value by value, without keeping them in memory.
pub struct PackWriter<const K: usize> {
    disk: Disk,
    temporary: PathBuf,
    folder: PathBuf,
    writer: Option<SectionWriter<Output>>,
    entries: Vec<([u8; K], Row)>,
}

impl<const K: usize> PackWriter<K> {
    pub(crate) fn new(disk: &Disk, folder: &Path) -> Result<PackWriter<K>> {
        disk.create_folders(folder)?;
        let temporary = folder.join(format!("{TEMPORARY}{}{EXTENSION}", disk.unique()));
        let output = disk.create_file(&temporary)?;
        let writer =
            SectionWriter::new(output, Content::Pack, SECTIONS).map_err(Error::io("write", &temporary))?;
        let (disk, folder) = (disk.clone(), folder.to_path_buf());
        Ok(PackWriter { disk, temporary, folder, writer: Some(writer), entries: Vec::new() })
    }

    /// Adds a value. Of several values of one key the first is kept.
    pub fn add(&mut self, key: [u8; K], value: &[u8]) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let row = Row { start: writer.written(), length: value.len() as u64, checksum: xxh3_64(value) };
        let padding = value.len().next_multiple_of(8) - value.len();
        writer
            .bytes(value)
            .and_then(|()| writer.bytes(&[0; 8][..padding]))
            .map_err(Error::io("write", &self.temporary))?;
        self.entries.push((key, row));
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Publishes the pack; none if nothing was added.
    pub(crate) fn finish(mut self) -> Result<Option<PathBuf>> {
        let Some(writer) = self.writer.take() else { return Ok(None) };
        if self.entries.is_empty() {
            return Ok(None);
        }
        self.entries.sort_by_key(|(key, _)| *key);
        self.entries.dedup_by_key(|(key, _)| *key);
        let (output, written) = self.index(writer).map_err(Error::io("write", &self.temporary))?;
        output.finish()?;
        let path = self.folder.join(format!("{:016x}{EXTENSION}", written.checksum));
        self.disk.rename(&self.temporary, &path)?;
        self.disk.sync_folder(&self.folder)?;
        Ok(Some(path))
    }

    fn index(
        &self,
        mut writer: SectionWriter<Output>,
    ) -> std::io::Result<(Output, crate::sections::Written)> {
        writer.end()?;
        let rows: Vec<Row> = self.entries.iter().map(|(_, row)| *row).collect();
        writer.section(&rows)?;
        let keys: Vec<u8> = self.entries.iter().flat_map(|(key, _)| *key).collect();
        writer.section(&keys)?;
        writer.section(&[Shape { key_length: K as u64, count: rows.len() as u64 }])?;
        writer.finish()
    }
}

impl<const K: usize> Drop for PackWriter<K> {
    fn drop(&mut self) {
        self.writer = None;
        if self.temporary.exists() {
            // What cannot be removed now is removed by the next writer.
            let _ = self.disk.remove(&self.temporary);
        }
    }
}

/// All packs of a folder as one map.
pub struct Packs<const K: usize> {
    folder: PathBuf,
    packs: Vec<(PathBuf, Pack<K>)>,
    unreadable: Vec<(PathBuf, Error)>,
}

impl<const K: usize> Packs<K> {
    pub(crate) fn open(folder: &Path) -> Result<Packs<K>> {
        let mut packs = Packs { folder: folder.to_path_buf(), packs: Vec::new(), unreadable: Vec::new() };
        for name in names_in(folder)? {
            if name.ends_with(EXTENSION) && !name.starts_with(TEMPORARY) {
                packs.load(folder.join(name));
            }
        }
        Ok(packs)
    }

    fn load(&mut self, path: PathBuf) {
        match Pack::open(&path) {
            Ok(pack) => self.packs.push((path, pack)),
            // Compacted away by a writer in the meantime: its values are in another pack.
            Err(error) if error.is_not_found() => {}
            Err(error) => self.unreadable.push((path, error)),
        }
    }

    pub fn get(&self, key: &[u8; K]) -> Option<&[u8]> {
        self.packs.iter().find_map(|(_, pack)| pack.get(key))
    }

    pub fn contains(&self, key: &[u8; K]) -> bool {
        self.packs.iter().any(|(_, pack)| pack.contains(key))
    }

    pub fn disk_bytes(&self) -> u64 {
        self.packs.iter().map(|(_, pack)| pack.disk_bytes()).sum()
    }

    /// Number of files.
    pub fn count(&self) -> usize {
        self.packs.len()
    }

    /// Checks every byte of every pack.
    pub fn verify(&self) -> Result<()> {
        if let Some((path, _)) = self.unreadable.first() {
            return Err(Error::corrupt(path, "cannot be opened"));
        }
        self.packs.iter().try_for_each(|(_, pack)| pack.verify())
    }

    /// A pack to be filled; [`Packs::commit`] makes it part of the map.
    pub fn writer(&self, lock: &crate::WriterLock) -> Result<PackWriter<K>> {
        PackWriter::new(lock.disk(), &self.folder)
    }

    pub fn commit(&mut self, writer: PackWriter<K>) -> Result<()> {
        let Some(path) = writer.finish()? else { return Ok(()) };
        self.packs.retain(|(known, _)| *known != path);
        let pack = Pack::open(&path)?;
        self.packs.push((path, pack));
        Ok(())
    }

    /// Puts what is wanted of all packs into one, once there are more than `most`. A pack that holds more than half of all
    /// bytes, most of them wanted, stays as it is: rewriting it would cost the most and free the least.
    pub fn compact(
        &mut self,
        lock: &crate::WriterLock,
        most: usize,
        wanted: &dyn Fn(&[u8; K]) -> bool,
    ) -> Result<()> {
        for (path, _) in self.unreadable.drain(..) {
            lock.disk().remove(&path)?;
        }
        if self.packs.len() <= most {
            return Ok(());
        }
        let total = self.disk_bytes();
        let stays = |pack: &Pack<K>| {
            let bytes = pack.disk_bytes();
            bytes * 2 > total && pack.live_bytes(wanted) * 2 > bytes
        };
        let (kept, old): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.packs).into_iter().partition(|(_, pack)| stays(pack));
        self.packs = kept;
        let mut writer = self.writer(lock)?;
        for (_, pack) in &old {
            self.copy(pack, wanted, &mut writer)?;
        }
        self.commit(writer)?;
        let kept: Vec<&PathBuf> = self.packs.iter().map(|(path, _)| path).collect();
        old.iter()
            .filter(|(path, _)| !kept.contains(&path))
            .try_for_each(|(path, _)| lock.disk().remove(path))
    }

    fn copy(
        &self,
        pack: &Pack<K>,
        wanted: &dyn Fn(&[u8; K]) -> bool,
        writer: &mut PackWriter<K>,
    ) -> Result<()> {
        for (index, key) in pack.keys().iter().enumerate() {
            if let Some(value) = pack.value(index).filter(|_| wanted(key) && !self.contains(key)) {
                writer.add(*key, value)?;
            }
        }
        Ok(())
    }
}
