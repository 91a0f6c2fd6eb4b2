//! The one file layout: a checked header, a table of sections, and sections of `Pod` rows that begin at multiples of eight.
//!
//! Nothing here knows what the rows mean. Reading never trusts a length: what does not fit is an error or an empty slice.

use crate::FORMAT_VERSION;
use crate::error::{Error, Result};
use crate::mapped::Bytes;
use bytemuck::{Pod, Zeroable};
use std::io::{self, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: [u8; 8] = *b"orienteR";

/// Larger files are checked in full by `verify` only; their header is checked always.
const CHECKED_ON_OPEN: usize = 64 << 20;

/// What a file holds. The numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Content {
    Records = 1,
    Graph = 2,
    Lexical = 3,
    Segment = 4,
    History = 5,
    Pack = 6,
    StatCache = 7,
    Log = 8,
    Sidecar = 9,
    Folders = 10,
    Groups = 11,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Header {
    magic: [u8; 8],
    version: u32,
    content: u32,
    sections: u32,
    padding: u32,
    body_length: u64,
    body_checksum: u64,
    /// Of this header with zero here, and the table.
    header_checksum: u64,
}

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct Place {
    start: u64,
    length: u64,
}

const HEADER: usize = size_of::<Header>();

fn header_checksum(header: &Header, table: &[u8]) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(bytemuck::bytes_of(&Header { header_checksum: 0, ..*header }));
    hasher.update(table);
    hasher.digest()
}

/// What was written: enough for a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) length: u64,
    pub(crate) checksum: u64,
}

/// Writes sections one after the other.
pub(crate) struct SectionWriter<W> {
    output: W,
    content: Content,
    places: Vec<Place>,
    count: usize,
    start: u64,
    position: u64,
    hasher: Xxh3,
}

impl<W: Write + Seek> SectionWriter<W> {
    pub(crate) fn new(mut output: W, content: Content, count: usize) -> io::Result<SectionWriter<W>> {
        let head = HEADER + count * size_of::<Place>();
        output.write_all(&vec![0; head])?;
        let (start, position, hasher) = (head as u64, head as u64, Xxh3::new());
        Ok(SectionWriter { output, content, places: Vec::new(), count, start, position, hasher })
    }

    /// Adds bytes to the section that is open.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.position += bytes.len() as u64;
        self.output.write_all(bytes)
    }

    pub(crate) fn rows<T: Pod>(&mut self, rows: &[T]) -> io::Result<()> {
        self.bytes(bytemuck::cast_slice(rows))
    }

    /// Bytes of the open section so far.
    pub(crate) fn written(&self) -> u64 {
        self.position - self.start
    }

    /// Closes the open section and begins the next one.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.places.push(Place { start: self.start, length: self.written() });
        let padding = self.position.next_multiple_of(8) - self.position;
        self.bytes(&[0; 8][..padding as usize])?;
        self.start = self.position;
        Ok(())
    }

    /// One section of rows.
    pub(crate) fn section<T: Pod>(&mut self, rows: &[T]) -> io::Result<()> {
        self.rows(rows)?;
        self.end()
    }

    /// One section of rows that lie in pieces.
    pub(crate) fn pieces<'p, T: Pod>(&mut self, pieces: impl Iterator<Item = &'p [T]>) -> io::Result<()> {
        for piece in pieces {
            self.rows(piece)?;
        }
        self.end()
    }

    pub(crate) fn finish(mut self) -> io::Result<(W, Written)> {
        debug_assert_eq!(self.places.len(), self.count);
        let table: &[u8] = bytemuck::cast_slice(&self.places);
        let head = (HEADER + table.len()) as u64;
        let mut header = Header {
            magic: MAGIC,
            version: FORMAT_VERSION,
            content: self.content as u32,
            sections: self.count as u32,
            padding: 0,
            body_length: self.position - head,
            body_checksum: self.hasher.digest(),
            header_checksum: 0,
        };
        header.header_checksum = header_checksum(&header, table);
        self.output.seek(SeekFrom::Start(0))?;
        self.output.write_all(bytemuck::bytes_of(&header))?;
        self.output.write_all(table)?;
        Ok((self.output, Written { length: self.position, checksum: header.header_checksum }))
    }
}

/// A file of sections, opened.
#[derive(Clone)]
pub(crate) struct Sections {
    bytes: Arc<Bytes>,
    path: PathBuf,
    table: Arc<[Place]>,
    header: Header,
}

impl Sections {
    pub(crate) fn open(path: &Path, content: Content, count: usize) -> Result<Sections> {
        let sections = Sections::open_unchecked(path, content, count)?;
        if sections.bytes.len() <= CHECKED_ON_OPEN {
            sections.verify()?;
        }
        Ok(sections)
    }

    /// Checks the header only, for contents whose entries have their own checksums.
    pub(crate) fn open_unchecked(path: &Path, content: Content, count: usize) -> Result<Sections> {
        Sections::of(Bytes::map(path)?, path, content, count)
    }

    /// Of bytes in memory that this program has just written.
    pub(crate) fn in_memory(bytes: &[u8], content: Content, count: usize) -> Result<Sections> {
        Sections::of(Bytes::owned(bytes), Path::new("(memory)"), content, count)
    }

    fn of(bytes: Bytes, path: &Path, content: Content, count: usize) -> Result<Sections> {
        let corrupt = |what| Error::corrupt(path, what);
        let head = bytes.get(..HEADER).ok_or_else(|| corrupt("no header"))?;
        let header: Header = bytemuck::pod_read_unaligned(head);
        if header.magic != MAGIC {
            return Err(corrupt("not an index file"));
        }
        if header.version != FORMAT_VERSION {
            let (found, expected) = (header.version, FORMAT_VERSION);
            return Err(Error::Format { path: path.to_path_buf(), found, expected });
        }
        let table_end = HEADER + count * size_of::<Place>();
        let table = bytes.get(HEADER..table_end).ok_or_else(|| corrupt("no section table"))?;
        if header.header_checksum != header_checksum(&header, table) {
            return Err(corrupt("checksum of the header"));
        }
        if header.content != content as u32 || header.sections as usize != count {
            return Err(corrupt("other content than its name says"));
        }
        if header.body_length != (bytes.len() - table_end) as u64 {
            return Err(corrupt("length"));
        }
        let table = table.chunks_exact(size_of::<Place>()).map(bytemuck::pod_read_unaligned).collect();
        Ok(Sections { bytes: Arc::new(bytes), path: path.to_path_buf(), table, header })
    }

    /// Checks every byte.
    pub(crate) fn verify(&self) -> Result<()> {
        let head = HEADER + self.table.len() * size_of::<Place>();
        let body = self.bytes.get(head..).unwrap_or(&[]);
        if xxh3_64(body) != self.header.body_checksum {
            return Err(self.corrupt("checksum"));
        }
        Ok(())
    }

    /// Whether every byte is known to be as it was written: what goes into another file must be.
    pub(crate) fn is_whole(&self) -> bool {
        self.bytes.len() <= CHECKED_ON_OPEN || self.verify().is_ok()
    }

    pub(crate) fn corrupt(&self, what: &'static str) -> Error {
        Error::corrupt(&self.path, what)
    }

    /// All of it, as it is stored.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn written(&self) -> Written {
        Written { length: self.bytes.len() as u64, checksum: self.header.header_checksum }
    }

    /// Section `index` as rows.
    pub(crate) fn column<T: Pod>(&self, index: usize) -> Result<Column<T>> {
        let place = self.table.get(index).ok_or_else(|| self.corrupt("missing section"))?;
        let end = place.start.checked_add(place.length).ok_or_else(|| self.corrupt("section bounds"))?;
        let range = place.start as usize..end as usize;
        let bytes = self.bytes.get(range.clone()).ok_or_else(|| self.corrupt("section bounds"))?;
        bytemuck::try_cast_slice::<u8, T>(bytes).map_err(|_| self.corrupt("section shape"))?;
        Ok(Column { bytes: self.bytes.clone(), range, rows: PhantomData })
    }

    /// Section `index`, which must hold exactly one row.
    pub(crate) fn row<T: Pod>(&self, index: usize) -> Result<T> {
        match &*self.column::<T>(index)? {
            [row] => Ok(*row),
            _ => Err(self.corrupt("row count")),
        }
    }
}

/// Rows of one section; keeps the file mapped.
pub(crate) struct Column<T> {
    bytes: Arc<Bytes>,
    range: std::ops::Range<usize>,
    rows: PhantomData<fn() -> T>,
}

impl<T> Clone for Column<T> {
    fn clone(&self) -> Column<T> {
        Column { bytes: self.bytes.clone(), range: self.range.clone(), rows: PhantomData }
    }
}

impl<T: Pod> Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        let bytes = self.bytes.get(self.range.clone()).unwrap_or(&[]);
        bytemuck::try_cast_slice(bytes).unwrap_or(&[])
    }
}

impl Column<u8> {
    /// The text at `start`, or nothing where the bytes are not text.
    pub(crate) fn text(&self, start: u64, length: u32) -> &str {
        std::str::from_utf8(self.slice(start, length)).unwrap_or("")
    }

    /// The bytes of that text, to be compared with others.
    pub(crate) fn slice(&self, start: u64, length: u32) -> &[u8] {
        let end = start.saturating_add(u64::from(length));
        self.get(start as usize..end as usize).unwrap_or(&[])
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Makes damaged bytes pass the checksums, as those of a large file would that is not checked on opening.
    pub(crate) fn reseal(bytes: &mut [u8], count: usize) {
        let (head, body) = bytes.split_at_mut(HEADER + count * size_of::<Place>());
        let mut header: Header = bytemuck::pod_read_unaligned(&head[..HEADER]);
        header.body_checksum = xxh3_64(body);
        header.header_checksum = header_checksum(&header, &head[HEADER..]);
        head[..HEADER].copy_from_slice(bytemuck::bytes_of(&header));
    }

    #[test]
    fn sections_come_back_aligned() {
        let mut writer = SectionWriter::new(io::Cursor::new(Vec::new()), Content::Graph, 2).expect("begins");
        writer.section(b"odd").expect("writes");
        writer.section(&[7u64, 8]).expect("writes");
        let (output, written) = writer.finish().expect("finishes");
        let sections = Sections::in_memory(output.get_ref(), Content::Graph, 2).expect("opens");
        assert_eq!(&*sections.column::<u8>(0).expect("bytes"), b"odd");
        assert_eq!(&*sections.column::<u64>(1).expect("rows"), [7, 8]);
        assert_eq!(sections.written(), written);
        assert!(sections.column::<u64>(0).is_err() && sections.column::<u8>(2).is_err());
        assert!(Sections::in_memory(output.get_ref(), Content::Records, 2).is_err());
    }
}
