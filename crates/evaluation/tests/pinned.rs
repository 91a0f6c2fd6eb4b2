//! Ranking does not get worse unnoticed: questions about packages that every build has anyway, without a network.
//!
//! `UPDATE_EXPECT=1` writes down what is reached now, after a change that was meant.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use orienteer_evaluation::{Bench, Nobody, Places, Settings, Suite, Summary, run};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// About one case of forty that falls from the first place to the second.
const TOLERANCE: f64 = 0.01;
const FIGURES: [&str; 3] = ["ndcg_at_10", "mrr", "r_at_10"];

#[test]
fn ranking_is_as_good_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let suite = pinned(&root().join("evaluation/suites/pinned-files.jsonl"), folder.path());
    let places = Places {
        repositories: folder.path().join("repositories"),
        work: folder.path().join("work"),
        fresh: false,
        sources: false,
    };
    let bench = Bench::prepare(suite, &places, &Nobody).unwrap();
    assert_eq!(bench.skipped, 0);
    let outcomes = run(&bench, &Settings { check_packs: false, ..Settings::default() }).unwrap();
    let summary = Summary::of(&bench.suite, bench.skipped, &outcomes);
    let reached: BTreeMap<&str, f64> =
        FIGURES.iter().map(|name| (*name, summary.all.figures[name].value)).collect();
    check(&root().join("evaluation/results/pinned.json"), &reached, outcomes.len());
}

fn check(path: &Path, reached: &BTreeMap<&str, f64>, cases: usize) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let rounded: BTreeMap<_, _> =
            reached.iter().map(|(name, value)| (name, (value * 1e4).round() / 1e4)).collect();
        let text = serde_json::to_string_pretty(&json!({ "cases": cases, "metrics": rounded })).unwrap();
        std::fs::write(path, text + "\n").unwrap();
    }
    let recorded: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(recorded["cases"], cases);
    for (name, value) in reached {
        let before = recorded["metrics"][name].as_f64().unwrap();
        assert!(*value >= before - TOLERANCE, "{name} fell from {before} to {value:.4}");
    }
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
        let commit = commits.entry(name).or_insert_with(|| commit(source, &clone));
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

fn commit(source: &Path, clone: &Path) -> String {
    copy(&source.join("src"), &clone.join("src"));
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
