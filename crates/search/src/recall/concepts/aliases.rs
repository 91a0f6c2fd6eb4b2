//! What the code around a unit calls it: two adjacent words of the task that are a part of the name of a caller or callee are
//! another name of the unit. Only what the text found best is looked at, and few of its edges.

use super::task::{Task, folded};
use orienteer_model::{EdgeKind, UnitId};
use orienteer_storage::{Graph, Snapshot};
use orienteer_text::{is_stop_word, parts};

/// Units that are looked at.
pub(super) const MOST_UNITS: usize = 10;
/// Edges of a unit that are looked at in each direction, and calls among them.
const MOST_EDGES: usize = 400;
const MOST_CALLS: usize = 50;
/// Shorter words mean too much.
const SHORTEST: usize = 3;
/// Words that stand in every second name.
const GENERIC: &[&str] = &[
    "base", "build", "call", "check", "create", "default", "find", "get", "handle", "has", "init",
    "internal", "item", "items", "list", "load", "main", "make", "name", "names", "new", "parse", "process",
    "read", "run", "set", "test", "tests", "update", "value", "values", "with", "write",
];

/// Of `units`, those that their neighbours call by two adjacent words of the task.
pub(super) fn aliased(snapshot: &Snapshot, task: &Task<'_>, units: &[UnitId]) -> Vec<UnitId> {
    let pairs = task.pairs(is_telling);
    if pairs.is_empty() {
        return Vec::new();
    }
    let is_called = |unit: &&UnitId| {
        let (from, to) = calls(snapshot.graph(), **unit);
        from.chain(to).any(|other| other != **unit && has_pair(snapshot, other, &pairs))
    };
    units.iter().take(MOST_UNITS).filter(is_called).copied().collect()
}

fn is_telling(word: &str) -> bool {
    let lower = word.to_lowercase();
    word.len() >= SHORTEST && !is_stop_word(&lower) && GENERIC.binary_search(&lower.as_str()).is_err()
}

/// Callers and callees.
fn calls(graph: &Graph, unit: UnitId) -> (impl Iterator<Item = UnitId>, impl Iterator<Item = UnitId>) {
    let incoming = graph.incoming(unit).take(MOST_EDGES).filter(|edge| edge.kind == EdgeKind::Calls);
    let outgoing = graph.outgoing(unit).take(MOST_EDGES).filter(|edge| edge.kind == EdgeKind::Calls);
    (incoming.take(MOST_CALLS).map(|edge| edge.from), outgoing.take(MOST_CALLS).map(|edge| edge.to))
}

fn has_pair(snapshot: &Snapshot, unit: UnitId, pairs: &[(u64, u64)]) -> bool {
    let Some(unit) = snapshot.unit(unit) else { return false };
    let mut words = parts(unit.name()).map(folded);
    let Some(mut left) = words.next() else { return false };
    words.any(|right| pairs.binary_search(&(std::mem::replace(&mut left, right), right)).is_ok())
}

#[cfg(test)]
mod tests {
    use super::GENERIC;

    #[test]
    fn the_list_is_sorted_for_the_search() {
        assert!(GENERIC.is_sorted());
    }
}
