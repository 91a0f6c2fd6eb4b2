//! A suite over a small repository, from clone to figures.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use expect_test::expect;
use orienteer_engine::UserSettings;
use orienteer_evaluation::{
    Bench, EvaluationError, Nobody, Places, Session, Settings, Suite, Summary, Through, chart, compare,
    contract, least_steady, output, run, table,
};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of clones with one repository of two commits.
struct Ground {
    folder: tempfile::TempDir,
    commits: [String; 2],
}

const STORE: &str = "\
class Store:
    \"\"\"Keeps parcels on shelves.\"\"\"

    def load(self, shelf):
        \"\"\"Take a parcel off its shelf.\"\"\"
        return self.shelves[shelf]

    def save(self, shelf, parcel):
        self.shelves[shelf] = parcel
";
const COURIER: &str = "\
def deliver(parcel, address):
    \"\"\"Bring a parcel to the address of its receiver.\"\"\"
    return address.accept(parcel)
";
const INVOICE: &str = "\
def invoice(customer):
    \"\"\"Write an invoice for a customer.\"\"\"
    return customer.total()
";

impl Ground {
    fn new() -> Ground {
        let folder = tempfile::tempdir().unwrap();
        let clone = folder.path().join("repositories/acme/parcels");
        std::fs::create_dir_all(clone.join("lib")).unwrap();
        git(&clone, &["init", "--quiet", "--initial-branch=main"]);
        std::fs::write(clone.join("lib/store.py"), STORE).unwrap();
        std::fs::write(clone.join("lib/courier.py"), COURIER).unwrap();
        let first = commit(&clone);
        std::fs::write(clone.join("lib/invoice.py"), INVOICE).unwrap();
        let second = commit(&clone);
        Ground { folder, commits: [first, second] }
    }

    fn places(&self) -> Places {
        let at = |name: &str| self.folder.path().join(name);
        Places {
            repositories: at("repositories"),
            work: at("work"),
            fresh: false,
            sources: false,
            user_settings: UserSettings::default(),
        }
    }

    fn suite(&self, path: &str, lines: &[String]) -> Suite {
        let path: PathBuf = self.folder.path().join(path);
        std::fs::write(&path, lines.join("\n")).unwrap();
        Suite::read(&path, None).unwrap()
    }

    fn case(&self, id: &str, repo: &str, commit: &str, query: &str, path: &str) -> String {
        format!(
            r#"{{"id":"{id}","repo":"{repo}","commit":"{commit}","root":"lib","query":"{query}","relevant":[{{"path":"{path}"}}],"tags":{{"language":"python","category":"semantic"}}}}"#
        )
    }
}

fn without_packs() -> Settings {
    Settings { check_packs: false, ..Settings::default() }
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn commit(clone: &Path) -> String {
    git(clone, &["add", "."]);
    git(clone, &["commit", "--quiet", "--message", "work"]);
    git(clone, &["rev-parse", "HEAD"])
}

fn four_cases(ground: &Ground) -> Suite {
    let [first, _] = &ground.commits;
    let absent = "0123456789012345678901234567890123456789";
    ground.suite(
        "files.jsonl",
        &[
            ground.case("found", "acme/parcels", first, "bring a parcel to an address", "lib/courier.py"),
            ground.case("no-commit", "acme/parcels", absent, "parcel", "lib/store.py"),
            ground
                .case("outside", "acme/parcels", first, "parcel", "lib/store.py")
                .replace("\"lib\"", "\"lib/../..\""),
            ground.case("no-clone", "acme/nothing", first, "parcel", "lib/store.py"),
        ],
    )
}

#[test]
fn figures_and_skipped_cases() {
    let ground = Ground::new();
    let bench = Bench::prepare(four_cases(&ground), &ground.places(), &Nobody).unwrap();
    assert_eq!(bench.skipped, 3, "what is not there is skipped");
    let settings = without_packs();
    let mut outcomes = run(&bench, &settings).unwrap();
    outcomes.iter_mut().for_each(|outcome| outcome.milliseconds = 1.5);
    let summary = Summary::of(&bench.suite, bench.skipped, &outcomes);
    let mut json = contract(&summary, &settings);
    json["snapshot"]["parameters"] = "hash".into();
    json["snapshot"]["version"] = "version".into();
    expect![[r#"
        {
          "by": {
            "category": {
              "semantic": {
                "cases": 1,
                "crowded_at_10": 0.0,
                "latency_p50_ms": 1.5,
                "latency_p99_ms": 1.5,
                "mrr": 1.0,
                "ndcg_at_10": 1.0,
                "r_at_10": 1.0,
                "top_moved": 0.0
              }
            },
            "language": {
              "python": {
                "cases": 1,
                "crowded_at_10": 0.0,
                "latency_p50_ms": 1.5,
                "latency_p99_ms": 1.5,
                "mrr": 1.0,
                "ndcg_at_10": 1.0,
                "r_at_10": 1.0,
                "top_moved": 0.0
              }
            },
            "repository": {
              "acme/parcels": {
                "cases": 1,
                "crowded_at_10": 0.0,
                "latency_p50_ms": 1.5,
                "latency_p99_ms": 1.5,
                "mrr": 1.0,
                "ndcg_at_10": 1.0,
                "r_at_10": 1.0,
                "top_moved": 0.0
              }
            }
          },
          "cases": 1,
          "intervals": {
            "crowded_at_10": [
              0.0,
              0.0
            ],
            "mrr": [
              1.0,
              1.0
            ],
            "ndcg_at_10": [
              1.0,
              1.0
            ],
            "ndcg_at_10_over_cases": [
              1.0,
              1.0
            ],
            "r_at_10": [
              1.0,
              1.0
            ],
            "top_moved": [
              0.0,
              0.0
            ]
          },
          "metrics": {
            "crowded_at_10": 0.0,
            "latency_p50_ms": 1.5,
            "latency_p99_ms": 1.5,
            "mrr": 1.0,
            "ndcg_at_10": 1.0,
            "ndcg_at_10_over_cases": 1.0,
            "r_at_10": 1.0,
            "top_moved": 0.0
          },
          "skipped": 3,
          "snapshot": {
            "parameters": "hash",
            "version": "version"
          },
          "suite": "files",
          "version": 1
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&json).unwrap());
    assert!(table(&summary).starts_with("files: 1 cases, 3 skipped, 0 refused\n"), "{}", table(&summary));
    assert!(chart(&summary).trim_end().ends_with("</svg>"));
    let written = output(&bench, &summary, &settings, &outcomes);
    assert_eq!(written["rows"][0]["hits"][0], "lib/courier.py:1 deliver");
    let recorded = serde_json::from_value(written).unwrap();
    assert!(compare(&recorded, &recorded).unwrap().moved.is_empty(), "a run is no better than itself");
}

#[test]
fn a_commit_knows_nothing_of_the_next_and_is_indexed_once() {
    let ground = Ground::new();
    let [first, second] = &ground.commits;
    let ask = |commit: &str| {
        ground.case("invoice", "acme/parcels", commit, "write an invoice for a customer", "lib/invoice.py")
    };
    // The newer one first, so that what it knew could be left over.
    let suite = ground.suite("files.jsonl", &[ask(second), ask(first)]);
    let ndcg = |suite: Suite| {
        let bench = Bench::prepare(suite, &ground.places(), &Nobody).unwrap();
        let outcomes = run(&bench, &without_packs()).unwrap();
        outcomes.iter().map(|outcome| outcome.figures["ndcg_at_10"]).collect::<Vec<_>>()
    };
    assert_eq!(ndcg(suite.clone()), [1.0, 0.0]);
    std::fs::remove_dir_all(ground.folder.path().join("work/trees/acme+parcels")).unwrap();
    assert_eq!(ndcg(suite), [1.0, 0.0]);
    assert!(!ground.folder.path().join("work/trees/acme+parcels").exists(), "nothing was checked out again");
}

#[test]
fn packs_quote_the_commit_that_they_are_about() {
    let ground = Ground::new();
    let [first, second] = &ground.commits;
    let case = |id: &str, commit: &str, path: &str, end: u32| {
        ground.case(id, "acme/parcels", commit, "bring a parcel to an address", path).replace(
            &format!(r#""path":"{path}""#),
            &format!(r#""path":"{path}","start_line":1,"end_line":{end}"#),
        )
    };
    // One path from the repository, one from the folder that is indexed; the courier is three lines long.
    let cases = [case("whole", second, "lib/courier.py", 3), case("half", first, "courier.py", 6)];
    let suite = ground.suite("lines.jsonl", &cases);
    let places = Places { sources: true, ..ground.places() };
    let bench = Bench::prepare(suite, &places, &Nobody).unwrap();
    let outcomes = run(&bench, &Settings::default()).unwrap();
    let recall = |name: &str| outcomes.iter().map(|outcome| outcome.figures[name]).collect::<Vec<_>>();
    assert_eq!(recall("line_recall_at_4000"), [1.0, 0.5]);
    assert_eq!(recall("line_recall_at_2000"), [1.0, 0.5]);
    assert!(outcomes.iter().all(|outcome| outcome.figures["line_f1_at_8000"] > 0.0));
}

#[test]
fn small_packs_are_looked_at_where_files_are_asked_for() {
    let ground = Ground::new();
    let case = |id: &str, path: &str| {
        ground.case(id, "acme/parcels", &ground.commits[1], "bring a parcel to an address", path)
    };
    let suite = ground.suite("files.jsonl", &[case("there", "courier.py"), case("nowhere", "boat.py")]);
    let places = Places { sources: true, ..ground.places() };
    let bench = Bench::prepare(suite, &places, &Nobody).unwrap();
    let outcomes = run(&bench, &Settings::default()).unwrap();
    let named = outcomes.iter().map(|outcome| outcome.figures["gold_file_in_2000_tokens"]);
    assert_eq!(named.collect::<Vec<_>>(), [1.0, 0.0]);
}

#[test]
fn a_list_is_asked_for_through_either_command() {
    let ground = Ground::new();
    let case = ground
        .case("x", "acme/parcels", &ground.commits[1], "parcel", "lib/store.py")
        .replace(r#""path":"lib/store.py""#, r#""path":"lib/store.py","symbol":"Store.load""#);
    let suite = ground.suite("symbols.jsonl", &[case]);
    let session = Session::open(Bench::prepare(suite, &ground.places(), &Nobody).unwrap()).unwrap();
    let paths = |through: Option<Through>, per_file: Option<usize>| {
        let settings = Settings { through, per_file, check_cap: false, ..without_packs() };
        let outcomes = session.run(&settings).unwrap();
        assert_eq!(outcomes[0].figures, session.weigh(&settings).unwrap()[0].figures, "the same, weighed");
        let short = |path: &str| path.trim_start_matches("lib/").trim_end_matches(".py").to_owned();
        outcomes[0].first.iter().map(|found| short(&found.path)).take(3).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(paths(None, None), "store store store", "tasks are for contexts");
    assert_eq!(paths(Some(Through::Context), None), "store store store");
    assert_eq!(paths(Some(Through::Context), Some(1)), "store courier store");
    assert_eq!(paths(Some(Through::Search), Some(0)), "store courier store", "further hits of a file decay");
}

#[test]
fn a_suite_inside_its_own_tree_is_refused() {
    let ground = Ground::new();
    let case = ground.case("inside", "acme/parcels", &ground.commits[0], "parcel", "lib/store.py");
    let inside = ground.suite("repositories/acme/parcels/lib/files.jsonl", std::slice::from_ref(&case));
    let refused = Bench::prepare(inside, &ground.places(), &Nobody);
    assert!(matches!(refused, Err(EvaluationError::SuiteInsideTree { .. })), "{refused:?}");
    let beside = ground.suite("repositories/acme/parcels/files.jsonl", &[case]);
    assert!(Bench::prepare(beside, &ground.places(), &Nobody).is_ok(), "only `lib` is indexed");
}

#[test]
fn a_suite_without_its_repositories_is_an_error() {
    let ground = Ground::new();
    let lines = [ground.case("x", "acme/nothing", &ground.commits[0], "parcel", "lib/store.py")];
    let suite = ground.suite("files.jsonl", &lines);
    let refused = Bench::prepare(suite, &ground.places(), &Nobody);
    assert!(matches!(refused, Err(EvaluationError::NothingToRun { .. })), "{refused:?}");
    let suite = ground.suite("files.jsonl", &lines);
    let places = Places { repositories: ground.folder.path().join("nowhere"), ..ground.places() };
    let refused = Bench::prepare(suite, &places, &Nobody);
    assert!(matches!(refused, Err(EvaluationError::NoClones { .. })), "{refused:?}");
    assert!(!ground.folder.path().join("work").join("trees").join("acme+nothing").exists());
}

#[test]
fn wordings_are_asked_one_by_one() {
    let ground = Ground::new();
    let wordings = |id: &str, rewordings: &str| {
        let case = ground.case(id, "acme/parcels", &ground.commits[1], "deliver", "");
        case.replacen('{', &format!(r#"{{"rewordings":{rewordings},"#), 1)
    };
    let lines = [wordings("steady", r#"["deliver"]"#), wordings("changing", r#"["invoice","zzyzx"]"#)];
    let suite = ground.suite("paraphrases.jsonl", &lines);
    let bench = Bench::prepare(suite, &ground.places(), &Nobody).unwrap();
    let outcomes = run(&bench, &Settings::default()).unwrap();
    let overlap: Vec<f64> = outcomes.iter().map(|outcome| outcome.figures["jaccard_at_10"]).collect();
    assert_eq!(overlap[0], 1.0);
    assert!(overlap[1] < 0.5 && outcomes[1].is_refused, "{overlap:?}");
    let worst = least_steady(&bench.suite, &outcomes, 1);
    assert!(worst.contains("| changing |") && !worst.contains("| steady |"), "{worst}");
    let session = Session::open(bench).unwrap();
    let again = session.weigh(&Settings::default()).unwrap();
    assert_eq!(again[1].figures, outcomes[1].figures, "weighing asks anew");
}
