//! Frees what nothing refers to any more. Only under the writer's lock; readers that still map a removed file keep it.

use crate::error::Result;
use crate::key::Key;
use crate::lock::WriterLock;
use crate::repository::{Pointer, Repository};
use crate::snapshot::Snapshot;
use crate::writer::remove_unreferenced;
use std::collections::HashSet;

/// More packs than this are put together.
const MOST_PACKS: usize = 16;

impl Repository {
    /// Removes snapshots that are neither current nor the one before, and facts that no snapshot of any tree uses. Runs
    /// after publishing: facts of a snapshot that is still to come are not used yet.
    pub fn collect_garbage(&self, lock: &WriterLock) -> Result<()> {
        debug_assert_eq!(lock.root(), self.folder());
        for tree in self.trees()? {
            // A pointer that cannot be read protects nothing; the tree is built again on its next use.
            let _ = remove_unreferenced(lock, &tree);
        }
        let mut facts = self.facts()?;
        let live = if facts.packs().count() > MOST_PACKS { self.live_keys()? } else { HashSet::new() };
        facts.packs().compact(lock, MOST_PACKS, &|key| live.contains(&Key(*key)))?;
        self.commits()?.compact(lock, MOST_PACKS, &|_| true)
    }

    /// Keys of all files of all snapshots that are kept.
    fn live_keys(&self) -> Result<HashSet<Key>> {
        let mut keys = HashSet::new();
        for tree in self.trees()? {
            let pointer = Pointer::read(tree.folder()).ok().flatten().unwrap_or_default();
            for name in pointer.folders() {
                if let Ok(snapshot) = Snapshot::open(&tree.folder().join(name)) {
                    keys.extend(snapshot.files().map(|file| file.key()));
                }
            }
        }
        Ok(keys)
    }
}
