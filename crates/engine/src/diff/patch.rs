//! A unified diff as text, and what it says about a tree that has it already or could take it. Never writes to the tree.

mod apply;
mod path;

use super::{Changed, PatchError};
use apply::{Side, Text};
use std::path::Path;

/// One file of a patch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FilePatch {
    /// None where the patch makes the file.
    old: Option<String>,
    /// None where it takes the file away.
    new: Option<String>,
    hunks: Vec<PatchHunk>,
}

/// Lines that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PatchHunk {
    /// Where it stands in the patch.
    line: usize,
    old_start: usize,
    new_start: usize,
    lines: Vec<(Mark, Vec<u8>)>,
}

/// On which side a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Both,
    Old,
    New,
}

/// The files of a patch, in its order. What stands around them, as the head of a mail, is passed over.
pub(super) fn parse(text: &[u8]) -> Result<Vec<FilePatch>, PatchError> {
    let mut reader = Reader::default();
    let lines = text.strip_suffix(b"\n").unwrap_or(text);
    for (index, line) in lines.split(|byte| *byte == b'\n').enumerate() {
        reader.line(index + 1, line.strip_suffix(b"\r").unwrap_or(line))?;
    }
    let is_blank = text.trim_ascii().is_empty();
    let files = reader.finish()?;
    if files.is_empty() && !is_blank { Err(PatchError::NoFile) } else { Ok(files) }
}

/// The files below a folder of the repository, by their paths from there. A patch that was made inside it has no others.
pub(super) fn below(files: Vec<FilePatch>, folder: &str) -> Vec<FilePatch> {
    let short = |path: &String| path.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned);
    let is_inside =
        |file: &FilePatch| [&file.old, &file.new].into_iter().flatten().any(|path| short(path).is_some());
    if folder.is_empty() || !files.iter().any(is_inside) {
        return files;
    }
    let moved = |file: FilePatch| FilePatch {
        old: file.old.as_ref().and_then(short),
        new: file.new.as_ref().and_then(short),
        hunks: file.hunks,
    };
    files.into_iter().filter(is_inside).map(moved).collect()
}

/// Reads lines in order.
#[derive(Default)]
struct Reader {
    files: Vec<FilePatch>,
    /// The last file came with git's own heading, which its `---` and `+++` only repeat.
    has_heading: bool,
    old_path: Option<Vec<u8>>,
    /// Lines of the last hunk that are still to come, on each side.
    open: (usize, usize),
}

impl Reader {
    fn line(&mut self, number: usize, line: &[u8]) -> Result<(), PatchError> {
        if self.open != (0, 0) {
            return self.hunk_line(number, line);
        }
        if line.starts_with(b"@@@") {
            return Err(PatchError::Combined { line: number });
        }
        if let Some(heading) = line.strip_prefix(b"diff --git ") {
            let (old, new) = path::of_heading(heading);
            self.files.push(FilePatch { old, new, hunks: Vec::new() });
            self.has_heading = true;
        } else if let Some(path) = line.strip_prefix(b"--- ") {
            self.old_path = Some(path.to_vec());
        } else if let (Some(path), Some(old)) = (line.strip_prefix(b"+++ "), self.old_path.take()) {
            self.named(&old, path);
        } else if line.starts_with(b"@@ -") {
            self.hunk(number, line)?;
        } else if self.has_heading {
            self.heading_line(line);
        }
        Ok(())
    }

    fn named(&mut self, old: &[u8], new: &[u8]) {
        if !std::mem::take(&mut self.has_heading) {
            self.files.push(FilePatch::default());
        }
        let (old, new) = path::of_sides(old, new);
        if let Some(file) = self.files.last_mut() {
            (file.old, file.new) = (old, new);
        }
    }

    /// What git says of a file that may have no lines to show.
    fn heading_line(&mut self, line: &[u8]) {
        let Some(file) = self.files.last_mut() else { return };
        if line.starts_with(b"new file mode") {
            file.old = None;
        } else if line.starts_with(b"deleted file mode") {
            file.new = None;
        } else if let Some(from) = line.strip_prefix(b"rename from ") {
            file.old = path::plain(from);
        } else if let Some(to) = line.strip_prefix(b"rename to ") {
            file.new = path::plain(to);
        }
    }

    fn hunk(&mut self, number: usize, line: &[u8]) -> Result<(), PatchError> {
        let bad = || PatchError::BadLine { line: number };
        let (old, new) = std::str::from_utf8(line).ok().and_then(ranges).ok_or_else(bad)?;
        let file = self.files.last_mut().ok_or(PatchError::NoFile)?;
        file.hunks.push(PatchHunk { line: number, old_start: old.0, new_start: new.0, lines: Vec::new() });
        self.open = (old.1, new.1);
        Ok(())
    }

    fn hunk_line(&mut self, number: usize, line: &[u8]) -> Result<(), PatchError> {
        let (mark, text) = match line.split_first() {
            // Mail programs take the space of an empty line away.
            None => (Mark::Both, line),
            Some((b' ', text)) => (Mark::Both, text),
            Some((b'-', text)) => (Mark::Old, text),
            Some((b'+', text)) => (Mark::New, text),
            Some((b'\\', _)) => return Ok(()),
            Some(_) => return Err(PatchError::BadLine { line: number }),
        };
        let taken = (usize::from(mark != Mark::New), usize::from(mark != Mark::Old));
        let left = self.open.0.checked_sub(taken.0).zip(self.open.1.checked_sub(taken.1));
        self.open = left.ok_or(PatchError::BadLine { line: number })?;
        let hunk = self.files.last_mut().and_then(|file| file.hunks.last_mut());
        hunk.into_iter().for_each(|hunk| hunk.lines.push((mark, text.to_vec())));
        Ok(())
    }

    fn finish(self) -> Result<Vec<FilePatch>, PatchError> {
        let last = self.files.last().and_then(|file| file.hunks.last());
        match last.filter(|_| self.open != (0, 0)) {
            Some(hunk) => Err(PatchError::Unfinished { line: hunk.line }),
            None => Ok(self.files),
        }
    }
}

/// `@@ -12,3 +14 @@` as first lines and counts.
fn ranges(line: &str) -> Option<((usize, usize), (usize, usize))> {
    let mut words = line.strip_prefix("@@ -")?.split(' ');
    let range = |word: &str| {
        let (start, count) = word.split_once(',').unwrap_or((word, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    Some((range(words.next()?)?, range(words.next()?.strip_prefix('+')?)?))
}

/// The files before and after. The tree is one of the two: after the patch if it has all that the patch adds, else before.
pub(super) fn changed(root: &Path, files: &[FilePatch]) -> Result<Vec<Changed>, PatchError> {
    let tree = Text::read_all(root, files)?;
    let adds = files.iter().flat_map(|file| &file.hunks).any(|hunk| hunk.has(Mark::New));
    let taken = |side: Side| -> Result<Vec<Changed>, PatchError> {
        files.iter().filter(|file| !file.is_secret()).map(|file| file.changed(&tree, side)).collect()
    };
    match (taken(Side::Old), taken(Side::New)) {
        (Ok(_), Ok(after)) if adds => Ok(after),
        (Ok(before), _) => Ok(before),
        (Err(_), Ok(after)) => Ok(after),
        (Err(error), Err(_)) => Err(error),
    }
}

impl FilePatch {
    fn is_secret(&self) -> bool {
        [&self.old, &self.new].into_iter().flatten().any(|path| orienteer_indexing::is_secret(path))
    }
}

impl PatchHunk {
    fn has(&self, mark: Mark) -> bool {
        self.lines.iter().any(|(known, _)| *known == mark)
    }
}

#[cfg(test)]
mod tests;
