//! Ranking gets neither worse nor more capricious unnoticed: questions about packages that every build has anyway, without a
//! network.
//!
//! `UPDATE_EXPECT=1` writes down what is reached now, after a change that was meant.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use orienteer_engine::UserSettings;
use orienteer_evaluation::{
    Bench, Nobody, Outcome, Places, Settings, Suite, Summary, least_steady, markdown, run,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// About one case of forty that falls from the first place to the second.
const TOLERANCE: f64 = 0.01;

#[test]
fn ranking_is_as_good_as_it_was() {
    let asked = Asked::of("pinned-files");
    asked.check("files", &["ndcg_at_10", "mrr", "r_at_10"]);
}

#[test]
fn answers_depend_on_the_wording_no_more_than_they_did() {
    check_wordings("paraphrases");
}

/// What the other suite says of steadiness is not of its own tasks alone: to these nothing was ever fitted.
#[test]
fn answers_to_tasks_that_nothing_is_fitted_to_depend_on_the_wording_no_more_than_they_did() {
    check_wordings("apart-paraphrases");
}

fn check_wordings(suite: &str) {
    let asked = Asked::of(suite);
    if is_update() {
        let parameters = Settings::default().params.fingerprint();
        let page =
            markdown(&asked.summary, parameters) + "\n" + &least_steady(&asked.suite, &asked.outcomes, 8);
        std::fs::write(results().join(format!("{suite}.md")), page).unwrap();
    }
    asked.check(suite, &["jaccard_at_10"]);
}

/// A suite that was asked of its packages.
struct Asked {
    suite: Suite,
    outcomes: Vec<Outcome>,
    summary: Summary,
}

impl Asked {
    fn of(suite: &str) -> Asked {
        let folder = tempfile::tempdir().unwrap();
        let suite = pinned(&root().join(format!("evaluation/suites/{suite}.jsonl")), folder.path());
        let places = Places {
            repositories: folder.path().join("repositories"),
            work: folder.path().join("work"),
            fresh: false,
            sources: false,
            user_settings: UserSettings::default(),
        };
        let bench = Bench::prepare(suite, &places, &Nobody).unwrap();
        assert_eq!(bench.skipped, 0);
        let outcomes = run(&bench, &Settings { check_packs: false, ..Settings::default() }).unwrap();
        let summary = Summary::of(&bench.suite, bench.skipped, &outcomes);
        Asked { suite: bench.suite, outcomes, summary }
    }

    /// A file for each suite: tests run side by side.
    fn check(&self, name: &str, figures: &[&str]) {
        let path = results().join(format!("pinned-{name}.json"));
        let reached: BTreeMap<&str, f64> =
            figures.iter().map(|figure| (*figure, self.summary.all.figures[figure].value)).collect();
        if is_update() {
            let rounded: BTreeMap<_, _> =
                reached.iter().map(|(figure, value)| (figure, (value * 1e4).round() / 1e4)).collect();
            let recorded = json!({ "cases": self.outcomes.len(), "metrics": rounded });
            std::fs::write(&path, serde_json::to_string_pretty(&recorded).unwrap() + "\n").unwrap();
        }
        let recorded: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(recorded["cases"], self.outcomes.len());
        for (figure, value) in reached {
            let before = recorded["metrics"][figure].as_f64().unwrap();
            assert!(value >= before - TOLERANCE, "{figure} fell from {before} to {value:.4}");
        }
    }
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

fn results() -> PathBuf {
    root().join("evaluation/results")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The suite, with every package as a repository of one commit: the version that the lock file names.
fn pinned(path: &Path, folder: &Path) -> Suite {
    let mut suite = Suite::read(path, None).unwrap();
    // Read from where it stands, asked about elsewhere.
    let packages = packages();
    let mut commits: BTreeMap<String, String> = BTreeMap::new();
    for case in &mut suite.cases {
        let name = case.repo.rsplit('/').next().unwrap().to_owned();
        let (version, source) = &packages[&name];
        assert_eq!(*version, case.commit, "{name}: check its questions against the new version");
        let clone = folder.join("repositories").join(&case.repo);
        let commit = commits.entry(name).or_insert_with(|| commit(source, &clone, &case.root));
        case.commit.clone_from(commit);
    }
    suite
}

/// Version and folder of every package of the build.
fn packages() -> BTreeMap<String, (String, PathBuf)> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let host = said(Command::new("rustc").arg("-vV"));
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let arguments = ["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", host];
    let metadata = said(Command::new(cargo).args(arguments).current_dir(root()));
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let text = |package: &Value, key: &str| package[key].as_str().unwrap().to_owned();
    let package = |package: &Value| {
        let folder = Path::new(&text(package, "manifest_path")).parent().unwrap().to_owned();
        (text(package, "name"), (text(package, "version"), folder))
    };
    metadata["packages"].as_array().unwrap().iter().map(package).collect()
}

fn commit(source: &Path, clone: &Path, root: &str) -> String {
    copy(&source.join(root), &clone.join(root));
    git(clone, &["init", "--quiet", "--initial-branch=main"]);
    git(clone, &["add", "--all", "--force"]);
    git(clone, &["commit", "--quiet", "--message", "package"]);
    git(clone, &["rev-parse", "HEAD"]).trim().to_owned()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    said(Command::new("git").current_dir(folder).args(who).args(arguments))
}

fn said(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
