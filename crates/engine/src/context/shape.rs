//! Which lines of its file a unit is shown with, as a body and as a signature. Reads no file.

use super::lines::{Lines, union, widened, without};
use super::source::Source;
use crate::search::Hit;
use orienteer_model::UnitKind;
use orienteer_search::Params;
use orienteer_storage::{Snapshot, UnitRecord};
use orienteer_text::TokenCounter;

/// A longer signature is cut.
const MOST_SIGNATURE_LINES: u32 = 12;

/// The lines of a unit; empty where there is nothing to quote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    pub body: Lines,
    pub signature: Lines,
}

/// A type is shown whole up to a number of tokens; a longer one with the signatures of its members instead of their bodies. A
/// file that has members is not shown as a whole: they are.
pub(super) fn shape(
    snapshot: &Snapshot,
    hit: &Hit,
    source: &Source,
    counter: &mut TokenCounter,
    params: &Params,
) -> Shape {
    let Some(unit) = unit_of(snapshot, hit) else { return Shape::default() };
    let span = unit.span();
    let end = span.end_line.min(source.line_count());
    if span.start_line == 0 || span.start_line > end {
        return Shape::default();
    }
    let holes = if hit.place.kind.is_callable() { Vec::new() } else { holes(snapshot, &unit, source) };
    let whole = params.pack_whole_type as usize;
    let is_whole =
        holes.is_empty() || counter.count_within(&source.lines(span.start_line, end), whole).is_some();
    let body = match hit.place.kind {
        UnitKind::Module if !holes.is_empty() => Vec::new(),
        _ if is_whole => vec![(span.start_line, end)],
        _ => without(span.start_line, end, &holes),
    };
    let body = widened(body, (span.start_line, end), params.pack_margin as u32, source.line_count());
    let has_signature = !matches!(hit.place.kind, UnitKind::Module | UnitKind::Fragment);
    let signature = if has_signature { vec![signature(&unit, source)] } else { Vec::new() };
    Shape { body, signature }
}

fn unit_of<'s>(snapshot: &'s Snapshot, hit: &Hit) -> Option<UnitRecord<'s>> {
    let file = snapshot.file_by_path(&hit.place.path)?;
    let place = &hit.place;
    let is_it = |unit: &UnitRecord<'_>| {
        unit.name_line() == place.line
            && unit.kind() == place.kind
            && unit.span().start_line == hit.start_line
            && unit.span().end_line == place.end_line
            && (unit.qualified() == place.name || unit.name() == place.name)
    };
    snapshot.units_of(file.id()).find(is_it)
}

/// What stands below the signatures of members that have a body of their own.
fn holes(snapshot: &Snapshot, unit: &UnitRecord<'_>, source: &Source) -> Lines {
    let Some(file) = unit.file() else { return Vec::new() };
    let is_member = |member: &UnitRecord<'_>| {
        member.parent() == Some(unit.id())
            && (member.kind().is_callable() || member.kind().is_type() || is_part(member.kind()))
    };
    let members = snapshot.units_of(file.id()).filter(is_member);
    union(members.flat_map(|member| around_signature(&member, source)).collect())
}

fn is_part(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Module | UnitKind::Section)
}

/// Comment, decorators and body.
fn around_signature(unit: &UnitRecord<'_>, source: &Source) -> Lines {
    let (first, last) = signature(unit, source);
    without(unit.span().start_line, unit.span().end_line, &[(first, last)])
}

/// The lines from the name to where the body begins.
fn signature(unit: &UnitRecord<'_>, source: &Source) -> (u32, u32) {
    let first = unit.name_line();
    let most = unit.span().end_line.min(first.saturating_add(MOST_SIGNATURE_LINES - 1));
    (first, source.last_line_before(unit.body_start()).clamp(first, most.max(first)))
}
