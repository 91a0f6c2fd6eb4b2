//! What the visits of a program come to. Pure.

use std::collections::BTreeMap;

use super::Row;
use super::sample::Suite;
use super::visit::{Asked, Visit};
use crate::bench::asking::Spread;

/// Everything that the page tells.
pub(super) struct Whole {
    /// Cases of every repository.
    pub(super) each: usize,
    pub(super) sizes: Vec<(Suite, Size)>,
    /// Ours is the first.
    pub(super) lines: Vec<Line>,
}

#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) cases: usize,
    pub(super) trees: usize,
    /// Trees that were drawn.
    pub(super) of_trees: usize,
    pub(super) repositories: usize,
}

/// One program.
pub(super) struct Line {
    pub(super) name: &'static str,
    pub(super) version: String,
    pub(super) commands: [&'static str; 2],
    pub(super) remark: &'static str,
    /// Why there is nothing.
    pub(super) missing: Option<String>,
    pub(super) sums: Vec<(Suite, Sum)>,
    /// Trees that failed: whose, and why.
    pub(super) failed: Vec<(Suite, String, String)>,
    /// The same figures of each repository.
    pub(super) parts: BTreeMap<(Suite, String), Sum>,
}

/// The figures of some trees together.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub(super) cases: usize,
    pub(super) ndcg: f64,
    /// Half the width of the 95 % interval.
    pub(super) ndcg_error: f64,
    pub(super) at_1: f64,
    pub(super) at_1_error: f64,
    pub(super) at_5: f64,
    /// Median over all cases; none if fewer than half of them were shown a right file.
    pub(super) tokens: Option<usize>,
    pub(super) within_2000: f64,
    pub(super) wall: Option<Spread>,
    pub(super) cpu: Option<Spread>,
    pub(super) keeps_index: bool,
    pub(super) index_cpu_seconds: f64,
    pub(super) index_peak_bytes: u64,
    pub(super) index_bytes: u64,
}

impl Line {
    pub(super) fn of(row: &Row) -> Line {
        let of_suite = |suite: Suite| row.visits.iter().filter(move |(other, ..)| *other == suite);
        let sum = |suite| Sum::of(of_suite(suite).filter_map(|(_, _, outcome)| outcome.as_ref().ok()));
        let sums = Suite::ALL.into_iter().filter_map(|suite| Some((suite, sum(suite)?))).collect();
        let failed = row.visits.iter().filter_map(|(suite, repository, outcome)| {
            Some((*suite, repository.clone(), outcome.as_ref().err()?.clone()))
        });
        Line {
            name: row.peer.name(),
            version: row.peer.version(),
            commands: row.peer.commands(),
            remark: row.peer.remark(),
            missing: row.installed.as_ref().err().cloned(),
            sums,
            failed: failed.collect(),
            parts: parts(row),
        }
    }

    pub(super) fn sum(&self, suite: Suite) -> Option<&Sum> {
        self.sums.iter().find(|(other, _)| *other == suite).map(|(_, sum)| sum)
    }
}

fn parts(row: &Row) -> BTreeMap<(Suite, String), Sum> {
    let mut visits: BTreeMap<(Suite, String), Vec<&Visit>> = BTreeMap::new();
    for (suite, repository, outcome) in &row.visits {
        if let Ok(visit) = outcome {
            visits.entry((*suite, repository.clone())).or_default().push(visit);
        }
    }
    visits.into_iter().filter_map(|(key, visits)| Some((key, Sum::of(visits.into_iter())?))).collect()
}

impl Sum {
    /// None without a case.
    pub(super) fn of<'a>(visits: impl Iterator<Item = &'a Visit>) -> Option<Sum> {
        let visits: Vec<&Visit> = visits.collect();
        let asked: Vec<&Asked> = visits.iter().flat_map(|visit| &visit.asked).collect();
        let values = |of: &dyn Fn(&Asked) -> f64| asked.iter().map(|asked| of(asked)).collect::<Vec<f64>>();
        let share = |of: &dyn Fn(&Asked) -> bool| values(&|asked| f64::from(u8::from(of(asked))));
        let (ndcg, ndcg_error) = mean(&values(&|asked| asked.scores.ndcg))?;
        let (at_1, at_1_error) = mean(&share(&|asked| asked.scores.at_1))?;
        let within = |asked: &Asked| asked.scores.tokens.is_some_and(|tokens| tokens <= 2_000);
        let indexes: Vec<_> = visits.iter().filter_map(|visit| visit.index).collect();
        Some(Sum {
            cases: asked.len(),
            ndcg,
            ndcg_error,
            at_1,
            at_1_error,
            at_5: mean(&share(&|asked| asked.scores.at_5))?.0,
            tokens: median(asked.iter().map(|asked| asked.scores.tokens).collect()),
            within_2000: mean(&share(&within))?.0,
            wall: Spread::of(values(&|asked| asked.wall_milliseconds)),
            cpu: Spread::of(asked.iter().filter_map(|asked| asked.cpu_milliseconds).collect()),
            keeps_index: !indexes.is_empty(),
            index_cpu_seconds: indexes.iter().filter_map(|usage| usage.cpu_seconds).sum(),
            index_peak_bytes: indexes.iter().filter_map(|usage| usage.peak_bytes).max().unwrap_or_default(),
            index_bytes: visits.iter().map(|visit| visit.index_bytes).sum(),
        })
    }
}

/// The mean and half the width of its 95 % interval.
fn mean(values: &[f64]) -> Option<(f64, f64)> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (!values.is_empty()).then(|| (mean, 1.96 * (variance / count).sqrt()))
}

/// What is absent is larger than everything.
fn median(mut values: Vec<Option<usize>>) -> Option<usize> {
    values.sort_by_key(|value| value.unwrap_or(usize::MAX));
    values.get(values.len().saturating_sub(1) / 2).copied().flatten()
}

#[cfg(test)]
pub(super) fn sample_sum(ndcg: f64, cpu: f64) -> Sum {
    let spread = Spread::of(vec![cpu]);
    Sum {
        cases: 4,
        ndcg,
        at_1: ndcg,
        at_5: ndcg,
        wall: spread,
        cpu: spread,
        keeps_index: true,
        index_cpu_seconds: cpu,
        ..Sum::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::Scores;
    use super::*;

    fn visit(scores: &[(f64, Option<usize>)]) -> Visit {
        let asked = scores.iter().map(|(ndcg, tokens)| Asked {
            case: String::new(),
            wall_milliseconds: 10.0 * ndcg,
            cpu_milliseconds: None,
            named: 1,
            scores: Scores { ndcg: *ndcg, at_1: *ndcg == 1.0, at_5: true, tokens: *tokens },
        });
        Visit { index: None, index_bytes: 5, asked: asked.collect() }
    }

    #[test]
    fn figures_are_over_cases_and_costs_over_trees() {
        let visits = [visit(&[(1.0, Some(100)), (0.0, None)]), visit(&[(0.5, Some(3_000))])];
        let sum = Sum::of(visits.iter()).unwrap();
        assert_eq!((sum.cases, sum.index_bytes, sum.keeps_index), (3, 10, false));
        assert!((sum.ndcg - 0.5).abs() < 1e-9 && (sum.ndcg_error - 1.96 * 0.5 / 3f64.sqrt()).abs() < 1e-9);
        assert_eq!(sum.tokens, Some(3_000));
        assert!((sum.within_2000 - 1.0 / 3.0).abs() < 1e-9);
        assert!(Sum::of(std::iter::empty()).is_none());
    }

    #[test]
    fn a_file_that_most_were_not_shown_has_no_median() {
        assert_eq!(median(vec![Some(5), None, None]), None);
        assert_eq!(median(vec![None, Some(5), Some(7)]), Some(7));
        assert_eq!(median(Vec::new()), None);
    }
}
