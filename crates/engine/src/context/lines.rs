//! Sets of lines as sorted ranges, both ends inclusive. Pure.

/// Ranges that neither overlap nor touch, in order.
pub(super) type Lines = Vec<(u32, u32)>;

/// All lines of all ranges.
pub(super) fn union(mut ranges: Lines) -> Lines {
    ranges.sort_unstable();
    let mut merged: Lines = Vec::with_capacity(ranges.len());
    for (start, end) in ranges {
        match merged.last_mut() {
            Some(last) if start <= last.1.saturating_add(1) => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// The lines `start..=end` without those of `holes`, which are in order.
pub(super) fn without(start: u32, end: u32, holes: &[(u32, u32)]) -> Lines {
    let mut left = Vec::new();
    let mut next = start;
    for (first, last) in holes {
        if *first > next {
            left.push((next, (first - 1).min(end)));
        }
        next = next.max(last.saturating_add(1));
    }
    if next <= end {
        left.push((next, end));
    }
    left
}

/// Parts of `start..=end` with up to `margin` more lines before `start` and after `end`, where those are shown, in a file of
/// `count` lines.
pub(super) fn widened(mut lines: Lines, (start, end): (u32, u32), margin: u32, count: u32) -> Lines {
    if let Some(first) = lines.first_mut().filter(|first| first.0 == start) {
        first.0 = start.saturating_sub(margin).max(1);
    }
    if let Some(last) = lines.last_mut().filter(|last| last.1 == end) {
        last.1 = end.saturating_add(margin).min(count.max(end));
    }
    lines
}

/// Whether the two have a line in common.
pub(super) fn overlap(left: &[(u32, u32)], right: &[(u32, u32)]) -> bool {
    left.iter().any(|left| right.iter().any(|right| left.0 <= right.1 && right.0 <= left.1))
}

/// Whether all lines of the second are among those of the first, whose ranges do not touch.
pub(super) fn covers(outer: &[(u32, u32)], inner: &[(u32, u32)]) -> bool {
    inner.iter().all(|inner| outer.iter().any(|outer| outer.0 <= inner.0 && inner.1 <= outer.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inside_is_covered() {
        assert!(covers(&[(1, 4), (8, 12)], &[(2, 4), (8, 8)]) && covers(&[], &[]));
        assert!(!covers(&[(1, 4), (8, 12)], &[(3, 8)]) && !covers(&[], &[(1, 1)]));
    }

    #[test]
    fn ranges_that_touch_become_one() {
        assert_eq!(union(vec![(5, 6), (1, 2), (3, 3), (6, 9), (12, 12)]), [(1, 3), (5, 9), (12, 12)]);
        assert_eq!(union(Vec::new()), []);
    }

    #[test]
    fn holes_are_left_out() {
        assert_eq!(without(1, 10, &[(2, 3), (6, 8)]), [(1, 1), (4, 5), (9, 10)]);
        assert_eq!(without(1, 3, &[(1, 3)]), []);
        assert_eq!(without(1, 4, &[(1, 2), (2, 3)]), [(4, 4)]);
        assert_eq!(without(4, 6, &[]), [(4, 6)]);
    }

    #[test]
    fn margins_stay_in_the_file() {
        assert_eq!(widened(vec![(5, 6), (8, 9)], (5, 9), 3, 20), [(2, 6), (8, 12)]);
        assert_eq!(widened(vec![(2, 9)], (2, 9), 3, 10), [(1, 10)]);
        assert_eq!(widened(vec![(5, 6)], (5, 9), 3, 10), [(2, 6)], "what follows is hidden");
        assert_eq!(widened(Vec::new(), (1, 1), 3, 10), []);
    }

    #[test]
    fn overlaps_are_seen() {
        assert!(overlap(&[(1, 4)], &[(9, 9), (4, 6)]));
        assert!(!overlap(&[(1, 4)], &[(5, 6)]));
    }
}
