//! From what an agent did to a file to the units of answers that it used by that. Knows no agent and no wire format.

use super::answer::{GivenAnswer, GivenUnit};
use super::mark::{Mark, Use};
use crate::error::EngineError;
use crate::workspace::Workspace;

/// Seconds for which an answer is in the mind of whoever got it.
const ATTENTION: u64 = 1_800;
/// Units of one file that a look at the whole of it speaks for.
const MOST_OF_FILE: usize = 3;

/// An agent read or changed a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolUse {
    /// From the root of the tree.
    pub path: String,
    /// Both ends inclusive; none for the whole file.
    pub lines: Option<(u32, u32)>,
    /// [`Use::Read`] or [`Use::Edited`].
    pub kind: Use,
}

impl Workspace {
    /// Matches a use with what was returned lately. Gives how many units it was about.
    pub fn observe(&self, used: &ToolUse, now: u64) -> Result<usize, EngineError> {
        let lines = self.given().read()?.lines;
        let answers = lines.iter().rev().filter_map(|line| GivenAnswer::decode(line));
        let recent = answers
            .take_while(|answer| now.saturating_sub(answer.time) <= ATTENTION)
            // A clock that was set back must not keep an answer in mind until it has caught up.
            .filter(|answer| answer.time.saturating_sub(now) <= ATTENTION);
        for answer in recent {
            let units = units_of(&answer, used);
            if !units.is_empty() {
                let marks: Vec<Mark> =
                    units.into_iter().map(|unit| answer.mark(unit, used.kind, now)).collect();
                self.learn(&answer, &marks)?;
                return Ok(marks.len());
            }
        }
        Ok(0)
    }
}

/// Positions of the units that a use is about: the innermost on its lines, or the best of the file.
fn units_of(answer: &GivenAnswer, used: &ToolUse) -> Vec<usize> {
    let of_file = answer.units.iter().enumerate().filter(|(_, unit)| unit.path == used.path);
    let Some((first, last)) = used.lines else {
        return of_file.map(|(at, _)| at).take(MOST_OF_FILE).collect();
    };
    let met: Vec<(usize, &GivenUnit)> = of_file.filter(|(_, unit)| is_met(unit, first, last)).collect();
    let has_inner = |outer: &GivenUnit| {
        let is_inside = |inner: &GivenUnit| {
            let (inner, outer) = (inner.first_line..=inner.last_line, outer.first_line..=outer.last_line);
            inner != outer && outer.contains(inner.start()) && outer.contains(inner.end())
        };
        met.iter().any(|(_, inner)| is_inside(inner))
    };
    met.iter().filter(|(_, unit)| !has_inner(unit)).map(|(at, _)| *at).collect()
}

/// Whether the lines have half of the unit, or the unit half of the lines.
fn is_met(unit: &GivenUnit, first: u32, last: u32) -> bool {
    let (from, to) = (unit.first_line.max(first), unit.last_line.min(last));
    let length = |from: u32, to: u32| (to + 1).saturating_sub(from);
    let shorter = length(unit.first_line, unit.last_line).min(length(first, last)).max(1);
    2 * length(from, to) >= shorter && from <= to
}
