//! Cross-validation by repository: what a fit is worth on code that it did not see.

use super::{Objective, Plan, fit};
use crate::error::EvaluationError;
use orienteer_engine::Params;
use std::collections::{BTreeMap, BTreeSet};

/// One part of the cross-validation.
#[derive(Clone, Debug)]
pub struct Fold {
    pub held_out: BTreeSet<String>,
    /// On the repositories that were fitted to.
    pub default_seen: f64,
    pub fitted_seen: f64,
    /// On those that were held out.
    pub default_held_out: f64,
    pub fitted_held_out: f64,
}

/// Fits to all repositories but those of one part, for each part in turn. None where nothing would be left to fit to.
pub fn cross_validate(
    objective: &mut Objective<'_>,
    plan: &Plan,
    start: &Params,
    folds: usize,
    tell: &dyn Fn(&str),
) -> Result<Vec<Fold>, EvaluationError> {
    let repositories = objective.repositories();
    if let Some(lacking) = lacking(repositories.len(), folds) {
        tell(&format!("cross-validation needs two or more {lacking}: fitting to everything without it"));
        return Ok(Vec::new());
    }
    let all: BTreeSet<String> = repositories.keys().cloned().collect();
    let mut validated = Vec::new();
    for held_out in split(&repositories, folds) {
        let seen: BTreeSet<String> = all.difference(&held_out).cloned().collect();
        let fitted = fit(objective, plan, start, &seen, tell)?;
        let fold = Fold {
            default_seen: objective.of(start, &seen)?,
            fitted_seen: objective.of(&fitted, &seen)?,
            default_held_out: objective.of(start, &held_out)?,
            fitted_held_out: objective.of(&fitted, &held_out)?,
            held_out,
        };
        tell(&format!("held out: {:.4} -> {:.4}", fold.default_held_out, fold.fitted_held_out));
        validated.push(fold);
    }
    Ok(validated)
}

/// What there is too little of to hold something out.
fn lacking(repositories: usize, folds: usize) -> Option<&'static str> {
    match (repositories, folds) {
        (_, 0) => None,
        (0 | 1, _) => Some("repositories"),
        (_, 1) => Some("folds"),
        _ => None,
    }
}

/// Parts with about as many cases each; the same every time.
fn split(repositories: &BTreeMap<String, usize>, folds: usize) -> Vec<BTreeSet<String>> {
    let mut by_size: Vec<(&String, &usize)> = repositories.iter().collect();
    by_size.sort_by(|left, right| right.1.cmp(left.1).then_with(|| left.0.cmp(right.0)));
    let mut parts: Vec<(usize, BTreeSet<String>)> = vec![(0, BTreeSet::new()); folds.min(repositories.len())];
    for (name, cases) in by_size {
        if let Some(smallest) = parts.iter_mut().min_by_key(|part| part.0) {
            smallest.0 += cases;
            smallest.1.insert(name.clone());
        }
    }
    parts.into_iter().map(|(_, names)| names).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_even_and_hold_every_repository_once() {
        let sizes = [("a", 10), ("b", 4), ("c", 3), ("d", 3), ("e", 1)];
        let repositories = sizes.into_iter().map(|(name, cases)| (name.to_owned(), cases)).collect();
        let parts = split(&repositories, 2);
        let names = |part: &BTreeSet<String>| part.iter().cloned().collect::<Vec<_>>().join("");
        assert_eq!(parts.iter().map(names).collect::<Vec<_>>(), ["ae", "bcd"]);
        assert_eq!(split(&repositories, 9).len(), 5, "no empty parts");
        assert!(split(&repositories, 0).is_empty());
    }

    #[test]
    fn something_must_be_left_to_fit_to() {
        assert_eq!(lacking(1, 5), Some("repositories"));
        assert_eq!(lacking(3, 1), Some("folds"));
        assert_eq!((lacking(2, 2), lacking(1, 0)), (None, None), "0 asks for no cross-validation");
    }
}
