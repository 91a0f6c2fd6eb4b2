//! The folders of a tree as they were last listed, so that those that did not change since are not listed again.
//!
//! Not part of a snapshot: losing it costs only listing the folders. Nothing here knows what the names in a listing mean.

use crate::disk::{Disk, TEMPORARY};
use crate::error::{Error, Result};
use crate::sections::{Column, Content, SectionWriter, Sections};
use bytemuck::{Pod, Zeroable};
use std::path::Path;

const NAME: &str = "folders";
const SECTIONS: usize = 2;

/// What identifies the state of a folder without listing it: any name that comes or goes changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct FolderStamp {
    /// Nanoseconds since 1970.
    pub modified: i64,
    pub inode: u64,
}

/// A folder as it was listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFolder {
    /// Relative to the root of the tree, with forward slashes.
    pub path: String,
    pub stamp: FolderStamp,
    pub listing: String,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Row {
    stamp: FolderStamp,
    /// The path; the listing follows it.
    start: u64,
    path_length: u32,
    listing_length: u32,
}

/// Listings by path.
#[derive(Default)]
pub struct FolderCache {
    columns: Option<(Column<Row>, Column<u8>)>,
}

impl FolderCache {
    pub(crate) fn open(folder: &Path) -> FolderCache {
        let open = || {
            let sections = Sections::open(&folder.join(NAME), Content::Folders, SECTIONS)?;
            Ok::<_, Error>((sections.column(0)?, sections.column(1)?))
        };
        FolderCache { columns: open().ok() }
    }

    /// The listing of a folder, with its number, if the folder is as it was then.
    pub fn get(&self, path: &str, stamp: FolderStamp) -> Option<(u32, &str)> {
        let (rows, text) = self.columns.as_ref()?;
        let name = |row: &Row| text.slice(row.start, row.path_length);
        let index = rows.partition_point(|row| name(row) < path.as_bytes());
        let row = rows.get(index).filter(|row| name(row) == path.as_bytes() && row.stamp == stamp)?;
        let start = row.start.saturating_add(u64::from(row.path_length));
        Some((index as u32, text.text(start, row.listing_length)))
    }

    pub fn len(&self) -> usize {
        self.columns.as_ref().map_or(0, |(rows, _)| rows.len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn folder(&self, number: u32) -> Option<(Row, &[u8])> {
        let (rows, text) = self.columns.as_ref()?;
        let row = *rows.get(number as usize)?;
        Some((row, text.slice(row.start, row.path_length.saturating_add(row.listing_length))))
    }
}

/// Writes the folders `kept` of a cache and the fresh ones, in path order.
pub(crate) fn write(
    disk: &Disk,
    folder: &Path,
    cache: &FolderCache,
    kept: &[u32],
    fresh: &[ListedFolder],
) -> Result<()> {
    let kept = kept.iter().filter_map(|number| cache.folder(*number));
    let mut all: Vec<(Row, Vec<u8>)> = kept.map(|(row, text)| (row, text.to_vec())).collect();
    all.extend(fresh.iter().map(row_of));
    all.sort_by(|a, b| path_of(a).cmp(path_of(b)));
    let mut start = 0;
    for (row, text) in &mut all {
        row.start = start;
        start += text.len() as u64;
    }
    let temporary = folder.join(format!("{TEMPORARY}{NAME}"));
    let output = disk.create_file(&temporary)?;
    let write = || {
        let rows: Vec<Row> = all.iter().map(|(row, _)| *row).collect();
        let mut writer = SectionWriter::new(output, Content::Folders, SECTIONS)?;
        writer.section(&rows)?;
        all.iter().try_for_each(|(_, text)| writer.bytes(text))?;
        writer.end()?;
        writer.finish()
    };
    let (output, _) = write().map_err(Error::io("write", &temporary))?;
    output.finish()?;
    disk.rename(&temporary, &folder.join(NAME))
}

fn row_of(folder: &ListedFolder) -> (Row, Vec<u8>) {
    let ListedFolder { path, stamp, listing } = folder;
    let (path_length, listing_length) = (path.len() as u32, listing.len() as u32);
    let row = Row { stamp: *stamp, start: 0, path_length, listing_length };
    (row, [path.as_bytes(), listing.as_bytes()].concat())
}

fn path_of((row, text): &(Row, Vec<u8>)) -> &[u8] {
    &text[..row.path_length as usize]
}
