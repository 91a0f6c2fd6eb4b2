//! A unit of a snapshot as a point, and back.
//!
//! A point is known by the content of its whole file and its place among the file's units: that finds the unit again without reading
//! anything. Where a file has changed since, its units are found by kind and name.

use super::vectors::UnitVectors;
use orienteer_model::{LanguageId, UnitId};
use orienteer_services::{Description, Hit};
use orienteer_storage::{FileRecord, Snapshot, UnitRecord};

/// What the units of one file have in common.
pub(super) struct FilePoints<'a> {
    path: &'a str,
    language: &'static str,
    content: String,
    made_with: String,
}

impl<'a> FilePoints<'a> {
    pub(super) fn of(file: &FileRecord<'a>, vectors: &UnitVectors<'_>) -> FilePoints<'a> {
        let (language, content) = (language_name(file.language()), file.key().to_string());
        FilePoints { path: file.path(), language, content, made_with: vectors.made_with_of(file) }
    }

    pub(super) fn describe<'b>(&'b self, unit: &UnitRecord<'b>, ordinal: u32) -> Description<'b> {
        Description {
            path: self.path,
            kind: unit.kind().name(),
            language: self.language,
            name: unit.qualified(),
            content: &self.content,
            ordinal,
            made_with: &self.made_with,
        }
    }
}

pub(super) fn language_name(language: LanguageId) -> &'static str {
    orienteer_languages::by_id(language).map_or("", |language| language.name.as_str())
}

/// The unit that a point is of; none if the snapshot has it no more.
pub(super) fn unit_of(snapshot: &Snapshot, hit: &Hit) -> Option<UnitId> {
    let file = snapshot.file_by_path(&hit.path)?;
    if file.key().to_string() == hit.content {
        return file.units().nth(hit.ordinal as usize);
    }
    let is_it = |unit: &UnitRecord<'_>| unit.kind().name() == hit.kind && unit.qualified() == hit.name;
    snapshot.units_of(file.id()).find(is_it).map(|unit| unit.id())
}
