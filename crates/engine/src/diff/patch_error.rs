//! Why a patch cannot be read, or does not belong to the tree.

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    #[error("this is not a unified diff: no file is named in it")]
    NoFile,
    #[error("line {line} of the patch is not that of a unified diff")]
    BadLine { line: usize },
    #[error("the patch ends in the middle of the hunk of line {line}")]
    Unfinished { line: usize },
    #[error("line {line} of the patch compares with several files at once")]
    Combined { line: usize },
    #[error("the patch does not apply: the tree has no {path}")]
    NoSuchFile { path: String },
    #[error("the patch does not apply: the tree has {path} already")]
    Exists { path: String },
    #[error("the patch does not apply: {path} has not the lines that line {line} of the patch speaks of")]
    OtherLines { path: String, line: usize },
    #[error("the patch speaks of {path}, which is not inside the tree")]
    Outside { path: String },
}

impl PatchError {
    /// The way out.
    pub(crate) fn hint(&self) -> &'static str {
        match self {
            PatchError::NoFile | PatchError::BadLine { .. } | PatchError::Unfinished { .. } => {
                "give what `git diff` or `diff -u` prints"
            }
            PatchError::Combined { .. } => "compare with one commit: `git diff BASE` instead of a merge",
            _ => {
                "check out what the patch was made for, before or after it, or name commits: --diff BASE...HEAD"
            }
        }
    }
}
