//! A disk that fails at any single operation of a whole run: a typed error, the snapshot of before still answers, the next
//! run finishes as if nothing had been, and nothing unfinished is left.
//!
//! The disk is `orienteer_storage::Steps`, which every change of the file system passes; nothing is faked below it.

use crate::support::{Index, describe, difference, git, scratch};
use orienteer_indexing::{IndexError, Report};
use orienteer_storage::{Error, Operation, Steps};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// As the system numbers them.
const NO_SPACE: i32 = 28;
const INPUT_OUTPUT: i32 = 5;
const READ_ONLY: i32 = 30;
const NO_PERMISSION: i32 = 13;

/// What happens at one operation, and whether the disk recovers from it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Once(i32),
    FromThenOn(i32),
    /// Half of a write reaches the file, nothing after it does.
    Torn,
    /// Somebody removes a part of the index, by its place in [`PARTS`].
    Vanishes(usize),
}

impl Fault {
    fn code(self) -> i32 {
        match self {
            Fault::Once(code) | Fault::FromThenOn(code) => code,
            Fault::Torn | Fault::Vanishes(_) => NO_SPACE,
        }
    }
}

/// From the folder of the repository.
const PARTS: [&str; 5] = ["facts", "history", "trees/tree/current", "trees/tree", ""];

struct Failing {
    fault: Fault,
    at: usize,
    folder: PathBuf,
    has_struck: AtomicBool,
    seen: AtomicUsize,
}

impl Failing {
    fn new(fault: Fault, at: usize, folder: &Path) -> Arc<Failing> {
        let (has_struck, seen) = (AtomicBool::new(false), AtomicUsize::new(0));
        Arc::new(Failing { fault, at, folder: folder.to_owned(), has_struck, seen })
    }

    fn remove(&self, part: usize) {
        let path = self.folder.join(PARTS[part]);
        let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
}

impl Steps for Failing {
    fn before(&self, number: usize, operation: Operation, _: &Path) -> io::Result<()> {
        self.seen.fetch_max(number + 1, Ordering::Relaxed);
        let fails = match self.fault {
            Fault::Once(_) => number == self.at,
            Fault::FromThenOn(_) => number >= self.at,
            Fault::Torn => number > self.at,
            Fault::Vanishes(part) => {
                if number == self.at {
                    self.remove(part);
                }
                false
            }
        };
        // What is on the way out may go: only what should have been made is missed.
        self.has_struck.fetch_or(fails && operation != Operation::Remove, Ordering::Relaxed);
        if fails { Err(io::Error::from_raw_os_error(self.fault.code())) } else { Ok(()) }
    }

    fn granted(&self, number: usize, bytes: usize) -> usize {
        if self.fault == Fault::Torn && number == self.at { bytes / 2 } else { bytes }
    }
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn commit(root: &Path, message: &str) {
    assert!(git(root, &["add", "-A"]) && git(root, &["commit", "-q", "-m", message]));
}

/// A repository that an index can be of, and what it will be next.
fn plant(root: &Path) {
    for number in 0..4 {
        let text = format!("def moor_{number}(ship):\n    return moor_{}(ship)\n", number + 1);
        write(root, &format!("quay/berth_{number}.py"), &text);
    }
    write(root, "README.md", "# Quay\n\nCall `moor_1`.\n");
    assert!(git(root, &["init", "-q"]));
    commit(root, "Build the quay");
}

fn change(root: &Path) {
    write(root, "quay/berth_1.py", "def moor_1(ship):\n    return cast_off(ship)\n");
    write(root, "quay/leave.py", "def cast_off(ship):\n    \"\"\"Lets a ship go.\"\"\"\n    return ship\n");
    std::fs::remove_file(root.join("quay/berth_3.py")).unwrap();
    commit(root, "Ships leave too");
}

/// A copy of an index of before, and of its tree after a change.
struct Ground {
    _tree: tempfile::TempDir,
    root: PathBuf,
    indexed: Index,
    old: Vec<String>,
    new: Vec<String>,
}

impl Ground {
    fn new() -> Ground {
        let tree = scratch();
        let root = tree.path().to_owned();
        plant(&root);
        let indexed = Index::new(&root);
        indexed.run();
        let old = describe(&indexed.snapshot());
        change(&root);
        let fresh = Index::new(&root);
        fresh.run();
        Ground { _tree: tree, indexed, old, new: describe(&fresh.snapshot()), root }
    }

    /// The index of before, for a run to spoil.
    fn copy(&self) -> Index {
        let copy = Index::new(&self.root);
        copy_folder(self.indexed.folder(), copy.folder());
        copy
    }

    /// How many operations a run takes that nothing happens to.
    fn operations(&self) -> usize {
        let index = self.copy();
        let steps = Failing::new(Fault::Once(NO_SPACE), usize::MAX, index.folder());
        index.run_with(steps.clone()).unwrap();
        self.assert_is_new(&index, "nothing happened");
        steps.seen.load(Ordering::Relaxed)
    }

    fn assert_is_new(&self, index: &Index, when: &str) {
        let snapshot = index.snapshot();
        snapshot.verify().unwrap();
        assert_eq!(difference(&describe(&snapshot), &self.new), None, "{when}");
    }

    fn assert_old_or_new(&self, index: &Index, when: &str) {
        let snapshot = index.snapshot();
        snapshot.verify().unwrap();
        let said = describe(&snapshot);
        assert!(said == self.old || said == self.new, "{when}");
    }

    /// Strikes once at every operation.
    fn walk(&self, fault: Fault) -> usize {
        let count = self.operations();
        assert!(count > 30, "{count}");
        for at in 0..count {
            let when = format!("{fault:?} at {at} of {count}");
            let index = self.copy();
            let steps = Failing::new(fault, at, index.folder());
            let outcome = index.run_with(steps.clone());
            match fault {
                Fault::Vanishes(_) => {}
                _ => {
                    assert_told(&outcome, steps.has_struck.load(Ordering::Relaxed), &index, &when);
                    self.assert_old_or_new(&index, &when);
                }
            }
            index.run();
            self.assert_is_new(&index, &when);
            assert_tidy(&index, &when);
        }
        count
    }
}

/// The error names a path of the index and carries what the system said.
fn assert_told(outcome: &Result<Report, IndexError>, has_struck: bool, index: &Index, when: &str) {
    match outcome {
        Ok(_) => assert!(!has_struck, "{when}: nobody noticed"),
        Err(IndexError::Storage(Error::Io { path, source, .. })) => {
            assert!(path.starts_with(index.folder()), "{when}: {}", path.display());
            assert!(source.raw_os_error().is_some(), "{when}: {source}");
        }
        Err(error) => panic!("{when}: {error}"),
    }
}

fn assert_tidy(index: &Index, when: &str) {
    let all = listing(index.folder());
    assert!(!all.iter().any(|path| path.to_string_lossy().contains("tmp-")), "{when}: {all:#?}");
    let snapshots = all.iter().filter(|path| path.ends_with("manifest")).count();
    assert!((1..=2).contains(&snapshots), "{when}: {all:#?}");
}

fn listing(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(listing(&path)),
            false => found.push(path),
        }
    }
    found
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (source, target) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        match source.is_dir() {
            true => copy_folder(&source, &target),
            false => drop(std::fs::copy(&source, &target).unwrap()),
        }
    }
}

#[test]
fn a_disk_that_fails_once_loses_one_run() {
    let ground = Ground::new();
    for code in [NO_SPACE, INPUT_OUTPUT, NO_PERMISSION] {
        let count = ground.walk(Fault::Once(code));
        println!("error {code}: {count} operations");
    }
}

#[test]
fn a_disk_that_goes_on_failing_keeps_what_it_has() {
    let ground = Ground::new();
    for code in [NO_SPACE, READ_ONLY] {
        ground.walk(Fault::FromThenOn(code));
    }
}

#[test]
fn half_a_write_is_no_file() {
    Ground::new().walk(Fault::Torn);
}

#[test]
fn what_vanishes_during_a_run_is_made_again_by_the_next() {
    let ground = Ground::new();
    for part in 0..PARTS.len() {
        ground.walk(Fault::Vanishes(part));
    }
}

/// Grants a few bytes of every write.
struct Stingy;

impl Steps for Stingy {
    fn before(&self, _: usize, _: Operation, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn granted(&self, number: usize, bytes: usize) -> usize {
        bytes.min(1 + number % 97)
    }
}

#[test]
fn short_writes_make_the_same_files() {
    let ground = Ground::new();
    let (whole, piecemeal) = (ground.copy(), ground.copy());
    whole.run();
    piecemeal.run_with(Arc::new(Stingy)).unwrap();
    assert!(whole.bytes() == piecemeal.bytes());
    ground.assert_is_new(&piecemeal, "short writes");
}
