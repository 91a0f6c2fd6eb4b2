//! One vector with very many of which no more is known than whether each number is above zero.

/// Words that a row of our own model takes: their number is known while this is compiled.
const USUAL: usize = 2;

/// A vector, prepared for it: what its numbers add up to for every byte of signs.
pub struct Signed {
    tables: Vec<[i16; 256]>,
    most: i32,
}

impl Signed {
    pub fn new(vector: &[i8]) -> Signed {
        let tables = vector.chunks(8).map(table).collect();
        Signed { tables, most: vector.iter().map(|number| i32::from(number.unsigned_abs())).sum() }
    }

    /// The sum with a row of the very same signs: none is larger.
    pub fn most(&self) -> i32 {
        self.most
    }

    /// Appends for each row the sum of all numbers, those with another sign than the row has counting against it. Rows lie one
    /// after the other in whole words, the first number in the lowest bit.
    pub fn sums(&self, rows: &[u64], into: &mut Vec<i32>) {
        let words = self.tables.len().div_ceil(8).max(1);
        match <&[[i16; 256]; 8 * USUAL]>::try_from(self.tables.as_slice()) {
            Ok(tables) => into.extend(rows.as_chunks::<USUAL>().0.iter().map(|row| sum(tables, row))),
            Err(_) => into.extend(rows.chunks_exact(words).map(|row| sum(&self.tables, row))),
        }
    }
}

/// What some numbers add up to, for every byte of their signs.
fn table(numbers: &[i8]) -> [i16; 256] {
    std::array::from_fn(|signs| {
        let signed = |(bit, number): (usize, &i8)| {
            let number = i16::from(*number);
            if signs >> bit & 1 == 1 { number } else { -number }
        };
        numbers.iter().enumerate().map(signed).sum()
    })
}

#[inline(always)]
fn sum(tables: &[[i16; 256]], row: &[u64]) -> i32 {
    let of_word = |(word, tables): (&u64, &[[i16; 256]])| -> i32 {
        let bytes = word.to_le_bytes();
        tables.iter().zip(bytes).map(|(table, byte)| i32::from(table[usize::from(byte)])).sum()
    };
    row.iter().zip(tables.chunks(8)).map(of_word).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_that_differs_counts_against_a_row() {
        for dimensions in [1_usize, 7, 64, 100, 128, 300] {
            let number = |at: usize| (at * 89 % 255) as u8 as i8;
            let vector: Vec<i8> = (3..dimensions + 3).map(number).collect();
            let words = dimensions.div_ceil(64);
            let rows: Vec<u64> =
                (1..=words * 20).map(|at| (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let mut found = Vec::new();
            Signed::new(&vector).sums(&rows, &mut found);
            let plainly = |row: &[u64]| -> i32 {
                let signed = |(at, number): (usize, &i8)| {
                    let is_set = row[at / 64] >> (at % 64) & 1 == 1;
                    if is_set { i32::from(*number) } else { -i32::from(*number) }
                };
                vector.iter().enumerate().map(signed).sum()
            };
            assert_eq!(found, rows.chunks(words).map(plainly).collect::<Vec<i32>>(), "{dimensions}");
        }
    }

    #[test]
    fn no_sum_is_larger_than_that_of_the_same_signs() {
        let signed = Signed::new(&[5, -3, 127, -128]);
        let mut found = Vec::new();
        signed.sums(&[0b0101, 0b1010, 0], &mut found);
        assert_eq!((found, signed.most()), (vec![263, -263, -1], 263));
        signed.sums(&[], &mut Vec::new());
        Signed::new(&[]).sums(&[1, 2], &mut Vec::new());
    }
}
