//! One commit's facts: its trees compared with those of its first parent, then the blobs that differ.
//! Knows one commit at a time; what it answers does not depend on what it answered before.

use gix::objs::Kind;

use crate::{
    commit::{Commit, cut},
    facts::{CommitFacts, CommitId, Content, FileChange, Hunk},
    limits::Limits,
    lines::{count_lines, diff_lines, join_excess},
    merged::MergedCommits,
    renames,
    repository::{Objects, Repository},
    trees::{self, TreeCache, TreeChange, TreeChanges},
    walk::Unread,
};

/// Bytes in which a NUL says that a file is not text.
const BINARY_CHECK_BYTES: usize = 8_000;

/// One thread's reader of commits, with its caches.
pub(crate) struct CommitReader<'a> {
    objects: Objects,
    trees: TreeCache,
    merged: MergedCommits,
    limits: &'a Limits,
    prefix: Option<&'a str>,
    old: Vec<u8>,
    new: Vec<u8>,
}

impl<'a> CommitReader<'a> {
    pub(crate) fn new(repository: &'a Repository, limits: &'a Limits) -> CommitReader<'a> {
        CommitReader {
            objects: repository.objects(),
            trees: TreeCache::default(),
            merged: MergedCommits::default(),
            limits,
            prefix: repository.location().prefix.as_deref(),
            old: Vec::new(),
            new: Vec::new(),
        }
    }

    /// The facts of a commit; none where its objects are missing or damaged. `next` may be its first parent, which then is not
    /// looked up.
    pub(crate) fn facts(&mut self, unread: &Unread, next: Option<&Unread>) -> Option<CommitFacts> {
        let Unread { id, commit } = unread;
        let parent = commit.parents.first().copied();
        let old_tree = match &parent {
            Some(parent) => Some(match next.filter(|next| next.id == *parent) {
                Some(next) => next.commit.tree,
                None => self.objects.commit(parent)?.tree,
            }),
            None => None,
        };
        let changes = self.compare(old_tree, commit.tree)?;
        let message = self.message(commit);
        let (file_count, files) = if changes.count > self.limits.listed_files {
            (changes.count, Vec::new())
        } else {
            let files = self.files(changes.files);
            (files.len(), files)
        };
        Some(CommitFacts {
            id: *id,
            parent,
            time: commit.time,
            message,
            file_count: file_count as u32,
            files,
        })
    }

    fn compare(&mut self, old: Option<CommitId>, new: CommitId) -> Option<TreeChanges> {
        let prefix = self.prefix?;
        let old = old.and_then(|tree| trees::subtree(&self.objects, &mut self.trees, tree, prefix));
        let new = trees::subtree(&self.objects, &mut self.trees, new, prefix);
        trees::compare(&self.objects, &mut self.trees, old, new, self.limits.listed_files).ok()
    }

    fn message(&mut self, commit: &Commit) -> String {
        let mut message = commit.message.trim_end().to_owned();
        cut(&mut message, self.limits.message_bytes);
        if commit.parents.len() > 1 {
            for subject in self.merged.subjects(&self.objects, &commit.parents, self.limits.merged_subjects) {
                message.push('\n');
                message.push_str(&subject);
            }
            cut(&mut message, self.limits.message_bytes);
        }
        message
    }

    fn files(&mut self, mut changes: Vec<TreeChange>) -> Vec<FileChange> {
        let mass = changes.len() > self.limits.files_per_commit;
        let mut files: Vec<FileChange> = Vec::with_capacity(changes.len());
        files.extend(self.moved(&mut changes));
        if !mass {
            files.extend(self.moved_and_changed(&mut changes));
        }
        files.extend(changes.into_iter().map(|change| self.file(change, mass)));
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        files
    }

    fn moved(&mut self, changes: &mut Vec<TreeChange>) -> Vec<FileChange> {
        let pairs = renames::exact(changes);
        let renamed = pairs.iter().map(|pair| (pair.deleted, pair.added, Vec::new())).collect();
        take_renamed(changes, renamed)
    }

    fn moved_and_changed(&mut self, changes: &mut Vec<TreeChange>) -> Vec<FileChange> {
        let pairs = renames::similar(changes);
        let similar = |pair: &renames::Pair| {
            let (old, new) = (changes[pair.deleted].old?, changes[pair.added].new?);
            let hunks = self.hunks(&old, &new).ok()?;
            let hunks =
                is_similar(count_lines(&self.old), count_lines(&self.new), &hunks).then_some(hunks)?;
            Some((pair.deleted, pair.added, hunks))
        };
        let renamed = pairs.iter().filter_map(similar).collect();
        take_renamed(changes, renamed)
    }

    fn file(&mut self, change: TreeChange, mass: bool) -> FileChange {
        let (content, hunks) = match (change.old, change.new) {
            (None, _) => (Content::Added, Vec::new()),
            (_, None) => (Content::Deleted, Vec::new()),
            (Some(_), Some(_)) if mass => (Content::Skipped, Vec::new()),
            (Some(old), Some(new)) => match self.hunks(&old, &new) {
                Ok(hunks) => (Content::Lines, hunks),
                Err(content) => (content, Vec::new()),
            },
        };
        FileChange { path: change.path, old_path: None, content, hunks }
    }

    /// The hunks between two blobs, or why there are none.
    fn hunks(&mut self, old: &[u8; 20], new: &[u8; 20]) -> Result<Vec<Hunk>, Content> {
        read_blob(&self.objects, old, self.limits.blob_bytes, &mut self.old)?;
        read_blob(&self.objects, new, self.limits.blob_bytes, &mut self.new)?;
        let mut hunks = diff_lines(&self.old, &self.new);
        join_excess(&mut hunks, self.limits.hunks_per_file);
        Ok(hunks)
    }
}

/// Turns pairs of deletion and addition into renamed files, in the order of the pairs.
fn take_renamed(changes: &mut Vec<TreeChange>, pairs: Vec<(usize, usize, Vec<Hunk>)>) -> Vec<FileChange> {
    let mut taken: Vec<usize> = pairs.iter().flat_map(|(deleted, added, _)| [*deleted, *added]).collect();
    let path = |at: usize, changes: &mut Vec<TreeChange>| std::mem::take(&mut changes[at].path);
    let rename = |(deleted, added, hunks)| FileChange {
        path: path(added, changes),
        old_path: Some(path(deleted, changes)),
        content: Content::Lines,
        hunks,
    };
    let renamed = pairs.into_iter().map(rename).collect();
    taken.sort_unstable();
    let mut at = 0..;
    changes.retain(|_| at.next().is_some_and(|at| taken.binary_search(&at).is_err()));
    renamed
}

/// Whether at least half of the lines of the longer text are kept.
fn is_similar(old_lines: u32, new_lines: u32, hunks: &[Hunk]) -> bool {
    let removed: u32 = hunks.iter().map(|hunk| hunk.old_lines).sum();
    old_lines > 0 && old_lines.saturating_sub(removed) * 2 >= old_lines.max(new_lines)
}

fn read_blob(objects: &Objects, id: &[u8; 20], limit: u64, buffer: &mut Vec<u8>) -> Result<(), Content> {
    if objects.size(id).ok_or(Content::Unreadable)? > limit {
        return Err(Content::TooLarge);
    }
    if !objects.read(id, Kind::Blob, buffer) {
        return Err(Content::Unreadable);
    }
    let start = &buffer[..buffer.len().min(BINARY_CHECK_BYTES)];
    if start.contains(&0) { Err(Content::Binary) } else { Ok(()) }
}
