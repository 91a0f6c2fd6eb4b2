//! How right a list of files is. Pure; the same rules for everybody.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::sample::{Case, Suite};
use super::site::Site;

/// Places of the list that are looked at.
const DEPTH: usize = 10;

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) struct Scores {
    pub(super) ndcg: f64,
    pub(super) at_1: bool,
    pub(super) at_5: bool,
    /// To the first right file; none if it was not shown.
    pub(super) tokens: Option<usize>,
}

pub(super) fn score(suite: Suite, case: &Case, site: &Site, answer: &Answer) -> Scores {
    let gold = case.gold();
    let candidates = answer.ranked.iter().map(|path| site.in_repository(path));
    // The suite has no tests as answers: nobody loses a place to one.
    let ranked: Vec<String> = candidates.filter(|path| suite == Suite::Files || !is_test(path)).collect();
    let ranks: Vec<Option<usize>> = gold.iter().map(|gold| rank(gold, &ranked)).collect();
    let within = |depth: usize| match suite {
        Suite::Files => ranks.iter().flatten().any(|rank| *rank <= depth),
        Suite::Issues => ranks.iter().all(|rank| rank.is_some_and(|rank| rank <= depth)),
    };
    let is_right = |path: &str| gold.iter().any(|gold| is_path(&site.in_repository(path), gold));
    Scores {
        ndcg: ndcg(&ranks, gold.len()),
        at_1: within(1),
        at_5: within(5),
        tokens: answer.tokens_to(is_right),
    }
}

/// Counted from 1.
fn rank(gold: &str, ranked: &[String]) -> Option<usize> {
    ranked.iter().position(|path| is_path(path, gold)).map(|at| at + 1)
}

/// A suite's path may be relative to any folder above the file.
fn is_path(path: &str, gold: &str) -> bool {
    path == gold || path.strip_suffix(gold).is_some_and(|head| head.ends_with('/'))
}

fn is_test(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_folder = |part: &str| part == "tests" || part == "testing";
    path.split('/').any(is_folder) || name.starts_with("test_") || name == "conftest.py"
}

fn ndcg(ranks: &[Option<usize>], gold: usize) -> f64 {
    let gain = |rank: usize| 1.0 / (rank as f64 + 1.0).log2();
    let ideal: f64 = (1..=gold.min(DEPTH)).map(gain).sum();
    let found = ranks.iter().flatten().filter(|rank| **rank <= DEPTH).map(|rank| gain(*rank));
    let found = found.fold(0.0, |sum, gain| sum + gain);
    if ideal > 0.0 { (found / ideal).min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::site::site_with;
    use super::*;

    fn case(gold: &[&str]) -> Case {
        let gold: Vec<String> = gold.iter().map(|path| format!(r#"{{"path":"{path}"}}"#)).collect();
        let json =
            format!(r#"{{"id":"1","repo":"o/n","commit":"c","query":"q","relevant":[{}]}}"#, gold.join(","));
        serde_json::from_str(&json).unwrap()
    }

    fn scores(suite: Suite, gold: &[&str], ranked: &[&str]) -> Scores {
        let site = site_with(&[], "src");
        let answer =
            Answer { ranked: ranked.iter().map(|path| (*path).to_owned()).collect(), shown: Vec::new() };
        score(suite, &case(gold), &site, &answer)
    }

    #[test]
    fn one_right_file_is_enough_for_a_question_and_not_for_a_fix() {
        let ranked = ["b.py", "x.py", "a.py"];
        let question = scores(Suite::Files, &["src/a.py", "src/b.py"], &ranked);
        assert!(question.at_1 && question.at_5);
        let expected = (1.0 + 0.5) / (1.0 + 1.0 / 3f64.log2());
        assert!((question.ndcg - expected).abs() < 1e-9);
        let fix = scores(Suite::Issues, &["src/a.py", "src/b.py"], &ranked);
        assert!(!fix.at_1 && fix.at_5);
    }

    #[test]
    fn tests_take_no_place_of_a_fix() {
        let ranked = ["tests/a.py", "deep/test_b.py", "test/client.py"];
        assert!(scores(Suite::Issues, &["src/test/client.py"], &ranked).at_1);
        assert!(!scores(Suite::Files, &["src/test/client.py"], &ranked).at_1);
    }

    #[test]
    fn half_a_name_is_no_match_and_nothing_scores_nothing() {
        let nothing = scores(Suite::Files, &["a.py"], &["aa.py", "data.py"]);
        assert_eq!(nothing, Scores { ndcg: 0.0, at_1: false, at_5: false, tokens: None });
        assert!(scores(Suite::Files, &["app/a.py"], &["deep/app/a.py"]).at_1);
    }

    #[test]
    fn what_comes_after_the_tenth_is_not_seen() {
        let mut ranked = vec!["x.py"; 10];
        ranked.push("a.py");
        assert_eq!(scores(Suite::Files, &["a.py"], &ranked).ndcg, 0.0);
    }
}
