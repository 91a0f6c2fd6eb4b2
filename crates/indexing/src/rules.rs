//! Ignore files that can be read to their end. A repository may have a link to a device or a pipe in the place of one: whoever
//! reads that waits for ever or runs out of memory, so it is not begun.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Our own kind of ignore file.
pub(crate) const OWN: &str = ".orientignore";
pub(crate) const OF_GIT: &str = ".gitignore";
pub(crate) const OF_TOOLS: &str = ".ignore";

/// More than this was not written by people.
const MOST_BYTES: u64 = 4 << 20;

/// Whether an ignore file is a plain one, or none at all. A link to a plain one is as good, and a folder of that name says nothing.
pub(crate) fn is_readable(folder: &Path, name: &str) -> bool {
    match folder.join(name).metadata() {
        Ok(metadata) => metadata.is_dir() || (metadata.is_file() && metadata.len() <= MOST_BYTES),
        Err(_) => true,
    }
}

/// Folders that were not entered, because what they want ignored cannot be known.
#[derive(Debug, Default)]
pub(crate) struct Refused {
    folders: Mutex<Vec<PathBuf>>,
}

impl Refused {
    /// Whether a folder may be entered.
    pub(crate) fn admits(&self, folder: &Path) -> bool {
        let is_readable = [OF_GIT, OF_TOOLS, OWN].iter().all(|name| is_readable(folder, name));
        if !is_readable {
            self.folders.lock().unwrap_or_else(PoisonError::into_inner).push(folder.to_owned());
        }
        is_readable
    }

    pub(crate) fn take(&self) -> Vec<PathBuf> {
        std::mem::take(&mut self.folders.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_the_place_of_rules_keeps_nobody_out() {
        let folder = tempfile::tempdir().expect("folder");
        std::fs::create_dir(folder.path().join(OF_TOOLS)).expect("created");
        std::fs::write(folder.path().join(OF_GIT), "*.log\n").expect("written");
        let refused = Refused::default();
        assert!(refused.admits(folder.path()));
        let long = std::fs::File::create(folder.path().join(OWN)).expect("created");
        long.set_len(MOST_BYTES + 1).expect("grown");
        assert!(!refused.admits(folder.path()));
        assert_eq!(refused.take(), [folder.path()]);
    }
}
