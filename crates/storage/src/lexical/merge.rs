//! Joins segments term by term. Lists of segments without dead documents are copied, not read.

use super::postings::{push_entry, push_number, take_number};
use super::segment::{self, Buffers, FileRow, Lengths, Segment, SegmentWriter};
use super::vectors::Rows;
use super::{DEAD, postings::Entry};
use crate::sections::Written;
use orienteer_model::Room;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Seek, Write};
use std::ops::Range;

/// A segment and which of its files go on living.
pub(super) struct Source<'a> {
    segment: &'a Segment,
    /// By file of the segment; none if all live.
    live: Option<Vec<bool>>,
}

impl<'a> Source<'a> {
    pub(super) fn whole(segment: &'a Segment) -> Source<'a> {
        Source { segment, live: None }
    }

    pub(super) fn living(segment: &'a Segment, live: Vec<bool>) -> Source<'a> {
        let all = live.iter().all(|live| *live);
        Source { segment, live: (!all).then_some(live) }
    }

    fn is_live(&self, file: usize) -> bool {
        self.live.as_ref().is_none_or(|live| live.get(file).copied().unwrap_or(false))
    }
}

/// How the documents of a source are numbered in the result.
enum Numbering {
    Shifted(u32),
    Table(Vec<u32>),
}

/// The documents of the result, in order: where they lie in the sources, not copies of them.
#[derive(Default)]
struct Documents<'a> {
    count: usize,
    files: Vec<FileRow>,
    lengths: Vec<&'a [Lengths]>,
    vectors: Vec<Rows<'a>>,
}

impl<'a> Documents<'a> {
    fn with_room_for(sources: &[Source<'_>]) -> Documents<'a> {
        let files = sources.iter().map(|source| source.segment.files().len()).sum();
        Documents { files: Vec::with_capacity(files), ..Documents::default() }
    }

    fn add(&mut self, source: &Source<'a>) -> Numbering {
        let base = self.count as u32;
        let mut table = vec![DEAD; if source.live.is_some() { source.segment.document_count() } else { 0 }];
        let files = source.segment.files().iter().enumerate();
        let mut run = 0..0;
        for (_, file) in files.filter(|(index, _)| source.is_live(*index)) {
            let documents = file.first as usize..file.first as usize + file.documents as usize;
            let first = self.count as u32;
            if let Some(table) = table.get_mut(documents.clone()) {
                table.iter_mut().zip(first..).for_each(|(place, number)| *place = number);
            }
            self.files.push(FileRow { first, ..*file });
            if documents.end <= source.segment.document_count() {
                self.count += documents.len();
                if run.end != documents.start {
                    self.take(source, std::mem::replace(&mut run, documents.start..documents.start));
                }
                run.end = documents.end;
            }
        }
        self.take(source, run);
        if source.live.is_some() { Numbering::Table(table) } else { Numbering::Shifted(base) }
    }

    /// Documents that follow each other in a source.
    fn take(&mut self, source: &Source<'a>, documents: Range<usize>) {
        if !documents.is_empty() {
            self.vectors.push(source.segment.vectors().part(documents.clone()));
            self.lengths.push(source.segment.lengths().get(documents).unwrap_or(&[]));
        }
    }
}

/// The list of one term as it grows.
#[derive(Default)]
struct List {
    bytes: Vec<u8>,
    frequency: u32,
    last: u32,
}

impl List {
    fn clear(&mut self) {
        self.bytes.clear();
        (self.frequency, self.last) = (0, 0);
    }

    fn push(&mut self, entry: &Entry) {
        push_entry(&mut self.bytes, entry.document.saturating_sub(self.last), &entry.frequencies);
        self.last = entry.document;
        self.frequency = self.frequency.saturating_add(1);
    }

    /// Takes a whole list; only its first gap changes.
    fn append(&mut self, mut list: &[u8], frequency: u32, last: u32, shift: u32) {
        let Some(first) = take_number(&mut list) else { return };
        push_number(&mut self.bytes, first.saturating_add(shift).saturating_sub(self.last));
        self.bytes.extend_from_slice(list);
        self.frequency = self.frequency.saturating_add(frequency);
        self.last = last.saturating_add(shift);
    }

    fn add(&mut self, segment: &Segment, index: usize, numbering: &Numbering) {
        match numbering {
            Numbering::Shifted(shift) => {
                let row = segment.terms()[index];
                self.append(segment.list(index), row.frequency, row.last, *shift);
            }
            Numbering::Table(table) => {
                for entry in segment.entries(index) {
                    let document = table.get(entry.document as usize).copied().unwrap_or(DEAD);
                    if document != DEAD {
                        self.push(&Entry { document, ..entry });
                    }
                }
            }
        }
    }
}

/// The next term of a source: its first bytes as a number, so that most comparisons touch no text, then all of it.
type Head<'a> = Reverse<(u64, &'a [u8], usize, usize)>;

fn head<'a>(sources: &[Source<'a>], source: usize, index: usize) -> Option<Head<'a>> {
    let segment = sources[source].segment;
    (index < segment.term_count()).then(|| {
        let text = segment.text(index);
        let mut leading = [0; 8];
        let length = text.len().min(8);
        leading[..length].copy_from_slice(&text[..length]);
        Reverse((u64::from_be_bytes(leading), text, source, index))
    })
}

/// Writes the segment that has the living documents of all sources, in their order. Their vectors are of one model. What has to wait until
/// the lists are written waits in the room.
pub(super) fn merge<W: Write + Seek>(
    output: W,
    sources: &[Source<'_>],
    room: &dyn Room,
) -> io::Result<(W, Written)> {
    let mut documents = Documents::with_room_for(sources);
    let numberings: Vec<Numbering> = sources.iter().map(|source| documents.add(source)).collect();
    let mut heads: BinaryHeap<Head<'_>> =
        (0..sources.len()).filter_map(|source| head(sources, source, 0)).collect();
    let first = sources.first().map(|source| source.segment);
    let documents = segment::Documents {
        files: &documents.files,
        lengths: &documents.lengths,
        model: first.map_or(0, Segment::model),
        dimensions: first.map_or(0, Segment::dimensions),
        vectors: &documents.vectors,
    };
    let mut buffers = Buffers::new(room);
    let mut writer = SegmentWriter::new(output, &documents, &mut buffers)?;
    let mut list = List::default();
    while let Some(Reverse((_, term, mut source, mut index))) = heads.pop() {
        list.clear();
        loop {
            list.add(sources[source].segment, index, &numberings[source]);
            heads.extend(head(sources, source, index + 1));
            match heads.peek() {
                Some(Reverse((_, next, ..))) if *next == term => {}
                _ => break,
            }
            let Some(Reverse((_, _, next_source, next_index))) = heads.pop() else { break };
            (source, index) = (next_source, next_index);
        }
        if list.frequency > 0 {
            writer.term(term, list.frequency, list.last, &list.bytes)?;
        }
    }
    writer.finish()
}
