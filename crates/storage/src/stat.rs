//! What the file system said of each file when its content was last read, so that unchanged files are not read again.
//!
//! Not part of a snapshot: losing it costs only reading the files.

use crate::disk::{Disk, TEMPORARY};
use crate::error::{Error, Result};
use crate::key::Key;
use crate::sections::{Column, Content, SectionWriter, Sections};
use bytemuck::{Pod, Zeroable};
use std::path::Path;

const NAME: &str = "stat";
const SECTIONS: usize = 2;

/// What identifies the state of a file without reading it, and the key of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct StatEntry {
    /// Nanoseconds since 1970.
    pub modified: i64,
    pub size: u64,
    pub inode: u64,
    pub key: Key,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Row {
    entry: StatEntry,
    start: u64,
    length: u64,
}

/// Entries by path.
pub struct StatCache {
    columns: Option<(Column<Row>, Column<u8>)>,
}

impl StatCache {
    pub(crate) fn open(folder: &Path) -> StatCache {
        let open = || {
            let sections = Sections::open(&folder.join(NAME), Content::StatCache, SECTIONS)?;
            Ok::<_, Error>((sections.column(0)?, sections.column(1)?))
        };
        StatCache { columns: open().ok() }
    }

    pub fn get(&self, path: &str) -> Option<StatEntry> {
        self.get_behind(path, &mut 0)
    }

    /// The same, quickly when it is asked in path order: looks first at place `next`, which becomes the one behind what was found.
    pub fn get_behind(&self, path: &str, next: &mut usize) -> Option<StatEntry> {
        let (rows, text) = self.columns.as_ref()?;
        let name = |row: &Row| text.slice(row.start, row.length as u32);
        let is_at = |index: usize| rows.get(index).filter(|row| name(row) == path.as_bytes());
        let row = is_at(*next).or_else(|| {
            *next = rows.partition_point(|row| name(row) < path.as_bytes());
            is_at(*next)
        })?;
        *next += 1;
        Some(row.entry)
    }

    pub fn len(&self) -> usize {
        self.columns.as_ref().map_or(0, |(rows, _)| rows.len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

pub(crate) fn write(disk: &Disk, folder: &Path, entries: &[(String, StatEntry)]) -> Result<()> {
    let mut sorted: Vec<&(String, StatEntry)> = entries.iter().collect();
    sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    sorted.dedup_by(|a, b| a.0 == b.0);
    let temporary = folder.join(format!("{TEMPORARY}{NAME}"));
    let output = disk.create_file(&temporary)?;
    let write = || {
        let mut start = 0;
        let row = |(path, entry): &&(String, StatEntry)| {
            let row = Row { entry: *entry, start, length: path.len() as u64 };
            start += row.length;
            row
        };
        let rows: Vec<Row> = sorted.iter().map(row).collect();
        let mut writer = SectionWriter::new(output, Content::StatCache, SECTIONS)?;
        writer.section(&rows)?;
        sorted.iter().try_for_each(|(path, _)| writer.bytes(path.as_bytes()))?;
        writer.end()?;
        writer.finish()
    };
    let (output, _) = write().map_err(Error::io("write", &temporary))?;
    output.finish()?;
    disk.rename(&temporary, &folder.join(NAME))
}
