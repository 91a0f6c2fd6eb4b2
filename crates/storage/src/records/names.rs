//! Finding units by name: a table sorted by the hash of the lower-case name, and a sorted dictionary of the names themselves.

use super::NameRow;
use bytemuck::{Pod, Zeroable};
use orienteer_model::{Room, Rows, Text, ends_of, sort_by_hash};
use std::io;
use xxhash_rust::xxh3::xxh3_64;

pub(super) fn name_hash(lower: &str) -> u64 {
    xxh3_64(lower.as_bytes())
}

pub(super) fn lower_into(buffer: &mut String, name: &str) {
    buffer.clear();
    if name.is_ascii() {
        buffer.push_str(name);
        buffer.make_ascii_lowercase();
    } else {
        buffer.extend(name.chars().flat_map(char::to_lowercase));
    }
}

/// How many names there are, and how long they are together in lower case.
#[derive(Clone, Copy, Default)]
pub(super) struct NamesSize {
    names: usize,
    bytes: usize,
}

impl NamesSize {
    pub(super) fn add(&mut self, name: &str) {
        self.names += usize::from(!name.is_empty());
        self.bytes += if name.is_ascii() {
            name.len()
        } else {
            name.chars().flat_map(char::to_lowercase).map(char::len_utf8).sum()
        };
    }
}

/// Collects the names of a snapshot, in a room that has been measured.
pub(super) struct NameTable<'r> {
    room: &'r dyn Room,
    rows: Rows<NameRow>,
    spellings: Rows<Text>,
    count: usize,
    arena: Rows<u8>,
    used: usize,
    buffer: String,
}

/// The first bytes of a name as a number that sorts as they do, so that most comparisons touch no text.
fn leading(bytes: &[u8]) -> u64 {
    let mut head = [0; 8];
    let length = bytes.len().min(8);
    head[..length].copy_from_slice(&bytes[..length]);
    u64::from_be_bytes(head)
}

/// A slice of the text of all names.
fn spelled<'a>(text: &Text, arena: &'a [u8]) -> &'a [u8] {
    &arena[text.start as usize..][..text.len as usize]
}

impl<'r> NameTable<'r> {
    pub(super) fn new(room: &'r dyn Room, size: NamesSize) -> io::Result<NameTable<'r>> {
        Ok(NameTable {
            room,
            rows: Rows::zeroed(room, size.names)?,
            spellings: Rows::zeroed(room, size.names)?,
            count: 0,
            arena: Rows::zeroed(room, size.bytes)?,
            used: 0,
            buffer: String::new(),
        })
    }

    pub(super) fn add(&mut self, name: &str, unit: u32) {
        if name.is_empty() {
            return;
        }
        lower_into(&mut self.buffer, name);
        let lower = self.buffer.as_bytes();
        let text = Text { start: self.used as u32, len: lower.len() as u32 };
        self.arena[self.used..self.used + lower.len()].copy_from_slice(lower);
        self.used += lower.len();
        self.spellings[self.count] = text;
        let row = NameRow { hash: name_hash(&self.buffer), unit, spelling: self.count as u32 };
        self.rows[self.count] = row;
        self.count += 1;
    }

    /// The table by hash, and the dictionary: slices of its text in order.
    pub(super) fn finish(self) -> io::Result<Names> {
        let NameTable { room, rows: unsorted, spellings, count, arena, used, .. } = self;
        let mut sorted = Rows::zeroed(room, count)?;
        let mut ends = Rows::zeroed(room, ends_of(count))?;
        sort_by_hash(&unsorted[..count], &mut sorted, &mut ends, |row: &NameRow| row.hash);
        drop((unsorted, ends));
        let mut first = Rows::zeroed(room, count)?;
        let distinct = first_spellings(&mut sorted, &spellings, &arena, &mut first);
        drop(spellings);
        let distinct = &mut first[..distinct];
        let arena: &[u8] = &arena;
        distinct.sort_unstable_by(|a, b| {
            a.leading.cmp(&b.leading).then_with(|| spelled(&a.text, arena).cmp(spelled(&b.text, arena)))
        });
        let mut names = Names::new(room, sorted, NamesSize { names: distinct.len(), bytes: used })?;
        distinct.iter().for_each(|spelling| names.push(spelled(&spelling.text, arena)));
        Ok(names)
    }
}

/// A name of the dictionary before it is in order.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Spelling {
    leading: u64,
    text: Text,
}

/// The spelling of each hash once; says how many they are. Rows forget theirs.
fn first_spellings(rows: &mut [NameRow], texts: &[Text], arena: &[u8], first: &mut [Spelling]) -> usize {
    let (mut count, mut last) = (0, None);
    for row in rows {
        if last != Some(row.hash) {
            let text = texts[row.spelling as usize];
            first[count] = Spelling { leading: leading(spelled(&text, arena)), text };
            count += 1;
        }
        last = Some(row.hash);
        row.spelling = 0;
    }
    count
}

/// The names of a snapshot, as they are written.
pub(super) struct Names {
    /// By hash and unit.
    rows: Rows<NameRow>,
    dictionary: Rows<Text>,
    count: usize,
    text: Rows<u8>,
    used: usize,
}

impl Names {
    /// With room for as many different names.
    pub(super) fn new(room: &dyn Room, rows: Rows<NameRow>, size: NamesSize) -> io::Result<Names> {
        let (dictionary, text) = (Rows::zeroed(room, size.names)?, Rows::zeroed(room, size.bytes)?);
        Ok(Names { rows, dictionary, count: 0, text, used: 0 })
    }

    /// How much room its dictionary takes together with some of another one.
    pub(super) fn size_with(&self, names: usize, bytes: usize) -> NamesSize {
        NamesSize { names: self.count + names, bytes: self.used + bytes }
    }

    pub(super) fn rows(&self) -> &[NameRow] {
        &self.rows
    }

    /// Slices of the text, in its order.
    pub(super) fn dictionary(&self) -> &[Text] {
        &self.dictionary[..self.count]
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text[..self.used]
    }

    /// Adds the next name of the dictionary.
    pub(super) fn push(&mut self, name: &[u8]) {
        self.append((&[Text { start: 0, len: name.len() as u32 }], name));
    }

    /// Adds names that follow each other in another dictionary.
    pub(super) fn append(&mut self, (slices, text): (&[Text], &[u8])) {
        let Some(first) = slices.first() else { return };
        let (from, to) = (first.start, self.used as u32);
        let places = self.dictionary[self.count..].iter_mut();
        for (place, slice) in places.zip(slices) {
            *place = Text { start: slice.start - from + to, len: slice.len };
        }
        self.text[self.used..self.used + text.len()].copy_from_slice(text);
        self.count += slices.len();
        self.used += text.len();
    }

    pub(super) fn spelled(&self) -> impl Iterator<Item = &str> {
        self.dictionary().iter().map(|text| std::str::from_utf8(spelled(text, &self.text)).unwrap_or(""))
    }
}
