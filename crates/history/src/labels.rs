//! Which unit each line of one version of a file belongs to, and the same for the version before a change.
//! Knows lines and unit numbers; nothing of commits or paths.

use std::collections::HashMap;

use crate::{facts::Hunk, touch::UnitSpan};

/// Lines that belong to no unit.
const NONE: u32 = u32::MAX;

/// Lines from `start` up to the next segment belong to `unit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    start: u32,
    unit: u32,
}

/// Segments in ascending order. Lines before the first and, as every unit ends, from the last one on have no unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Labels {
    segments: Vec<Segment>,
}

/// The unit around each unit.
#[derive(Default)]
pub(crate) struct Nesting {
    around: HashMap<u32, u32>,
}

impl Nesting {
    fn around(&self, unit: u32) -> u32 {
        self.around.get(&unit).copied().unwrap_or(NONE)
    }

    fn place(&mut self, unit: u32, outer: u32) {
        // A unit listed twice must not come to surround itself.
        let circular =
            std::iter::successors(Some(outer), |outer| self.around.get(outer).copied()).any(|at| at == unit);
        if !circular {
            self.around.entry(unit).or_insert(outer);
        }
    }

    /// The smallest unit that has both in it.
    fn common(&self, left: u32, right: u32) -> u32 {
        let mut outer = left;
        while outer != NONE {
            let mut candidate = right;
            while candidate != NONE && candidate != outer {
                candidate = self.around(candidate);
            }
            if candidate == outer {
                return outer;
            }
            outer = self.around(outer);
        }
        NONE
    }
}

impl Labels {
    /// Labels each line with the innermost unit on it.
    pub(crate) fn new(spans: &[UnitSpan], nesting: &mut Nesting) -> Labels {
        let mut spans = spans.to_vec();
        spans.retain(|span| span.start_line > 0 && span.start_line <= span.end_line && span.unit != NONE);
        spans.sort_by_key(|span| (span.start_line, std::cmp::Reverse(span.end_line)));
        let mut labels = Labels::default();
        let mut open: Vec<UnitSpan> = Vec::new();
        for span in spans {
            labels.close(&mut open, span.start_line - 1);
            if let Some(outer) = open.last() {
                nesting.place(span.unit, outer.unit);
            }
            labels.begin(span.start_line - 1, span.unit);
            open.push(span);
        }
        labels.close(&mut open, u32::MAX);
        labels
    }

    /// Ends the open units that do not reach line `until`.
    fn close(&mut self, open: &mut Vec<UnitSpan>, until: u32) {
        while let Some(inner) = open.pop_if(|span| span.end_line <= until) {
            while open.pop_if(|span| span.end_line <= inner.end_line).is_some() {}
            self.begin(inner.end_line, open.last().map_or(NONE, |outer| outer.unit));
        }
    }

    fn begin(&mut self, start: u32, unit: u32) {
        self.segments.pop_if(|last| last.start >= start);
        if self.segments.last().map_or(NONE, |last| last.unit) != unit {
            self.segments.push(Segment { start, unit });
        }
    }

    /// The position of the segment that holds `line`, plus one.
    fn segment_end(&self, line: u32) -> usize {
        self.segments.partition_point(|segment| segment.start <= line)
    }

    fn unit_at(&self, line: u32) -> u32 {
        self.segment_end(line).checked_sub(1).map_or(NONE, |at| self.segments[at].unit)
    }

    /// Reports every labelled line as touched.
    pub(crate) fn touch_all(&self, touched: &mut Vec<(u32, u32)>) {
        self.touch_range(0, u32::MAX, touched);
    }

    fn touch_range(&self, start: u32, end: u32, touched: &mut Vec<(u32, u32)>) {
        let first = self.segment_end(start).saturating_sub(1);
        for (at, segment) in self.segments.iter().enumerate().skip(first) {
            if segment.start >= end {
                break;
            }
            let next = self.segments.get(at + 1).map_or(u32::MAX, |next| next.start);
            let lines = next.min(end).saturating_sub(segment.start.max(start));
            if segment.unit != NONE && lines > 0 {
                touched.push((segment.unit, lines));
            }
        }
    }

    /// Adds the units that `hunks` touch, with the number of lines, and turns these labels of the new side into
    /// those of the old side, built in `spare`.
    pub(crate) fn rewind(
        &mut self,
        hunks: &[Hunk],
        nesting: &Nesting,
        touched: &mut Vec<(u32, u32)>,
        spare: &mut Labels,
    ) {
        spare.segments.clear();
        let (mut at, mut shift) = (0, 0);
        for hunk in hunks {
            self.copy(at, hunk.new_start, shift, spare);
            let unit = self.touch(hunk, nesting, touched);
            if hunk.old_lines > 0 {
                spare.begin(hunk.old_start, unit);
            }
            at = hunk.end_after();
            shift = i64::from(hunk.end_before()) - i64::from(at);
        }
        self.copy(at, u32::MAX, shift, spare);
        std::mem::swap(self, spare);
    }

    /// The units a hunk touches, and the one that its old lines belonged to, if that is certain.
    fn touch(&self, hunk: &Hunk, nesting: &Nesting, touched: &mut Vec<(u32, u32)>) -> u32 {
        if hunk.new_lines == 0 {
            let before = hunk.new_start.checked_sub(1).map_or(NONE, |line| self.unit_at(line));
            let unit = nesting.common(before, self.unit_at(hunk.new_start));
            if unit != NONE {
                touched.push((unit, hunk.old_lines));
            }
            return unit;
        }
        let first = touched.len();
        self.touch_range(hunk.new_start, hunk.end_after(), touched);
        match touched[first..].split_first() {
            Some((&(unit, _), rest)) if rest.iter().all(|&(other, _)| other == unit) => unit,
            _ => NONE,
        }
    }

    /// Copies the labels of the lines `[start, end)`, moved by `shift`.
    fn copy(&self, start: u32, end: u32, shift: i64, target: &mut Labels) {
        if start >= end {
            return;
        }
        let moved = |line: u32| (i64::from(line) + shift).clamp(0, i64::from(u32::MAX)) as u32;
        target.begin(moved(start), self.unit_at(start));
        let rest = &self.segments[self.segment_end(start)..];
        let inside = &rest[..rest.partition_point(|segment| segment.start < end)];
        let moved = inside.iter().map(|segment| Segment { start: moved(segment.start), unit: segment.unit });
        target.segments.extend(moved);
    }
}
