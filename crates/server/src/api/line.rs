//! A line of source as it stands in answers. Marks are counted as pages count.

use orienteer_engine::ExcerptLine;
use serde::Serialize;
use std::ops::Range;
use utoipa::ToSchema;

/// A line of source.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Line {
    pub number: u32,
    pub text: String,
    /// What matches the question: from, to (exclusive), in UTF-16 code units of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub marks: Vec<[usize; 2]>,
    /// The text is not the whole line.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    pub cut: bool,
}

impl Line {
    pub(crate) fn of(line: &ExcerptLine) -> Line {
        let marks = marks(&line.text, &line.matches);
        Line { number: line.line, text: line.text.clone(), marks, cut: line.is_cut }
    }
}

/// Ranges of bytes as ranges of UTF-16 code units; both are in order.
pub(crate) fn marks(text: &str, ranges: &[Range<usize>]) -> Vec<[usize; 2]> {
    let (mut bytes, mut units) = (0, 0);
    let mut position = |to: usize| {
        units += text.get(bytes..to).map_or(0, |passed| passed.encode_utf16().count());
        bytes = to.max(bytes);
        units
    };
    ranges.iter().map(|range| [position(range.start), position(range.end)]).collect()
}

pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_counted_as_pages_count() {
        let text = "é🎉load x";
        let at = text.find("load").unwrap_or_default();
        assert_eq!(marks(text, &[0..2, at..at + 4]), [[0, 1], [3, 7]]);
        assert_eq!(marks("", &[]), Vec::<[usize; 2]>::new());
    }
}
