//! What a model is told of a unit: where it stands and what it is called, its signature, what is said about it, and its body.
//!
//! Pure: whoever asks has read the file, and made sure that it is as the snapshot has it.

use crate::highlight::boundary;
use orienteer_storage::{FileRecord, Snapshot, UnitRecord};
use std::path::Path;

/// Raised whenever the texts change: vectors of other texts are not compared.
pub(crate) const TEXT_VERSION: u32 = 1;

/// At most about so many bytes; never half a letter.
pub(crate) fn unit_text(unit: &UnitRecord<'_>, source: &[u8], most: usize) -> String {
    let path = unit.file().map_or("", |file| file.path());
    let mut text = format!("{path} {}", unit.qualified());
    for part in [unit.signature(), unit.doc(), &body(unit, source)] {
        if !part.trim().is_empty() && text.len() < most {
            text.push('\n');
            text.push_str(part.trim());
        }
    }
    text.truncate(boundary(&text, most));
    text
}

/// What has neither body nor signature is all body.
fn body(unit: &UnitRecord<'_>, source: &[u8]) -> String {
    let span = unit.span();
    let start = match unit.body_start() {
        start if start < span.end_byte => start,
        _ if unit.signature().is_empty() => span.start_byte,
        _ => span.end_byte,
    };
    let bytes = source.get(start as usize..span.end_byte as usize).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

/// The bytes of a file, while it is what the snapshot was made from.
pub(crate) fn source_of(root: &Path, file: &FileRecord<'_>) -> Option<Vec<u8>> {
    let source = orienteer_indexing::read_source(root, file.path()).ok().flatten()?;
    (source.key == file.key()).then_some(source.bytes)
}

/// The texts of all units of a file; none if it changed since.
pub(crate) fn unit_texts(
    root: &Path,
    snapshot: &Snapshot,
    file: &FileRecord<'_>,
    most: usize,
) -> Option<Vec<String>> {
    let source = source_of(root, file)?;
    let units = file.units().filter_map(|unit| snapshot.unit(unit));
    Some(units.map(|unit| unit_text(&unit, &source, most)).collect())
}
