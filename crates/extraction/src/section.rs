//! Documents without a grammar: sections under their titles, else fragments. Sections never overlap and cover the text.

use crate::builder::{Builder, clip};
use crate::fragment;
use crate::heading::{self, Heading};
use crate::limits::Limits;
use crate::mention;
use orienteer_languages::{Document, Language};
use orienteer_model::{FileFacts, UnitFact, UnitKind};
use std::ops::Range;

pub(crate) fn extract(
    mut builder: Builder,
    language: &Language,
    source: &[u8],
    limits: &Limits,
) -> FileFacts {
    if language.document != Document::Prose || source.len() > limits.code_bytes {
        return fragment::extract(builder, source, limits);
    }
    // Offsets must be those of the bytes; text that is not UTF-8 is taken as it is, without titles.
    let Ok(text) = std::str::from_utf8(source) else { return fragment::extract(builder, source, limits) };
    let headings = language.headings.map(|style| heading::find(text, style)).unwrap_or_default();
    if headings.is_empty() {
        let mut facts = fragment::extract(builder, source, limits);
        mention::in_fragments(&mut facts, text);
        return facts;
    }
    push_sections(&mut builder, text, &headings, limits);
    builder.facts
}

fn push_sections(builder: &mut Builder, text: &str, headings: &[Heading<'_>], limits: &Limits) {
    let mut titles: Vec<(usize, &str)> = Vec::new();
    let mut at = Position::default();
    let preamble = Part { range: 0..headings[0].start, body: 0, title: "", qualified: "" };
    push_parts(builder, text, &preamble, &mut at, limits);
    for (position, heading) in headings.iter().enumerate() {
        let end = headings.get(position + 1).map_or(text.len(), |next| next.start);
        titles.retain(|(level, _)| *level < heading.level);
        titles.push((heading.level, heading.title));
        let qualified = titles.iter().map(|(_, title)| *title).collect::<Vec<_>>().join(" / ");
        let part = Part {
            range: heading.start..end,
            body: heading.body,
            title: heading.title,
            qualified: &qualified,
        };
        push_parts(builder, text, &part, &mut at, limits);
    }
}

/// The text between one title and the next.
struct Part<'a> {
    range: Range<usize>,
    body: usize,
    title: &'a str,
    qualified: &'a str,
}

/// How far lines have been counted.
struct Position {
    byte: usize,
    line: u32,
}

impl Default for Position {
    fn default() -> Self {
        Position { byte: 0, line: 1 }
    }
}

impl Position {
    fn line_at(&mut self, text: &[u8], byte: usize) -> u32 {
        self.line += memchr::memchr_iter(b'\n', &text[self.byte..byte]).count() as u32;
        self.byte = byte;
        self.line
    }
}

/// A section, in several units if it is long. Each carries the title's name.
fn push_parts(builder: &mut Builder, text: &str, part: &Part<'_>, at: &mut Position, limits: &Limits) {
    let kind = if part.title.is_empty() { UnitKind::Fragment } else { UnitKind::Section };
    for piece in fragment::cut(text.as_bytes(), part.range.clone(), limits.section_bytes) {
        let line = at.line_at(text.as_bytes(), piece.start);
        let span = fragment::span(text.as_bytes(), piece, line);
        let mut unit = UnitFact::new(kind, span);
        unit.body_start = (part.body as u32).clamp(span.start_byte, span.end_byte);
        unit.name = builder.name(clip(part.title, 200));
        unit.qualified = builder.name(clip(part.qualified, 400)).text;
        let index = builder.push_unit(unit);
        if let Some(piece) = text.get(span.bytes()) {
            mention::in_prose(builder, piece, index, span.start_line, span.start_byte);
        }
    }
}
