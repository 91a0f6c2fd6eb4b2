//! Which files must be read: those whose state on disk is not the one that their key was made from.

use crate::discover::{Discovery, Found};
use orienteer_model::ProblemKind;
use orienteer_storage::{Key, StatCache, StatEntry};

/// The key of files that are not text.
pub(crate) const NOT_TEXT: Key = Key([0; 16]);

/// Time stamps of file systems are this coarse, in nanoseconds: a file that changed less than this before it was read may
/// have changed again without showing it.
const COARSE: i64 = 20_000_000;

/// Some know seconds alone, or every other second.
const COARSEST: i64 = 2_000_000_000;

/// What is known of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Unknown,
    Text(Key),
    NotText,
    /// Removed after the walk.
    Gone,
    Problem(ProblemKind),
}

/// A file on its way through the pipeline.
pub(crate) struct Entry {
    pub found: Found,
    pub content: Content,
}

/// Looks every file up in the stat cache.
pub(crate) fn read(discovery: Discovery, cache: &StatCache) -> Vec<Entry> {
    let mut next = 0;
    let entry = |found: Found| Entry { content: known(&found, cache, &mut next), found };
    let mut entries: Vec<Entry> = discovery.files.into_iter().map(entry).collect();
    let problems = [(discovery.links, ProblemKind::Link), (discovery.unreadable, ProblemKind::Unreadable)];
    for (paths, kind) in problems {
        entries.extend(paths.into_iter().map(|path| Entry {
            found: Found { path, modified: 0, size: 0, inode: 0 },
            content: Content::Problem(kind),
        }));
    }
    entries.sort_by(|left, right| left.found.path.cmp(&right.found.path));
    entries.dedup_by(|later, first| later.found.path == first.found.path);
    entries
}

/// `next` is where the cache has the file after the one that was looked up before.
fn known(found: &Found, cache: &StatCache, next: &mut usize) -> Content {
    match cache.get_behind(&found.path, next) {
        Some(entry)
            if entry.modified == found.modified && entry.size == found.size && entry.inode == found.inode =>
        {
            if entry.key == NOT_TEXT {
                Content::NotText
            } else {
                Content::Text(entry.key)
            }
        }
        _ => Content::Unknown,
    }
}

/// Whether something had been left alone for a while when the reading began.
pub(crate) fn settled(modified: i64, started: i64) -> bool {
    let is_whole = modified % 1_000_000_000 == 0;
    modified.saturating_add(if is_whole { COARSEST } else { COARSE }) < started
}

/// What the stat cache may remember: files that had been left alone for a while when the reading began.
pub(crate) fn remembered(entries: &[Entry], started: i64) -> Vec<(String, StatEntry)> {
    entries
        .iter()
        .filter(|entry| settled(entry.found.modified, started))
        .filter_map(|entry| {
            let key = match entry.content {
                Content::Text(key) => key,
                Content::NotText => NOT_TEXT,
                Content::Unknown | Content::Gone | Content::Problem(_) => return None,
            };
            let Found { path, modified, size, inode } = &entry.found;
            Some((path.clone(), StatEntry { modified: *modified, size: *size, inode: *inode, key }))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_time_has_no_parts_of_seconds_more_of_it_has_to_pass() {
        let second = 1_000_000_000;
        assert!(!settled(5 * second, 7 * second) && settled(5 * second, 7 * second + 1));
        assert!(settled(5 * second + 1, 6 * second));
    }

    #[test]
    fn a_file_that_changed_just_before_the_run_is_read_again_next_time() {
        let entry = |path: &str, modified| Entry {
            found: Found { path: path.to_owned(), modified, size: 1, inode: 1 },
            content: Content::Text(Key([1; 16])),
        };
        let started = 10 * COARSE;
        let entries =
            [entry("old", started - COARSE - 1), entry("new", started - COARSE), entry("later", started + 1)];
        let kept: Vec<String> = remembered(&entries, started).into_iter().map(|(path, _)| path).collect();
        assert_eq!(kept, ["old"]);
    }
}
