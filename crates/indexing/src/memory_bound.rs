//! How much memory a run may take, and what of it each buffer gets. No byte of a snapshot depends on it.
//!
//! What grows with the tree lies in files where there is a bound. A little of it stays in memory all the same, and so does one large file
//! while it is parsed: that is told, not governed.

use crate::commit::Row;
use orienteer_extraction::Limits;
use orienteer_languages::Document;
use orienteer_model::{OwnMemory, Room};
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
/// What the tree of a large file takes, in bytes; only one of them is parsed at a time.
const LARGE_FILE: u64 = 64 << 20;
/// What is known of a file while files are parsed, in bytes.
const FOUND: u64 = 400;
/// What the tree of a file takes for each of its bytes, in bytes, as seen on tables of numbers.
const TREE: u64 = 36;
/// What is known of a file while references are resolved and the snapshot is written, in bytes, as seen on trees of eighty and two hundred
/// thousand files.
const FILE: u64 = 1_400;
/// What a unit adds to that, in bytes, as seen on those trees, which have four and six million units.
const UNIT: u64 = 16;

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

    /// How so many threads may parse so many files. A quarter of what is left beside the files is for words that wait. The rest is for as
    /// many batches as it is enough for; what they leave is for remembering words.
    pub(crate) fn parsing(self, files: usize, threads: usize) -> Parsing {
        let Some(bound) = self.bytes else {
            let remembered = usize::MAX;
            return Parsing { batches: BATCHES, waiting: WAITING, remembered, are_large_alone: false };
        };
        let left = bound.saturating_sub(PROGRAM + LARGE_FILE + files as u64 * FOUND);
        let waiting = (left / 4).min(WAITING);
        let rest = left - waiting;
        let worker = WORKER + LEAST_WORDS * WORD;
        let workers = (rest / (worker + BATCH)).clamp(1, threads.clamp(1, BATCHES) as u64);
        // Fewer than there are threads are all worked on; more keep threads from waiting for each other.
        let more =
            if workers < threads as u64 { workers } else { rest.saturating_sub(workers * worker) / BATCH };
        let batches = more.clamp(workers, BATCHES as u64);
        let words = rest.saturating_sub(workers * WORKER + batches * BATCH) / workers / WORD;
        let remembered = words.max(LEAST_WORDS) as usize;
        Parsing { batches: batches as usize, waiting, remembered, are_large_alone: true }
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
        let largest = rows.iter().map(parsed_bytes).max().unwrap_or(0);
        let files = rows.len() as u64;
        let parsing = WORKER + BATCH + largest * TREE + files * FOUND;
        let needed = PROGRAM + parsing.max(files * FILE + units * UNIT);
        (needed > bound).then_some(needed)
    }
}

/// How much of a file a tree is made of.
fn parsed_bytes(row: &Row<'_>) -> u64 {
    let is_code = |language: &orienteer_languages::Language| language.document == Document::Code;
    let has_tree = orienteer_languages::by_id(row.facts.language).is_some_and(is_code);
    if has_tree && row.size <= Limits::default().code_bytes as u64 { row.size } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Report, Request, Silent, index};
    use orienteer_history::Limits as HistoryLimits;
    use orienteer_storage::{Repository, Tree};
    use std::path::Path;

    #[test]
    fn a_smaller_bound_leaves_less_and_never_nothing() {
        let of = |megabytes: u64, files: usize, threads: usize| {
            let parsing = MemoryBound::of(megabytes << 20)?.parsing(files, threads);
            Some((parsing.batches, parsing.waiting >> 20, parsing.remembered >> 10))
        };
        assert_eq!(of(127, 0, 2), None);
        // Files take their part of it.
        assert_eq!([of(512, 0, 2), of(512, 200_000, 2)], [Some((8, 104, 405)), Some((8, 84, 252))]);
        assert_eq!([of(128, 0, 2), of(512, 0, 16)], [Some((1, 8, 16)), Some((6, 104, 42))]);
        // A tree whose files alone are more than the bound.
        assert_eq!(of(128, 1_000_000, 2), Some((1, 0, 16)));
        assert_eq!(MemoryBound::default().parsing(0, 2).batches, BATCHES);
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
        let parsing = nothing.parsing(24, 4);
        assert_eq!((parsing.batches, parsing.waiting, nothing.at_once()), (1, 0, Some(0)));
        let (usual, report) = snapshots_within(folder.path(), MemoryBound::default());
        assert_eq!((report.parsed, report.memory_needed), (24, None));
        let (within, report) = snapshots_within(folder.path(), nothing);
        assert!(usual == within && report.memory_needed.is_some_and(|needed| needed > PROGRAM));
    }
}
