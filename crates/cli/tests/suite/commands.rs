//! The other commands, and what all of them promise: exit codes, streams, colours, JSON.

use crate::program::Program;
use expect_test::{Expect, expect};
use std::process::Stdio;

fn check(program: &Program, arguments: &[&str], expected: Expect) {
    expected.assert_eq(&program.run(arguments).page());
}

const COMMANDS: [&str; 21] = [
    "context",
    "why",
    "search",
    "index",
    "status",
    "symbol",
    "impact",
    "watch",
    "mcp",
    "serve",
    "feedback",
    "observe",
    "learned",
    "library",
    "setup",
    "unsetup",
    "doctor",
    "eval",
    "clear",
    "completions",
    "man",
];

#[test]
fn index_says_what_it_did() {
    let program = Program::repository();
    // Files that changed a moment ago are read again: their time stamps could not show another change.
    std::thread::sleep(std::time::Duration::from_millis(100));
    check(
        &program,
        &["index", "--quiet"],
        expect![[r#"
            exit 0
            --- out
            indexed [folder]/tree in [n] s
              6 files, 55 lines -> 20 units, 46 edges, 1 commits
              read 6, parsed 6; left out 0 secret, 0 binary and 0 whose name is no text; 0 problems
              snapshot [id]
            --- err
        "#]],
    );
    check(
        &program,
        &["index", "--quiet"],
        expect![[r#"
            exit 0
            --- out
            unchanged [folder]/tree in [n] s
              6 files, 55 lines -> 20 units, 46 edges, 1 commits
              read 0, parsed 0; left out 0 secret, 0 binary and 0 whose name is no text; 0 problems
              snapshot [id]
            --- err
        "#]],
    );
}

#[test]
fn status_before_and_after() {
    let program = Program::repository();
    check(
        &program,
        &["status"],
        expect![[r#"
        exit 1
        --- out
        [folder]/tree has no index yet; `orient index` makes one
        --- err
    "#]],
    );
    program.run(&["index"]);
    check(
        &program,
        &["status"],
        expect![[r#"
        exit 0
        --- out
        [folder]/tree  snapshot [id]
          up to date
          6 files, 20 units, 46 edges, 1 commits; [n] kB on disk, [n] kB of shared facts
          python                  5 files           50 lines         18 units
          markdown                1 files            5 lines          2 units
          calls 10, imports 2, contains 13, member_of 13, extends 1, overrides 1, references 1, tests 2, tested_by 2, documents 1
        --- err
    "#]],
    );
    program.write("app/new.py", "def new():\n    pass\n");
    check(
        &program,
        &["status"],
        expect![[r#"
        exit 0
        --- out
        [folder]/tree  snapshot [id]
          1 added, 0 changed, 0 removed since: app/new.py ...
          6 files, 20 units, 46 edges, 1 commits; [n] kB on disk, [n] kB of shared facts
          python                  5 files           50 lines         18 units
          markdown                1 files            5 lines          2 units
          calls 10, imports 2, contains 13, member_of 13, extends 1, overrides 1, references 1, tests 2, tested_by 2, documents 1
        --- err
    "#]],
    );
}

#[test]
fn doctor_finds_nothing_wrong() {
    let program = Program::repository();
    program.run(&["index"]);
    let said = program.run(&["doctor"]);
    let health: Vec<String> = said
        .out
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.chars().take(22).collect::<String>().trim_end().to_owned())
        .filter(|line| {
            !line.contains("inotify") && !line.contains("open files") && !line.contains("free space")
        })
        .collect();
    expect![[r#"
        exit 0
        ok       cache folder
        ok       index
        ok       checksums
        ok       shared facts
        ok       settings
        ok       writer
        ok       watcher
        ok       git
        ok       freshness
        ok       problems
    "#]]
    .assert_eq(&format!("exit {}\n{}\n", said.code, health.join("\n")));
    assert_eq!(program.run(&["doctor", "--json"]).json()["checks"][0]["health"], "ok");
}

#[test]
fn doctor_finds_a_damaged_part() {
    let program = Program::repository();
    program.run(&["index"]);
    let graph = find(&program.cache(), "graph");
    let mut bytes = std::fs::read(&graph).unwrap_or_default();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&graph, bytes).unwrap_or_default();
    let said = program.run(&["doctor"]);
    assert_eq!(said.code, 2, "{}", said.page());
    assert!(said.out.contains("failed"), "{}", said.page());
    assert!(said.out.contains("orient index --force"), "{}", said.page());
}

fn find(folder: &std::path::Path, name: &str) -> std::path::PathBuf {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.path() {
                path if path.is_dir() => open.push(path),
                path if entry.file_name() == name => return path,
                _ => {}
            }
        }
    }
    panic!("no {name}");
}

#[test]
fn clear_removes_the_index() {
    let program = Program::repository();
    program.run(&["index"]);
    check(
        &program,
        &["clear"],
        expect![[r#"
        exit 0
        --- out
        --- err
        removed the index of [folder]/tree
    "#]],
    );
    check(
        &program,
        &["clear"],
        expect![[r#"
        exit 1
        --- out
        --- err
        [folder]/tree had no index
    "#]],
    );
    assert!(std::fs::read_dir(program.cache()).is_ok_and(|mut entries| entries.next().is_none()));
}

#[test]
fn help_of_every_command() {
    let program = Program::empty();
    let mut pages = program.run(&["--help"]).page();
    for command in COMMANDS {
        pages.push_str(&format!("=== {command}\n{}", program.run(&[command, "--help"]).page()));
    }
    expect_test::expect_file!["help.txt"].assert_eq(&pages);
}

#[test]
fn the_version_says_what_it_is() {
    let program = Program::empty();
    let number = format!("orient {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(program.run(&["-V"]).out, number);
    let said = program.run(&["--version"]);
    assert!(said.code == 0 && said.out.starts_with(&number), "{}", said.out);
    let format = format!("snapshot format: {}\n", orienteer_storage::FORMAT_VERSION);
    assert!(said.out.contains(&format) && said.out.contains("\nmodel: built in"), "{}", said.out);
    assert!(said.out.contains("\ncommit: "), "{}", said.out);
}

#[test]
fn completions_and_manual_pages() {
    let program = Program::empty();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let said = program.run(&["completions", shell]);
        assert!(said.code == 0 && said.out.contains("orient") && said.out.contains("symbol"), "{shell}");
    }
    assert!(program.run(&["man"]).out.contains(".TH orient 1"));
    assert!(program.run(&["man", "impact"]).out.contains("min\\-confidence"));
    check(
        &program,
        &["man", "nothing"],
        expect![[r#"
        exit 2
        --- out
        --- err
        orient: there is no command `nothing`
          hint: `orient --help` lists them
    "#]],
    );
}

#[test]
fn mistakes_end_with_2_and_leave_stdout_alone() {
    let program = Program::repository();
    let mistakes: [&[&str]; 8] = [
        &["frobnicate"],
        &["symbol"],
        &["impact"],
        &["impact", "check", "--diff"],
        &["index", "nowhere"],
        &["status", "app/store.py"],
        &["symbol", "load", "--path", "nowhere"],
        &["symbol", "load", "--limit", "many"],
    ];
    for arguments in mistakes {
        let said = program.run(arguments);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!said.err.is_empty(), "{arguments:?}");
    }
    check(
        &program,
        &["index", "nowhere"],
        expect![[r#"
        exit 2
        --- out
        --- err
        orient: nowhere does not exist
          hint: check the path
    "#]],
    );
    check(
        &program,
        &["index", "app/store.py"],
        expect![[r#"
        exit 2
        --- out
        --- err
        orient: app/store.py is a file, not a folder
          hint: give the folder that holds it
    "#]],
    );
}

#[test]
fn a_bare_repository_is_refused() {
    let program = Program::empty();
    program.git(&["init", "--quiet", "--bare"]);
    check(
        &program,
        &["index"],
        expect![[r#"
        exit 2
        --- out
        --- err
        orient: [folder]/tree is a bare repository: it has no files to index
          hint: add a worktree (`git worktree add`) and index that
    "#]],
    );
}

#[test]
fn json_everywhere_is_versioned() {
    let program = Program::repository();
    for arguments in [
        &["status"][..],
        &["index"],
        &["status"],
        &["search", "load"],
        &["symbol", "load"],
        &["impact", "load"],
        &["doctor"],
    ] {
        let value = program.run(&[arguments, &["--json"]].concat()).json();
        assert!(value.get("snapshot").is_some(), "{arguments:?}");
    }
    program.write("app/new.py", "def new():\n    pass\n");
    assert_eq!(program.run(&["status", "--json"]).json()["changed"], serde_json::json!(["app/new.py"]));
    assert_eq!(program.run(&["symbol", "new", "--json"]).json()["changed"], serde_json::json!([]));
}

#[test]
fn colours_only_when_wanted() {
    let program = Program::repository();
    let escapes = |arguments: &[&str], no_color: Option<&str>| {
        let mut command = program.command(arguments);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        command.output().is_ok_and(|output| output.stdout.contains(&0x1b))
    };
    assert!(!escapes(&["symbol", "load"], None));
    assert!(escapes(&["symbol", "load", "--color", "always"], None));
    assert!(escapes(&["symbol", "load", "--color", "always"], Some("1")));
    assert!(!escapes(&["symbol", "load", "--color", "never"], None));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let program = Program::repository();
    for arguments in [
        &["symbol", "load"][..],
        &["symbol", "load", "--json"],
        &["search", "load"],
        &["search", "load", "--json"],
        &["completions", "bash"],
        &["man"],
        &["status"],
    ] {
        let child = program.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.unwrap_or_else(|error| panic!("{error}"));
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
        let said = program.said(&output);
        assert!(!said.err.contains("panicked"), "{arguments:?}: {}", said.page());
        assert_ne!(said.code, 101, "{arguments:?}");
    }
}

#[test]
fn a_folder_without_git_has_answers() {
    let said = Program::project().run(&["symbol", "check", "--json"]);
    assert_eq!((said.code, said.json()["total"].as_u64()), (0, Some(1)));
}
