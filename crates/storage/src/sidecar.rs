//! Rows that somebody computed for units, beside the snapshots of a tree: a model elsewhere may take hours for them, and they
//! outlive the snapshot that they were computed for.
//!
//! A row belongs to a file of a certain content under a certain path, and to a place among its units. Nothing here knows what a row
//! means. Losing the file costs computing it again.

use crate::disk::{Disk, TEMPORARY};
use crate::error::{Error, Result};
use crate::key::Key;
use crate::lock::WriterLock;
use crate::repository::Tree;
use crate::sections::{Column, Content, SectionWriter, Sections};
use bytemuck::{Pod, Zeroable};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

const SECTIONS: usize = 4;

/// Rows of one file, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
struct FileRow {
    key: Key,
    path: Key,
    first: u64,
    count: u64,
}

/// The rows of one file, in the order of its units.
pub struct SidecarFile<'a> {
    pub key: Key,
    pub path: &'a str,
    pub rows: Vec<&'a [u8]>,
}

/// Rows of many files, mapped.
#[derive(Clone)]
pub struct Sidecar {
    sections: Sections,
    bytes: Column<u8>,
    /// Where rows begin, and the end of the last.
    starts: Column<u64>,
    files: Column<FileRow>,
    identity: String,
}

impl Sidecar {
    fn open(path: &Path) -> Result<Sidecar> {
        let sections = Sections::open(path, Content::Sidecar, SECTIONS)?;
        let identity = sections.column::<u8>(3)?;
        let identity = identity.text(0, identity.len() as u32).to_owned();
        Ok(Sidecar {
            bytes: sections.column(0)?,
            starts: sections.column(1)?,
            files: sections.column(2)?,
            identity,
            sections,
        })
    }

    /// What the rows were made with: those of two identities have nothing to do with each other.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The numbers of the rows of a file as it is; none if it changed or was never computed.
    pub fn rows_of(&self, key: Key, path: &str) -> Option<Range<usize>> {
        let wanted = (key, Key::of(path.as_bytes()));
        let found = self.files.partition_point(|row| (row.key, row.path) < wanted);
        let row = self.files.get(found).filter(|row| (row.key, row.path) == wanted)?;
        let end = row.first.checked_add(row.count)?;
        (end < self.starts.len() as u64).then_some(row.first as usize..end as usize)
    }

    /// One row; nothing where there is none.
    pub fn row(&self, number: usize) -> &[u8] {
        let start = self.starts.get(number).copied().unwrap_or_default();
        let end = self.starts.get(number + 1).copied().unwrap_or_default();
        self.bytes.get(start as usize..end as usize).unwrap_or_default()
    }

    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Checks every byte.
    pub fn verify(&self) -> Result<()> {
        self.sections.verify()
    }
}

impl Tree {
    /// Where the rows of this name lie.
    pub fn sidecar_path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// The rows of this name; none if there are none, or none that can be read.
    pub fn sidecar(&self, name: &str) -> Option<Sidecar> {
        Sidecar::open(&self.sidecar_path(name)).ok()
    }

    /// Equal for equal rows of this name; none if there are none. Looks at the head of the file alone.
    pub fn sidecar_checksum(&self, name: &str) -> Option<u64> {
        let sections = Sections::open_unchecked(&self.sidecar_path(name), Content::Sidecar, SECTIONS);
        sections.ok().map(|sections| sections.written().checksum)
    }

    /// Replaces the rows of this name. Readers go on with those that they have.
    pub fn write_sidecar<'a>(
        &self,
        lock: &WriterLock,
        name: &str,
        identity: &str,
        files: impl Iterator<Item = SidecarFile<'a>>,
    ) -> Result<()> {
        lock.disk().create_folders(self.folder())?;
        write(lock.disk(), self.folder(), name, identity, files)
    }
}

fn write<'a>(
    disk: &Disk,
    folder: &Path,
    name: &str,
    identity: &str,
    files: impl Iterator<Item = SidecarFile<'a>>,
) -> Result<()> {
    let temporary = folder.join(format!("{TEMPORARY}{name}"));
    let output = disk.create_file(&temporary)?;
    let write = || -> io::Result<_> {
        let mut writer = SectionWriter::new(output, Content::Sidecar, SECTIONS)?;
        let (mut starts, mut table) = (vec![0], Vec::new());
        for file in files {
            let (first, count) = (starts.len() as u64 - 1, file.rows.len() as u64);
            table.push(FileRow { key: file.key, path: Key::of(file.path.as_bytes()), first, count });
            for row in file.rows {
                writer.bytes(row)?;
                starts.push(writer.written());
            }
        }
        writer.end()?;
        writer.section(&starts)?;
        table.sort_unstable_by_key(|row| (row.key, row.path));
        writer.section(&table)?;
        writer.section(identity.as_bytes())?;
        writer.finish()
    };
    let (output, _) = write().map_err(Error::io("write", &temporary))?;
    output.finish()?;
    disk.rename(&temporary, &folder.join(name))?;
    disk.sync_folder(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Repository;
    use crate::sections::tests::reseal;

    const NAME: &str = "rows";

    /// Content, path and rows.
    type Made<'a> = (&'a [u8], &'a str, &'a [&'a [u8]]);

    fn written(cache: &Path, files: &[Made<'_>]) -> Tree {
        let repository = Repository::open(cache, "repository");
        let lock = repository.lock_writer().expect("lock");
        let tree = repository.tree("tree");
        let files = files.iter().map(|(content, path, rows)| SidecarFile {
            key: Key::of(content),
            path,
            rows: rows.to_vec(),
        });
        tree.write_sidecar(&lock, NAME, "model 1", files).expect("written");
        tree
    }

    #[test]
    fn rows_come_back_for_the_file_that_they_are_of() {
        let cache = tempfile::tempdir().expect("folder");
        let tree = written(
            cache.path(),
            &[(b"b", "b.rs", &[b"one", b""]), (b"a", "a.rs", &[b"two"]), (b"a", "copy.rs", &[b"three"])],
        );
        let rows = tree.sidecar(NAME).expect("opens");
        let of = |content: &[u8], path| {
            let numbers = rows.rows_of(Key::of(content), path)?;
            Some(numbers.map(|number| rows.row(number).to_vec()).collect::<Vec<_>>())
        };
        assert_eq!(rows.identity(), "model 1");
        assert_eq!(of(b"b", "b.rs"), Some(vec![b"one".to_vec(), Vec::new()]));
        assert_eq!(of(b"a", "a.rs"), Some(vec![b"two".to_vec()]));
        assert_eq!(of(b"a", "copy.rs"), Some(vec![b"three".to_vec()]));
        assert_eq!((of(b"c", "a.rs"), of(b"a", "b.rs")), (None, None));
        assert_eq!(rows.row(99), b"");
        assert!(tree.sidecar("other").is_none());
    }

    #[test]
    fn damage_is_an_absence_and_never_a_panic() {
        let cache = tempfile::tempdir().expect("folder");
        let tree = written(cache.path(), &[(b"a", "a.rs", &[b"one", b"two"])]);
        let path = tree.sidecar_path(NAME);
        let whole = std::fs::read(&path).expect("read");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xff;
            std::fs::write(&path, &damaged).expect("write");
            assert!(tree.sidecar(NAME).is_none(), "{at}");
            reseal(&mut damaged, SECTIONS);
            std::fs::write(&path, &damaged).expect("write");
            if let Some(rows) = tree.sidecar(NAME) {
                let numbers = rows.rows_of(Key::of(b"a"), "a.rs").unwrap_or(0..3);
                numbers.for_each(|number| drop(rows.row(number).to_vec()));
            }
        }
    }
}
