//! Two texts as `diff -u` shows them. Knows nothing of files.

use imara_diff::{Algorithm, Diff, InternedInput};
use std::fmt::Write;
use std::ops::Range;

/// Lines that are shown around a change.
const AROUND: u32 = 3;

/// A change, and the lines that are shown with it.
struct Hunk {
    before: Range<u32>,
    after: Range<u32>,
    changes: Vec<imara_diff::Hunk>,
}

/// The hunks, without the names of the texts.
pub(crate) fn unified(before: &str, after: &str) -> String {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let (old, new): (Vec<&str>, Vec<&str>) = (lines(before), lines(after));
    let mut out = String::new();
    for hunk in hunks(&diff, old.len() as u32, new.len() as u32) {
        let _ = writeln!(out, "@@ -{} +{} @@", place(&hunk.before), place(&hunk.after));
        let mut at = hunk.before.start;
        for change in &hunk.changes {
            mark(&mut out, ' ', &old, at..change.before.start);
            mark(&mut out, '-', &old, change.before.clone());
            mark(&mut out, '+', &new, change.after.clone());
            at = change.before.end;
        }
        mark(&mut out, ' ', &old, at..hunk.before.end);
    }
    out
}

/// Changes that are near each other are shown together.
fn hunks(diff: &Diff, old: u32, new: u32) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    for change in diff.hunks() {
        let before = change.before.start.saturating_sub(AROUND)..(change.before.end + AROUND).min(old);
        let after = change.after.start.saturating_sub(AROUND)..(change.after.end + AROUND).min(new);
        match hunks.last_mut().filter(|last| last.before.end >= before.start) {
            Some(last) => {
                (last.before.end, last.after.end) = (before.end, after.end);
                last.changes.push(change);
            }
            None => hunks.push(Hunk { before, after, changes: vec![change] }),
        }
    }
    hunks
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// First line and number of lines; the line before, where there are none.
fn place(range: &Range<u32>) -> String {
    match range.len() {
        1 => (range.start + 1).to_string(),
        0 => format!("{},0", range.start),
        count => format!("{},{count}", range.start + 1),
    }
}

fn mark(out: &mut String, sign: char, lines: &[&str], range: Range<u32>) {
    for line in &lines[range.start as usize..range.end as usize] {
        let _ = writeln!(out, "{sign}{}", line.trim_end_matches(['\r', '\n']));
        if !line.ends_with('\n') {
            out.push_str("\\ No newline at end of file\n");
        }
    }
}
