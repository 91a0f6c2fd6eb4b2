//! Pieces of source that are shown together: units that stand inside one another, or share lines, become one block, so that no
//! line is shown twice. Knows no format and no budget.

use super::lines::{Lines, overlap, union};
use super::source::Source;
use crate::search::Hit;
use orienteer_model::UnitKind;
use orienteer_search::Form;

/// A unit with the lines that are shown of it.
#[derive(Clone, Debug)]
pub(super) struct Shown<'a> {
    pub hit: &'a Hit,
    pub form: Form,
    pub lines: Lines,
}

/// Lines that follow each other in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub start: u32,
    pub end: u32,
    pub text: String,
}

/// Source of one file under one heading.
#[derive(Clone, Debug)]
pub(super) struct Block<'a> {
    /// Best first; never empty.
    pub units: Vec<Shown<'a>>,
    pub runs: Vec<Run>,
    pub language: &'static str,
}

impl<'a> Block<'a> {
    pub(super) fn new(units: Vec<Shown<'a>>, source: &Source) -> Block<'a> {
        let lines = union(units.iter().flat_map(|shown| shown.lines.iter().copied()).collect());
        let run = |(start, end): (u32, u32)| Run { start, end, text: source.lines(start, end) };
        Block { units, runs: lines.into_iter().map(run).collect(), language: source.language }
    }

    pub(super) fn path(&self) -> &'a str {
        self.units.first().map_or("", |shown| shown.hit.place.path.as_str())
    }

    /// Best first.
    pub(super) fn hits(&self) -> impl Iterator<Item = &'a Hit> + '_ {
        self.units.iter().map(|shown| shown.hit)
    }

    pub(super) fn relative(&self) -> f32 {
        self.units.first().map_or(0.0, |shown| shown.hit.relative)
    }

    pub(super) fn form(&self) -> Form {
        self.units.iter().map(|shown| shown.form).max().unwrap_or(Form::Pointer)
    }

    /// `4-9,12` for the lines of all runs.
    pub(super) fn line_numbers(&self) -> String {
        let range = |run: &Run| {
            if run.start == run.end { run.start.to_string() } else { format!("{}-{}", run.start, run.end) }
        };
        self.runs.iter().map(range).collect::<Vec<_>>().join(",")
    }
}

/// Groups units, each at the place of its best one. With `by_file`, all of a file are one group.
pub(super) fn group<'a>(shown: Vec<Shown<'a>>, by_file: bool) -> Vec<Vec<Shown<'a>>> {
    let mut groups: Vec<Vec<Shown<'a>>> = Vec::new();
    for unit in shown {
        let is_near = |group: &Vec<Shown<'a>>| group.iter().any(|other| belongs(&unit, other, by_file));
        let near: Vec<usize> = (0..groups.len()).filter(|index| is_near(&groups[*index])).collect();
        let Some((first, rest)) = near.split_first() else {
            groups.push(vec![unit]);
            continue;
        };
        for index in rest.iter().rev() {
            let joined = groups.remove(*index);
            groups[*first].extend(joined);
        }
        groups[*first].push(unit);
    }
    for group in &mut groups {
        group.sort_by(|left, right| right.hit.score.total_cmp(&left.hit.score));
    }
    groups
}

fn belongs(left: &Shown<'_>, right: &Shown<'_>, by_file: bool) -> bool {
    left.hit.place.path == right.hit.place.path
        && (by_file || overlap(&left.lines, &right.lines) || encloses(left, right) || encloses(right, left))
}

/// A method stands in its class, whose outline it fills; the file as a whole has no outline to fill.
fn encloses(outer: &Shown<'_>, inner: &Shown<'_>) -> bool {
    outer.form == Form::Body
        && outer.hit.place.kind != UnitKind::Module
        && outer.lines.len() > 1
        && outer.hit.start_line <= inner.hit.start_line
        && inner.hit.place.end_line <= outer.hit.place.end_line
}
