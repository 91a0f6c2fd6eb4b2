//! Finding units by name: a table sorted by the hash of the lower-case name, and a sorted dictionary of the names themselves.

use super::NameRow;
use orienteer_model::{Text, sorted_by_hash};
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

/// Collects the names of a snapshot.
pub(super) struct NameTable {
    rows: Vec<NameRow>,
    spellings: Vec<Text>,
    arena: String,
    buffer: String,
}

/// The first bytes of a name as a number that sorts as they do, so that most comparisons touch no text.
fn leading(bytes: &[u8]) -> u64 {
    let mut head = [0; 8];
    let length = bytes.len().min(8);
    head[..length].copy_from_slice(&bytes[..length]);
    u64::from_be_bytes(head)
}

impl NameTable {
    /// One that has room for the names of so many units.
    pub(super) fn for_units(units: usize) -> NameTable {
        let (rows, spellings) = (Vec::with_capacity(units), Vec::with_capacity(units));
        NameTable { rows, spellings, arena: String::with_capacity(units * 16), buffer: String::new() }
    }

    pub(super) fn add(&mut self, name: &str, unit: u32) {
        if name.is_empty() {
            return;
        }
        lower_into(&mut self.buffer, name);
        let text = Text { start: self.arena.len() as u32, len: self.buffer.len() as u32 };
        self.arena.push_str(&self.buffer);
        let spelling = self.spellings.len() as u32;
        self.spellings.push(text);
        self.rows.push(NameRow { hash: name_hash(&self.buffer), unit, spelling });
    }

    /// The table by hash, and the dictionary: slices of its text in order.
    pub(super) fn finish(self) -> Names {
        let mut rows = sorted_by_hash(self.rows, |row| row.hash);
        let mut distinct: Vec<(u64, Text)> = Vec::with_capacity(rows.len());
        let mut last = None;
        for row in &mut rows {
            let text = self.spellings[row.spelling as usize];
            if last != Some(row.hash) {
                distinct.push((leading(text.of(&self.arena).as_bytes()), text));
            }
            last = Some(row.hash);
            row.spelling = 0;
        }
        let arena = &self.arena;
        distinct.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.of(arena).cmp(b.1.of(arena))));
        let mut names = Names::with(rows, distinct.len());
        distinct.iter().for_each(|(_, text)| names.push(text.of(arena)));
        names
    }
}

/// The names of a snapshot, as they are written.
pub(super) struct Names {
    /// By hash and unit.
    pub(super) rows: Vec<NameRow>,
    /// Slices of the text, in its order.
    pub(super) dictionary: Vec<Text>,
    pub(super) text: String,
}

impl Names {
    /// With room for so many different names.
    pub(super) fn with(rows: Vec<NameRow>, distinct: usize) -> Names {
        let (dictionary, text) = (Vec::with_capacity(distinct), String::with_capacity(distinct * 16));
        Names { rows, dictionary, text }
    }

    /// Adds the next name of the dictionary.
    pub(super) fn push(&mut self, name: &str) {
        self.dictionary.push(Text { start: self.text.len() as u32, len: name.len() as u32 });
        self.text.push_str(name);
    }

    /// Adds names that follow each other in another dictionary.
    pub(super) fn append(&mut self, (slices, text): (&[Text], &str)) {
        let Some(first) = slices.first() else { return };
        let (from, to) = (first.start, self.text.len() as u32);
        self.dictionary
            .extend(slices.iter().map(|text| Text { start: text.start - from + to, len: text.len }));
        self.text.push_str(text);
    }

    pub(super) fn spelled(&self) -> impl Iterator<Item = &str> {
        self.dictionary.iter().map(|text| text.of(&self.text))
    }
}
