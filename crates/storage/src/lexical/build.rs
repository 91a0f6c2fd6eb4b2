//! From the facts and the source of files to a segment in memory. No allocation per word.

use super::embedder::Embedder;
use super::encode::{Encoder, Posting};
use super::fields::{FIELDS, Field};
use super::segment::{self, FileRow, Lengths, Segment};
use super::vectors::Embed;
use super::vocabulary::{Vocabulary, Word};
use crate::error::{Error, Result};
use crate::key::Key;
use orienteer_model::{FactsView, UnitFact, UnitFlags, UnitKind};
use std::ops::Range;
use std::path::Path;

/// Words above which a builder forgets all of them before the next segment, unless it is told otherwise.
const REMEMBERED: usize = 1 << 18;

/// Builds segments, one after the other. Keep one per thread: it remembers the words it has seen.
pub struct SegmentBuilder {
    vocabulary: Vocabulary,
    /// How many words it may remember from one segment to the next.
    remembered: usize,
    document: Document,
    /// Words of the file at hand, with their first bytes.
    source: Vec<(u32, Word)>,
    path: Vec<Word>,
    /// Words of a text of the unit at hand.
    text: Vec<Word>,
    children: Children,
    postings: Vec<Posting>,
    lengths: Vec<Lengths>,
    files: Vec<FileRow>,
    embedder: Option<Embedder>,
    encoder: Encoder,
}

/// Counts of the document at hand. A term's slot is valid if its stamp is the document's.
#[derive(Default)]
struct Document {
    stamps: Vec<(u32, u32)>,
    stamp: u32,
    counts: Vec<(u32, [u8; FIELDS])>,
    lengths: Lengths,
}

impl Document {
    fn begin(&mut self, terms: usize) {
        if self.stamps.len() < terms {
            self.stamps.resize(terms, (0, 0));
        }
        self.counts.clear();
        self.lengths = Lengths::default();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill((0, 0));
            self.stamp = 1;
        }
    }

    #[inline]
    fn count(&mut self, term: u32, field: Field) {
        let index = term as usize;
        if index >= self.stamps.len() {
            self.stamps.resize((index + 1).next_power_of_two(), (0, 0));
        }
        let (stamp, slot) = self.stamps[index];
        let slot = if stamp == self.stamp {
            slot
        } else {
            let slot = self.counts.len() as u32;
            self.stamps[index] = (self.stamp, slot);
            self.counts.push((term, [0; FIELDS]));
            slot
        };
        let frequency = &mut self.counts[slot as usize].1[field as usize];
        *frequency = frequency.saturating_add(1);
    }
}

/// Children of each unit of a file, as linked lists.
#[derive(Default)]
struct Children {
    first: Vec<u32>,
    next: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Children {
    fn read(&mut self, units: &[UnitFact]) {
        for list in [&mut self.first, &mut self.next] {
            list.clear();
            list.resize(units.len(), NONE);
        }
        for (index, unit) in units.iter().enumerate().rev() {
            if let Some(first) = unit.parent().and_then(|parent| self.first.get_mut(parent)) {
                self.next[index] = std::mem::replace(first, index as u32);
            }
        }
    }

    fn of(&self, unit: usize) -> impl Iterator<Item = usize> + '_ {
        let link = |index: u32| (index != NONE).then_some(index as usize);
        std::iter::successors(link(self.first[unit]), move |&child| link(self.next[child]))
    }
}

impl Default for SegmentBuilder {
    fn default() -> SegmentBuilder {
        SegmentBuilder::with(None)
    }
}

impl SegmentBuilder {
    pub fn new() -> SegmentBuilder {
        SegmentBuilder::default()
    }

    /// One that also makes vectors, if there is something to make them with.
    pub fn with(embed: Option<&'static dyn Embed>) -> SegmentBuilder {
        SegmentBuilder {
            vocabulary: Vocabulary::default(),
            remembered: REMEMBERED,
            document: Document::default(),
            source: Vec::new(),
            path: Vec::new(),
            text: Vec::new(),
            children: Children::default(),
            postings: Vec::new(),
            lengths: Vec::new(),
            files: Vec::new(),
            embedder: embed.map(Embedder::new),
            encoder: Encoder::default(),
        }
    }

    /// Remembers at most so many words from one segment to the next. What is forgotten is split and stemmed again; no segment is
    /// another by it.
    #[must_use]
    pub fn remembering(self, words: usize) -> SegmentBuilder {
        SegmentBuilder { remembered: words.min(REMEMBERED), ..self }
    }

    /// Adds the units of one file. `key` is the one that the snapshot's file table has for it; `source` is what the facts
    /// were read from.
    pub fn add(&mut self, path: &str, key: Key, facts: &FactsView<'_>, source: &str) {
        let first = self.lengths.len() as u32;
        let row = FileRow { path: path_key(path), content: key, first, documents: facts.units.len() as u32 };
        self.files.push(row);
        self.read_source(covered(facts.units, source));
        self.read_path(path);
        self.children.read(facts.units);
        for index in 0..facts.units.len() {
            self.unit(facts, index);
        }
    }

    /// Bytes that the postings take so far: when to finish a segment.
    pub fn memory(&self) -> usize {
        self.postings.len() * size_of::<Posting>()
    }

    fn read_source(&mut self, source: &str) {
        self.source.clear();
        self.vocabulary.read(source, |start, word| self.source.push((start, word)));
    }

    fn read_path(&mut self, path: &str) {
        self.path.clear();
        self.vocabulary.read(without_extension(path), |_, word| self.path.push(word));
    }

    fn unit(&mut self, facts: &FactsView<'_>, index: usize) {
        let unit = &facts.units[index];
        self.document.begin(self.vocabulary.term_count());
        self.text(facts.name(unit.name), Field::Name);
        self.qualified(facts, unit);
        for word in &self.path {
            count(&mut self.document, &self.vocabulary, word, Field::Path);
        }
        self.text(facts.text(unit.doc), Field::Doc);
        self.text(facts.text(unit.signature), Field::Signature);
        self.body(facts.units, index);
        self.members(facts, index);
        self.finish_document();
    }

    fn text(&mut self, text: &str, field: Field) {
        self.text.clear();
        self.vocabulary.read(text, |_, word| self.text.push(word));
        for word in &self.text {
            count(&mut self.document, &self.vocabulary, word, field);
        }
    }

    fn qualified(&mut self, facts: &FactsView<'_>, unit: &UnitFact) {
        let (name, container) = (facts.name(unit.name), facts.name(unit.container));
        let qualified = facts.text(unit.qualified);
        let prefix = qualified.strip_suffix(name).unwrap_or(qualified).trim_end_matches('.');
        self.text(prefix, Field::Qualified);
        if !prefix.ends_with(container) {
            self.text(container, Field::Qualified);
        }
    }

    fn body(&mut self, units: &[UnitFact], index: usize) {
        let unit = &units[index];
        let body = body_bytes(unit);
        if unit.kind().is_callable() {
            return self.source_words(body);
        }
        let mut start = body.start;
        for child in self.children.of(index) {
            let span = units[child].span;
            let gap = start..span.start_byte.min(body.end);
            words_between(&mut self.document, &self.vocabulary, &self.source, gap);
            start = start.max(span.end_byte);
        }
        self.source_words(start..body.end);
    }

    fn source_words(&mut self, bytes: Range<u32>) {
        words_between(&mut self.document, &self.vocabulary, &self.source, bytes);
    }

    fn members(&mut self, facts: &FactsView<'_>, index: usize) {
        if !facts.units[index].kind().is_container() {
            return;
        }
        let mut child = self.children.first[index];
        while child != NONE {
            self.text(facts.name(facts.units[child as usize].name), Field::Members);
            child = self.children.next[child as usize];
        }
    }

    fn finish_document(&mut self) {
        let document = self.lengths.len() as u32;
        let postings =
            self.document.counts.iter().map(|&(term, frequencies)| Posting { term, document, frequencies });
        self.postings.extend(postings);
        self.lengths.push(self.document.lengths);
        if let Some(embedder) = &mut self.embedder {
            embedder.push(&self.document.counts, &self.vocabulary);
        }
    }

    /// The segment of what was added since the last one.
    pub fn finish(&mut self) -> Result<Segment> {
        let segment = self.encode()?;
        self.postings.clear();
        self.lengths.clear();
        self.files.clear();
        let is_forgotten = self.vocabulary.forget_beyond(self.remembered);
        if is_forgotten {
            self.document = Document::default();
            self.encoder = Encoder::default();
        }
        if let Some(embedder) = &mut self.embedder {
            embedder.clear(is_forgotten);
        }
        Ok(segment)
    }

    fn encode(&mut self) -> Result<Segment> {
        let vectors: Vec<_> = self.embedder.iter().map(Embedder::rows).collect();
        let documents = segment::Documents {
            files: &self.files,
            lengths: &[&self.lengths],
            model: self.embedder.as_ref().map_or(0, Embedder::model),
            dimensions: vectors.first().map_or(0, |rows| rows.dimensions),
            vectors: &vectors,
        };
        let encoded = self.encoder.encode(&self.postings, &self.vocabulary, &documents);
        Segment::in_memory(encoded.map_err(Error::io("build", Path::new("(memory)")))?)
    }
}

#[inline]
fn count(document: &mut Document, vocabulary: &Vocabulary, word: &Word, field: Field) {
    let terms = vocabulary.terms_of(word);
    terms.iter().for_each(|term| document.count(*term, field));
    let length = &mut document.lengths[field as usize];
    *length = length.saturating_add(terms.len() as u16);
}

fn words_between(
    document: &mut Document,
    vocabulary: &Vocabulary,
    source: &[(u32, Word)],
    bytes: Range<u32>,
) {
    if bytes.start >= bytes.end {
        return;
    }
    let first = source.partition_point(|(start, _)| *start < bytes.start);
    for (start, word) in &source[first..] {
        if *start >= bytes.end {
            break;
        }
        count(document, vocabulary, word, Field::Body);
    }
}

/// The part of a source that units reach into: of a long data file only the head is.
fn covered<'a>(units: &[UnitFact], source: &'a str) -> &'a str {
    let end = units.iter().map(|unit| unit.span.end_byte).max().unwrap_or(0) as usize;
    source.get(..end).unwrap_or(source)
}

/// What of a unit is searched as its body. Text, data and values have no signature before it: all of them is body.
fn body_bytes(unit: &UnitFact) -> Range<u32> {
    let (start, end) = (unit.span.start_byte, unit.span.end_byte);
    let has_body = unit.body_start < end;
    let is_bodiless = unit.kind().is_callable() || unit.flags.has(UnitFlags::DECLARATION);
    if matches!(unit.kind(), UnitKind::Fragment) || (!has_body && !is_bodiless) {
        start..end
    } else {
        unit.body_start.max(start)..end
    }
}

/// The key that a path has in a segment.
pub(super) fn path_key(path: &str) -> Key {
    Key(xxhash_rust::xxh3::xxh3_128(path.as_bytes()).to_le_bytes())
}

fn without_extension(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    match path.rfind('.') {
        Some(dot) if dot > name => &path[..dot],
        _ => path,
    }
}
