//! Reads and parses what is not known yet, in parallel batches whose results are taken in path order.
//!
//! Facts go to the store as they come, so that a run that is killed or stopped does not have to parse them again.

use crate::embed::{embedder, with_vectors};
use crate::error::IndexError;
use crate::memory_bound::Parsing;
use crate::pipeline::Request;
use crate::progress::Progress;
use crate::read::{Content, Entry};
use crate::source::{Source, blob_id, read_source_into};
use orienteer_extraction::Extractor;
use orienteer_model::{FileFacts, Problem, ProblemKind};
use orienteer_storage::{FactsStore, Key, Segment, SegmentBuilder, Snapshot, encode_facts};
use rayon::prelude::*;
use std::borrow::Cow;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Source that one task takes, in bytes: small enough to share out evenly, large enough for words to repeat.
const BATCH_BYTES: u64 = 2 << 20;
/// Source after which the facts so far are made durable, in bytes.
const DURABLE_BYTES: u64 = 256 << 20;

/// A larger buffer is not kept for the next file, in bytes.
const KEPT_BUFFER: usize = 1 << 20;

/// Larger files, in bytes, are parsed one at a time where memory is bounded: their trees take many times as much.
const LARGE: u64 = 256 << 10;

/// What is left for later stages.
#[derive(Default)]
pub(crate) struct Extracted {
    pub segments: Vec<Segment>,
    /// How many of the segments, from the first, are on the disk already.
    aside: usize,
    /// Whether the segments have the words of each entry.
    pub covered: Vec<bool>,
    pub read: u64,
    pub parsed: u64,
}

impl Extracted {
    /// Words that take more memory than they may go to the disk until they are written.
    fn relieve(&mut self, request: &Request<'_>, most: u64) -> Result<(), IndexError> {
        let held = &self.segments[self.aside..];
        if held.iter().map(Segment::bytes).sum::<u64>() > most {
            let room = request.memory.room(request.lock, request.tree);
            let joined = Segment::set_aside(request.lock, request.tree, held, &*room)?;
            self.segments.truncate(self.aside);
            self.segments.push(joined);
            self.aside += 1;
        }
        Ok(())
    }
}

/// What every batch needs.
struct Shared<'a> {
    root: &'a Path,
    store: &'a FactsStore,
    previous: Option<&'a Snapshot>,
    parsing: Parsing,
    workers: Mutex<Vec<Worker>>,
    /// Who parses a large file.
    large: Mutex<()>,
    progress: &'a dyn Progress,
}

struct Worker {
    extractor: Extractor,
    builder: SegmentBuilder,
    /// Where the next file is read to.
    buffer: Vec<u8>,
}

impl Worker {
    /// One that remembers at most so many words.
    fn remembering(words: usize) -> Worker {
        let builder = SegmentBuilder::with(embedder()).remembering(words);
        Worker { extractor: Extractor::default(), builder, buffer: Vec::new() }
    }
}

struct Batch {
    files: Vec<Filled>,
    segment: Option<Segment>,
}

/// What became of one entry.
struct Filled {
    index: usize,
    content: Content,
    /// As it was read, which may be after it was listed.
    size: Option<u64>,
    facts: Option<(Key, Vec<u8>)>,
    /// The segment of the batch has its words.
    is_covered: bool,
}

/// Fills in the content of every entry and the facts of every new key.
pub(crate) fn extract(
    request: &Request<'_>,
    entries: &mut [Entry],
    store: &mut FactsStore,
    previous: Option<&Snapshot>,
    progress: &dyn Progress,
) -> Result<Extracted, IndexError> {
    let Request { root, lock, memory, .. } = *request;
    let previous = with_vectors(previous);
    let wanted = wanted(entries, store, previous);
    let covered = vec![false; entries.len()];
    let mut extracted = Extracted { covered, read: wanted.len() as u64, ..Extracted::default() };
    let batches = batches(&wanted, entries);
    let parsing = memory.parsing(entries, rayon::current_num_threads());
    let workers = Mutex::new(Vec::new());
    for durable in durable_runs(&batches, &wanted, entries) {
        let mut writer = store.writer(lock)?;
        let mut cancelled = false;
        for wave in batches[durable].chunks(parsing.batches) {
            let (workers_now, large) = (Mutex::new(take(&workers)), Mutex::new(()));
            let shared = Shared { root, store, previous, parsing, workers: workers_now, large, progress };
            let done: Vec<Result<Batch, IndexError>> =
                wave.par_iter().map(|batch| run(&shared, &wanted[batch.clone()], entries)).collect();
            *workers.lock().unwrap_or_else(PoisonError::into_inner) = take(&shared.workers);
            for batch in done {
                let batch = batch?;
                for filled in batch.files {
                    let entry = &mut entries[filled.index];
                    entry.content = filled.content;
                    entry.found.size = filled.size.unwrap_or(entry.found.size);
                    extracted.covered[filled.index] = filled.is_covered;
                    if let Some((key, bytes)) = filled.facts {
                        extracted.parsed += 1;
                        writer.add_encoded(key, &bytes)?;
                    }
                }
                extracted.segments.extend(batch.segment);
            }
            extracted.relieve(request, parsing.waiting)?;
            cancelled = progress.is_cancelled();
            if cancelled {
                break;
            }
        }
        store.commit(writer)?;
        if cancelled {
            return Err(IndexError::Cancelled);
        }
    }
    Ok(extracted)
}

fn take(workers: &Mutex<Vec<Worker>>) -> Vec<Worker> {
    std::mem::take(&mut *workers.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Files of unknown content, and known ones whose facts or words were lost.
fn wanted(entries: &[Entry], store: &FactsStore, previous: Option<&Snapshot>) -> Vec<usize> {
    let mut known = previous.map(Snapshot::files_in_order);
    let mut is_covered = |path: &str, key: Key| {
        known.as_mut().and_then(|known| known.find(path)).is_some_and(|file| file.key() == key)
    };
    let mut is_wanted = |entry: &Entry| match entry.content {
        Content::Unknown => true,
        Content::Text(key) => !is_covered(&entry.found.path, key) || !store.has_whole(&key),
        Content::NotText | Content::Gone | Content::Problem(_) => false,
    };
    (0..entries.len()).filter(|index| is_wanted(&entries[*index])).collect()
}

/// Cuts the files, in order, into runs of about the same size.
fn batches(wanted: &[usize], entries: &[Entry]) -> Vec<Range<usize>> {
    runs(wanted.len(), BATCH_BYTES, |position| entries[wanted[position]].found.size + 200)
}

fn durable_runs(batches: &[Range<usize>], wanted: &[usize], entries: &[Entry]) -> Vec<Range<usize>> {
    let size = |batch: usize| batches[batch].clone().map(|at| entries[wanted[at]].found.size).sum();
    runs(batches.len(), DURABLE_BYTES, size)
}

fn runs(count: usize, most: u64, size: impl Fn(usize) -> u64) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let (mut start, mut total) = (0, 0);
    for position in 0..count {
        total += size(position);
        if total >= most {
            runs.push(start..position + 1);
            (start, total) = (position + 1, 0);
        }
    }
    if start < count {
        runs.push(start..count);
    }
    runs
}

fn run(shared: &Shared<'_>, indices: &[usize], entries: &[Entry]) -> Result<Batch, IndexError> {
    let idle = shared.workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let mut worker = idle.unwrap_or_else(|| Worker::remembering(shared.parsing.remembered));
    let mut batch = Batch { files: Vec::with_capacity(indices.len()), segment: None };
    for index in indices {
        if shared.progress.is_cancelled() {
            break;
        }
        let found = &entries[*index].found;
        let alone = (found.size > LARGE && shared.parsing.are_large_alone).then(|| shared.large.lock());
        worker.file(shared, *index, &found.path, &mut batch);
        drop(alone);
        shared.progress.advance(found.size);
    }
    if batch.files.iter().any(|filled| filled.is_covered) {
        batch.segment = Some(worker.builder.finish()?);
    }
    shared.workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    Ok(batch)
}

impl Filled {
    fn without(index: usize, content: Content) -> Filled {
        Filled { index, content, size: None, facts: None, is_covered: false }
    }
}

impl Worker {
    fn file(&mut self, shared: &Shared<'_>, index: usize, path: &str, batch: &mut Batch) {
        let source = match read_source_into(shared.root, path, std::mem::take(&mut self.buffer)) {
            Ok(Some(source)) => source,
            Ok(None) => return batch.files.push(Filled::without(index, Content::NotText)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return batch.files.push(Filled::without(index, Content::Gone));
            }
            Err(_) => {
                return batch.files.push(Filled::without(index, Content::Problem(ProblemKind::Unreadable)));
            }
        };
        let key = source.key;
        let stored = shared.store.get(&key);
        let facts = stored.is_none().then(|| self.facts(&source));
        let mut is_covered = false;
        if !is_known(shared.previous, path, key) {
            let view = facts.as_ref().map(FileFacts::view).or(stored);
            if let Some(view) = view {
                self.builder.add(path, key, &view, &readable(&source.bytes));
                is_covered = true;
            }
        }
        let facts = facts.map(|facts| (key, encoded(&facts)));
        let (content, size) = (Content::Text(key), Some(source.size));
        batch.files.push(Filled { index, content, size, facts, is_covered });
        if source.bytes.capacity() <= KEPT_BUFFER {
            self.buffer = source.bytes;
        }
    }

    fn facts(&mut self, source: &Source) -> FileFacts {
        let mut facts = self.extractor.extract(source.language, &source.bytes);
        facts.lines = lines_of(&source.bytes);
        facts.blob = blob_id(&source.bytes);
        if source.is_cut {
            // First, because it is the reason of those that its cut end has.
            facts.problems.insert(0, Problem::new(ProblemKind::TooLarge, 0));
        }
        facts
    }
}

fn encoded(facts: &FileFacts) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_facts(facts, &mut bytes);
    bytes
}

/// Whether the snapshot before has the words of a file.
fn is_known(previous: Option<&Snapshot>, path: &str, key: Key) -> bool {
    previous.and_then(|snapshot| snapshot.file_by_path(path)).is_some_and(|file| file.key() == key)
}

/// Text with the same offsets as the bytes: what is not UTF-8 becomes question marks.
fn readable(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Cow::Owned(text)
}

fn lines_of(bytes: &[u8]) -> u32 {
    let newlines = memchr::memchr_iter(b'\n', bytes).count() as u32;
    newlines + u32::from(bytes.last().is_some_and(|last| *last != b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cover_everything_once() {
        let sizes = [5u64, 1, 9, 3, 3, 3, 20];
        let runs = runs(sizes.len(), 9, |position| sizes[position]);
        assert_eq!(runs, [0..3, 3..6, 6..7]);
    }

    #[test]
    fn offsets_survive_bad_bytes() {
        let text = readable(b"ab\xff\xfecd");
        assert_eq!(text, "ab??cd");
    }
}
