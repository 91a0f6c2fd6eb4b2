//! Two runs of one suite, case by case. Knows runs only by what they wrote down.

use crate::error::EvaluationError;
use crate::metrics::main_figures;
use crate::statistics::{Estimate, bootstrap, mean, wilcoxon};
use crate::suite::SuiteKind;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// A run as it was written down.
#[derive(Clone, Debug, Deserialize)]
pub struct Recorded {
    pub suite: String,
    pub rows: Vec<Row>,
}

/// One case of it.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    pub id: String,
    pub repository: String,
    #[serde(default)]
    pub language: Option<String>,
    pub metrics: BTreeMap<String, f64>,
    #[serde(default)]
    pub hits: Vec<String>,
}

impl Recorded {
    pub fn read(path: &Path) -> Result<Recorded, EvaluationError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| EvaluationError::Read { path: path.to_owned(), source })?;
        serde_json::from_str(&text)
            .map_err(|source| EvaluationError::Output { path: path.to_owned(), source })
    }
}

/// How one figure changed.
#[derive(Clone, Debug)]
pub struct Difference {
    pub figure: String,
    pub cases: usize,
    pub before: f64,
    pub after: f64,
    pub change: Estimate,
    pub better: usize,
    pub worse: usize,
    /// Of Wilcoxon's signed-rank test.
    pub p_value: f64,
}

/// How one case changed, by the mean of the main figures.
#[derive(Clone, Debug)]
pub struct Moved {
    pub id: String,
    pub repository: String,
    pub change: f64,
    pub before: String,
    pub after: String,
}

#[derive(Clone, Debug)]
pub struct Comparison {
    pub cases: usize,
    /// Cases that only one of the runs has.
    pub unmatched: usize,
    pub all: Vec<Difference>,
    /// The main figures by repository.
    pub by_repository: BTreeMap<String, Vec<Difference>>,
    /// Worst first; unchanged cases are left out.
    pub moved: Vec<Moved>,
}

type Pair<'a> = (&'a Row, &'a Row);

pub fn compare(before: &Recorded, after: &Recorded) -> Result<Comparison, EvaluationError> {
    let by_id: HashMap<&str, &Row> = after.rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let matched = |row| Some((row, *by_id.get(Row::id(row))?));
    let pairs: Vec<Pair<'_>> = before.rows.iter().filter_map(matched).collect();
    if pairs.is_empty() {
        return Err(EvaluationError::NothingInCommon);
    }
    let kind = SuiteKind::from_name(&before.suite);
    let main = kind.map_or(&[][..], main_figures);
    let mut by_repository: BTreeMap<String, Vec<Pair<'_>>> = BTreeMap::new();
    for pair in &pairs {
        by_repository.entry(pair.0.repository.clone()).or_default().push(*pair);
    }
    let of_main = |pairs: &[Pair<'_>]| {
        main.iter().filter_map(|figure| difference(pairs, figure, &|_| "")).collect::<Vec<_>>()
    };
    Ok(Comparison {
        cases: pairs.len(),
        unmatched: before.rows.len() + after.rows.len() - 2 * pairs.len(),
        all: differences(&pairs, kind),
        by_repository: by_repository.iter().map(|(name, pairs)| (name.clone(), of_main(pairs))).collect(),
        moved: moved(&pairs, main),
    })
}

impl Row {
    fn id(&self) -> &str {
        &self.id
    }

    fn language(&self) -> &str {
        self.language.as_deref().unwrap_or_default()
    }

    fn first_hit(&self) -> String {
        self.hits.first().cloned().unwrap_or_default()
    }
}

fn differences(pairs: &[Pair<'_>], kind: Option<SuiteKind>) -> Vec<Difference> {
    let mut figures: Vec<&str> =
        pairs.iter().flat_map(|(row, _)| row.metrics.keys()).map(String::as_str).collect();
    figures.sort_unstable();
    figures.dedup();
    let of = |figure: &str| match (kind, figure) {
        (Some(SuiteKind::Files), "ndcg_at_10") => difference(pairs, figure, &Row::language),
        _ => difference(pairs, figure, &|_| ""),
    };
    figures.into_iter().filter_map(of).collect()
}

/// The mean over groups of the change of a figure; none where no case has it.
fn difference(pairs: &[Pair<'_>], figure: &str, group: &dyn Fn(&Row) -> &str) -> Option<Difference> {
    let mut groups: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for (before, after) in pairs {
        if let (Some(old), Some(new)) = (before.metrics.get(figure), after.metrics.get(figure)) {
            groups.entry(group(before)).or_default().push((*old, *new));
        }
    }
    let over_groups = |side: &dyn Fn(&(f64, f64)) -> f64| {
        mean(
            &groups
                .values()
                .map(|group| mean(&group.iter().map(side).collect::<Vec<_>>()))
                .collect::<Vec<_>>(),
        )
    };
    let changes: Vec<Vec<f64>> =
        groups.values().map(|group| group.iter().map(|(old, new)| new - old).collect()).collect();
    let all: Vec<f64> = changes.iter().flatten().copied().collect();
    (!all.is_empty()).then(|| Difference {
        figure: figure.to_owned(),
        cases: all.len(),
        before: over_groups(&|pair| pair.0),
        after: over_groups(&|pair| pair.1),
        change: bootstrap(&changes.iter().map(Vec::as_slice).collect::<Vec<_>>()),
        better: all.iter().filter(|change| **change > 0.0).count(),
        worse: all.iter().filter(|change| **change < 0.0).count(),
        p_value: wilcoxon(&all),
    })
}

fn moved(pairs: &[Pair<'_>], main: &[&str]) -> Vec<Moved> {
    let value = |row: &Row| {
        let values: Vec<f64> = main.iter().filter_map(|figure| row.metrics.get(*figure).copied()).collect();
        mean(&values)
    };
    let mut moved: Vec<Moved> = pairs
        .iter()
        .map(|(before, after)| Moved {
            id: before.id.clone(),
            repository: before.repository.clone(),
            change: value(after) - value(before),
            before: before.first_hit(),
            after: after.first_hit(),
        })
        .filter(|moved| moved.change != 0.0)
        .collect();
    moved.sort_by(|left, right| left.change.total_cmp(&right.change).then_with(|| left.id.cmp(&right.id)));
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(rows: &[(&str, &str, f64)]) -> Recorded {
        let row = |(id, language, value): &(&str, &str, f64)| Row {
            id: (*id).to_owned(),
            repository: "o/n".to_owned(),
            language: Some((*language).to_owned()),
            metrics: BTreeMap::from([("ndcg_at_10".to_owned(), *value)]),
            hits: Vec::new(),
        };
        Recorded { suite: "files".to_owned(), rows: rows.iter().map(row).collect() }
    }

    #[test]
    fn pairs_are_matched_by_id_and_weighed_by_language() {
        let before = recorded(&[("a", "x", 0.0), ("b", "x", 0.5), ("c", "y", 0.5), ("gone", "y", 1.0)]);
        let after = recorded(&[("c", "y", 0.25), ("b", "x", 0.5), ("a", "x", 1.0)]);
        let comparison = compare(&before, &after).unwrap();
        assert_eq!((comparison.cases, comparison.unmatched), (3, 1));
        let all = &comparison.all[0];
        assert_eq!((all.before, all.after), (0.375, 0.5), "(0.25 + 0.5) / 2 and (0.75 + 0.25) / 2");
        assert_eq!(all.change.value, 0.125);
        assert_eq!((all.better, all.worse), (1, 1));
        let ids: Vec<&str> = comparison.moved.iter().map(|moved| moved.id.as_str()).collect();
        assert_eq!(ids, ["c", "a"], "the worst first, the unchanged not at all");
        assert_eq!(comparison.by_repository["o/n"][0].change.value, 0.25, "over cases: (1 + 0 - 0.25) / 3");
    }

    #[test]
    fn runs_without_a_common_case_are_refused() {
        let (before, after) = (recorded(&[("a", "x", 0.0)]), recorded(&[("b", "x", 0.0)]));
        assert!(matches!(compare(&before, &after), Err(EvaluationError::NothingInCommon)));
    }
}
