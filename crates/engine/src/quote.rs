//! Lines of source as they are on disk now, quoted only while they are what the snapshot was made from.

use orienteer_storage::UnitRecord;
use std::path::Path;

/// A longer signature is cut.
const MOST_LINES: usize = 12;

/// Lines of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quote {
    Lines(String),
    /// The file is not as the snapshot has it.
    Changed,
    /// There is nothing to quote.
    None,
}

/// Quotes the signature of a unit.
pub(crate) fn signature(root: &Path, unit: &UnitRecord<'_>) -> Quote {
    let Some(file) = unit.file() else { return Quote::None };
    match orienteer_indexing::read_source(root, file.path()) {
        Ok(Some(source)) if source.key == file.key() => cut(&source.bytes, unit),
        _ => Quote::Changed,
    }
}

/// Quotes all of a unit.
pub(crate) fn whole(root: &Path, unit: &UnitRecord<'_>) -> Quote {
    let Some(file) = unit.file() else { return Quote::None };
    match orienteer_indexing::read_source(root, file.path()) {
        Ok(Some(source)) if source.key == file.key() => lines(&source.bytes, unit),
        _ => Quote::Changed,
    }
}

fn lines(bytes: &[u8], unit: &UnitRecord<'_>) -> Quote {
    let span = unit.span();
    let start = start_of_line(bytes, span.start_line).unwrap_or(bytes.len());
    let end = start_of_line(bytes, span.end_line.saturating_add(1)).unwrap_or(bytes.len());
    let text = String::from_utf8_lossy(bytes.get(start..end.max(start)).unwrap_or_default());
    if text.is_empty() { Quote::None } else { Quote::Lines(text.trim_end().to_owned()) }
}

fn cut(bytes: &[u8], unit: &UnitRecord<'_>) -> Quote {
    let end = (unit.body_start() as usize).min(bytes.len());
    let start = start_of_line(bytes, unit.name_line()).unwrap_or(end);
    let text = String::from_utf8_lossy(bytes.get(start..end).unwrap_or_default());
    let lines: Vec<&str> = text.trim_end().lines().take(MOST_LINES).collect();
    if lines.is_empty() { Quote::None } else { Quote::Lines(lines.join("\n")) }
}

fn start_of_line(bytes: &[u8], line: u32) -> Option<usize> {
    let newlines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(newlines).nth(line.checked_sub(1)? as usize)
}
