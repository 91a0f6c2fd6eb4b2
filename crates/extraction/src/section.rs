//! Documents without a grammar: sections under headings (`# ...`, underlined titles), else fragments.

use crate::builder::{Builder, clip};
use crate::fragment;
use crate::limits::Limits;
use crate::mention;
use orienteer_languages::{Document, Language};
use orienteer_model::{FileFacts, UnitFact, UnitKind};
use std::ops::Range;

/// A title and where its section begins.
struct Heading<'a> {
    start: usize,
    /// First byte after the heading's own lines.
    body: usize,
    level: usize,
    title: &'a str,
}

pub(crate) fn extract(mut builder: Builder, language: &Language, source: &[u8], limits: &Limits) -> FileFacts {
    let text = String::from_utf8_lossy(source);
    // Offsets must be those of the bytes; text that is not UTF-8 is taken as it is, without headings.
    if language.document != Document::Prose || text.len() != source.len() || source.len() > limits.code_bytes {
        return fragment::extract(builder, source, limits);
    }
    let headings = headings(&text);
    if headings.is_empty() {
        let mut facts = fragment::extract(builder, source, limits);
        mention::in_fragments(&mut facts, &text);
        return facts;
    }
    let preamble = 0..headings[0].start;
    push_parts(&mut builder, &text, preamble, 0, "", "", limits);
    let mut titles: Vec<(usize, &str)> = Vec::new();
    for (position, heading) in headings.iter().enumerate() {
        let end = headings.get(position + 1).map_or(text.len(), |next| next.start);
        titles.retain(|(level, _)| *level < heading.level);
        titles.push((heading.level, heading.title));
        let qualified = titles.iter().map(|(_, title)| *title).collect::<Vec<_>>().join(" / ");
        push_parts(&mut builder, &text, heading.start..end, heading.body, heading.title, &qualified, limits);
    }
    builder.facts
}

/// A section, in several units if it is long. Each part carries the heading's name.
fn push_parts(
    builder: &mut Builder,
    text: &str,
    range: Range<usize>,
    body: usize,
    title: &str,
    qualified: &str,
    limits: &Limits,
) {
    let pieces = fragment::cut(text.as_bytes(), range, limits.section_bytes);
    for span in fragment::spans(text.as_bytes(), &pieces) {
        let kind = if title.is_empty() { UnitKind::Fragment } else { UnitKind::Section };
        let mut unit = UnitFact::new(kind, span);
        unit.body_start = (body as u32).clamp(span.start_byte, span.end_byte);
        unit.name = builder.name(clip(title, 200));
        unit.qualified = builder.name(clip(qualified, 400)).text;
        let index = builder.push_unit(unit);
        mention::in_prose(builder, &text[span.bytes()], index, span.start_line, span.start_byte);
    }
}

fn headings(text: &str) -> Vec<Heading<'_>> {
    let mut found = Vec::new();
    let mut styles: Vec<u8> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut previous: Option<(usize, &str)> = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (offset, offset + line.len());
        offset = end;
        let trimmed = line.trim_end();
        if let Some(marker) = fence_marker(trimmed) {
            fence = match fence {
                Some(open) if marker.starts_with(open) => None,
                None => Some(&marker[..3]),
                open => open,
            };
            previous = None;
            continue;
        }
        if fence.is_some() {
            continue;
        }
        if let Some((level, title)) = hash_heading(trimmed) {
            found.push(Heading { start, body: end, level, title });
            previous = None;
        } else if let (Some(style), Some((title_start, title))) = (underline(trimmed), previous) {
            if trimmed.len() + 2 >= title.chars().count() {
                let level = level_of(style, &mut styles);
                found.push(Heading { start: title_start, body: end, level, title: title.trim() });
            }
            previous = None;
        } else {
            let is_title = !trimmed.is_empty() && !trimmed.starts_with([' ', '\t', '|', '>', '-', '*', '+']);
            previous = is_title.then_some((start, trimmed));
        }
    }
    found
}

fn fence_marker(line: &str) -> Option<&str> {
    let line = line.trim_start();
    (line.starts_with("```") || line.starts_with("~~~")).then_some(line)
}

/// `## Title` with one to six marks.
fn hash_heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let title = line.get(level..)?.strip_prefix(' ')?.trim().trim_end_matches('#').trim();
    ((1..=6).contains(&level) && !title.is_empty()).then_some((level, title))
}

/// A line of one repeated mark under a title.
fn underline(line: &str) -> Option<u8> {
    let first = *line.as_bytes().first()?;
    let is_mark = b"=-~^\"'`#*+.:_".contains(&first);
    (is_mark && line.len() >= 3 && line.bytes().all(|byte| byte == first)).then_some(first)
}

/// Levels of underlined titles are given by the order in which the marks first occur.
fn level_of(style: u8, styles: &mut Vec<u8>) -> usize {
    match styles.iter().position(|known| *known == style) {
        Some(position) => position + 1,
        None => {
            styles.push(style);
            styles.len()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(text: &str) -> Vec<(usize, &str)> {
        headings(text).into_iter().map(|heading| (heading.level, heading.title)).collect()
    }

    #[test]
    fn marked_headings() {
        assert_eq!(titles("# One\ntext\n## Two ##\n```\n# not\n```\n#no\n"), [(1, "One"), (2, "Two")]);
    }

    #[test]
    fn underlined_headings() {
        assert_eq!(titles("Top\n===\n\ntext\n\nSub\n---\n\nNext\n===\n"), [(1, "Top"), (2, "Sub"), (1, "Next")]);
    }

    #[test]
    fn rules_and_lists_are_no_headings() {
        assert_eq!(titles("text\n\n---\n\n- item\n---\n"), []);
    }
}
