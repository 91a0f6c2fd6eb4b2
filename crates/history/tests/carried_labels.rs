//! Random edits of a file, compared with an oracle that gives every line an identity and follows it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashMap;

use orienteer_history::{CommitFacts, Content, FileChange, FileUnits, Hunk, UnitSpan, touches};
use proptest::prelude::*;

/// Replaces `removed` lines, `gap` lines after the previous edit, by `added` new ones.
type Edit = (usize, usize, usize);

/// All versions of a file, as identities of lines, oldest first, and the hunks between them.
fn play(lines: usize, edits: &[Vec<Edit>]) -> (Vec<Vec<u32>>, Vec<Vec<Hunk>>) {
    let mut fresh = 0..;
    let mut versions: Vec<Vec<u32>> = vec![fresh.by_ref().take(lines).collect()];
    let mut changes = Vec::new();
    for edit in edits {
        let (next, hunks) = step(versions.last().unwrap(), edit, &mut fresh);
        versions.push(next);
        changes.push(hunks);
    }
    (versions, changes)
}

fn step(old: &[u32], edits: &[Edit], fresh: &mut impl Iterator<Item = u32>) -> (Vec<u32>, Vec<Hunk>) {
    let (mut new, mut hunks, mut at) = (Vec::new(), Vec::new(), 0);
    for &(gap, removed, added) in edits {
        let start = at + gap;
        if start > old.len() || removed + added == 0 {
            break;
        }
        let removed = removed.min(old.len() - start);
        new.extend_from_slice(&old[at..start]);
        let [old_start, old_lines, new_start, new_lines] =
            [start, removed, new.len(), added].map(|n| n as u32);
        hunks.push(Hunk { old_start, old_lines, new_start, new_lines });
        new.extend(fresh.by_ref().take(added));
        at = start + removed;
    }
    new.extend_from_slice(&old[at..]);
    (new, hunks)
}

/// Spans within the file that lie apart or inside one another.
fn nested(candidates: &[(u32, u32)], lines: u32) -> Vec<UnitSpan> {
    let mut spans: Vec<UnitSpan> = Vec::new();
    for &(start, length) in candidates {
        let (start, end) = (start + 1, start + 1 + length);
        let apart = |span: &UnitSpan| span.end_line < start || end < span.start_line;
        let inside = |a: (u32, u32), b: (u32, u32)| a.0 <= b.0 && b.1 <= a.1 && a != b;
        let fits = |span: &UnitSpan| {
            let other = (span.start_line, span.end_line);
            apart(span) || inside((start, end), other) || inside(other, (start, end))
        };
        if end <= lines && spans.iter().all(fits) {
            spans.push(UnitSpan { start_line: start, end_line: end, unit: spans.len() as u32 + 7 });
        }
    }
    spans
}

/// The smallest unit whose span satisfies a condition.
fn smallest(spans: &[UnitSpan], holds: impl Fn(&UnitSpan) -> bool) -> Option<u32> {
    let found = spans.iter().filter(|span| holds(span)).min_by_key(|span| span.end_line - span.start_line);
    found.map(|span| span.unit)
}

fn within(spans: &[UnitSpan], unit: u32, outer: &UnitSpan) -> bool {
    let inner = spans.iter().find(|span| span.unit == unit).unwrap();
    outer.start_line <= inner.start_line && inner.end_line <= outer.end_line
}

/// Rows (commit, unit, lines), and what every line of the next older version belongs to.
fn oracle(versions: &[Vec<u32>], changes: &[Vec<Hunk>], spans: &[UnitSpan]) -> Vec<(u32, u32, u32)> {
    let head = versions.last().unwrap();
    let on = |line: u32| move |span: &UnitSpan| span.start_line <= line && line <= span.end_line;
    let mut labels: HashMap<u32, Option<u32>> =
        head.iter().zip(1..).map(|(&token, line)| (token, smallest(spans, on(line)))).collect();
    let mut rows = Vec::new();
    for (commit, (pair, hunks)) in versions.windows(2).zip(changes).rev().enumerate() {
        let (old, new) = (&pair[0], &pair[1]);
        let mut touched: HashMap<u32, u32> = HashMap::new();
        for hunk in hunks {
            let (start, end) = (hunk.new_start as usize, (hunk.new_start + hunk.new_lines) as usize);
            let mut units: Vec<u32> = new[start..end].iter().filter_map(|token| labels[token]).collect();
            if hunk.new_lines == 0 && start > 0 && start < new.len() {
                let around = labels[&new[start - 1]].zip(labels[&new[start]]);
                let unit = around.and_then(|(a, b)| {
                    smallest(spans, |outer| within(spans, a, outer) && within(spans, b, outer))
                });
                units.extend(unit.iter().flat_map(|&unit| vec![unit; hunk.old_lines as usize]));
            }
            units.iter().for_each(|&unit| *touched.entry(unit).or_default() += 1);
            units.dedup();
            let owner = if let [unit] = units[..] { Some(unit) } else { None };
            let removed = &old[hunk.old_start as usize..(hunk.old_start + hunk.old_lines) as usize];
            labels.extend(removed.iter().map(|&token| (token, owner)));
        }
        let mut touched: Vec<_> =
            touched.into_iter().map(|(unit, lines)| (commit as u32, unit, lines)).collect();
        touched.sort_unstable();
        rows.extend(touched);
    }
    rows
}

fn change(path: &str, hunks: Vec<Hunk>) -> FileChange {
    FileChange { path: path.to_owned(), old_path: None, content: Content::Lines, hunks }
}

fn commit(files: Vec<FileChange>) -> CommitFacts {
    CommitFacts { file_count: files.len() as u32, files, ..CommitFacts::default() }
}

fn rows_of(
    commits: &[CommitFacts],
    working: &[FileChange],
    path: &str,
    spans: &[UnitSpan],
) -> Vec<(u32, u32, u32)> {
    let units = |asked: &str| (asked == path).then(|| FileUnits { spans: spans.to_vec() });
    touches(commits, working, &units).rows.iter().map(|row| (row.commit, row.unit, row.lines)).collect()
}

prop_compose! {
    fn any_edits()(edits in prop::collection::vec(prop::collection::vec((1usize..12, 0usize..5, 0usize..5), 1..4), 1..12))
        -> Vec<Vec<Edit>> { edits }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn labels_follow_their_lines(lines in 0usize..60, edits in any_edits(),
                                 candidates in prop::collection::vec((0u32..60, 0u32..30), 1..20)) {
        let (versions, changes) = play(lines, &edits);
        let spans = nested(&candidates, versions.last().unwrap().len() as u32);
        let commits: Vec<_> = changes.iter().rev().map(|hunks| commit(vec![change("a", hunks.clone())])).collect();
        let expected = oracle(&versions, &changes, &spans);
        prop_assert_eq!(rows_of(&commits, &[], "a", &spans), expected.clone());

        // The newest change may also not be committed yet: it moves lines, but is nobody's commit.
        let later: Vec<_> = expected.iter().filter(|row| row.0 > 0).map(|row| (row.0 - 1, row.1, row.2)).collect();
        prop_assert_eq!(rows_of(&commits[1..], &commits[0].files, "a", &spans), later);

        // Nor does it matter whether the file was renamed on the way.
        let mut renamed = commits.clone();
        let middle = renamed.len() / 2;
        renamed[middle].files[0].old_path = Some("b".to_owned());
        renamed[middle + 1..].iter_mut().for_each(|commit| commit.files[0].path = "b".to_owned());
        prop_assert_eq!(rows_of(&renamed, &[], "a", &spans), expected);
    }
}

const ONE_UNIT: [UnitSpan; 1] = [UnitSpan { start_line: 1, end_line: 10, unit: 3 }];

fn first_line() -> Vec<Hunk> {
    vec![Hunk { old_start: 0, old_lines: 1, new_start: 0, new_lines: 1 }]
}

#[test]
fn an_added_file_is_touched_whole_and_has_no_past() {
    let added = FileChange { content: Content::Added, ..change("a", Vec::new()) };
    let commits = [commit(vec![added]), commit(vec![change("a", first_line())])];
    assert_eq!(rows_of(&commits, &[], "a", &ONE_UNIT), [(0, 3, 10)]);
}

#[test]
fn what_was_lost_track_of_stays_lost() {
    let skipped = FileChange { content: Content::Skipped, ..change("a", Vec::new()) };
    let touch = || commit(vec![change("a", first_line())]);
    assert_eq!(rows_of(&[touch(), commit(vec![skipped]), touch()], &[], "a", &ONE_UNIT), [(0, 3, 1)]);
    let unlisted = CommitFacts { file_count: 9_999, ..CommitFacts::default() };
    assert_eq!(rows_of(&[touch(), unlisted.clone(), touch()], &[], "a", &ONE_UNIT), [(0, 3, 1)]);
    assert_eq!(rows_of(&[unlisted, touch()], &[], "a", &ONE_UNIT), []);
}

#[test]
fn files_may_change_places() {
    let swap =
        |path: &str, old: &str| FileChange { old_path: Some(old.to_owned()), ..change(path, Vec::new()) };
    let commits = [commit(vec![swap("a", "b"), swap("b", "a")]), commit(vec![change("b", first_line())])];
    assert_eq!(rows_of(&commits, &[], "a", &ONE_UNIT), [(1, 3, 1)]);
    assert_eq!(rows_of(&commits, &[], "b", &ONE_UNIT), []);
}
