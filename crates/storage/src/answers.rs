//! Answers that were given before, by a key that says everything they depend on. Knows no answer: bytes in, bytes out.
//!
//! Any number of processes read and write at once without a lock: a file is written aside and renamed into place, and one that
//! is not whole is as good as none. Losing them costs time, never an answer.

use crate::disk::{Disk, TEMPORARY, names_in, read_small};
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;
use xxhash_rust::xxh3::xxh3_128;

pub(crate) const ANSWERS: &str = "answers";

/// Bytes of the checksum before the rest.
const HEAD: usize = 16;

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub struct AnswerLimits {
    pub most: usize,
    pub most_bytes: u64,
}

impl Default for AnswerLimits {
    fn default() -> AnswerLimits {
        AnswerLimits { most: 256, most_bytes: 32 << 20 }
    }
}

/// The answers of one repository.
#[derive(Clone, Debug)]
pub struct Answers {
    folder: PathBuf,
    limits: AnswerLimits,
    /// For names that no other thread uses.
    next: Arc<AtomicUsize>,
}

impl Answers {
    pub(crate) fn new(root: &Path, limits: AnswerLimits) -> Answers {
        Answers { folder: root.join(ANSWERS), limits, next: Arc::default() }
    }

    /// None where there is no such answer, or what there is of it is damaged.
    pub fn get(&self, key: &[u8; 32]) -> Option<Vec<u8>> {
        let mut bytes = read_small(&self.path(key), self.limits.most_bytes).ok().flatten()?;
        let (sum, answer) = bytes.split_at_checked(HEAD)?;
        let is_whole = sum == checksum(key, answer);
        is_whole.then(|| bytes.split_off(HEAD))
    }

    /// Keeps an answer, and lets the oldest go where there are too many.
    pub fn put(&self, key: &[u8; 32], answer: &[u8]) -> Result<()> {
        if (answer.len() + HEAD) as u64 > self.limits.most_bytes || self.limits.most == 0 {
            return Ok(());
        }
        let disk = Disk::default();
        disk.create_folders(&self.folder)?;
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let aside = self.folder.join(format!("{TEMPORARY}{}-{number}", std::process::id()));
        disk.write_unsynced(&aside, &[&checksum(key, answer), answer])?;
        disk.rename(&aside, &self.path(key))?;
        self.shrink(&disk)
    }

    fn path(&self, key: &[u8; 32]) -> PathBuf {
        self.folder.join(name(key))
    }

    fn shrink(&self, disk: &Disk) -> Result<()> {
        let mut kept = self.kept()?;
        kept.sort_unstable_by(|left, right| right.cmp(left));
        let mut bytes = 0;
        for (index, (_, size, path)) in kept.iter().enumerate() {
            bytes += size;
            if index >= self.limits.most || bytes > self.limits.most_bytes {
                disk.remove(path)?;
            }
        }
        Ok(())
    }

    /// When they were written, their sizes and paths; with what killed writers left behind.
    fn kept(&self) -> Result<Vec<(SystemTime, u64, PathBuf)>> {
        let paths = names_in(&self.folder)?.into_iter().map(|name| self.folder.join(name));
        let described = |path: PathBuf| {
            let metadata = path.metadata().ok()?;
            Some((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), metadata.len(), path))
        };
        Ok(paths.filter_map(described).collect())
    }
}

fn name(key: &[u8; 32]) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Of the key too, so that a file under another's name is no answer.
fn checksum(key: &[u8; 32], answer: &[u8]) -> [u8; HEAD] {
    (xxh3_128(answer) ^ xxh3_128(key).rotate_left(1)).to_le_bytes()
}

impl Disk {
    /// Writes a file whose loss does no harm: it need not be on the disk when this returns.
    fn write_unsynced(&self, path: &Path, parts: &[&[u8]]) -> Result<()> {
        use std::io::Write;
        let mut output = self.create_file(path)?;
        let written = parts.iter().try_for_each(|part| output.write_all(part)).and_then(|()| output.flush());
        written.map_err(Error::io("write", path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(folder: &Path, most: usize, most_bytes: u64) -> Answers {
        Answers::new(folder, AnswerLimits { most, most_bytes })
    }

    fn key(number: u8) -> [u8; 32] {
        [number; 32]
    }

    #[test]
    fn what_was_kept_is_found_and_what_is_damaged_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let answers = answers(folder.path(), 9, 1_000);
        assert_eq!(answers.get(&key(1)), None);
        answers.put(&key(1), b"one").unwrap();
        answers.put(&key(2), b"").unwrap();
        assert_eq!(
            (answers.get(&key(1)).as_deref(), answers.get(&key(2))),
            (Some(&b"one"[..]), Some(Vec::new()))
        );
        std::fs::copy(answers.path(&key(1)), answers.path(&key(3))).unwrap();
        assert_eq!(answers.get(&key(3)), None, "another's answer");
        let whole = std::fs::read(answers.path(&key(1))).unwrap();
        for length in 0..whole.len() {
            std::fs::write(answers.path(&key(1)), &whole[..length]).unwrap();
            assert_eq!(answers.get(&key(1)), None, "{length}");
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            std::fs::write(answers.path(&key(1)), &damaged).unwrap();
            assert_eq!(answers.get(&key(1)), None, "{at}");
        }
    }

    #[test]
    fn the_oldest_go() {
        let folder = tempfile::tempdir().unwrap();
        let answers = answers(folder.path(), 3, 100);
        let pause = || std::thread::sleep(std::time::Duration::from_millis(15));
        for number in 0..5 {
            answers.put(&key(number), b"some").unwrap();
            pause();
        }
        let kept = |answers: &Answers| {
            (0..7).filter(|number| answers.get(&key(*number)).is_some()).collect::<Vec<u8>>()
        };
        assert_eq!(kept(&answers), [2, 3, 4]);
        answers.put(&key(5), &[7; 60]).unwrap();
        assert_eq!(kept(&answers), [4, 5], "by bytes");
        answers.put(&key(6), &[7; 90]).unwrap();
        assert_eq!(kept(&answers), [4, 5], "what is too large is not kept");
    }

    #[test]
    fn many_write_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let answers = answers(folder.path(), 8, 1_000_000);
        std::thread::scope(|scope| {
            for writer in 0..4u8 {
                let answers = &answers;
                scope.spawn(move || {
                    for round in 0..40u8 {
                        let number = round % 10;
                        // Another process may have taken the same file away.
                        let _ = answers.put(&key(number), &[number; 2_000]);
                        let found = answers.get(&key(number));
                        assert!(found.is_none_or(|found| found == [number; 2_000]), "{writer} {round}");
                    }
                });
            }
        });
    }
}
