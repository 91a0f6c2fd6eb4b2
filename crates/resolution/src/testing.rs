//! Tests and what they are for: by what they call, by what they are named after, best by both.

use crate::catalogue::NONE;
use crate::edge_key::EdgeKey;
use crate::hashing::hash;
use crate::names::Named;
use crate::params::{MOST_SCANNED, TEST_CALL_FLOOR, TEST_CALLED, TEST_NAMED, TEST_NAMED_AND_CALLED};
use crate::structure::{edge, is_subject};
use crate::world::World;
use orienteer_model::{Edge, EdgeKind, NameHash, Provenance};

/// `tests` edges of one file's units, from its sorted edges; the other direction is made from these.
pub(crate) fn of_file(world: &World<'_>, file: u32, edges: &[EdgeKey], found: &mut Vec<EdgeKey>) {
    let catalogue = &world.catalogue;
    let input = &catalogue.files[file as usize];
    if !catalogue.speech(file).is_code {
        return;
    }
    let mut position = 0;
    for index in 0..input.facts.units.len() as u32 {
        let unit = input.first_unit + index;
        let start = position;
        while edges.get(position).is_some_and(|edge| edge.source() == unit) {
            position += 1;
        }
        if catalogue.is_test(unit) {
            subjects(world, unit, &edges[start..position], found);
        }
    }
}

fn subjects(world: &World<'_>, test: u32, edges: &[EdgeKey], found: &mut Vec<EdgeKey>) {
    let catalogue = &world.catalogue;
    let names = subject_names(catalogue.name_text(test));
    let names = names.as_ref().map_or(&[][..], |names| names);
    let start = found.len();
    // Calls come first in the order of kinds.
    for call in edges.iter().take_while(|edge| edge.is_kind(EdgeKind::Calls)) {
        let target = call.target();
        if call.confidence() < TEST_CALL_FLOOR || catalogue.is_test(target) || !is_subject(world, target) {
            continue;
        }
        let most = if is_named(world, target, names) { TEST_NAMED_AND_CALLED } else { TEST_CALLED };
        let Edge { provenance, confidence, line, .. } = call.edge();
        found.push(edge(test, target, EdgeKind::Tests, provenance, most.min(confidence), line));
    }
    let is_new = |target: &u32| found[start..].iter().all(|edge| edge.target() != *target);
    if let Some(target) = only_named(world, test, names).filter(is_new) {
        found.push(edge(test, target, EdgeKind::Tests, Provenance::Name, TEST_NAMED, 0));
    }
}

/// Whether the target or the type that it belongs to has one of the names.
fn is_named(world: &World<'_>, target: u32, names: &[NameHash]) -> bool {
    let has_name = |unit: u32| names.contains(&world.catalogue.unit(unit).name.hash);
    let owner = world.catalogue.owner(target);
    !names.is_empty() && (has_name(target) || owner != NONE && has_name(owner))
}

/// The only unit outside tests that has one of the names, most specific name first.
fn only_named(world: &World<'_>, test: u32, names: &[NameHash]) -> Option<u32> {
    let family = world.catalogue.family(test);
    let distinct = names.iter().enumerate().filter(|(index, name)| !names[..*index].contains(name));
    distinct.map(|(_, name)| name).find_map(|name| {
        let named = world.catalogue.named(*name).iter().take(MOST_SCANNED);
        let usable =
            |named: &&Named| named.family() == family && !named.is_test() && is_subject(world, named.unit());
        let mut candidates = named.filter(usable).map(|named| named.unit());
        candidates.next().filter(|_| candidates.next().is_none())
    })
}

/// What a test's name says it is for: `test_foo`, `TestFoo`, `foo_test`, `FooTest`, `FooSpec`.
fn subject_names(name: &str) -> Option<[NameHash; 3]> {
    let prefixes = ["test_", "Test_", "Test", "test", "should_"];
    let suffixes = ["_tests", "_test", "_spec", "TestCase", "Tests", "Test", "Spec", "Suite"];
    let rest = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    let rest = rest.or_else(|| suffixes.iter().find_map(|suffix| name.strip_suffix(suffix)));
    let rest = rest.filter(|rest| rest.len() >= 3)?;
    let written = hash(rest);
    // Only a letter has another case; the name as written need not be hashed again.
    let first = rest.as_bytes()[0];
    let other =
        |is_written: bool, change: fn(&mut str)| if is_written { written } else { changed(rest, change) };
    let lower = other(!first.is_ascii_uppercase(), |start| start.make_ascii_lowercase());
    let upper = other(!first.is_ascii_lowercase(), |start| start.make_ascii_uppercase());
    Some([written, lower, upper])
}

/// The hash of a text with its first letter changed.
fn changed(text: &str, change: fn(&mut str)) -> NameHash {
    let mut owned = text.to_owned();
    if let Some(first) = owned.get_mut(..1) {
        change(first);
    }
    hash(&owned)
}

/// The other direction of a `tests` edge.
pub(crate) fn reversed(test: EdgeKey) -> EdgeKey {
    let test = test.edge();
    Edge { from: test.to, to: test.from, kind: EdgeKind::TestedBy, ..test }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tests_lead_to_names_of_subjects() {
        let leads = |test: &str, subject: &str| {
            subject_names(test).is_some_and(|names| names.contains(&hash(subject)))
        };
        assert!(leads("test_parse_header", "parse_header"));
        assert!(leads("TestLedger", "Ledger"));
        assert!(leads("LedgerTest", "Ledger"));
        assert!(leads("LedgerSpec", "Ledger"));
        assert!(leads("ledger_test", "ledger"));
        assert!(leads("testParseHeader", "parseHeader"));
        assert!(!leads("context", "con"));
        assert!(!leads("ledger", "ledger"));
    }

    #[test]
    fn reversing_keeps_the_evidence() {
        let test = edge(7, 3, EdgeKind::Tests, Provenance::Import, 95, 12);
        let back = reversed(test).edge();
        assert_eq!((back.from.0, back.to.0, back.kind, back.confidence), (3, 7, EdgeKind::TestedBy, 95));
    }
}
