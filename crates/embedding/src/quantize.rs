//! Vectors as small integers, as the index holds them.

/// A vector as integers of one byte. The largest number becomes 127: only the direction is kept.
pub fn quantize(vector: &[f32]) -> Vec<i8> {
    let mut numbers = Vec::with_capacity(vector.len());
    quantize_into(vector, &mut numbers);
    numbers
}

/// The same, appended to what is there.
#[inline(always)]
pub fn quantize_into(vector: &[f32], numbers: &mut Vec<i8>) {
    let largest = vector.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
    let scale = if largest > 0.0 { 127.0 / largest } else { 0.0 };
    numbers.extend(vector.iter().map(|number| (number * scale).round() as i8));
}

/// The product of two vectors of integers.
pub fn dot(left: &[i8], right: &[i8]) -> i32 {
    left.iter().zip(right).map(|(left, right)| i32::from(*left) * i32::from(*right)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direction_survives() {
        assert_eq!(quantize(&[0.5, -1.0, 0.0]), [64, -127, 0]);
        assert_eq!(quantize(&[0.0, 0.0]), [0, 0]);
        assert_eq!(quantize(&[0.3, 0.4]), quantize(&[0.6, 0.8]));
        assert_eq!(dot(&[127, -127], &[127, 127]), 0);
        assert_eq!(dot(&[-128; 128], &[-128; 128]), 128 * 128 * 128);
    }
}
