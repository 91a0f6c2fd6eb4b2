//! A commit object, parsed. Knows the bytes of one commit and nothing around it.

use gix::objs::CommitRefIter;

use crate::{facts::CommitId, repository::bytes};

pub(crate) struct Commit {
    pub(crate) tree: CommitId,
    pub(crate) parents: Vec<CommitId>,
    /// Committer time, in seconds.
    pub(crate) time: i64,
    pub(crate) message: String,
}

impl Commit {
    pub(crate) fn parse(data: &[u8]) -> Option<Commit> {
        let commit = CommitRefIter::from_bytes(data, gix::hash::Kind::Sha1);
        let tree = bytes(&commit.clone().tree_id().ok()?)?;
        let parents = commit.parent_ids().filter_map(|id| bytes(&id)).collect();
        // A commit with an unreadable date or committer is still a commit.
        let time = commit.committer().map_or(0, |committer| committer.seconds());
        let message = commit.message().map(|message| String::from_utf8_lossy(message).into_owned());
        Some(Commit { tree, parents, time, message: message.unwrap_or_default() })
    }

    pub(crate) fn subject(&self) -> &str {
        self.message.trim_start().lines().next().unwrap_or_default().trim_end()
    }
}

/// Cuts a text to at most `limit` bytes, between characters.
pub(crate) fn cut(text: &mut String, limit: usize) {
    let end = (0..=limit.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    text.truncate(end.unwrap_or(0));
}
