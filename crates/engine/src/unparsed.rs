//! Where a name stands that no unit has: in files that the grammar did not accept whole, so that a declaration there may be unknown.
//! Says where to look; what stands there is never taken for the symbol that was asked for.

use crate::find::last_part;
use memchr::memmem;
use orienteer_indexing::read_source;
use orienteer_model::{FileId, ProblemKind};
use orienteer_storage::{FileRecord, Snapshot};
use std::path::Path;

/// Lines that are told.
const MOST: usize = 5;
/// More files than this are not looked through.
const MOST_FILES: usize = 1_000;

/// A line with the name in a file that was not understood whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unparsed {
    pub path: String,
    pub line: u32,
}

/// The first line with the name in each such file.
pub(crate) fn unparsed(root: &Path, snapshot: &Snapshot, name: &str) -> Vec<Unparsed> {
    let word = last_part(name.trim());
    if word.is_empty() {
        return Vec::new();
    }
    let files = (0..snapshot.file_count() as u32).filter_map(|id| snapshot.file(FileId(id)));
    let holding = files.filter(is_unparsed).take(MOST_FILES).filter_map(|file| {
        let source = read_source(root, file.path()).ok()??;
        Some(Unparsed { path: file.path().to_owned(), line: first_line(&source.bytes, word)? })
    });
    holding.take(MOST).collect()
}

fn is_unparsed(file: &FileRecord<'_>) -> bool {
    let left_out = [ProblemKind::Syntax, ProblemKind::TooLarge, ProblemKind::TooSlow, ProblemKind::TooDeep];
    file.first_problem().is_some_and(|problem| left_out.contains(&problem.kind()))
}

/// The first line that has it as a whole word.
fn first_line(bytes: &[u8], word: &str) -> Option<u32> {
    let at = memmem::find_iter(bytes, word).find(|at| is_whole(bytes, *at, word.len()))?;
    Some(memchr::memchr_iter(b'\n', &bytes[..at]).count() as u32 + 1)
}

fn is_whole(bytes: &[u8], at: usize, length: usize) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    !before.is_some_and(is_letter) && !bytes.get(at + length).is_some_and(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_word_is_not_the_word() {
        assert_eq!(first_line(b"reload\nload_all\n x.load(1)\nload", "load"), Some(3));
        assert_eq!(first_line("überload\n".as_bytes(), "load"), None);
        assert_eq!(first_line(b"", "load"), None);
        assert_eq!(first_line(b"load", "load"), Some(1));
    }
}
