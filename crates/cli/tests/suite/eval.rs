//! `orient eval` from the command line: what it prints, writes and refuses. Scoring is tested where it is done.

use crate::program::Program;
use expect_test::expect;
use std::path::PathBuf;
use std::process::Command;

/// A suite beside the tree, whose parent is the folder of clones.
struct Ground {
    program: Program,
    folder: PathBuf,
}

impl Ground {
    fn new() -> Ground {
        let program = Program::repository();
        let folder = program.tree().parent().expect("a parent").to_owned();
        Ground { program, folder }
    }

    fn at(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn suite(&self, name: &str) -> String {
        let head = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(self.program.tree()).output();
        let head = String::from_utf8(head.expect("git").stdout).expect("text");
        let case = |id: &str, repo: &str, query: &str| {
            format!(
                r#"{{"id":"{id}","repo":"{repo}","commit":"{}","query":"{query}","relevant":[{{"path":"app/store.py","symbol":"Store.save"}}]}}"#,
                head.trim()
            )
        };
        let cases = [case("there", "acme/tree", "save a record"), case("absent", "acme/nothing", "save")];
        std::fs::write(self.folder.join(name), cases.join("\n")).expect("a suite");
        self.at(name)
    }

    fn run(&self, arguments: &[&str]) -> crate::program::Said {
        let repos = self.folder.display().to_string();
        self.program.run(&[arguments, &["--repos", &repos]].concat())
    }
}

#[test]
fn one_object_with_figures_and_skipped_cases() {
    let ground = Ground::new();
    let said = ground.run(&["eval", &ground.suite("issues.jsonl"), "--json"]);
    assert_eq!(
        (said.code, said.err.as_str()),
        (0, "skipped 1 cases: no such repository, commit or folder\n")
    );
    let value = said.json();
    let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["by", "cases", "intervals", "metrics", "skipped", "snapshot", "suite", "version"]);
    assert_eq!(
        (&value["suite"], &value["cases"], &value["skipped"]),
        (&"issues".into(), &1.into(), &1.into())
    );
    assert_eq!(value["metrics"]["file_acc_at_1"], 1.0);
    assert_eq!(value["metrics"]["function_acc_at_5"], 1.0);
    assert_eq!(value["intervals"]["file_acc_at_1"], serde_json::json!([1.0, 1.0]));
    assert_eq!(value["intervals"]["latency_p50_ms"], serde_json::Value::Null);
    assert_eq!(value["by"]["repository"]["acme/tree"]["function_acc_at_10"], 1.0);
    assert!(ground.program.cache().join("eval").is_dir(), "trees are kept below the cache folder");
}

#[test]
fn two_outputs_are_compared() {
    let ground = Ground::new();
    let suite = ground.suite("issues.jsonl");
    let (before, after) = (ground.at("before.json"), ground.at("after.json"));
    assert_eq!(ground.run(&["eval", &suite, "--output", &before]).code, 0);
    let (chart, table) = (ground.at("chart.svg"), ground.at("table.md"));
    assert_eq!(ground.run(&["eval", &suite, "--write", &table]).code, 0);
    assert!(
        std::fs::read_to_string(table).is_ok_and(|text| text.contains("\n| all | 1 | 1.000 [1.000 1.000] |"))
    );
    let set = ["eval", &suite, "--output", &after, "--set", "k1=1.5", "--per-file", "1", "--svg", &chart];
    assert_eq!(ground.run(&set).code, 0);
    assert!(std::fs::read_to_string(chart).is_ok_and(|text| text.starts_with("<svg")));
    let said = ground.program.run(&["eval", "compare", &before, &after]);
    assert!(said.code == 0 && said.out.starts_with("1 cases in both, 0 in one only\n"), "{}", said.page());
    assert!(said.out.contains("function_acc_at_10"), "{}", said.page());
}

#[test]
fn mechanisms_and_parameters_are_tried() {
    let ground = Ground::new();
    let suite = ground.suite("issues.jsonl");
    let table = ground.at("ablation.md");
    let said = ground.run(&["eval", "ablate", &suite, "--write", &table]);
    assert_eq!(said.code, 0, "{}", said.page());
    assert!(std::fs::read_to_string(table).is_ok_and(|text| text.contains("| limit per file |")));
    let numbers = ground.at("numbers.rs");
    std::fs::write(&numbers, "    k1: 9.9 in 0.1..=5.0,\n").expect("a file");
    let write = format!("--write={numbers}");
    let arguments = ["eval", "fit", &suite, "--params", "k1", "--set", "k1=1.25", &write];
    let said = ground.run(&arguments);
    assert!(
        said.code == 0 && said.out.starts_with("fitted to everything: 1.0000 -> 1.0000"),
        "{}",
        said.page()
    );
    let one = "\ncross-validation needs two or more repositories: fitting to everything without it\n";
    assert!(said.err.contains(one), "{}", said.page());
    let written = std::fs::read_to_string(numbers).expect("a file");
    assert_eq!(written, "    k1: 1.25 in 0.1..=5.0,\n", "the fit began at what was set");
}

#[test]
fn what_cannot_be_done_is_said() {
    let ground = Ground::new();
    let page = |arguments: &[&str]| ground.run(arguments).page();
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: suite `lines` scores packs, which `search` does not make
          hint: leave --through out
    "#]]
    .assert_eq(&page(&["eval", &ground.suite("lines.jsonl"), "--through", "search"]));
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: cannot tell what kind of suite [folder]/questions.jsonl is
          hint: name it with --kind files|symbols|issues|lines|paraphrases
    "#]]
    .assert_eq(&page(&["eval", &ground.suite("questions.jsonl")]));
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: there is no parameter `nonsense`
    "#]]
    .assert_eq(&page(&["eval", &ground.suite("issues.jsonl"), "--set", "nonsense=1"]));
    let said = ground.program.run(&["eval", &ground.suite("issues.jsonl")]);
    assert!(said.code == 2 && said.err.contains("--repos <DIR>"), "{}", said.page());
}

#[test]
fn what_leaves_nothing_to_ask_is_said_with_a_way_out() {
    let ground = Ground::new();
    let suite = ground.suite("issues.jsonl");
    let page = |arguments: &[&str]| ground.run(arguments).page();
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: no repository of [folder]/issues.jsonl has `zzz` in its name; it asks about acme/nothing, acme/tree
          hint: give --only a part of one of these names
    "#]]
    .assert_eq(&page(&["eval", &suite, "--only", "zzz"]));
    expect![[r#"
        exit 2
        --- out
        --- err
        error: invalid value '0' for '--limit <N>': it leaves nothing to show; give 1 or more

        For more information, try '--help'.
    "#]]
    .assert_eq(&page(&["eval", &suite, "--limit", "0"]));
    std::fs::write(ground.folder.join("files.jsonl"), "\n").expect("a suite");
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: [folder]/files.jsonl has no case
          hint: a suite has one JSON object a line: id, repo, commit, query and relevant
    "#]]
    .assert_eq(&page(&["eval", &ground.at("files.jsonl")]));
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: [folder]/absent-issues.jsonl does not exist
    "#]]
    .assert_eq(&page(&["eval", &ground.at("absent-issues.jsonl")]));
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: there is no folder [folder]/nowhere
          hint: give --repos the folder of the clones: OWNER+NAME/repo, OWNER/NAME or NAME in it
    "#]]
    .assert_eq(&ground.program.run(&["eval", &suite, "--repos", &ground.at("nowhere")]).page());
}

/// A run may take hours: where its result cannot be kept it is not begun.
#[test]
fn what_cannot_be_written_is_refused_before_the_run() {
    let ground = Ground::new();
    let suite = ground.suite("issues.jsonl");
    let path = ground.at("absent/result");
    for option in ["--svg", "--output", "--write"] {
        let said = ground.run(&["eval", &suite, option, &path]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{option}");
        let start = "orient: cannot write [folder]/absent/result: ";
        assert!(said.err.starts_with(start) && said.err.contains("\n  hint: "), "{}", said.page());
    }
    let write = ground.run(&["eval", "ablate", &suite, "--write", &path]);
    assert!(write.code == 2 && write.err.starts_with("orient: cannot write "), "{}", write.page());
    let write = format!("--write={}", ground.at("params.rs"));
    let fit = || ground.run(&["eval", "fit", &suite, "--params", "k1", &write]);
    assert!(fit().err.starts_with("orient: [folder]/params.rs does not exist"), "{}", fit().page());
    std::fs::write(ground.folder.join("params.rs"), "    b: 0.5 in 0.0..=1.0,\n").expect("a file");
    assert!(fit().err.starts_with("orient: `k1` has no line of its own in "), "{}", fit().page());
    assert!(!ground.program.cache().exists(), "nothing was checked out or indexed");
}
