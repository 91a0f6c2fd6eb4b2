//! Brings a file's rows into their final order: units by position, parents first, and every index renumbered.

use orienteer_model::{FileFacts, NO_UNIT, Span, UnitFact, UnitKind};

/// Adds fragments as children of `file` (or of nothing) and gives top-level references to the fragment they stand in.
pub(crate) fn finish(mut facts: FileFacts, fragments: Vec<Span>, file: u32) -> FileFacts {
    let first_fragment = facts.units.len();
    for span in fragments {
        let mut unit = UnitFact::new(UnitKind::Fragment, span);
        unit.body_start = span.start_byte;
        unit.parent = file;
        facts.units.push(unit);
    }
    attribute_top_level(&mut facts, first_fragment, file);
    sort_units(&mut facts);
    facts
}

fn attribute_top_level(facts: &mut FileFacts, first_fragment: usize, file: u32) {
    let (units, references) = (&facts.units, &mut facts.references);
    let fragments = &units[first_fragment..];
    for reference in references.iter_mut().filter(|reference| reference.from == file) {
        let after = fragments.partition_point(|unit| unit.span.start_byte <= reference.start_byte);
        let Some(fragment) = after.checked_sub(1).map(|at| &fragments[at]) else { continue };
        if reference.start_byte < fragment.span.end_byte {
            reference.from = (first_fragment + after - 1) as u32;
        }
    }
}

fn sort_units(facts: &mut FileFacts) {
    let mut order: Vec<u32> = (0..facts.units.len() as u32).collect();
    order.sort_by_key(|index| {
        let span = facts.units[*index as usize].span;
        (span.start_byte, std::cmp::Reverse(span.end_byte), *index)
    });
    let mut renumbered = vec![NO_UNIT; order.len()];
    for (position, old) in order.iter().enumerate() {
        renumbered[*old as usize] = position as u32;
    }
    let rename = |index: &mut u32| {
        if let Some(position) = renumbered.get(*index as usize) {
            *index = *position;
        }
    };
    facts.units = order.iter().map(|old| facts.units[*old as usize]).collect();
    facts.units.iter_mut().for_each(|unit| rename(&mut unit.parent));
    facts.references.iter_mut().for_each(|reference| rename(&mut reference.from));
    facts.imports.iter_mut().for_each(|import| rename(&mut import.scope));
    facts.relations.iter_mut().for_each(|relation| rename(&mut relation.unit));
    facts.bindings.iter_mut().for_each(|binding| rename(&mut binding.scope));
    facts.references.sort_by_key(|reference| (reference.from, reference.start_byte));
}
