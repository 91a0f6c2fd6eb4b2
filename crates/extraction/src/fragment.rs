//! Text that no declaration covers, cut into pieces of about one function at blank lines.

use crate::builder::Builder;
use crate::limits::Limits;
use crate::order;
use orienteer_model::{FileFacts, NO_UNIT, Span, UnitFlags};
use std::ops::Range;

/// A whole file as fragments.
pub(crate) fn extract(builder: Builder, source: &[u8], limits: &Limits) -> FileFacts {
    let most = limits.fragments * limits.fragment_bytes;
    let end = source.len().min(most);
    let spans = spans(source, &cut(source, 0..end, limits.fragment_bytes));
    order::finish(builder.facts, spans.into_iter().take(limits.fragments).collect(), NO_UNIT)
}

/// The first piece of a file that a tool wrote.
pub(crate) fn extract_generated(builder: Builder, source: &[u8], limits: &Limits) -> FileFacts {
    let mut facts = extract(builder, source, &Limits { fragments: 1, ..*limits });
    facts.units.iter_mut().for_each(|unit| unit.flags.set(UnitFlags::GENERATED));
    facts
}

/// Runs of top-level statements as fragments. A statement is never cut away from its neighbours but at blank lines.
pub(crate) fn of_statements(source: &[u8], statements: &[Range<usize>], limits: &Limits) -> Vec<Span> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for statement in statements.iter().filter(|statement| !statement.is_empty()) {
        match runs.last_mut() {
            Some(run) if only_space(source, run.end, statement.start) => run.end = statement.end,
            _ => runs.push(statement.clone()),
        }
    }
    let pieces: Vec<_> = runs.into_iter().flat_map(|run| cut(source, run, limits.fragment_bytes)).collect();
    spans(source, &pieces)
}

pub(crate) fn only_space(source: &[u8], from: usize, to: usize) -> bool {
    source.get(from..to).is_some_and(|between| between.iter().all(u8::is_ascii_whitespace))
}

/// Cuts a range into pieces of at most about `size` bytes: at the last blank line that fits, else at a line, else anywhere.
pub(crate) fn cut(source: &[u8], range: Range<usize>, size: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = range.start;
    while start < range.end {
        let end = if range.end - start <= size { range.end } else { cut_point(source, start, start + size) };
        let piece = trim(source, start..end);
        if !piece.is_empty() {
            pieces.push(piece);
        }
        start = end;
    }
    pieces
}

fn cut_point(source: &[u8], start: usize, latest: usize) -> usize {
    let window = &source[start..latest];
    if let Some(blank) = memchr::memmem::rfind(window, b"\n\n").filter(|at| *at > window.len() / 4) {
        return start + blank + 2;
    }
    if let Some(newline) = memchr::memrchr(b'\n', window) {
        return start + newline + 1;
    }
    // One long line: cut between characters.
    let mut end = latest;
    while end > start + 1 && source.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) {
        end -= 1;
    }
    end
}

pub(crate) fn trim(source: &[u8], range: Range<usize>) -> Range<usize> {
    let bytes = &source[range.clone()];
    let leading = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let trailing = bytes[leading..].iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    range.start + leading..range.end - trailing
}

/// A range that begins on a known line.
pub(crate) fn span(source: &[u8], range: Range<usize>, start_line: u32) -> Span {
    let last = range.end.max(range.start + 1) - 1;
    let lines = memchr::memchr_iter(b'\n', source.get(range.start..last).unwrap_or_default()).count() as u32;
    Span {
        start_byte: range.start as u32,
        end_byte: range.end as u32,
        start_line,
        end_line: start_line + lines,
    }
}

/// Byte ranges in ascending order with the lines they touch.
pub(crate) fn spans(source: &[u8], ranges: &[Range<usize>]) -> Vec<Span> {
    let mut line = 1;
    let mut counted = 0;
    let mut count_to = |offset: usize| {
        line += memchr::memchr_iter(b'\n', &source[counted..offset]).count() as u32;
        counted = offset;
        line
    };
    ranges
        .iter()
        .map(|range| {
            let start_line = count_to(range.start);
            let end_line = count_to(range.end.max(range.start + 1) - 1);
            Span { start_byte: range.start as u32, end_byte: range.end as u32, start_line, end_line }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_at_blank_lines() {
        let source = "aaaa\n\nbbbb\nbbbb\n\ncccc\n";
        let pieces = cut(source.as_bytes(), 0..source.len(), 18);
        let texts: Vec<&str> = pieces.into_iter().map(|piece| &source[piece]).collect();
        assert_eq!(texts, ["aaaa\n\nbbbb\nbbbb", "cccc"]);
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let source = "é".repeat(1_000);
        let pieces = cut(source.as_bytes(), 0..source.len(), 101);
        assert!(pieces.iter().all(|piece| source.get(piece.clone()).is_some()));
        assert_eq!(pieces.iter().map(|piece| piece.len()).sum::<usize>(), source.len());
    }

    #[test]
    fn lines_are_counted_from_one() {
        let spans = spans(b"a\nb\nc\n", &[0..1, 2..5]);
        assert_eq!((spans[0].start_line, spans[0].end_line), (1, 1));
        assert_eq!((spans[1].start_line, spans[1].end_line), (2, 3));
    }
}
