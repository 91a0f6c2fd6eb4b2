//! How much memory a run may take, and what of it each buffer gets. No byte of a snapshot depends on it.
//!
//! What grows with the tree lies in files where there is a bound. A little of it stays in memory all the same: that is told, not governed.

use crate::commit::Row;
use orienteer_model::{OwnMemory, Room};
use orienteer_storage::{Scratch, Tree, WriterLock};

/// A bound for the memory of a run that belongs to the process alone. Pages of mapped files are not counted: the system takes them
/// back when it needs them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryBound {
    bytes: Option<u64>,
}

/// Batches that are in memory at a time, where nobody said anything.
const BATCHES: u64 = 8;
/// What a batch takes while its files are parsed and their words counted, in bytes: source, trees, facts and postings.
const BATCH: u64 = 64 << 20;
/// Words that are held before they go to the disk, in bytes, where nobody said anything.
const WORDS: u64 = 512 << 20;
/// What a process has before it knows anything of a tree, in bytes.
const PROGRAM: u64 = 64 << 20;
/// What is known of a file from its discovery to the end of the run, in bytes, as seen on a C tree of eighty thousand files.
const FILE: u64 = 512;
/// What a unit adds to what is in memory while words are joined, in bytes: lengths, terms and entries into their lists, as seen on that
/// tree, which has four million units.
const UNIT: u64 = 88;

impl MemoryBound {
    /// Less is not enough for the model, the grammars and one batch.
    pub const LEAST: u64 = 128 << 20;

    /// At most so many bytes; none for fewer than [`MemoryBound::LEAST`].
    pub fn of(bytes: u64) -> Option<MemoryBound> {
        (bytes >= MemoryBound::LEAST).then_some(MemoryBound { bytes: Some(bytes) })
    }

    /// How many batches may be worked on at a time: three eighths of the bound are theirs, because the program, what is known of files and
    /// words that are joined need the rest.
    pub(crate) fn batches(self) -> usize {
        self.bytes.map_or(BATCHES, |bound| (bound / 8 * 3 / BATCH).clamp(1, BATCHES)) as usize
    }

    /// How many bytes of words may wait in memory: an eighth of the bound, because batches add to them until the wave is over,
    /// and joining them takes about as much again.
    pub(crate) fn words(self) -> u64 {
        self.bytes.map_or(WORDS, |bound| (bound / 8).min(WORDS))
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

    /// What stays in memory whatever the bound is, as far as can be foreseen, in bytes; where that is more than the bound.
    pub(crate) fn exceeded(self, rows: &[Row<'_>]) -> Option<u64> {
        let units = rows.iter().map(|row| row.facts.units.len() as u64).sum::<u64>();
        let needed = PROGRAM + rows.len() as u64 * FILE + units * UNIT;
        (needed > self.bytes?).then_some(needed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Report, Request, Silent, index};
    use orienteer_history::Limits;
    use orienteer_storage::{Repository, Tree};
    use std::path::Path;

    #[test]
    fn a_smaller_bound_leaves_less_and_never_nothing() {
        let of = |megabytes: u64| {
            MemoryBound::of(megabytes << 20).map(|bound| (bound.batches(), bound.words() >> 20))
        };
        assert_eq!(of(127), None);
        assert_eq!([of(128), of(512), of(64 << 10)], [Some((1, 16)), Some((3, 64)), Some((8, 512))]);
        assert_eq!(MemoryBound::default().batches(), 8);
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
        let (history, repository) = (Limits::default(), &repository);
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
        assert_eq!((nothing.batches(), nothing.words(), nothing.at_once()), (1, 0, Some(0)));
        let (usual, report) = snapshots_within(folder.path(), MemoryBound::default());
        assert_eq!((report.parsed, report.memory_needed), (24, None));
        let (within, report) = snapshots_within(folder.path(), nothing);
        assert!(usual == within && report.memory_needed.is_some_and(|needed| needed > PROGRAM));
    }
}
