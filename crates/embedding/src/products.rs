//! One vector with very many: what a search by meaning spends its time on.

/// Appends the product of a vector with each of some rows, which lie one after the other.
pub fn products(vector: &[i8], rows: &[i8], into: &mut Vec<i32>) {
    // Wide numbers on one side save widening both for every row.
    let vector: Vec<i16> = vector.iter().map(|number| i16::from(*number)).collect();
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        wide::products(&vector, rows, into);
        return;
    }
    plain(&vector, rows, into);
}

/// Appends in how many bits each of some rows, which lie one after the other, differs from `bits`; at most 255.
pub fn differences(bits: &[u64], rows: &[u64], into: &mut Vec<u8>) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("popcnt") {
        wide::differences(bits, rows, into);
        return;
    }
    counted(bits, rows, into);
}

#[inline(always)]
fn counted(bits: &[u64], rows: &[u64], into: &mut Vec<u8>) {
    let count = |row: &[u64]| -> u8 {
        let differing: u32 = row.iter().zip(bits).map(|(left, right)| (left ^ right).count_ones()).sum();
        differing.min(u8::MAX.into()) as u8
    };
    into.extend(rows.chunks_exact(bits.len().max(1)).map(count));
}

/// Written so that a compiler makes of it what the processor has.
#[inline(always)]
fn plain(vector: &[i16], rows: &[i8], into: &mut Vec<i32>) {
    let product = |row: &[i8]| -> i32 {
        vector.iter().zip(row).map(|(left, right)| i32::from(*left) * i32::from(*right)).sum()
    };
    into.extend(rows.chunks_exact(vector.len().max(1)).map(product));
}

/// The same instructions in their wide form, which is twice as fast and which not every processor has.
#[cfg(target_arch = "x86_64")]
mod wide {
    #[expect(unsafe_code, reason = "the caller has asked the processor")]
    pub(super) fn products(vector: &[i16], rows: &[i8], into: &mut Vec<i32>) {
        // SAFETY: called only where the processor said that it has them.
        unsafe { of_wide(vector, rows, into) }
    }

    #[expect(unsafe_code, reason = "the caller has asked the processor")]
    pub(super) fn differences(bits: &[u64], rows: &[u64], into: &mut Vec<u8>) {
        // SAFETY: called only where the processor said that it counts bits.
        unsafe { of_counted(bits, rows, into) }
    }

    #[target_feature(enable = "popcnt")]
    fn of_counted(bits: &[u64], rows: &[u64], into: &mut Vec<u8>) {
        match bits {
            // The width of our own model, known while this is compiled.
            [first, second] => super::counted(&[*first, *second], rows, into),
            _ => super::counted(bits, rows, into),
        }
    }

    #[target_feature(enable = "avx2")]
    fn of_wide(vector: &[i16], rows: &[i8], into: &mut Vec<i32>) {
        super::plain(vector, rows, into);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dot;

    #[test]
    fn bits_are_counted_in_every_row() {
        for words in [1, 2, 3] {
            let rows: Vec<u64> =
                (1..=words * 40).map(|at| (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let bits: Vec<u64> = rows[words..2 * words].to_vec();
            let (mut found, mut plainly) = (Vec::new(), Vec::new());
            differences(&bits, &rows, &mut found);
            counted(&bits, &rows, &mut plainly);
            assert_eq!(found, plainly);
            assert_eq!((found.len(), found[1]), (40, 0));
            let first: u32 =
                rows[..words].iter().zip(&bits).map(|(left, right)| (left ^ right).count_ones()).sum();
            assert_eq!(u32::from(found[0]), first);
        }
    }

    #[test]
    fn all_at_once_is_one_after_the_other() {
        for dimensions in [1, 7, 64, 128, 131] {
            let number = |at: usize| (at * 89 % 256) as u8 as i8;
            let rows: Vec<i8> = (0..dimensions * 50).map(number).collect();
            let vector: Vec<i8> = (3..dimensions + 3).map(number).collect();
            let (mut found, mut plainly) = (Vec::new(), Vec::new());
            products(&vector, &rows, &mut found);
            plain(&vector.iter().map(|number| i16::from(*number)).collect::<Vec<_>>(), &rows, &mut plainly);
            let expected: Vec<i32> = rows.chunks(dimensions).map(|row| dot(&vector, row)).collect();
            assert_eq!((&found, &plainly), (&expected, &expected), "{dimensions} dimensions");
        }
        products(&[], &[1, 2], &mut Vec::new());
    }
}
