//! One writer per repository, by a lock of the operating system that dies with its process. Readers never lock.

use crate::disk::{Disk, Steps, TEMPORARY, names_in};
use crate::error::{Error, Result};
use crate::private::{create_private_folders, tag};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The right to write to one repository's index. Dropping it, or dying, gives it back.
pub struct WriterLock {
    _file: File,
    root: PathBuf,
    disk: Disk,
}

impl WriterLock {
    pub(crate) fn wait(root: &Path) -> Result<WriterLock> {
        loop {
            let (file, path) = open(root)?;
            file.lock().map_err(Error::io("lock", &path))?;
            if is_current(&file, &path) {
                return WriterLock::clean(file, root);
            }
        }
    }

    pub(crate) fn attempt(root: &Path) -> Result<Option<WriterLock>> {
        let (file, path) = open(root)?;
        match file.try_lock() {
            Ok(()) if is_current(&file, &path) => WriterLock::clean(file, root).map(Some),
            Ok(()) | Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(Error::io("lock", &path)(error)),
        }
    }

    /// Tells `steps` before every change that is made under this lock.
    pub fn with_steps(mut self, steps: Arc<dyn Steps>) -> WriterLock {
        self.disk = Disk::watched(steps);
        self
    }

    pub(crate) fn disk(&self) -> &Disk {
        &self.disk
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Removes what a killed writer left unfinished: nobody else can be writing now.
    fn clean(file: File, root: &Path) -> Result<WriterLock> {
        let lock = WriterLock { _file: file, root: root.to_path_buf(), disk: Disk::default() };
        let trees = root.join(TREES);
        let mut folders = vec![root.to_path_buf(), root.join(FACTS), root.join(HISTORY), trees.clone()];
        folders.extend(names_in(&trees)?.into_iter().map(|name| trees.join(name)));
        for folder in folders.iter().filter(|folder| folder.is_dir()) {
            for name in names_in(folder)?.iter().filter(|name| name.starts_with(TEMPORARY)) {
                lock.disk.remove(&folder.join(name))?;
            }
        }
        Ok(lock)
    }
}

pub(crate) const FACTS: &str = "facts";
pub(crate) const HISTORY: &str = "history";
pub(crate) const TREES: &str = "trees";

fn open(root: &Path) -> Result<(File, PathBuf)> {
    let path = root.join("lock");
    let attempt = || {
        create_private_folders(root).map_err(Error::io("create", root))?;
        tag(root);
        File::options().create(true).truncate(false).write(true).open(&path).map_err(Error::io("open", &path))
    };
    // Whoever clears the repository may remove the folder between the two.
    let file = attempt().or_else(|error| if error.is_not_found() { attempt() } else { Err(error) })?;
    Ok((file, path))
}

/// Whether the locked file is still the one that has the name: clearing a repository removes it.
#[cfg(unix)]
fn is_current(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(held), Ok(named)) => (held.dev(), held.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_current(_: &File, _: &Path) -> bool {
    true
}
