//! Comparing trees: descends only where ids differ, and reads each tree object once while it is in the cache.
//! Knows files by path and blob id; never reads a blob.

use std::{cmp::Ordering, collections::HashMap, sync::Arc};

use crate::{facts::CommitId, repository::Objects};
use gix::objs::{Kind, tree::name_order};

/// Trees nested deeper than this are not looked into: paths that long exist in no file system.
const DEPTH: usize = 512;

/// Half the bytes of tree objects kept per reader.
const GENERATION_BYTES: usize = 4 << 20;

/// A file whose blob differs between two trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TreeChange {
    pub(crate) path: String,
    pub(crate) old: Option<[u8; 20]>,
    pub(crate) new: Option<[u8; 20]>,
}

/// What a comparison found, sorted by path.
#[derive(Default)]
pub(crate) struct TreeChanges {
    pub(crate) files: Vec<TreeChange>,
    /// Files changed, also past the limit.
    pub(crate) count: usize,
}

/// A tree object that is missing or malformed.
#[derive(Debug)]
pub(crate) struct DamagedTree;

/// Recently used tree objects. Two generations, of which the older is dropped when the younger is full.
#[derive(Default)]
pub(crate) struct TreeCache {
    young: HashMap<CommitId, Arc<[u8]>>,
    old: HashMap<CommitId, Arc<[u8]>>,
    young_bytes: usize,
    buffer: Vec<u8>,
}

impl TreeCache {
    fn tree(&mut self, objects: &Objects, id: &CommitId) -> Option<Arc<[u8]>> {
        if let Some(tree) = self.young.get(id) {
            return Some(Arc::clone(tree));
        }
        let tree = match self.old.remove(id) {
            Some(tree) => tree,
            None if objects.read(id, Kind::Tree, &mut self.buffer) => Arc::from(self.buffer.as_slice()),
            None => return None,
        };
        self.keep(id, &tree);
        Some(tree)
    }

    fn keep(&mut self, id: &CommitId, tree: &Arc<[u8]>) {
        self.young_bytes += tree.len();
        self.young.insert(*id, Arc::clone(tree));
        if self.young_bytes > GENERATION_BYTES {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
    }
}

/// The folder at `path` below `tree`; `tree` itself where `path` is empty.
pub(crate) fn subtree(
    objects: &Objects,
    cache: &mut TreeCache,
    tree: CommitId,
    path: &str,
) -> Option<CommitId> {
    path.split('/').filter(|name| !name.is_empty()).try_fold(tree, |tree, name| {
        let data = cache.tree(objects, &tree)?;
        Entries { rest: &data }.find(|entry| entry.is(EntryKind::Tree, name)).map(|entry| *entry.id)
    })
}

/// The blob of the regular file at `path` below `tree`.
pub(crate) fn blob(objects: &Objects, cache: &mut TreeCache, tree: CommitId, path: &str) -> Option<[u8; 20]> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = subtree(objects, cache, tree, folder)?;
    let data = cache.tree(objects, &folder)?;
    Entries { rest: &data }.find(|entry| entry.is(EntryKind::File, name)).map(|entry| *entry.id)
}

/// The files that differ between two trees, of which at most `limit` are listed.
pub(crate) fn compare(
    objects: &Objects,
    cache: &mut TreeCache,
    old: Option<CommitId>,
    new: Option<CommitId>,
    limit: usize,
) -> Result<TreeChanges, DamagedTree> {
    let mut comparison =
        Comparison { objects, cache, path: Vec::new(), changes: TreeChanges::default(), limit };
    comparison.trees(old, new, 0)?;
    Ok(comparison.changes)
}

struct Comparison<'a> {
    objects: &'a Objects,
    cache: &'a mut TreeCache,
    path: Vec<u8>,
    changes: TreeChanges,
    limit: usize,
}

impl Comparison<'_> {
    fn trees(
        &mut self,
        old: Option<CommitId>,
        new: Option<CommitId>,
        depth: usize,
    ) -> Result<(), DamagedTree> {
        if old == new || depth > DEPTH {
            return Ok(());
        }
        let (old, new) = (self.load(old)?, self.load(new)?);
        let (mut old, mut new) = (Entries { rest: &old }, Entries { rest: &new });
        let (mut left, mut right) = (old.next(), new.next());
        loop {
            match order(left.as_ref(), right.as_ref()) {
                None => break,
                Some(Ordering::Less) => {
                    self.entries(left.take(), None, depth)?;
                    left = old.next();
                }
                Some(Ordering::Greater) => {
                    self.entries(None, right.take(), depth)?;
                    right = new.next();
                }
                Some(Ordering::Equal) => {
                    self.entries(left.take(), right.take(), depth)?;
                    (left, right) = (old.next(), new.next());
                }
            }
        }
        if old.rest.is_empty() && new.rest.is_empty() { Ok(()) } else { Err(DamagedTree) }
    }

    fn load(&mut self, id: Option<CommitId>) -> Result<Arc<[u8]>, DamagedTree> {
        match id {
            Some(id) => self.cache.tree(self.objects, &id).ok_or(DamagedTree),
            None => Ok(Arc::from([])),
        }
    }

    /// Two entries of one name, both trees or neither.
    fn entries(&mut self, old: Option<Entry>, new: Option<Entry>, depth: usize) -> Result<(), DamagedTree> {
        let id = |entry: &Option<Entry>| entry.as_ref().map(|entry| *entry.id);
        let Some(entry) = new.as_ref().or(old.as_ref()) else { return Ok(()) };
        if id(&old) == id(&new)
            && old.as_ref().map(|entry| entry.kind) == new.as_ref().map(|entry| entry.kind)
        {
            return Ok(());
        }
        let length = self.path.len();
        self.path.extend_from_slice(entry.name);
        if entry.kind == EntryKind::Tree {
            self.path.push(b'/');
            self.trees(id(&old), id(&new), depth + 1)?;
        } else {
            let file = |entry: Option<Entry>| {
                entry.filter(|entry| entry.kind == EntryKind::File).map(|entry| *entry.id)
            };
            self.file(file(old), file(new));
        }
        self.path.truncate(length);
        Ok(())
    }

    fn file(&mut self, old: Option<[u8; 20]>, new: Option<[u8; 20]>) {
        if old == new {
            return;
        }
        let Ok(path) = std::str::from_utf8(&self.path) else { return };
        self.changes.count += 1;
        if self.changes.count <= self.limit {
            self.changes.files.push(TreeChange { path: path.to_owned(), old, new });
        }
    }
}

fn order(left: Option<&Entry>, right: Option<&Entry>) -> Option<Ordering> {
    Some(match (left, right) {
        (None, None) => return None,
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (Some(a), Some(b)) => {
            name_order(a.name, a.kind == EntryKind::Tree, b.name, b.kind == EntryKind::Tree)
        }
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryKind {
    Tree,
    File,
    /// Symbolic links and submodules: no lines of their own.
    Other,
}

struct Entry<'a> {
    kind: EntryKind,
    name: &'a [u8],
    id: &'a [u8; 20],
}

impl Entry<'_> {
    fn is(&self, kind: EntryKind, name: &str) -> bool {
        self.kind == kind && self.name == name.as_bytes()
    }
}

/// The entries of a tree object: `mode SP name NUL id`. Stops with a rest where the bytes are malformed.
struct Entries<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let space = self.rest.iter().take(8).position(|&byte| byte == b' ')?;
        let (mode, rest) = (&self.rest[..space], &self.rest[space + 1..]);
        let end = rest.iter().position(|&byte| byte == 0)?;
        let (id, after) = rest[end + 1..].split_first_chunk()?;
        self.rest = after;
        Some(Entry { kind: entry_kind(mode), name: &rest[..end], id })
    }
}

fn entry_kind(mode: &[u8]) -> EntryKind {
    match mode {
        b"40000" | b"040000" => EntryKind::Tree,
        [b'1', b'0', b'0', ..] => EntryKind::File,
        _ => EntryKind::Other,
    }
}
