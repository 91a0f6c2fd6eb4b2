//! The invariants of one file's facts.

use orienteer_model::{FactsView, FileFacts, NO_UNIT, Name, NameHash, Text, UnitFact, UnitKind};

/// Extracts, asserts every invariant and hands the facts back.
pub fn check(name: &str, source: &[u8]) -> FileFacts {
    let facts = orienteer_extraction::extract(name, source);
    let again = orienteer_extraction::extract(name, source);
    assert_eq!(facts, again, "{name}: two runs differ");
    let view = facts.view();
    let lines = Lines::of(source);
    for (index, unit) in view.units.iter().enumerate() {
        let place = format!("{name}: unit {index} {} {:?}", unit.kind().name(), view.text(unit.qualified));
        check_span(&place, unit, source, &lines);
        check_parent(&place, view, index);
        for text in [unit.qualified, unit.signature, unit.doc] {
            check_text(&place, view, text);
        }
        check_name(&place, view, unit.name);
        check_name(&place, view, unit.container);
        check_one_line(&place, view, unit, source);
    }
    check_siblings(name, view);
    check_rows(name, view, source);
    facts
}

/// What a declaration is called stands on one line, unless it is called by a text in quotes.
fn check_one_line(place: &str, facts: FactsView<'_>, unit: &UnitFact, source: &[u8]) {
    let name = facts.name(unit.name);
    if unit.kind() != UnitKind::Section && name.contains('\n') {
        let at = source.windows(name.len()).position(|window| window == name.as_bytes());
        let before = at.and_then(|at| source.get(at.checked_sub(1)?));
        assert!(before.is_some_and(|byte| b"\"'`".contains(byte)), "{place}: a name of several lines");
    }
}

fn check_span(place: &str, unit: &UnitFact, source: &[u8], lines: &Lines) {
    let span = unit.span;
    let (start, end) = (span.start_byte as usize, span.end_byte as usize);
    assert!(start <= end && end <= source.len(), "{place}: bytes {start}..{end} of {}", source.len());
    assert_eq!(span.start_line, lines.at(start), "{place}: first line");
    if end > start {
        assert_eq!(span.end_line, lines.at(end - 1), "{place}: last line");
    }
    assert!((span.start_byte..=span.end_byte).contains(&unit.body_start), "{place}: body outside");
    assert!(
        (span.start_line..=span.end_line.max(span.start_line)).contains(&unit.name_line),
        "{place}: name outside"
    );
}

fn check_parent(place: &str, facts: FactsView<'_>, index: usize) {
    let unit = &facts.units[index];
    let Some(parent) = unit.parent() else { return };
    assert!(parent < index, "{place}: parent {parent} comes later");
    let outer = facts.units[parent].span;
    let inside = outer.start_byte <= unit.span.start_byte && unit.span.end_byte <= outer.end_byte;
    assert!(inside, "{place}: {:?} is not inside its parent {outer:?}", unit.span);
}

/// Siblings stand beside each other, or one in the other where one declaration gives several names; none reaches half into another.
fn check_siblings(name: &str, facts: FactsView<'_>) {
    let mut before = std::collections::HashMap::new();
    for unit in facts.units {
        let what = facts.text(unit.qualified);
        let end = before.entry(unit.parent).or_insert(0);
        let apart = *end <= unit.span.start_byte || unit.span.end_byte <= *end;
        assert!(apart, "{name}: {what:?} {:?} overlaps what ends at {end}", unit.span);
        *end = unit.span.end_byte.max(*end);
    }
}

fn check_rows(name: &str, facts: FactsView<'_>, source: &[u8]) {
    let valid = |index: u32| index == NO_UNIT || (index as usize) < facts.units.len();
    for reference in facts.references {
        assert!(valid(reference.from), "{name}: reference from {}", reference.from);
        assert!(
            reference.start_byte as usize <= source.len(),
            "{name}: reference at {}",
            reference.start_byte
        );
        check_name(name, facts, reference.name);
        check_name(name, facts, reference.receiver);
    }
    for import in facts.imports {
        assert!(valid(import.scope), "{name}: import in {}", import.scope);
        [import.module, import.name, import.local].into_iter().for_each(|text| check_name(name, facts, text));
    }
    for relation in facts.relations {
        assert!(valid(relation.unit), "{name}: relation of {}", relation.unit);
        [relation.subject, relation.target].into_iter().for_each(|text| check_name(name, facts, text));
    }
    for binding in facts.bindings {
        assert!(valid(binding.scope), "{name}: binding in {}", binding.scope);
        [binding.name, binding.target].into_iter().for_each(|text| check_name(name, facts, text));
    }
    check_text(name, facts, facts.module);
}

fn check_text(place: &str, facts: FactsView<'_>, text: Text) {
    let range = text.start as usize..(text.start + text.len) as usize;
    assert!(facts.arena.get(range.clone()).is_some(), "{place}: text {range:?} of {}", facts.arena.len());
}

fn check_name(place: &str, facts: FactsView<'_>, name: Name) {
    check_text(place, facts, name.text);
    if !name.is_empty() {
        assert_eq!(name.hash, NameHash::of(facts.name(name)), "{place}: hash of {:?}", facts.name(name));
    }
}

/// Where lines begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(source: &[u8]) -> Lines {
        let newlines = source.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        Lines(newlines.map(|(at, _)| at).collect())
    }

    fn at(&self, byte: usize) -> u32 {
        self.0.partition_point(|newline| *newline < byte) as u32 + 1
    }
}
