//! Pairs files that are gone with files that are new: the same content, or mostly the same lines, is one file that moved.

use super::Changed;
use std::collections::HashMap;

/// A file that was moved and changed has at least this part of its lines from before.
const LEAST_KEPT: f64 = 0.5;
/// Pairs of files whose lines are compared.
const MOST_COMPARED: usize = 2_500;

/// The same changes with those that are one moved file put together.
pub(super) fn paired(mut changed: Vec<Changed>) -> Vec<Changed> {
    let (gone, rest): (Vec<Changed>, Vec<Changed>) = changed.drain(..).partition(|file| file.new.is_none());
    let mut gone: Vec<Option<Changed>> = gone.into_iter().map(Some).collect();
    let mut rest = rest;
    pair(&mut rest, &mut gone, |old, new| f64::from(u8::from(old == new)), 1.0);
    let open = rest.iter().filter(|file| file.old.is_none()).count();
    if open * gone.iter().flatten().count() <= MOST_COMPARED {
        pair(&mut rest, &mut gone, kept, LEAST_KEPT);
    }
    rest.extend(gone.into_iter().flatten());
    rest.sort_by(|left, right| left.path.cmp(&right.path));
    rest
}

/// Gives every new file the one that is gone and most like it.
fn pair(
    files: &mut [Changed],
    gone: &mut [Option<Changed>],
    likeness: impl Fn(&[u8], &[u8]) -> f64,
    least: f64,
) {
    for file in files.iter_mut().filter(|file| file.old.is_none()) {
        let new = file.new.as_deref().unwrap_or_default();
        let mut best: Option<(usize, (f64, bool))> = None;
        for (at, old) in gone.iter().enumerate() {
            let Some(old) = old.as_ref().filter(|old| is_comparable(old, new)) else { continue };
            let found = (likeness(old.old.as_deref().unwrap_or_default(), new), name(old) == name(file));
            if found.0 >= least && best.is_none_or(|(_, known)| found > known) {
                best = Some((at, found));
            }
        }
        if let Some(old) = best.and_then(|(at, _)| gone[at].take()) {
            file.before = Some(old.path);
            file.old = old.old;
        }
    }
}

/// What is empty, or of quite another size, is not the same file.
fn is_comparable(old: &Changed, new: &[u8]) -> bool {
    let old = old.old.as_ref().map_or(0, Vec::len);
    old.min(new.len()) > 0 && old.max(new.len()) <= old.min(new.len()).saturating_mul(4)
}

/// The part of the lines of the longer text that both have.
fn kept(old: &[u8], new: &[u8]) -> f64 {
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    let lines = |text: &'_ [u8]| text.split(|byte| *byte == b'\n').count();
    for line in old.split(|byte| *byte == b'\n') {
        *counts.entry(line).or_default() += 1;
    }
    let mut both = 0;
    for line in new.split(|byte| *byte == b'\n') {
        if let Some(count) = counts.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            both += 1;
        }
    }
    f64::from(both) / lines(old).max(lines(new)) as f64
}

fn name(file: &Changed) -> &str {
    file.path.rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(path: &str, old: Option<&str>, new: Option<&str>) -> Changed {
        let bytes = |text: &str| text.as_bytes().to_vec();
        Changed { path: path.to_owned(), before: None, old: old.map(bytes), new: new.map(bytes) }
    }

    fn check(given: Vec<Changed>, expected: &[(&str, Option<&str>)]) {
        let found = paired(given);
        let found: Vec<(&str, Option<&str>)> =
            found.iter().map(|file| (file.path.as_str(), file.before.as_deref())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn moved_files_are_one_file() {
        let moved = vec![
            changed("a/one.py", Some("1\n2\n"), None),
            changed("a/two.py", Some("1\n2\n"), None),
            changed("b/two.py", None, Some("1\n2\n")),
            changed("c.py", Some("x\n"), Some("y\n")),
        ];
        check(moved, &[("a/one.py", None), ("b/two.py", Some("a/two.py")), ("c.py", None)]);
    }

    #[test]
    fn most_of_the_lines_are_enough() {
        let old = changed("old.py", Some("1\n2\n3\n4\n"), None);
        check(
            vec![old.clone(), changed("new.py", None, Some("1\n2\n3\nx\n"))],
            &[("new.py", Some("old.py"))],
        );
        check(
            vec![old, changed("new.py", None, Some("a\nb\nc\n4\n"))],
            &[("new.py", None), ("old.py", None)],
        );
        let empty = vec![changed("a", Some(""), None), changed("b", None, Some(""))];
        check(empty, &[("a", None), ("b", None)]);
    }
}
