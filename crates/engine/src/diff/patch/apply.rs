//! Whether a text has the lines of one side of a patch, and how it reads on the other side.

use super::{FilePatch, Mark, PatchHunk};
use crate::diff::{Changed, PatchError};
use std::collections::BTreeMap;
use std::path::{Component, Path};

/// A side of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Old,
    New,
}

/// The files of a tree that a patch speaks of, as lines without their ends.
pub(super) struct Text {
    files: BTreeMap<String, Vec<Vec<u8>>>,
}

impl Text {
    pub(super) fn read_all(root: &Path, patches: &[FilePatch]) -> Result<Text, PatchError> {
        let mut files = BTreeMap::new();
        for path in patches.iter().flat_map(|file| [&file.old, &file.new]).flatten() {
            let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
            if !is_inside {
                return Err(PatchError::Outside { path: path.clone() });
            }
            if orienteer_indexing::is_secret(path) || files.contains_key(path) {
                continue;
            }
            if let Some(source) = orienteer_indexing::read_source(root, path).ok().flatten() {
                files.insert(path.clone(), lines(&source.bytes));
            }
        }
        Ok(Text { files })
    }
}

fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if bytes.is_empty() {
        return Vec::new();
    }
    text.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec()).collect()
}

fn joined(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
}

impl FilePatch {
    /// Before and after, where the tree is on `side`.
    pub(super) fn changed(&self, tree: &Text, side: Side) -> Result<Changed, PatchError> {
        let (here, there) = match side {
            Side::Old => (&self.old, &self.new),
            Side::New => (&self.new, &self.old),
        };
        if let (None, Some(path)) = (here, there)
            && tree.files.contains_key(path)
        {
            return Err(PatchError::Exists { path: path.clone() });
        }
        let empty = Vec::new();
        let text = match here {
            None => &empty,
            // What has no lines to show, as what is no text has not, need not be there.
            Some(path) if self.hunks.is_empty() => tree.files.get(path).unwrap_or(&empty),
            Some(path) => {
                tree.files.get(path).ok_or_else(|| PatchError::NoSuchFile { path: path.clone() })?
            }
        };
        let other = applied(text, &self.hunks, side)
            .map_err(|line| PatchError::OtherLines { path: here.clone().unwrap_or_default(), line })?;
        let (here, there) = (here.as_ref().map(|_| joined(text)), there.as_ref().map(|_| joined(&other)));
        let (old, new) = if side == Side::Old { (here, there) } else { (there, here) };
        let path = self.new.clone().or_else(|| self.old.clone()).unwrap_or_default();
        let before = self.old.clone().filter(|old| *old != path && self.new.is_some());
        Ok(Changed { path, before, old, new })
    }
}

/// The text on the other side; the line of the first hunk that does not fit.
fn applied(text: &[Vec<u8>], hunks: &[PatchHunk], side: Side) -> Result<Vec<Vec<u8>>, usize> {
    let mut out: Vec<Vec<u8>> = Vec::with_capacity(text.len());
    let (mut done, mut moved) = (0usize, 0isize);
    for hunk in hunks {
        let here: Vec<&[u8]> = hunk.side(side).collect();
        let expected = hunk.position(side, here.is_empty()).saturating_add_signed(moved);
        let at = found(text, &here, done, expected).ok_or(hunk.line)?;
        moved = moved.saturating_add(at as isize).saturating_sub(expected as isize);
        out.extend_from_slice(&text[done..at]);
        out.extend(hunk.side(side.other()).map(<[u8]>::to_vec));
        done = at + here.len();
    }
    out.extend_from_slice(&text[done..]);
    Ok(out)
}

/// Where the lines stand: as near as can be to where they are expected, not before `least`.
fn found(text: &[Vec<u8>], wanted: &[&[u8]], least: usize, expected: usize) -> Option<usize> {
    let most = text.len().checked_sub(wanted.len())?;
    let is_there = |at: &usize| {
        (least..=most).contains(at) && text[*at..].iter().zip(wanted).all(|(line, wanted)| line == wanted)
    };
    // A patch may speak of any line; the text ends somewhere.
    let expected = expected.min(text.len());
    let mut near = (0..=text.len()).flat_map(|by| [expected.checked_sub(by), expected.checked_add(by)]);
    near.by_ref().flatten().find(is_there)
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Old => Side::New,
            Side::New => Side::Old,
        }
    }

    fn mark(self) -> Mark {
        match self {
            Side::Old => Mark::Old,
            Side::New => Mark::New,
        }
    }
}

impl PatchHunk {
    fn side(&self, side: Side) -> impl Iterator<Item = &[u8]> {
        let is_there = move |mark: Mark| mark == Mark::Both || mark == side.mark();
        self.lines.iter().filter(move |(mark, _)| is_there(*mark)).map(|(_, line)| line.as_slice())
    }

    /// Counted from 0. A side without lines is named by the line before it.
    fn position(&self, side: Side, is_empty: bool) -> usize {
        let start = if side == Side::Old { self.old_start } else { self.new_start };
        if is_empty { start } else { start.saturating_sub(1) }
    }
}
