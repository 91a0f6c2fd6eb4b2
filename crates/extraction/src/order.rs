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

/// In broken code a comment may belong to one unit and stand inside another: the later unit begins where the earlier ends.
pub(crate) fn separate(units: &mut [UnitFact], source: &[u8]) {
    // Where the children so far of each unit end; those of the file itself come last.
    let mut ends = vec![0; units.len() + 1];
    for index in 0..units.len() {
        let unit = units[index];
        let least = unit.parent().map_or(0, |parent| units[parent].span.start_byte);
        let end = &mut ends[unit.parent().unwrap_or(units.len())];
        let reaches_over = unit.span.start_byte < *end && unit.span.end_byte > *end;
        let start = if reaches_over { least.max(*end) } else { least };
        if start > unit.span.start_byte {
            move_start(&mut units[index], start.min(unit.span.end_byte), source);
        }
        *end = unit.span.end_byte.max(*end);
    }
}

fn move_start(unit: &mut UnitFact, start: u32, source: &[u8]) {
    let skipped = source.get(unit.span.start_byte as usize..start as usize).unwrap_or_default();
    unit.span.start_line += memchr::memchr_iter(b'\n', skipped).count() as u32;
    unit.span.start_byte = start;
    unit.body_start = unit.body_start.max(start);
    unit.span.end_line = unit.span.end_line.max(unit.span.start_line);
    unit.name_line = unit.name_line.max(unit.span.start_line);
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
