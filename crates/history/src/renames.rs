//! Pairs deleted and added files that are one renamed file. Only cheap ways: same content, or same name and mostly
//! the same lines. Nothing here decides what changed inside a file.

use std::collections::HashMap;

use crate::trees::TreeChange;

/// Renamed files with changed content looked for per commit.
const SIMILAR_PAIRS: usize = 20;

/// The id of the empty blob: files without content have no identity to carry.
const EMPTY_BLOB: [u8; 20] = [
    0xe6, 0x9d, 0xe2, 0x9b, 0xb2, 0xd1, 0xd6, 0x43, 0x4b, 0x8b, 0x29, 0xae, 0x77, 0x5a, 0xd8, 0xc2, 0xe4,
    0x8c, 0x53, 0x91,
];

/// A deletion and an addition, as positions in the list of changes.
pub(crate) struct Pair {
    pub(crate) deleted: usize,
    pub(crate) added: usize,
}

/// Files that moved without changing.
pub(crate) fn exact(changes: &[TreeChange]) -> Vec<Pair> {
    let mut by_blob: HashMap<[u8; 20], Vec<usize>> = HashMap::new();
    for (at, old) in deletions(changes).filter(|(_, old)| *old != EMPTY_BLOB) {
        by_blob.entry(old).or_default().push(at);
    }
    if by_blob.is_empty() {
        return Vec::new();
    }
    let pair = |(added, new): (usize, [u8; 20])| {
        let candidates: &mut Vec<usize> = by_blob.get_mut(&new)?;
        let same_name = |&at: &usize| name(&changes[at].path) == name(&changes[added].path);
        let chosen = candidates.iter().position(same_name).unwrap_or(0);
        (chosen < candidates.len()).then(|| Pair { deleted: candidates.remove(chosen), added })
    };
    additions(changes).filter_map(pair).collect()
}

/// Files that may have moved while changing: one deleted and one added of the same name, or the only deleted and the
/// only added file of a commit.
pub(crate) fn similar(changes: &[TreeChange]) -> Vec<Pair> {
    let mut names: HashMap<&str, (Vec<usize>, Vec<usize>)> = HashMap::new();
    deletions(changes).for_each(|(at, _)| names.entry(name(&changes[at].path)).or_default().0.push(at));
    additions(changes).for_each(|(at, _)| names.entry(name(&changes[at].path)).or_default().1.push(at));
    let mut pairs: Vec<Pair> = names.values().filter_map(|(deleted, added)| only(deleted, added)).collect();
    pairs.sort_unstable_by_key(|pair| pair.added);
    pairs.truncate(SIMILAR_PAIRS);
    if pairs.is_empty() {
        let deleted: Vec<usize> = deletions(changes).map(|(at, _)| at).collect();
        let added: Vec<usize> = additions(changes).map(|(at, _)| at).collect();
        pairs.extend(only(&deleted, &added));
    }
    pairs
}

fn only(deleted: &[usize], added: &[usize]) -> Option<Pair> {
    match (deleted, added) {
        (&[deleted], &[added]) => Some(Pair { deleted, added }),
        _ => None,
    }
}

fn deletions(changes: &[TreeChange]) -> impl Iterator<Item = (usize, [u8; 20])> {
    let old = |change: &TreeChange| change.old.filter(|_| change.new.is_none());
    changes.iter().enumerate().filter_map(move |(at, change)| Some((at, old(change)?)))
}

fn additions(changes: &[TreeChange]) -> impl Iterator<Item = (usize, [u8; 20])> {
    let new = |change: &TreeChange| change.new.filter(|_| change.old.is_none());
    changes.iter().enumerate().filter_map(move |(at, change)| Some((at, new(change)?)))
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
