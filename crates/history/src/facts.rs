//! What one commit says: its message, and the lines of the files it changed against its first parent.
//!
//! Facts depend on the commit, the limits and the folder they were read for, never on when or how often they were
//! read.

/// A SHA-1 object id.
pub type CommitId = [u8; 20];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommitFacts {
    pub id: CommitId,
    /// The first parent, if there is one.
    pub parent: Option<CommitId>,
    /// Seconds since the epoch at which the commit was made (committer time: it follows the order of first parents).
    pub time: i64,
    /// Subject and body; for merges also the subjects of the commits that came in, one per line.
    pub message: String,
    /// Files changed, also where `files` does not list them.
    pub file_count: u32,
    /// Sorted by path. Empty in commits that change more files than are listed.
    pub files: Vec<FileChange>,
}

impl CommitFacts {
    /// Whether every changed file is in `files`.
    pub fn lists_files(&self) -> bool {
        self.files.len() == self.file_count as usize
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileChange {
    /// Relative to the folder that was read, with `/` between parts. Deleted files stand under the path they had.
    pub path: String,
    /// The path before, in renamed files.
    pub old_path: Option<String>,
    pub content: Content,
    /// Ascending and disjoint on both sides; empty unless `content` is [`Content::Lines`].
    pub hunks: Vec<Hunk>,
}

/// What is known of a changed file's content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Content {
    /// The hunks say what changed.
    #[default]
    Lines = 0,
    /// The file came to be: all its lines are new.
    Added = 1,
    /// The file ceased to be.
    Deleted = 2,
    Binary = 3,
    TooLarge = 4,
    /// One of many files in a mass change; not looked at.
    Skipped = 5,
    /// A blob is missing (partial clone) or damaged.
    Unreadable = 6,
}

impl Content {
    pub(crate) const ALL: [Content; 7] = [
        Content::Lines,
        Content::Added,
        Content::Deleted,
        Content::Binary,
        Content::TooLarge,
        Content::Skipped,
        Content::Unreadable,
    ];
}

/// Lines `[old_start, old_start + old_lines)` became `[new_start, new_start + new_lines)`, both counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    pub old_start: u32,
    pub old_lines: u32,
    pub new_start: u32,
    pub new_lines: u32,
}

impl Hunk {
    pub(crate) fn end_before(&self) -> u32 {
        self.old_start.saturating_add(self.old_lines)
    }

    pub(crate) fn end_after(&self) -> u32 {
        self.new_start.saturating_add(self.new_lines)
    }
}
