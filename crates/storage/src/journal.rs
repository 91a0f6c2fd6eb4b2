//! Lines that are added and never changed: what use teaches, kept apart from snapshots so that a rebuild keeps it. Knows no
//! line's meaning.
//!
//! One writer at a time, by a lock of its own; readers never lock. Every line has a checksum: one that is not whole is passed
//! over and counted, and the next one begins on a line of its own.

use crate::disk::{Disk, TEMPORARY, read_small};
use crate::error::{Error, Result};
use std::fs::File;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

pub(crate) const LEARNED: &str = "learned";

/// A journal that is larger was not written by this program.
const LARGEST: u64 = 64 << 20;
/// Digits of the checksum before a line, and the space after it.
const HEAD: usize = 17;

/// One file of lines.
#[derive(Clone, Debug)]
pub struct Journal {
    folder: PathBuf,
    name: &'static str,
}

/// What a journal holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The oldest first.
    pub lines: Vec<String>,
    /// Those that are not as they were written.
    pub damaged: usize,
}

impl Journal {
    pub(crate) fn new(root: &Path, name: &'static str) -> Journal {
        Journal { folder: root.join(LEARNED), name }
    }

    /// Nothing where there is no such file.
    pub fn read(&self) -> Result<Lines> {
        let bytes = read_small(&self.path(), LARGEST)?.unwrap_or_default();
        let mut read = Lines::default();
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            match whole(line) {
                Some(line) => read.lines.push(line.to_owned()),
                None => read.damaged += 1,
            }
        }
        Ok(read)
    }

    /// Adds lines after all others. A line has no end of line in it.
    pub fn append<L: AsRef<str>>(&self, lines: &[L]) -> Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let (_lock, disk) = self.lock()?;
        // The end of a line that a killed writer left unfinished.
        let mut bytes = if self.ends_inside_line()? { vec![b'\n'] } else { Vec::new() };
        lines.iter().for_each(|line| write_line(&mut bytes, line.as_ref()));
        disk.append(&self.path(), &bytes)
    }

    /// Keeps what `keep` makes of all lines, by one rename; nothing happens where it makes nothing else of them.
    pub fn rewrite(&self, keep: impl FnOnce(Vec<String>) -> Vec<String>) -> Result<()> {
        let (_lock, disk) = self.lock()?;
        let Lines { lines, damaged } = self.read()?;
        let kept = keep(lines.clone());
        if kept == lines && damaged == 0 {
            return Ok(());
        }
        let mut bytes = Vec::new();
        kept.iter().for_each(|line| write_line(&mut bytes, line));
        let aside = self.folder.join(format!("{TEMPORARY}{}", self.name));
        disk.write_file(&aside, &bytes)?;
        disk.rename(&aside, &self.path())
    }

    fn path(&self) -> PathBuf {
        self.folder.join(self.name)
    }

    fn lock(&self) -> Result<(File, Disk)> {
        let disk = Disk::default();
        disk.create_folders(&self.folder)?;
        let path = self.folder.join(format!("{}.lock", self.name));
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(Error::io("open", &path))?;
        file.lock().map_err(Error::io("lock", &path))?;
        Ok((file, disk))
    }

    fn ends_inside_line(&self) -> Result<bool> {
        let path = self.path();
        crate::disk::last_byte(&path).map(|last| last.is_some_and(|byte| byte != b'\n'))
    }
}

fn write_line(bytes: &mut Vec<u8>, line: &str) {
    let line = line.replace(['\n', '\r'], " ");
    bytes.extend_from_slice(format!("{:016x} {line}\n", xxh3_64(line.as_bytes())).as_bytes());
}

/// The line without its checksum, if that is right.
fn whole(line: &[u8]) -> Option<&str> {
    let (head, line) = line.split_at_checked(HEAD)?;
    let sum = std::str::from_utf8(head).ok()?.strip_suffix(' ')?;
    let is_right = u64::from_str_radix(sum, 16).ok()? == xxh3_64(line);
    std::str::from_utf8(line).ok().filter(|_| is_right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn journal() -> (tempfile::TempDir, Journal) {
        let folder = tempfile::tempdir().expect("folder");
        let journal = Journal::new(folder.path(), "log");
        (folder, journal)
    }

    #[test]
    fn lines_come_back_in_order() {
        let (_folder, journal) = journal();
        assert_eq!(journal.read().expect("reads"), Lines::default());
        journal.append(&["a\tb", ""]).expect("appends");
        journal.append(&["ü\nc"]).expect("appends");
        let read = journal.read().expect("reads");
        assert_eq!((read.lines, read.damaged), (vec!["a\tb".to_owned(), String::new(), "ü c".to_owned()], 0));
    }

    #[test]
    fn a_line_that_a_killed_writer_left_costs_itself_alone() {
        let (_folder, journal) = journal();
        journal.append(&["first", "second"]).expect("appends");
        let whole = std::fs::read(journal.path()).expect("bytes");
        for length in 1..whole.len() {
            std::fs::write(journal.path(), &whole[..length]).expect("writes");
            let before = journal.read().expect("reads").lines;
            journal.append(&["third"]).expect("appends");
            let read = journal.read().expect("reads");
            assert_eq!(read.lines.last().map(String::as_str), Some("third"), "{length}");
            assert_eq!(read.lines[..read.lines.len() - 1], before, "{length}");
            assert!(read.damaged <= 1, "{length}");
        }
    }

    #[test]
    fn damage_is_counted_and_goes_with_the_next_rewrite() {
        let (_folder, journal) = journal();
        journal.append(&["first", "second"]).expect("appends");
        let mut bytes = std::fs::read(journal.path()).expect("bytes");
        bytes[HEAD] ^= 1;
        std::fs::write(journal.path(), bytes).expect("writes");
        let file = File::options().append(true).open(journal.path());
        file.expect("opens").write_all(b"\xff\xfe\n\nnonsense\n").expect("writes");
        let read = journal.read().expect("reads");
        assert_eq!((read.lines, read.damaged), (vec!["second".to_owned()], 3));
        journal.rewrite(|lines| lines).expect("rewrites");
        assert_eq!(journal.read().expect("reads").damaged, 0);
    }

    #[test]
    fn writers_at_once_lose_nothing() {
        let (_folder, journal) = journal();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let journal = journal.clone();
                scope.spawn(move || {
                    for number in 0..20 {
                        journal.append(&[format!("{writer} {number}")]).expect("appends");
                        if number % 7 == 0 {
                            journal.rewrite(|lines| lines).expect("rewrites");
                        }
                    }
                });
            }
        });
        let mut lines = journal.read().expect("reads").lines;
        lines.sort();
        lines.dedup();
        assert_eq!(lines.len(), 80);
    }
}
