//! The postings of a segment in the making as the bytes of one. Buffers are kept from one segment to the next: memory that is new
//! costs more than what is written into it.

use super::fields::FIELDS;
use super::postings::push_entry;
use super::segment::{Buffers, Documents, SegmentWriter};
use super::vocabulary::Vocabulary;
use orienteer_model::OwnMemory;
use std::cmp::Ordering;
use std::io::{self, Cursor};

/// A term in a document.
#[derive(Clone, Copy)]
pub(super) struct Posting {
    pub(super) term: u32,
    pub(super) document: u32,
    pub(super) frequencies: [u8; FIELDS],
}

/// Writes segments, one after the other, of terms of one vocabulary.
pub(super) struct Encoder {
    order: Order,
    grouped: Grouped,
    list: Vec<u8>,
    buffers: Buffers<'static>,
    output: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder {
            order: Order::default(),
            grouped: Grouped::default(),
            list: Vec::new(),
            buffers: Buffers::new(&OwnMemory),
            output: Vec::new(),
        }
    }
}

impl Encoder {
    /// The bytes of a segment with these postings, which are in the order of documents.
    pub(super) fn encode(
        &mut self,
        postings: &[Posting],
        vocabulary: &Vocabulary,
        documents: &Documents<'_>,
    ) -> io::Result<&[u8]> {
        let Encoder { order, grouped, list, buffers, output } = self;
        order.learn(vocabulary);
        grouped.read(postings, vocabulary.term_count());
        output.clear();
        let mut writer = SegmentWriter::new(Cursor::new(&mut *output), documents, buffers)?;
        for (_, term) in &order.sorted {
            let entries = grouped.of(*term);
            if entries.is_empty() {
                continue;
            }
            list.clear();
            let mut last = 0;
            for (document, frequencies) in entries {
                push_entry(list, document - last, frequencies);
                last = *document;
            }
            writer.term(vocabulary.term(*term), entries.len() as u32, last, list)?;
        }
        writer.finish()?;
        Ok(output)
    }
}

/// Postings grouped by term, in document order.
#[derive(Default)]
struct Grouped {
    /// Where those of a term begin; those of the next are behind them.
    starts: Vec<u32>,
    next: Vec<u32>,
    entries: Vec<(u32, [u8; FIELDS])>,
}

impl Grouped {
    fn read(&mut self, postings: &[Posting], terms: usize) {
        let Grouped { starts, next, entries } = self;
        starts.clear();
        starts.resize(terms + 1, 0);
        for posting in postings {
            starts[posting.term as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        next.clone_from(starts);
        // What is left of the segment before is written over.
        entries.resize(postings.len(), (0, [0; FIELDS]));
        for posting in postings {
            let place = &mut next[posting.term as usize];
            entries[*place as usize] = (posting.document, posting.frequencies);
            *place += 1;
        }
    }

    fn of(&self, term: u32) -> &[(u32, [u8; FIELDS])] {
        let term = term as usize;
        &self.entries[self.starts[term] as usize..self.starts[term + 1] as usize]
    }
}

/// All terms of a vocabulary as they stand in a segment. Their first bytes decide most comparisons without touching a text.
#[derive(Default)]
struct Order {
    sorted: Vec<(u64, u32)>,
    fresh: Vec<(u64, u32)>,
}

impl Order {
    /// Takes in the terms that came since the last time.
    fn learn(&mut self, vocabulary: &Vocabulary) {
        let fresh = self.sorted.len() as u32..vocabulary.term_count() as u32;
        self.fresh.extend(fresh.map(|term| (leading(vocabulary.term(term)), term)));
        let text = |term: u32| vocabulary.term(term);
        let compare = |left: &(u64, u32), right: &(u64, u32)| -> Ordering {
            left.0.cmp(&right.0).then_with(|| text(left.1).cmp(text(right.1)))
        };
        self.fresh.sort_unstable_by(compare);
        self.sorted.append(&mut self.fresh);
        // Finds two sorted runs and joins them.
        self.sorted.sort_by(compare);
    }
}

/// The first bytes of a text as a number that sorts as they do.
fn leading(text: &[u8]) -> u64 {
    let mut head = [0; 8];
    let length = text.len().min(8);
    head[..length].copy_from_slice(&text[..length]);
    u64::from_be_bytes(head)
}
