//! Conditions on payloads: whose points, alive in which generation, of which kind. No names of fields are known outside of this folder.

use qdrant_client::qdrant::{Condition, Filter, Range};

use crate::qdrant::point::{BORN, DIED, NEVER, PROJECT, RECORD, UNIT};

fn at_most(generation: i64) -> Range {
    Range { lte: Some(generation as f64), ..Range::default() }
}

fn above(generation: i64) -> Range {
    Range { gt: Some(generation as f64), ..Range::default() }
}

/// All points of a project that are units, whether anybody sees them or not.
pub(super) fn units_of(project: &str) -> Filter {
    Filter::must([
        Condition::matches(RECORD, UNIT.to_owned()),
        Condition::matches(PROJECT, project.to_owned()),
    ])
}

/// What a reader of the generation sees.
pub(super) fn alive(project: &str, generation: i64) -> Filter {
    Filter::must([
        Condition::matches(PROJECT, project.to_owned()),
        Condition::range(BORN, at_most(generation)),
        Condition::range(DIED, above(generation)),
    ])
}

/// What no reader of the generation or of a later one sees.
pub(super) fn dead(project: &str, generation: i64) -> Filter {
    Filter::must([
        Condition::matches(PROJECT, project.to_owned()),
        Condition::matches(RECORD, UNIT.to_owned()),
        Condition::range(DIED, at_most(generation)),
    ])
}

/// What builds after the generation wrote or marked.
pub(super) fn touched_after(project: &str, generation: i64) -> Filter {
    let marked = Range { gt: Some(generation as f64), lt: Some(NEVER as f64), ..Range::default() };
    let touched = [Condition::range(BORN, above(generation)), Condition::range(DIED, marked)];
    let mut filter = units_of(project);
    filter.must.push(Condition::from(Filter::should(touched)));
    filter
}

/// One of the words, or any if there is none.
pub(super) fn one_of(field: &str, words: &[String]) -> Option<Condition> {
    (!words.is_empty()).then(|| Condition::matches(field, words.to_vec()))
}
