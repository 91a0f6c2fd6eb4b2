//! The distribution of times over questions. Pure.

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Spread {
    pub(crate) count: usize,
    pub(crate) p50: f64,
    pub(crate) p95: f64,
    pub(crate) p99: f64,
    pub(crate) most: f64,
}

impl Spread {
    pub(crate) fn of(mut values: Vec<f64>) -> Option<Spread> {
        values.sort_by(f64::total_cmp);
        let most = *values.last()?;
        // The smallest value that this share of the values does not exceed.
        let at = |share: f64| values[((share * values.len() as f64).ceil() as usize).max(1) - 1];
        Some(Spread { count: values.len(), p50: at(0.5), p95: at(0.95), p99: at(0.99), most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let spread = Spread::of((1..=200).rev().map(f64::from).collect()).unwrap();
        assert_eq!(spread, Spread { count: 200, p50: 100.0, p95: 190.0, p99: 198.0, most: 200.0 });
        assert_eq!(
            Spread::of(vec![7.0]).unwrap(),
            Spread { count: 1, p50: 7.0, p95: 7.0, p99: 7.0, most: 7.0 }
        );
        assert!(Spread::of(Vec::new()).is_none());
    }
}
