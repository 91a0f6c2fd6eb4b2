//! Sections of data files: small neighbours are taken together, large ones are cut, so that a file of many keys does not
//! flood the index. Nothing here knows what a key means.

use crate::builder::{Builder, clip};
use crate::fragment;
use crate::limits::Limits;
use orienteer_model::{FactsView, FileFacts, LanguageId, UnitFact, UnitKind};
use std::ops::Range;

/// A run of text under the names of its keys.
struct Piece {
    range: Range<usize>,
    names: String,
}

/// The same file with sections of a useful length. Data refers to nothing, so only units and problems stay.
pub(crate) fn regroup(facts: FileFacts, source: &[u8], limits: &Limits) -> FileFacts {
    let pieces = grouped(with_gaps(pieces(facts.view()), source), source, limits);
    let mut builder = Builder::new(LanguageId(facts.language));
    builder.facts.problems = facts.problems;
    let mut last_byte = 0;
    let mut line = 1;
    for piece in pieces {
        line += lines_between(source, last_byte, piece.range.start);
        last_byte = piece.range.start;
        push(&mut builder, source, &piece, line, limits);
    }
    builder.facts
}

/// Top-level units in order, none reaching into the next.
fn pieces(facts: FactsView<'_>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for unit in facts.units.iter().filter(|unit| unit.parent().is_none()) {
        let range = unit.span.bytes();
        if let Some(before) = pieces.last_mut() {
            before.range.end = before.range.end.min(range.start);
        }
        let names = facts.name(unit.name).split_whitespace().collect::<Vec<_>>().join(" ");
        pieces.push(Piece { range, names });
    }
    pieces
}

/// What stands between the pieces, unless it is only punctuation.
fn with_gaps(pieces: Vec<Piece>, source: &[u8]) -> Vec<Piece> {
    let mut all = Vec::with_capacity(pieces.len());
    let mut covered = 0;
    let mut cover_to = |end: usize, all: &mut Vec<Piece>, next: usize| {
        let says_something =
            source.get(covered..end).unwrap_or_default().iter().any(u8::is_ascii_alphanumeric);
        if says_something {
            all.push(Piece { range: covered..end, names: String::new() });
        }
        covered = next;
    };
    for piece in pieces {
        cover_to(piece.range.start, &mut all, piece.range.end);
        all.push(piece);
    }
    cover_to(source.len(), &mut all, source.len());
    all
}

/// Neighbours together while they are short.
fn grouped(pieces: Vec<Piece>, source: &[u8], limits: &Limits) -> Vec<Piece> {
    const LONGEST_NAMES: usize = 120;
    let mut groups: Vec<Piece> = Vec::new();
    for piece in pieces.into_iter().filter(|piece| !piece.range.is_empty()) {
        match groups.last_mut() {
            Some(group)
                if group.range.len() < limits.group_bytes
                    && piece.range.end - group.range.start <= limits.section_bytes =>
            {
                group.range.end = piece.range.end;
                if group.names.len() + piece.names.len() <= LONGEST_NAMES {
                    join(&mut group.names, &piece.names);
                }
            }
            _ => groups.push(piece),
        }
    }
    groups.iter_mut().for_each(|group| group.range = fragment::trim(source, group.range.clone()));
    groups.retain(|group| !group.range.is_empty());
    groups
}

fn join(names: &mut String, more: &str) {
    if !names.is_empty() && !more.is_empty() {
        names.push_str(", ");
    }
    names.push_str(more);
}

fn push(builder: &mut Builder, source: &[u8], piece: &Piece, first_line: u32, limits: &Limits) {
    let parts = fragment::cut(source, piece.range.clone(), limits.section_bytes);
    let mut line = first_line;
    let mut counted = piece.range.start;
    for part in parts {
        line += lines_between(source, counted, part.start);
        counted = part.start;
        let span = fragment::span(source, part, line);
        let kind = if piece.names.is_empty() { UnitKind::Fragment } else { UnitKind::Section };
        let mut unit = UnitFact::new(kind, span);
        unit.body_start = span.start_byte;
        unit.name = builder.name(clip(&piece.names, 200));
        unit.qualified = unit.name.text;
        builder.push_unit(unit);
    }
}

fn lines_between(source: &[u8], from: usize, to: usize) -> u32 {
    memchr::memchr_iter(b'\n', source.get(from..to).unwrap_or_default()).count() as u32
}
