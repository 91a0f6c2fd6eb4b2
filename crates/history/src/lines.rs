//! The lines in which two texts differ. Pure; knows nothing of git.

use imara_diff::{Algorithm, Diff, InternedInput, sources::byte_lines};

use crate::facts::Hunk;

/// Equal lines kept around the differing middle, so that a hunk may still slide to where it reads best.
const CONTEXT_LINES: usize = 24;

/// The hunks that turn `old` into `new`, ascending.
pub fn diff_lines(old: &[u8], new: &[u8]) -> Vec<Hunk> {
    let prefix = trimmed_prefix(old, new);
    let suffix = trimmed_suffix(&old[prefix..], &new[prefix..]);
    let (old_middle, new_middle) = (&old[prefix..old.len() - suffix], &new[prefix..new.len() - suffix]);
    let skipped = count_newlines(&old[..prefix]);
    let input = InternedInput::new(byte_lines(old_middle), byte_lines(new_middle));
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    diff.hunks()
        .map(|hunk| Hunk {
            old_start: skipped + hunk.before.start,
            old_lines: hunk.before.len() as u32,
            new_start: skipped + hunk.after.start,
            new_lines: hunk.after.len() as u32,
        })
        .collect()
}

/// Joins the hunks past `limit` into the last one that is kept, so that lines after it still shift rightly.
pub(crate) fn join_excess(hunks: &mut Vec<Hunk>, limit: usize) {
    let limit = limit.max(1);
    if hunks.len() <= limit {
        return;
    }
    let end = hunks[hunks.len() - 1];
    hunks.truncate(limit);
    let last = &mut hunks[limit - 1];
    last.old_lines = end.end_before() - last.old_start;
    last.new_lines = end.end_after() - last.new_start;
}

/// Lines in a text; a last line without a newline counts.
pub(crate) fn count_lines(text: &[u8]) -> u32 {
    count_newlines(text) + u32::from(text.last().is_some_and(|&byte| byte != b'\n'))
}

fn count_newlines(text: &[u8]) -> u32 {
    text.iter().map(|&byte| u32::from(byte == b'\n')).sum()
}

/// Bytes of whole equal lines at the start, less the context.
fn trimmed_prefix(old: &[u8], new: &[u8]) -> usize {
    let mut end = common_prefix(old, new);
    for _ in 0..=CONTEXT_LINES {
        match old[..end].iter().rposition(|&byte| byte == b'\n') {
            Some(newline) => end = newline,
            None => return 0,
        }
    }
    end + 1
}

/// Bytes of whole equal lines at the end, less the context.
fn trimmed_suffix(old: &[u8], new: &[u8]) -> usize {
    let mut start = old.len() - common_suffix(old, new);
    for _ in 0..=CONTEXT_LINES {
        match old[start..].iter().position(|&byte| byte == b'\n') {
            Some(newline) => start += newline + 1,
            None => return 0,
        }
    }
    old.len() - start
}

fn common_prefix(old: &[u8], new: &[u8]) -> usize {
    const STEP: usize = 64;
    let blocks = old.chunks_exact(STEP).zip(new.chunks_exact(STEP)).take_while(|(a, b)| a == b).count();
    let start = blocks * STEP;
    start + old[start..].iter().zip(&new[start..]).take_while(|(a, b)| a == b).count()
}

fn common_suffix(old: &[u8], new: &[u8]) -> usize {
    const STEP: usize = 64;
    let blocks = old.rchunks_exact(STEP).zip(new.rchunks_exact(STEP)).take_while(|(a, b)| a == b).count();
    let end = blocks * STEP;
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    end + old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(lines: &[u8]) -> Vec<u8> {
        lines.iter().flat_map(|line| format!("line {line}\n").into_bytes()).collect()
    }

    fn apply(old: &[u8], new: &[u8], hunks: &[Hunk]) -> Vec<u8> {
        let old: Vec<&[u8]> = old.split_inclusive(|&byte| byte == b'\n').collect();
        let new: Vec<&[u8]> = new.split_inclusive(|&byte| byte == b'\n').collect();
        let (mut result, mut at) = (Vec::new(), 0);
        for hunk in hunks {
            result.extend_from_slice(&old[at..hunk.old_start as usize].concat());
            result.extend_from_slice(&new[hunk.new_start as usize..hunk.end_after() as usize].concat());
            at = hunk.end_before() as usize;
        }
        result.extend_from_slice(&old[at..].concat());
        result
    }

    #[test]
    fn a_line_far_from_both_ends_keeps_its_number() {
        let old = text(&(0..200).collect::<Vec<_>>());
        let mut lines: Vec<u8> = (0..200).collect();
        lines[100] = 250;
        let hunk = Hunk { old_start: 100, old_lines: 1, new_start: 100, new_lines: 1 };
        assert_eq!(diff_lines(&old, &text(&lines)), [hunk]);
    }

    #[test]
    fn an_inserted_function_is_not_mixed_with_its_neighbour() {
        let old = b"fn a() {\n    1\n}\n\nfn c() {\n    3\n}\n";
        let new = b"fn a() {\n    1\n}\n\nfn b() {\n    2\n}\n\nfn c() {\n    3\n}\n";
        assert_eq!(diff_lines(old, new), [Hunk { old_start: 4, old_lines: 0, new_start: 4, new_lines: 4 }]);
    }

    #[test]
    fn a_missing_last_newline_is_a_change_of_the_last_line() {
        let hunk = Hunk { old_start: 1, old_lines: 1, new_start: 1, new_lines: 1 };
        assert_eq!(diff_lines(b"a\nb", b"a\nb\n"), [hunk]);
    }

    #[test]
    fn joined_hunks_cover_what_they_replace() {
        let old = text(&(0..100).collect::<Vec<_>>());
        let new = text(&(0..100).map(|line| if line % 10 == 5 { 200 } else { line }).collect::<Vec<_>>());
        let mut hunks = diff_lines(&old, &new);
        join_excess(&mut hunks, 3);
        assert_eq!(hunks.len(), 3);
        assert_eq!(apply(&old, &new, &hunks), new);
    }

    proptest! {
        #[test]
        fn hunks_turn_old_into_new(old in prop::collection::vec(0u8..6, 0..120),
                                   new in prop::collection::vec(0u8..6, 0..120),
                                   shared in prop::collection::vec(0u8..6, 0..60)) {
            let old = text(&[&shared[..], &old, &shared].concat());
            let new = text(&[&shared[..], &new, &shared].concat());
            prop_assert_eq!(apply(&old, &new, &diff_lines(&old, &new)), new);
        }
    }
}
