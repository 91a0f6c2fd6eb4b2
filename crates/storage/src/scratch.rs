//! Large tables of a run in files instead of memory: pages that are mapped are the system's to take back. Nobody sees them but the run
//! that made them, and nothing of them is left when it ends, however it ends.

use crate::disk::TEMPORARY;
use crate::error::{Error, Result};
use crate::lock::WriterLock;
use crate::mapped::WorkingWords;
use crate::repository::Tree;
use orienteer_model::{OwnMemory, Room, Words};
use std::io;

/// Tables smaller than this part of what may be in memory at once are in memory: a file costs more than they take.
const SMALL_PART: usize = 64;

/// Room in files beside the snapshots of a tree.
#[derive(Clone, Copy)]
pub struct Scratch<'a> {
    lock: &'a WriterLock,
    tree: &'a Tree,
    at_once: usize,
}

impl<'a> Scratch<'a> {
    /// `at_once` is what a stage may have in memory besides, in bytes.
    pub fn new(lock: &'a WriterLock, tree: &'a Tree, at_once: usize) -> Scratch<'a> {
        Scratch { lock, tree, at_once }
    }

    fn mapped(&self, count: usize) -> Result<WorkingWords> {
        let disk = self.lock.disk();
        disk.create_folders(self.tree.folder())?;
        let path = self.tree.folder().join(format!("{TEMPORARY}scratch-{}", disk.unique()));
        let file = disk.create_zeros(&path, count * size_of::<u128>())?;
        // A map outlives the name of its file, except where the system forbids it; there the next writer removes the file.
        if cfg!(unix) {
            disk.remove(&path)?;
        }
        WorkingWords::map(&file).map_err(Error::io("map", &path))
    }
}

impl Room for Scratch<'_> {
    fn words(&self, count: usize) -> io::Result<Box<dyn Words>> {
        if count <= self.at_once / SMALL_PART / size_of::<u128>() {
            return OwnMemory.words(count);
        }
        match self.mapped(count) {
            Ok(words) => Ok(Box::new(words)),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn at_once(&self) -> usize {
        self.at_once
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::names_in;
    use crate::repository::Repository;
    use orienteer_model::Rows;

    #[test]
    fn tables_in_files_are_as_those_in_memory_and_leave_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let repository = Repository::open(folder.path(), "repository");
        let (lock, tree) = (repository.lock_writer().expect("the lock"), repository.tree("tree"));
        let scratch = Scratch::new(&lock, &tree, 0);
        let mut rows: Rows<u32> = Rows::zeroed(&scratch, 300_001).expect("room");
        assert!(cfg!(not(unix)) || names_in(tree.folder()).expect("lists").is_empty());
        assert!(rows.len() == 300_001 && rows.iter().all(|row| *row == 0));
        rows[300_000] = 7;
        assert_eq!(rows[299_999..], [0, 7]);
    }

    #[test]
    fn nothing_is_no_exception() {
        let folder = tempfile::tempdir().expect("a folder");
        let repository = Repository::open(folder.path(), "repository");
        let (lock, tree) = (repository.lock_writer().expect("the lock"), repository.tree("tree"));
        let scratch = Scratch::new(&lock, &tree, 0);
        assert!(Rows::<u64>::zeroed(&scratch, 0).expect("room").is_empty());
    }
}
