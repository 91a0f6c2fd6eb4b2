//! How much memory a run may take, and what of it each buffer gets. No byte of a snapshot depends on it.
//!
//! Resolution needs the names of all files at once and has no part in this: what it takes is told, not governed.

use crate::commit::Row;

/// A bound for the memory of a run that belongs to the process alone. Pages of mapped files are not counted: the system takes them
/// back when it needs them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryBound {
    bytes: Option<u64>,
}

/// Batches that are in memory at a time, where nobody said anything.
const BATCHES: u64 = 8;
/// What a batch takes while its files are parsed and their words counted, in bytes: source, trees, facts and postings.
const BATCH: u64 = 48 << 20;
/// Words that are held before they go to the disk, in bytes, where nobody said anything.
const WORDS: u64 = 512 << 20;
/// What a process has before it knows anything of a tree, in bytes.
const PROGRAM: u64 = 64 << 20;

impl MemoryBound {
    /// Less is not enough for the model, the grammars and one batch.
    pub const LEAST: u64 = 128 << 20;

    /// At most so many bytes; none for fewer than [`MemoryBound::LEAST`].
    pub fn of(bytes: u64) -> Option<MemoryBound> {
        (bytes >= MemoryBound::LEAST).then_some(MemoryBound { bytes: Some(bytes) })
    }

    /// How many batches may be worked on at a time: half of the bound is theirs.
    pub(crate) fn batches(self) -> usize {
        self.bytes.map_or(BATCHES, |bound| (bound / 2 / BATCH).clamp(1, BATCHES)) as usize
    }

    /// How many bytes of words may wait in memory: a quarter of the bound, because batches add to them until the wave is over.
    pub(crate) fn words(self) -> u64 {
        self.bytes.map_or(WORDS, |bound| (bound / 4).min(WORDS))
    }

    /// What resolution is thought to take, in bytes, where that is more than the bound.
    pub(crate) fn exceeded(self, rows: &[Row<'_>]) -> Option<u64> {
        let needed = PROGRAM + rows.iter().map(table_bytes).sum::<u64>();
        (needed > self.bytes?).then_some(needed)
    }
}

/// What the names and edges of a file take in the tables of all: about half of what its facts take on the disk, as seen on a C tree of
/// four million units.
fn table_bytes(row: &Row<'_>) -> u64 {
    let facts = &row.facts;
    let rows = size_of_val(facts.units) + size_of_val(facts.references) + size_of_val(facts.bindings);
    (rows + facts.arena.len()) as u64 / 2
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
        assert_eq!([of(128), of(512), of(64 << 10)], [Some((1, 32)), Some((5, 128)), Some((8, 512))]);
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

    /// Name and bytes of every file of the snapshot that is made within a bound.
    fn snapshot_within(root: &Path, memory: MemoryBound) -> (Vec<(String, Vec<u8>)>, Report) {
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
        let report = index(&request, &Silent).expect("an index");
        let snapshot = tree.current().expect("readable").expect("published");
        let entries = std::fs::read_dir(snapshot.folder()).expect("a folder").flatten();
        let read = |entry: std::fs::DirEntry| {
            (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("read"))
        };
        let mut files: Vec<_> = entries.map(read).collect();
        files.sort();
        (files, report)
    }

    #[test]
    fn no_byte_of_a_snapshot_depends_on_the_bound() {
        let folder = tempfile::tempdir().expect("a folder");
        write_tree(folder.path());
        // One batch at a time, and no word may wait in memory.
        let nothing = MemoryBound { bytes: Some(1) };
        assert_eq!((nothing.batches(), nothing.words()), (1, 0));
        let (usual, report) = snapshot_within(folder.path(), MemoryBound::default());
        assert_eq!((report.parsed, report.memory_needed), (24, None));
        let (within, report) = snapshot_within(folder.path(), nothing);
        assert!(usual == within && report.memory_needed.is_some_and(|needed| needed > PROGRAM));
    }
}
