//! Whether an answer holds the vectors that were asked for. No vector of an unknown length or norm goes further than here.

use crate::failure::{Failure, Kind, Phase, Service};

/// Shorter vectors point nowhere.
const LEAST_NORM: f64 = 1e-12;

/// The vectors at length one, or what is wrong with them.
pub(crate) fn checked(
    mut vectors: Vec<Vec<f32>>,
    count: usize,
    dimension: Option<usize>,
) -> Result<Vec<Vec<f32>>, Failure> {
    let fail = |kind, detail: String| Failure::new(Service::DenseEmbedder, Phase::Check, kind, detail);
    if vectors.len() != count {
        let kind = Kind::WrongCount { expected: count, found: vectors.len() };
        return Err(fail(kind, format!("{} vectors for {count} texts", vectors.len())));
    }
    let expected = dimension.or_else(|| vectors.first().map(Vec::len)).unwrap_or(0);
    for vector in &mut vectors {
        let found = vector.len();
        if found != expected || found == 0 {
            let kind = Kind::WrongDimension { expected, found };
            return Err(fail(kind, format!("{found} numbers, {expected} expected")));
        }
        if !normalise(vector) {
            return Err(fail(
                Kind::BadNorm,
                "a vector of length zero or with a number that is none".to_owned(),
            ));
        }
    }
    Ok(vectors)
}

/// To length one; false if it has no direction.
pub(crate) fn normalise(vector: &mut [f32]) -> bool {
    let norm = vector.iter().map(|&number| f64::from(number) * f64::from(number)).sum::<f64>().sqrt();
    if !norm.is_finite() || norm < LEAST_NORM {
        return false;
    }
    for number in vector {
        *number = (f64::from(*number) / norm) as f32;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(vectors: &[&[f32]], count: usize, dimension: Option<usize>) -> Option<Kind> {
        let vectors = vectors.iter().map(|vector| vector.to_vec()).collect();
        checked(vectors, count, dimension).err().map(|failure| failure.kind)
    }

    #[test]
    fn vectors_get_length_one() {
        assert_eq!(checked(vec![vec![3.0, 4.0]], 1, Some(2)).unwrap(), [[0.6, 0.8]]);
    }

    #[test]
    fn what_was_not_asked_for_is_refused() {
        assert_eq!(kind_of(&[&[1.0]], 2, None), Some(Kind::WrongCount { expected: 2, found: 1 }));
        assert_eq!(kind_of(&[&[1.0]], 1, Some(2)), Some(Kind::WrongDimension { expected: 2, found: 1 }));
        let uneven = Some(Kind::WrongDimension { expected: 2, found: 1 });
        assert_eq!(kind_of(&[&[1.0, 2.0], &[1.0]], 2, None), uneven);
        assert_eq!(kind_of(&[&[]], 1, None), Some(Kind::WrongDimension { expected: 0, found: 0 }));
        assert_eq!(kind_of(&[&[0.0, 0.0]], 1, None), Some(Kind::BadNorm));
        assert_eq!(kind_of(&[&[f32::NAN, 1.0]], 1, None), Some(Kind::BadNorm));
        assert_eq!(kind_of(&[&[f32::INFINITY, 1.0]], 1, None), Some(Kind::BadNorm));
    }
}
