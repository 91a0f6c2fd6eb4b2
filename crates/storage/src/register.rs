//! A short list of lines beside the indexes, such as which libraries there are. Readers see it whole: it is replaced by one rename.
//!
//! Nothing here knows what a line says.

use crate::disk::{Disk, TEMPORARY, read_small};
use crate::error::{Error, Result};
use std::fs::File;
use std::path::{Path, PathBuf};

/// More than this is no list that people made.
const MOST_BYTES: u64 = 1 << 20;

/// A list of lines by its name.
#[derive(Clone, Debug)]
pub struct Register {
    folder: PathBuf,
    name: &'static str,
}

impl Register {
    /// `cache` is the folder of all indexes. Touches nothing.
    pub fn open(cache: &Path, name: &'static str) -> Register {
        Register { folder: cache.to_path_buf(), name }
    }

    fn path(&self) -> PathBuf {
        self.folder.join(self.name)
    }

    /// In their order; none where there is no list. What is not text is passed over.
    pub fn lines(&self) -> Result<Vec<String>> {
        let bytes = read_small(&self.path(), MOST_BYTES)?.unwrap_or_default();
        let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        Ok(lines.filter_map(|line| String::from_utf8(line.to_vec()).ok()).collect())
    }

    /// Replaces the list by what `change` makes of it. Of two at once, one waits.
    pub fn change(&self, change: impl FnOnce(Vec<String>) -> Vec<String>) -> Result<()> {
        let disk = Disk::default();
        disk.create_folders(&self.folder)?;
        let _lock = self.lock()?;
        let text: String = change(self.lines()?).iter().map(|line| format!("{line}\n")).collect();
        let aside = self.folder.join(format!("{TEMPORARY}{}", self.name));
        disk.write_file(&aside, text.as_bytes())?;
        disk.rename(&aside, &self.path())?;
        disk.sync_folder(&self.folder)
    }

    /// Held until it is dropped.
    fn lock(&self) -> Result<File> {
        let path = self.folder.join(format!("{}.lock", self.name));
        let opened = File::options().create(true).truncate(false).write(true).open(&path);
        let file = opened.map_err(Error::io("open", &path))?;
        file.lock().map_err(Error::io("lock", &path))?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let register = Register::open(&folder.path().join("cache"), "list");
        assert_eq!(register.lines().unwrap(), Vec::<String>::new());
        std::thread::scope(|scope| {
            for number in 0..8 {
                let register = register.clone();
                scope.spawn(move || {
                    let add = |mut lines: Vec<String>| {
                        lines.push(format!("line {number}"));
                        lines
                    };
                    register.change(add).unwrap();
                });
            }
        });
        let mut lines = register.lines().unwrap();
        lines.sort();
        assert_eq!(lines, (0..8).map(|number| format!("line {number}")).collect::<Vec<_>>());
        register.change(|_| Vec::new()).unwrap();
        assert!(register.lines().unwrap().is_empty());
    }
}
