//! Sorting rows whose order begins with a hash. Hashes are spread evenly, so their first bits say nearly where a row belongs: no
//! comparison has to find out. Knows nothing of what the rows are.

/// Rows in their order, of which `leading` gives the first and most significant 64 bits.
pub fn sorted_by_hash<T: Copy + Ord>(rows: Vec<T>, leading: impl Fn(&T) -> u64) -> Vec<T> {
    let mut sorted = rows.clone();
    sort_by_hash(&rows, &mut sorted, &mut vec![0; ends_of(rows.len())], leading);
    sorted
}

/// How many ends [`sort_by_hash`] needs for so many rows.
pub fn ends_of(rows: usize) -> usize {
    (1 << rows.max(2).ilog2()) + 1
}

/// The same in memory that is given: `sorted` has as many rows, `ends` is zeros.
pub fn sort_by_hash<T: Copy + Ord>(
    rows: &[T],
    sorted: &mut [T],
    ends: &mut [u32],
    leading: impl Fn(&T) -> u64,
) {
    if rows.len() < 2 {
        return sorted.copy_from_slice(rows);
    }
    let shift = u64::BITS - rows.len().ilog2();
    let bucket = |row: &T| (leading(row) >> shift) as usize;
    for row in rows {
        ends[bucket(row) + 1] += 1;
    }
    for index in 1..ends.len() {
        ends[index] += ends[index - 1];
    }
    for row in rows {
        let place = &mut ends[bucket(row)];
        sorted[*place as usize] = *row;
        *place += 1;
    }
    // Each bucket's place has moved to where the next one begins.
    let mut start = 0;
    for end in ends.iter().map(|end| *end as usize) {
        if end > start + 1 {
            sorted[start..end].sort_unstable();
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::sorted_by_hash;

    #[test]
    fn rows_come_out_in_their_order() {
        let spread = |value: u64| value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for count in [0, 1, 2, 3, 64, 1_000] {
            let rows: Vec<(u64, u32)> = (0..count).rev().map(|row| (spread(row % 70), row as u32)).collect();
            let mut expected = rows.clone();
            expected.sort_unstable();
            assert_eq!(sorted_by_hash(rows, |row| row.0), expected);
        }
    }

    #[test]
    fn hashes_that_are_not_spread_are_sorted_too() {
        let rows = vec![(u64::MAX, 1), (0, 2), (u64::MAX, 0), (1, 7), (0, 1)];
        let expected = [(0, 1), (0, 2), (1, 7), (u64::MAX, 0), (u64::MAX, 1)];
        assert_eq!(sorted_by_hash(rows, |row| row.0), expected);
    }
}
