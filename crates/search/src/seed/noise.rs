//! What is found by its words and answers nothing: what others wrote, what a tool wrote, what stands in for something in a test.
//! Nothing that the task names is noise.

use super::Seed;
use crate::params::Params;
use crate::rank::is_built;
use crate::recall::paths::named_lines;
use crate::understand::Intent;
use orienteer_model::{UnitFlags, UnitId, UnitKind};
use orienteer_storage::{FileFlags, FileRecord, Snapshot, UnitRecord};
use orienteer_text::parts;

/// Names that are as short as this are left over when names are taken out of code.
const SHORT: usize = 2;
/// Those that people do give.
const USUAL: &[&str] = &["ID", "OK", "DB", "IP", "IO", "Go", "Do"];

const STAND_INS: &[&str] = &["mock", "mocks", "mocked", "fake", "fakes", "stub", "stubs", "stubbed"];

const FIXTURES: &[&str] =
    &["fixture", "fixtures", "testdata", "testutil", "testutils", "testhelper", "testhelpers"];

pub(super) struct Noise<'a> {
    snapshot: &'a Snapshot,
    intent: &'a Intent,
}

impl<'a> Noise<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, intent: &'a Intent) -> Noise<'a> {
        Noise { snapshot, intent }
    }

    /// Makes noise count less, or leaves it out.
    pub(super) fn lower(&self, seeds: &mut Vec<Seed>, params: &Params) {
        if params.seed_noise >= 1.0 {
            return;
        }
        for seed in seeds.iter_mut().filter(|seed| self.has(seed.unit)) {
            seed.weight *= params.seed_noise;
        }
        seeds.retain(|seed| seed.weight > 0.0);
    }

    /// Whether a unit may not be a seed at all.
    pub(super) fn is_left_out(&self, unit: UnitId, params: &Params) -> bool {
        params.seed_noise <= 0.0 && self.has(unit)
    }

    fn has(&self, unit: UnitId) -> bool {
        self.snapshot.unit(unit).is_none_or(|unit| self.is_noise(&unit) && !self.is_named(&unit))
    }

    fn is_noise(&self, unit: &UnitRecord<'_>) -> bool {
        let Some(file) = unit.file() else { return true };
        unit.kind().is_external()
            || unit.flags().has(UnitFlags::GENERATED)
            || is_foreign(&file)
            || self.is_fixture(file.path())
            || self.is_stand_in(unit)
            || is_nameless(unit)
    }

    fn is_named(&self, unit: &UnitRecord<'_>) -> bool {
        let is_name = |name: &str| name.eq_ignore_ascii_case(unit.name());
        let mut written = self.intent.identifiers.iter().filter_map(|identifier| identifier.parts.last());
        written.any(|name| is_name(name))
            || self.intent.keywords.exact.iter().any(|name| is_name(name))
            || unit.file().is_some_and(|file| named_lines(file.path(), self.intent).is_some())
    }

    fn is_fixture(&self, path: &str) -> bool {
        if self.intent.wanted.tests {
            return false;
        }
        let is_one = |word: &str| FIXTURES.iter().any(|known| word.eq_ignore_ascii_case(known));
        path.split(['/', '.'])
            .any(|segment| segment == "conftest" || is_one(&segment.replace(['_', '-'], "")))
    }

    /// A mock, or of one; unless the task speaks of them.
    fn is_stand_in(&self, unit: &UnitRecord<'_>) -> bool {
        let is_spoken_of = |word: &str| self.intent.keywords.components.iter().any(|known| known == word);
        let stands_in = |name: &str| {
            let mut words = parts(name).map(str::to_lowercase);
            words.any(|word| STAND_INS.contains(&word.as_str()) && !is_spoken_of(&word))
        };
        stands_in(unit.container()) || (unit.kind().is_type() && stands_in(unit.name()))
    }
}

/// Somebody else's, or made by a tool.
fn is_foreign(file: &FileRecord<'_>) -> bool {
    file.flags().has(FileFlags::GENERATED) || file.flags().has(FileFlags::VENDORED) || is_built(file.path())
}

fn is_nameless(unit: &UnitRecord<'_>) -> bool {
    let has_no_name = matches!(unit.kind(), UnitKind::Section | UnitKind::Fragment);
    let is_usual = |name: &str| USUAL.iter().any(|usual| usual.eq_ignore_ascii_case(name));
    !has_no_name && unit.name().chars().count() <= SHORT && !is_usual(unit.name())
}
