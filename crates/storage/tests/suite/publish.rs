//! Publishing is all or nothing, at whatever step it is stopped, and readers never see half of it.

use crate::support::{Index, World, listing, world};
use orienteer_storage::{Error, Operation, SnapshotId, Steps};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Refuses every step from the given one on, as if the process had died there.
struct Die {
    at: usize,
    seen: AtomicUsize,
}

impl Steps for Die {
    fn before(&self, number: usize, _: Operation, _: &Path) -> io::Result<()> {
        self.seen.fetch_max(number + 1, Ordering::Relaxed);
        if number >= self.at { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

/// Refuses one step: the disk was full for a moment.
struct Refuse(usize);

impl Steps for Refuse {
    fn before(&self, number: usize, _: Operation, _: &Path) -> io::Result<()> {
        if number == self.0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

fn before() -> World {
    world(&[("a", "fn first of all\n"), ("b", "type Thing\nfn part\nend\n")])
}

fn after() -> World {
    world(&[("a", "fn first of all\n"), ("b", "type Thing\nfn changed\nend\n"), ("c", "fn third\n")])
}

fn current(index: &Index) -> SnapshotId {
    let snapshot = index.tree.current().expect("opens").expect("is there");
    snapshot.verify().expect("whole");
    snapshot.id().clone()
}

fn prepared(cache: &Path) -> (Index, SnapshotId) {
    let index = Index::new(cache);
    let id = index.write(&before());
    (index, id)
}

fn steps_of_a_run() -> (usize, Vec<String>, SnapshotId) {
    let cache = tempfile::tempdir().expect("folder");
    let (index, _) = prepared(cache.path());
    let count = Arc::new(Die { at: usize::MAX, seen: AtomicUsize::new(0) });
    let id = index.write_locked(&index.lock().with_steps(count.clone()), &after(), true, 1).expect("publish");
    (count.seen.load(Ordering::Relaxed), listing(index.repository.folder()), id)
}

#[test]
fn death_at_every_step_leaves_the_old_or_the_new_snapshot() {
    let (count, expected, new) = steps_of_a_run();
    assert!(count > 20, "{count}");
    for at in 0..count {
        let cache = tempfile::tempdir().expect("folder");
        let (index, old) = prepared(cache.path());
        let die = Arc::new(Die { at, seen: AtomicUsize::new(0) });
        let result = index.write_locked(&index.lock().with_steps(die), &after(), true, 1);
        assert!(matches!(result, Err(Error::Io { .. })), "step {at} of {count}");
        let survivor = current(&index);
        assert!(survivor == old || survivor == new, "step {at}");
        assert_eq!(index.write(&after()), new);
        assert_eq!(current(&index), new);
        assert_eq!(listing(index.repository.folder()), expected, "step {at} left something behind");
    }
}

#[test]
fn a_refused_step_cleans_up_after_itself() {
    let (count, _, _) = steps_of_a_run();
    for at in 0..count {
        let cache = tempfile::tempdir().expect("folder");
        let (index, _) = prepared(cache.path());
        let lock = index.lock().with_steps(Arc::new(Refuse(at)));
        let result = index.write_locked(&lock, &after(), true, 1);
        assert!(
            matches!(&result, Err(Error::Io { path, .. }) if path.starts_with(cache.path())),
            "step {at}"
        );
        current(&index);
        let left: Vec<String> = listing(index.repository.folder())
            .into_iter()
            .filter(|path| path.contains("tmp-snapshot"))
            .collect();
        assert!(left.is_empty(), "step {at} left {left:?}");
    }
}

#[test]
fn the_same_tree_is_the_same_snapshot() {
    let cache = tempfile::tempdir().expect("folder");
    let (index, id) = prepared(cache.path());
    let files = listing(index.repository.folder());
    assert_eq!(index.write(&before()), id);
    assert_eq!(listing(index.repository.folder()), files);
    assert_ne!(index.write(&after()), id);
    assert_eq!(index.write(&before()), id);
    let snapshots = std::fs::read_dir(index.tree.folder()).expect("folder").flatten();
    assert_eq!(snapshots.filter(|entry| entry.path().is_dir()).count(), 2);
}

#[test]
fn readers_see_whole_snapshots_while_writers_publish() {
    let cache = tempfile::tempdir().expect("folder");
    let (index, _) = prepared(cache.path());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut reads = 0;
                while !done.load(Ordering::Relaxed) || reads < 5 {
                    let snapshot = index.tree.current().expect("opens").expect("is there");
                    assert_eq!(snapshot.counts().units as usize, snapshot.unit_count());
                    let first = snapshot.lexical().term("first").expect("term");
                    assert_eq!(first.postings().count(), first.document_frequency() as usize);
                    reads += 1;
                }
            });
        }
        for round in 0..60 {
            let mut files = before();
            files.insert("c".to_string(), format!("fn round{round}\n"));
            index.write(&files);
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn facts_that_nothing_uses_are_dropped() {
    let cache = tempfile::tempdir().expect("folder");
    let index = Index::new(cache.path());
    for round in 0..40 {
        let mut files = before();
        files.insert("c".to_string(), format!("fn round{round}\n"));
        index.write(&files);
        let packs = std::fs::read_dir(index.repository.folder().join("facts")).expect("folder").count();
        assert!(packs <= 17, "{packs}");
    }
    let store = index.repository.facts().expect("facts");
    store.verify().expect("whole");
    let known = |text: &str| store.get(&orienteer_storage::Key::of(text.as_bytes())).is_some();
    assert!(known("fn round39\n") && known("fn first of all\n"));
    assert!(!known("fn round1\n"));
}
