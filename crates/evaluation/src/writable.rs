//! Whether a result can be kept, asked before a run that takes long. Leaves everything as it was.

use crate::error::EvaluationError;
use std::path::Path;

/// Refuses a path that cannot be written. A file that is there keeps its text, one that is not is not left behind.
pub fn check_writable(path: &Path) -> Result<(), EvaluationError> {
    let is_new = path.symlink_metadata().is_err();
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|source| EvaluationError::Write { path: path.to_owned(), source })?;
    if is_new {
        // What is left of a failure here is an empty file that is about to be written.
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_changes() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        std::fs::write(&old, "text").unwrap();
        assert!(check_writable(&old).is_ok() && check_writable(&new).is_ok());
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "text");
        assert!(!new.exists());
        assert!(check_writable(folder.path()).is_err(), "a folder is no file");
        assert!(check_writable(&folder.path().join("absent/new")).is_err());
    }
}
