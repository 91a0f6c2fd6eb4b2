//! How a cost grows: the straight line through the logarithms. Pure.

/// The exponent `e` of `y = c * x^e` by least squares; none for fewer than two different positions.
pub(in crate::bench) fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logarithms: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logarithms.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let covariance: f64 = logarithms.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let variance: f64 = logarithms.iter().map(|point| (point.0 - x).powi(2)).sum();
    (variance > 0.0).then(|| covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_is_found_again() {
        let points: Vec<(f64, f64)> =
            [1e4, 1e5, 1e6].map(|x: f64| (x, 0.3 * x.powf(0.4))).into_iter().collect();
        assert!((exponent(&points).unwrap() - 0.4).abs() < 1e-9);
        assert_eq!(exponent(&points[..1]), None);
        assert_eq!(exponent(&[]), None);
    }
}
