//! Commits that the user names, and the files they have. Reads only; nothing here follows history further than a common
//! ancestor.

use gix::objs::Kind;

use crate::{
    error::HistoryError,
    facts::CommitId,
    repository::{HeadFiles, Repository, bytes},
    trees::{self, TreeCache},
};

/// More files than this in one commit are not listed.
const MOST_FILES: usize = 4_000_000;

impl Repository {
    /// The commit that `revision` names: a branch, a tag, an id or what `git rev-parse` would understand.
    pub fn commit_named(&self, revision: &str) -> Result<CommitId, HistoryError> {
        let unknown = || HistoryError::UnknownRevision { revision: revision.to_owned() };
        let objects = self.objects();
        let found = objects.repository.rev_parse_single(revision).map_err(|_| unknown())?;
        let object = found.object().map_err(|_| unknown())?;
        let commit = object.peel_to_kind(Kind::Commit).map_err(|_| unknown())?;
        bytes(&commit.id).ok_or_else(unknown)
    }

    /// The best common ancestor of two commits.
    pub fn merge_base(&self, one: &CommitId, two: &CommitId) -> Option<CommitId> {
        let objects = self.objects();
        let [one, two] = [one, two].map(|id| gix::ObjectId::from_bytes_or_panic(id));
        let base = objects.repository.merge_base(one, two).ok()??;
        bytes(&base)
    }

    /// A reader of the files at a commit; it has none where the commit is not there.
    pub fn at(&self, commit: &CommitId) -> HeadFiles {
        let objects = self.objects();
        let tree = objects.commit(commit).map(|commit| commit.tree);
        let mut cache = TreeCache::default();
        let prefix = self.location().prefix.as_deref();
        let tree = tree.and_then(|tree| trees::subtree(&objects, &mut cache, tree, prefix?));
        HeadFiles { objects, cache, tree }
    }
}

impl HeadFiles {
    /// Every regular file, by path, with its blob.
    pub fn files(&mut self) -> Vec<(String, [u8; 20])> {
        let changes = trees::compare(&self.objects, &mut self.cache, None, self.tree, MOST_FILES);
        let mut files: Vec<(String, [u8; 20])> = changes
            .map(|changes| {
                changes.files.into_iter().filter_map(|file| Some((file.path, file.new?))).collect()
            })
            .unwrap_or_default();
        files.sort_unstable();
        files
    }
}
