//! The files of an answer as they are on disk now, each read once and only while it is what the snapshot was made from.

use orienteer_storage::Snapshot;
use std::collections::BTreeMap;
use std::path::Path;

/// Files that are as the snapshot has them.
#[derive(Default)]
pub(super) struct Sources {
    files: BTreeMap<String, Option<Source>>,
}

impl Sources {
    pub(super) fn read(root: &Path, snapshot: &Snapshot, paths: &[&str]) -> Sources {
        let mut files = BTreeMap::new();
        for path in paths {
            if !files.contains_key(*path) {
                files.insert((*path).to_owned(), Source::read(root, snapshot, path));
            }
        }
        Sources { files }
    }

    /// Files that can be quoted.
    pub(super) fn count(&self) -> usize {
        self.files.values().flatten().count()
    }

    /// No file changed since.
    pub(super) fn are_whole(&self) -> bool {
        self.files.values().all(Option::is_some)
    }

    /// None for a file that changed since.
    pub(super) fn get(&self, path: &str) -> Option<&Source> {
        self.files.get(path)?.as_ref()
    }
}

/// One file.
pub(super) struct Source {
    bytes: Vec<u8>,
    /// Where lines begin, and the end of the file.
    starts: Vec<usize>,
    pub(super) language: &'static str,
}

impl Source {
    fn read(root: &Path, snapshot: &Snapshot, path: &str) -> Option<Source> {
        let file = snapshot.file_by_path(path)?;
        let source = orienteer_indexing::read_source(root, path).ok().flatten()?;
        (source.key == file.key()).then(|| Source::new(source.bytes, &source.language.name))
    }

    fn new(bytes: Vec<u8>, language: &'static str) -> Source {
        let after_newlines =
            bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let mut starts: Vec<usize> = std::iter::once(0).chain(after_newlines).collect();
        if starts.last() != Some(&bytes.len()) {
            starts.push(bytes.len());
        }
        Source { bytes, starts, language }
    }

    pub(super) fn line_count(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Adds a line without its end. Control characters would speak to the terminal and are no part of any format.
    fn write_line(&self, line: u32, text: &mut String) {
        let index = line.saturating_sub(1) as usize;
        let bounds = self.starts.get(index).zip(self.starts.get(index + 1));
        let bytes = bounds.and_then(|(start, end)| self.bytes.get(*start..*end)).unwrap_or_default();
        let line = String::from_utf8_lossy(bytes);
        let (line, is_hidden) = (line.trim_end(), |c: char| c.is_control() && c != '\t');
        if line.bytes().any(|byte| !(b' '..=b'~').contains(&byte)) {
            text.extend(line.chars().map(|c| if is_hidden(c) { '\u{fffd}' } else { c }));
        } else {
            text.push_str(line);
        }
    }

    /// The lines `start..=end`, as far as the file has them.
    pub(super) fn lines(&self, start: u32, end: u32) -> String {
        let mut text = String::new();
        for line in start..=end.min(self.line_count()) {
            if line > start {
                text.push('\n');
            }
            self.write_line(line, &mut text);
        }
        text
    }

    /// The line of the last byte before `end` that is no white space.
    pub(super) fn last_line_before(&self, end: u32) -> u32 {
        let before = self.bytes.get(..end as usize).unwrap_or_default().trim_ascii_end();
        self.starts.partition_point(|start| *start < before.len()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_and_cleaned() {
        let source = Source::new(b"one\r\n\nt\x1bwo \xff\nlast".to_vec(), "text");
        assert_eq!(source.line_count(), 4);
        assert_eq!(source.lines(1, 9), "one\n\nt\u{fffd}wo \u{fffd}\nlast");
        assert_eq!(source.lines(0, 0), "one");
        assert_eq!(source.lines(7, 7), "");
        assert_eq!(Source::new(Vec::new(), "text").line_count(), 0);
    }

    #[test]
    fn bytes_are_found_in_lines() {
        let source = Source::new(b"def f(\n  a,\n):\n    return a\n".to_vec(), "text");
        assert_eq!(source.last_line_before(19), 3);
        assert_eq!(source.last_line_before(1), 1);
        assert_eq!(source.last_line_before(0), 0);
        assert_eq!(source.last_line_before(9_999), 0);
    }
}
