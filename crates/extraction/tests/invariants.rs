//! What holds for the facts of every file, whole or damaged: the goldens, their truncations and their mutations.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod check;

use check::check;
use std::path::{Path, PathBuf};

#[test]
fn goldens_keep_every_invariant() {
    for (name, bytes) in goldens() {
        check(&name, &bytes);
    }
}

#[test]
fn truncated_files_keep_every_invariant() {
    for (name, bytes) in goldens() {
        for end in (0..bytes.len()).step_by(97) {
            check(&name, &bytes[..end]);
        }
    }
}

#[test]
fn damaged_files_keep_every_invariant() {
    let mut random = Random(0x5eed);
    for (name, bytes) in goldens() {
        for round in 1..=24 {
            let mut damaged = bytes.clone();
            for _ in 0..round {
                let at = random.below(damaged.len());
                damaged[at] = random.next() as u8;
            }
            check(&name, &damaged);
        }
    }
}

#[test]
fn shuffled_lines_keep_every_invariant() {
    let mut random = Random(0xcafe);
    for (name, bytes) in goldens() {
        for _ in 0..6 {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            for _ in 0..10 {
                let (one, other) = (random.below(lines.len()), random.below(lines.len()));
                lines.swap(one, other);
            }
            check(&name, &lines.concat());
        }
    }
}

#[test]
fn other_line_ends_and_marks_change_no_structure() {
    for (name, bytes) in goldens() {
        let text = String::from_utf8(bytes).unwrap();
        check(&name, text.replace('\n', "\r\n").as_bytes());
        check(&name, format!("\u{feff}{text}").as_bytes());
        check(&name, text.replace('\n', "\n\n\n").as_bytes());
        check(&name, text.replace(' ', "\u{a0}").as_bytes());
    }
}

/// Every golden source with the file name that its language is known by.
fn goldens() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data");
    let folders = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = folders
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_none_or(|extension| extension != "facts"));
    files.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}

/// The same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}
