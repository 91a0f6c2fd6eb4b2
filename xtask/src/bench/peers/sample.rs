//! Which questions are asked: so many of each repository, drawn by a hash of their names. Knows no answer of any program.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

/// Changing it draws another sample.
const SEED: &str = "peers";

/// The two suites that name files as answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Suite {
    Files,
    Issues,
}

impl Suite {
    pub(super) const ALL: [Suite; 2] = [Suite::Files, Suite::Issues];

    pub(super) fn name(self) -> &'static str {
        match self {
            Suite::Files => "files",
            Suite::Issues => "issues",
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Case {
    pub(super) id: String,
    /// `owner/name`.
    pub(super) repo: String,
    pub(super) commit: String,
    #[serde(default)]
    pub(super) root: String,
    pub(super) query: String,
    #[serde(default)]
    relevant: Vec<Gold>,
    #[serde(default)]
    secondary: Vec<Gold>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Gold {
    path: Option<String>,
}

impl Case {
    /// The files that answer, each once.
    pub(super) fn gold(&self) -> Vec<&str> {
        let mut paths: Vec<&str> =
            self.relevant.iter().chain(&self.secondary).filter_map(|gold| gold.path.as_deref()).collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }
}

/// The cases that are asked of one tree.
#[derive(Clone, Debug)]
pub(super) struct Stand {
    pub(super) suite: Suite,
    pub(super) cases: Vec<Case>,
}

/// Reads `SUITE.jsonl` below `folder` and draws `each` cases of every repository.
pub(super) fn draw(folder: &Path, suite: Suite, each: usize) -> Result<Vec<Stand>, String> {
    let path = folder.join(format!("{}.jsonl", suite.name()));
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let cases: Result<Vec<Case>, _> = lines.map(serde_json::from_str).collect();
    let cases = cases.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(stands(suite, drawn(cases, each)))
}

fn drawn(mut cases: Vec<Case>, each: usize) -> Vec<Case> {
    cases.retain(|case| !case.gold().is_empty());
    cases.sort_by_cached_key(|case| hash(&case.id));
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    cases.retain(|case| {
        let count = taken.entry(case.repo.clone()).or_default();
        *count += 1;
        *count <= each
    });
    cases
}

/// Cases about the same folder of the same commit share a tree. The order of trees is drawn too: a run that is stopped has a sample.
fn stands(suite: Suite, cases: Vec<Case>) -> Vec<Stand> {
    let mut trees: BTreeMap<(String, String, String), Vec<Case>> = BTreeMap::new();
    for case in cases {
        trees.entry((case.repo.clone(), case.commit.clone(), case.root.clone())).or_default().push(case);
    }
    let mut stands: Vec<Stand> = trees.into_values().map(|cases| Stand { suite, cases }).collect();
    stands.sort_by_cached_key(|stand| hash(&stand.cases[0].id));
    stands
}

fn hash(text: &str) -> String {
    blake3::hash(format!("{SEED}\n{text}").as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(id: usize, repo: &str, commit: &str) -> Case {
        let json = format!(
            r#"{{"id":"{id}","repo":"{repo}","commit":"{commit}","query":"q","relevant":[{{"path":"b"}},{{"path":"a"}}],"secondary":[{{"path":"b"}}]}}"#
        );
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn the_sample_is_the_same_whatever_the_order_and_takes_no_more_than_asked() {
        let cases: Vec<Case> = (0..20).map(|id| case(id, ["o/a", "o/b"][id % 2], "c")).collect();
        let ids = |cases: Vec<Case>| drawn(cases, 3).into_iter().map(|case| case.id).collect::<Vec<_>>();
        let straight = ids(cases.clone());
        assert_eq!(straight.len(), 6);
        assert_eq!(straight, ids(cases.into_iter().rev().collect()));
        assert_ne!(straight, ["0", "1", "2", "3", "4", "5"]);
    }

    #[test]
    fn a_tree_is_a_commit_and_gold_is_named_once() {
        let stands =
            stands(Suite::Issues, vec![case(1, "o/a", "c"), case(2, "o/a", "d"), case(3, "o/a", "c")]);
        let mut sizes: Vec<usize> = stands.iter().map(|stand| stand.cases.len()).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 2]);
        assert_eq!(stands[0].cases[0].gold(), ["a", "b"]);
    }

    #[test]
    fn a_case_without_a_file_is_not_asked() {
        let nothing = Case { relevant: Vec::new(), secondary: Vec::new(), ..case(1, "o/a", "c") };
        assert!(drawn(vec![nothing], 4).is_empty());
    }
}
