//! How much memory a run may take, and what of it each buffer gets. No byte of a snapshot depends on it.
//!
//! What grows with the tree lies in files where there is a bound. A little of it stays in memory all the same, and so does one large file
//! while it is parsed: that is told, not governed.

use crate::commit::Row;
use crate::read::Entry;
use orienteer_extraction::Limits;
use orienteer_languages::{Document, Language};
use orienteer_model::{OwnMemory, ProblemKind, Room};
use orienteer_storage::{Scratch, Tree, WriterLock};

/// A bound for the memory of a run that belongs to the process alone. Pages of mapped files are not counted: the system takes them
/// back when it needs them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryBound {
    bytes: Option<u64>,
}

/// Batches that are worked on at a time, where nobody said anything.
const BATCHES: usize = 8;
/// Words that are held before they go to the disk, in bytes, where nobody said anything.
const WAITING: u64 = 512 << 20;
/// What a process has before it knows anything of a tree, in bytes.
const PROGRAM: u64 = 32 << 20;
/// What a thread takes to parse files and to count their words, in bytes: trees, facts, postings and the segment that is made of them.
const WORKER: u64 = 32 << 20;
/// Facts and words of a batch until they are written, in bytes.
const BATCH: u64 = 12 << 20;
/// What a thread takes for a word that it remembers, in bytes.
const WORD: u64 = 192;
/// Words that a thread remembers if there is no room for more.
const LEAST_WORDS: u64 = 1 << 14;
/// What is known of a file while files are parsed, in bytes.
const FOUND: u64 = 400;
/// What the tree of a file takes for each of its bytes, in bytes, as seen on tables of numbers. Of large files one is parsed at a time.
const TREE: u64 = 36;
/// How many times as much it is while errors in the file are mended.
const MENDED: u64 = 2;
/// What is known of a file while references are resolved and the snapshot is written, in bytes, as seen on trees of eighty and two hundred
/// thousand files.
const FILE: u64 = 1_400;
/// What a unit adds to that, in bytes, as seen on those trees, which have four and six million units.
const UNIT: u64 = 16;

/// One part of the bound in so many is for memory that was freed and is not the system's yet: on a busy machine that takes longer.
const FREED: u64 = 16;

/// What parsing may take of memory, by what it takes it for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parsing {
    /// Batches that are worked on or wait to be written.
    pub batches: usize,
    /// Bytes of words that wait before they go to the disk.
    pub waiting: u64,
    /// Words that each thread remembers.
    pub remembered: usize,
    /// Large files are parsed one at a time.
    pub are_large_alone: bool,
}

impl MemoryBound {
    /// Less is not enough for the model, the grammars and one batch.
    pub const LEAST: u64 = 128 << 20;

    /// At most so many bytes; none for fewer than [`MemoryBound::LEAST`].
    pub fn of(bytes: u64) -> Option<MemoryBound> {
        (bytes >= MemoryBound::LEAST).then_some(MemoryBound { bytes: Some(bytes) })
    }

    /// How so many threads may parse some files. A quarter of what is left beside the files and the tree of the largest is for words that
    /// wait. The rest is for as many batches as it is enough for; what they leave is for remembering words.
    pub(crate) fn parsing(self, entries: &[Entry], threads: usize) -> Parsing {
        let Some(bound) = self.bytes else {
            let remembered = usize::MAX;
            return Parsing { batches: BATCHES, waiting: WAITING, remembered, are_large_alone: false };
        };
        let tree =
            |entry: &Entry| tree_bytes(orienteer_languages::by_path(&entry.found.path), entry.found.size);
        let largest = entries.iter().map(tree).max().unwrap_or(0);
        let bound = bound - bound / FREED;
        shares(bound.saturating_sub(PROGRAM + largest + entries.len() as u64 * FOUND), threads)
    }

    /// Where tables lie that grow with the tree: with a bound in files.
    pub(crate) fn room<'a>(self, lock: &'a WriterLock, tree: &'a Tree) -> Box<dyn Room + 'a> {
        match self.at_once() {
            Some(bytes) => Box::new(Scratch::new(lock, tree, bytes)),
            None => Box::new(OwnMemory),
        }
    }

    /// What sorting may take besides, in bytes: tables of all files are gone through in parts of this size.
    fn at_once(self) -> Option<usize> {
        self.bytes.map(|bound| (bound / 8) as usize)
    }

    /// What a run takes whatever its bound is, as far as can be foreseen, in bytes; where that is more than the bound.
    pub(crate) fn exceeded(self, rows: &[Row<'_>]) -> Option<u64> {
        let bound = self.bytes?;
        let units = rows.iter().map(|row| row.facts.units.len() as u64).sum::<u64>();
        let tree = |row: &Row<'_>| {
            let has_errors = row.facts.problems.iter().any(|problem| problem.kind() == ProblemKind::Syntax);
            let times = if has_errors { MENDED } else { 1 };
            tree_bytes(orienteer_languages::by_id(row.facts.language), row.size) * times
        };
        let largest = rows.iter().map(tree).max().unwrap_or(0);
        let files = rows.len() as u64;
        let parsing = WORKER + BATCH + largest + files * FOUND;
        let needed = PROGRAM + parsing.max(files * FILE + units * UNIT);
        (needed > bound).then_some(needed)
    }
}

/// What parsing may take by so many bytes.
fn shares(left: u64, threads: usize) -> Parsing {
    let waiting = (left / 4).min(WAITING);
    let rest = left - waiting;
    let worker = WORKER + LEAST_WORDS * WORD;
    let workers = (rest / (worker + BATCH)).clamp(1, threads.clamp(1, BATCHES) as u64);
    // Fewer than there are threads are all worked on; more keep threads from waiting for each other.
    let more = if workers < threads as u64 { workers } else { rest.saturating_sub(workers * worker) / BATCH };
    let batches = more.clamp(workers, BATCHES as u64);
    let words = rest.saturating_sub(workers * WORKER + batches * BATCH) / workers / WORD;
    let remembered = words.max(LEAST_WORDS) as usize;
    Parsing { batches: batches as usize, waiting, remembered, are_large_alone: true }
}

/// What the tree of a file takes; nothing where none is made.
fn tree_bytes(language: Option<&Language>, size: u64) -> u64 {
    let is_code = language.is_some_and(|language| language.document == Document::Code);
    if is_code && size <= Limits::default().code_bytes as u64 { size * TREE } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::Found;
    use crate::read::Content;
    use crate::{Report, Request, Silent, index};
    use orienteer_history::Limits as HistoryLimits;
    use orienteer_storage::{Repository, Tree};
    use std::path::Path;

    #[test]
    fn a_smaller_bound_leaves_less_and_never_nothing() {
        let of = |megabytes: u64, threads: usize| {
            let Parsing { batches, waiting, remembered, .. } = shares(megabytes << 20, threads);
            (batches, waiting >> 20, remembered >> 10)
        };
        assert_eq!(
            [of(0, 2), of(32, 2), of(128, 2), of(416, 2)],
            [(1, 0, 16), (1, 8, 16), (2, 32, 21), (8, 104, 405)]
        );
        assert_eq!(of(416, 16), (6, 104, 42));
        assert_eq!(MemoryBound::default().parsing(&[], 2).batches, BATCHES);
        assert_eq!(MemoryBound::of(MemoryBound::LEAST - 1), None);
    }

    #[test]
    fn files_and_the_tree_of_the_largest_take_their_part() {
        let entry = |path: &str, size: u64| {
            let found = Found { path: path.to_owned(), modified: 0, size, inode: 0 };
            Entry { found, content: Content::Unknown }
        };
        let bound = MemoryBound::of(512 << 20).expect("enough");
        let waiting = |entries: &[Entry]| bound.parsing(entries, 2).waiting;
        let none = waiting(&[]);
        assert_eq!(none - waiting(&[entry("a.c", 1 << 20)]), (TREE * (1 << 20) + FOUND) / 4);
        // No tree is made of these.
        assert_eq!(none - waiting(&[entry("a.txt", 1 << 20), entry("b.c", 1 << 30)]), FOUND / 2);
    }

    /// More than two batches, mostly comments, because parsing is not the point.
    fn write_tree(root: &Path) {
        for file in 0..24 {
            let comment = format!("# the kettle number {file} sings before it boils\n").repeat(4_400);
            let text = format!("{comment}def boil_{file}(water):\n    return pour_{file}(water)\n");
            std::fs::write(root.join(format!("kettle_{file}.py")), text).expect("written");
        }
    }

    /// Name and bytes of every file of a folder.
    fn files_in(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let read = |entry: std::fs::DirEntry| {
            (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("read"))
        };
        let mut files: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().map(read).collect();
        files.sort();
        files
    }

    /// The files of the snapshots that are made within a bound, of a tree and after a change of it.
    fn snapshots_within(root: &Path, memory: MemoryBound) -> (Vec<(String, Vec<u8>)>, Report) {
        write_tree(root);
        let cache = tempfile::tempdir().expect("a folder");
        let repository = Repository::open(cache.path(), "repository");
        let tree: Tree = repository.tree("tree");
        let lock = repository.lock_writer().expect("the lock");
        let (history, repository) = (HistoryLimits::default(), &repository);
        let request = Request {
            root,
            repository,
            tree: &tree,
            lock: &lock,
            scip: None,
            force: false,
            history,
            memory,
            started: 1,
        };
        let current = || tree.current().expect("readable").expect("published");
        let report = index(&request, &Silent).expect("an index");
        let mut files = files_in(current().folder());
        let more = "def boil_3(water):\n    return boil_4(water)\n\ndef pour_3(water):\n    pass\n";
        std::fs::write(root.join("kettle_3.py"), more).expect("written");
        assert_eq!(index(&request, &Silent).expect("an index").parsed, 1);
        files.extend(files_in(current().folder()));
        let mut left = std::fs::read_dir(tree.folder()).expect("a folder").flatten();
        assert!(
            cfg!(not(unix)) || left.all(|entry| !entry.file_name().to_string_lossy().starts_with("tmp-"))
        );
        (files, report)
    }

    #[test]
    fn no_byte_of_a_snapshot_depends_on_the_bound() {
        let folder = tempfile::tempdir().expect("a folder");
        // One batch at a time, no word may wait in memory, and no table may lie in it.
        let nothing = MemoryBound { bytes: Some(1) };
        let parsing = nothing.parsing(&[], 4);
        assert_eq!((parsing.batches, parsing.waiting, nothing.at_once()), (1, 0, Some(0)));
        let (usual, report) = snapshots_within(folder.path(), MemoryBound::default());
        assert_eq!((report.parsed, report.memory_needed), (24, None));
        let (within, report) = snapshots_within(folder.path(), nothing);
        assert!(usual == within && report.memory_needed.is_some_and(|needed| needed > PROGRAM));
    }
}
