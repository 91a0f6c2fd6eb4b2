//! Tests and what they are for: by what they call, by what they are named after, best by both.

use crate::catalogue::NONE;
use crate::hashing::{KeySet, hash};
use crate::params::{MOST_SCANNED, TEST_CALL_FLOOR, TEST_CALLED, TEST_NAMED, TEST_NAMED_AND_CALLED};
use crate::structure::{edge, is_subject};
use crate::world::World;
use orienteer_model::{Edge, EdgeKind, NameHash, Provenance};

/// `tests` edges of one file's units, from its sorted edges; the other direction is made from these.
pub(crate) fn of_file(world: &World<'_>, file: u32, edges: &[Edge]) -> Vec<Edge> {
    let catalogue = &world.catalogue;
    let input = &catalogue.files[file as usize];
    let is_code = catalogue.speech(file).is_code;
    let mut found = Vec::new();
    let mut position = 0;
    for index in 0..input.facts.units.len() as u32 {
        let unit = input.first_unit + index;
        let start = position;
        while edges.get(position).is_some_and(|edge| edge.from.0 == unit) {
            position += 1;
        }
        if is_code && catalogue.is_test(unit) {
            subjects(world, unit, &edges[start..position], &mut found);
        }
    }
    found
}

fn subjects(world: &World<'_>, test: u32, edges: &[Edge], found: &mut Vec<Edge>) {
    let catalogue = &world.catalogue;
    let names = subject_names(catalogue.name_text(test));
    let mut named = KeySet::default();
    for call in edges.iter().filter(|edge| edge.kind == EdgeKind::Calls && edge.confidence >= TEST_CALL_FLOOR)
    {
        let target = call.to.0;
        if catalogue.is_test(target) || !is_subject(world, target) {
            continue;
        }
        let is_named =
            names.contains(&catalogue.unit(target).name.hash) || is_owner_named(world, target, &names);
        named.insert(u64::from(target));
        let confidence = if is_named {
            TEST_NAMED_AND_CALLED.min(call.confidence)
        } else {
            TEST_CALLED.min(call.confidence)
        };
        found.push(edge(test, target, EdgeKind::Tests, call.provenance, confidence, call.line));
    }
    if let Some(target) =
        only_named(world, test, &names).filter(|target| !named.contains(&u64::from(*target)))
    {
        found.push(edge(test, target, EdgeKind::Tests, Provenance::Name, TEST_NAMED, 0));
    }
}

fn is_owner_named(world: &World<'_>, target: u32, names: &[NameHash]) -> bool {
    let owner = world.catalogue.owner(target);
    owner != NONE && names.contains(&world.catalogue.unit(owner).name.hash)
}

/// The only unit outside tests that has one of the names, most specific name first.
fn only_named(world: &World<'_>, test: u32, names: &[NameHash]) -> Option<u32> {
    let catalogue = &world.catalogue;
    let family = catalogue.family(test);
    names.iter().find_map(|name| {
        let named = catalogue.named(*name);
        let usable = |unit: &u32| {
            catalogue.family(*unit) == family && !catalogue.is_test(*unit) && is_subject(world, *unit)
        };
        let mut candidates = named.iter().take(MOST_SCANNED).map(|named| named.unit).filter(usable);
        candidates.next().filter(|_| candidates.next().is_none())
    })
}

/// What a test's name says it is for: `test_foo`, `TestFoo`, `foo_test`, `FooTest`, `FooSpec`.
fn subject_names(name: &str) -> Vec<NameHash> {
    let prefixes = ["test_", "Test_", "Test", "test", "should_"];
    let suffixes = ["_tests", "_test", "_spec", "TestCase", "Tests", "Test", "Spec", "Suite"];
    let rest = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    let rest = rest.or_else(|| suffixes.iter().find_map(|suffix| name.strip_suffix(suffix)));
    match rest.filter(|rest| rest.len() >= 3) {
        Some(rest) => vec![
            hash(rest),
            hash(&with_first(rest, char::to_ascii_lowercase)),
            hash(&with_first(rest, char::to_ascii_uppercase)),
        ],
        None => Vec::new(),
    }
}

fn with_first(text: &str, change: fn(&char) -> char) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| std::iter::once(change(&first)).chain(characters).collect())
}

/// The other direction of `tests` edges.
pub(crate) fn reversed(tests: &[Edge]) -> Vec<Edge> {
    let reverse = |test: &Edge| Edge { from: test.to, to: test.from, kind: EdgeKind::TestedBy, ..*test };
    tests.iter().map(reverse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tests_lead_to_names_of_subjects() {
        let leads = |test: &str, subject: &str| subject_names(test).contains(&hash(subject));
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
        let back = reversed(&[test])[0];
        assert_eq!((back.from.0, back.to.0, back.kind, back.confidence), (3, 7, EdgeKind::TestedBy, 95));
    }
}
