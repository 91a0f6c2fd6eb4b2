//! Fits parameters of search to suites by coordinate ascent, judged on repositories that the fit did not see.

mod folds;
mod objective;
mod parameter_file;

pub use folds::{Fold, cross_validate};
pub use objective::Objective;
pub use parameter_file::{check_rewrite, rewrite};

use crate::error::EvaluationError;
use orienteer_engine::{Parameter, Params};
use std::collections::BTreeSet;

/// Steps of the passes, large ones first; later passes use the last.
const STEPS: [f32; 4] = [1.6, 1.3, 1.15, 1.07];
/// What a parameter that is zero is tried at, where its range allows.
const FROM_ZERO: [f32; 3] = [0.05, 0.2, 0.6];
/// Gains below this are noise of rounding.
const LEAST_GAIN: f64 = 1e-6;

/// How much to fit.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Names of parameters, fitted in this order.
    pub names: Vec<String>,
    /// Passes over all of them.
    pub rounds: usize,
}

impl Plan {
    /// Refuses names that are no parameters.
    pub fn check(&self, params: &Params) -> Result<(), EvaluationError> {
        let unknown = self.names.iter().find(|name| params.get(name).is_none());
        unknown.map_or(Ok(()), |name| Err(EvaluationError::UnknownParameter { name: name.clone() }))
    }
}

/// The best parameters for some repositories, from where `start` is.
pub fn fit(
    objective: &mut Objective<'_>,
    plan: &Plan,
    start: &Params,
    repositories: &BTreeSet<String>,
    tell: &dyn Fn(&str),
) -> Result<Params, EvaluationError> {
    let mut best = start.clone();
    let mut score = objective.of(&best, repositories)?;
    for round in 0..plan.rounds {
        let before = score;
        for name in &plan.names {
            score =
                climb(objective, name, STEPS[round.min(STEPS.len() - 1)], &mut best, score, repositories)?;
        }
        tell(&format!("round {}: {score:.4}", round + 1));
        if score - before < LEAST_GAIN && round + 1 >= STEPS.len() {
            break;
        }
    }
    Ok(best)
}

/// Moves one parameter as long as that helps, first up or down, then on in the same direction.
fn climb(
    objective: &mut Objective<'_>,
    name: &str,
    step: f32,
    best: &mut Params,
    mut score: f64,
    repositories: &BTreeSet<String>,
) -> Result<f64, EvaluationError> {
    let Some(parameter) = best.all().into_iter().find(|one| one.name == name) else { return Ok(score) };
    for path in paths(&parameter, step) {
        let mut is_better = false;
        for value in path {
            let mut tried = best.clone();
            if tried.set(name, value).is_err() {
                break;
            }
            let reached = objective.of(&tried, repositories)?;
            if reached <= score + LEAST_GAIN {
                break;
            }
            (*best, score, is_better) = (tried, reached, true);
        }
        if is_better {
            break;
        }
    }
    Ok(score)
}

/// Ways to go from a value, each as the stops on it.
fn paths(parameter: &Parameter, step: f32) -> Vec<Vec<f32>> {
    /// Stops on one way; a parameter that wants to go further does so in the next pass.
    const STOPS: i32 = 4;
    let Parameter { value, least, most, .. } = *parameter;
    let within = |value: f32| rounded(value.clamp(least, most));
    if value == 0.0 {
        return FROM_ZERO.iter().map(|value| vec![within(*value)]).collect();
    }
    let way = |factor: f32| {
        let mut stops: Vec<f32> = (1..=STOPS).map(|count| within(value * factor.powi(count))).collect();
        stops.dedup();
        stops.retain(|stop| *stop != value);
        stops
    };
    let mut paths = vec![way(step), way(1.0 / step)];
    if least <= 0.0 {
        paths.push(vec![0.0]);
    }
    paths
}

/// Three digits: what is written is what was measured, and reads well.
fn rounded(value: f32) -> f32 {
    if value == 0.0 {
        return 0.0;
    }
    let scale = 10f64.powi(2 - f64::from(value.abs()).log10().floor() as i32);
    ((f64::from(value) * scale).round() / scale) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(value: f32) -> Parameter {
        Parameter { name: "x", value, least: 0.0, most: 2.0, doc: "" }
    }

    #[test]
    fn ways_stay_in_range_and_lead_to_and_from_zero() {
        assert_eq!(paths(&parameter(0.0), 1.5), [[0.05], [0.2], [0.6]]);
        let ways = paths(&parameter(1.5), 1.5);
        assert_eq!(ways[0], [2.0], "the end of the range, once");
        assert_eq!(ways[1], [1.0, 0.667, 0.444, 0.296]);
        assert_eq!(ways[2], [0.0]);
        let positive = Parameter { least: 0.1, ..parameter(0.1) };
        assert_eq!(paths(&positive, 2.0), [vec![0.2, 0.4, 0.8, 1.6], vec![]]);
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(rounded(0.123_456), 0.123);
        assert_eq!(rounded(123.456), 123.0);
        assert_eq!(rounded(0.0), 0.0);
    }
}
