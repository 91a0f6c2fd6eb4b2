//! The bounds of one reading of history.

/// How much history is read and how closely.
///
/// All but `commits` and `older_commits` shape the facts themselves: facts read under different values must not be mixed, and
/// [`Limits::fingerprint`] tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Commits walked from HEAD along first parents, known ones included.
    pub commits: usize,
    /// Commits walked beyond those, of which only the message and the paths are read: see [`Limits::for_older`].
    pub older_commits: usize,
    /// Commits that change more files than this keep their file list, but no hunks: mass changes say nothing.
    pub files_per_commit: usize,
    /// Commits that change more files than this keep only the number of files.
    pub listed_files: usize,
    /// Bytes; larger blobs are changed as a whole.
    pub blob_bytes: u64,
    /// Later hunks of a file are joined into the last one.
    pub hunks_per_file: usize,
    /// Bytes of a commit's message, with the subjects of the commits it merged.
    pub message_bytes: usize,
    /// Subjects quoted from the commits that a merge brought in.
    pub merged_subjects: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            commits: 2_000,
            older_commits: 8_000,
            files_per_commit: 100,
            listed_files: 20_000,
            blob_bytes: 1 << 20,
            hunks_per_file: 256,
            message_bytes: 4 << 10,
            merged_subjects: 20,
        }
    }
}

impl Limits {
    /// The limits of a walk that goes on beyond `commits`: trees are compared, and no file is read.
    pub fn for_older(&self) -> Limits {
        Limits { commits: self.older_commits, older_commits: 0, files_per_commit: 0, ..*self }
    }

    /// Equal for limits that give the same facts for the same commit; how many are walked takes no part.
    pub fn fingerprint(&self) -> u64 {
        let parts = [
            u64::from(crate::encoding::VERSION),
            self.files_per_commit as u64,
            self.listed_files as u64,
            self.blob_bytes,
            self.hunks_per_file as u64,
            self.message_bytes as u64,
            self.merged_subjects as u64,
        ];
        hash(&parts)
    }

    /// Equal for limits that give the same facts for the same history.
    pub fn history_fingerprint(&self) -> u64 {
        hash(&[self.fingerprint(), self.commits as u64, self.older_commits as u64])
    }
}

/// FNV-1a, as the value is stored and must not change with the standard library's hasher.
fn hash(parts: &[u64]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
