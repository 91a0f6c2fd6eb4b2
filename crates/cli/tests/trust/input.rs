//! Bad files: each gives facts or a recorded problem, never a crash, a hang or a wrong answer.

use crate::project::{Project, assert_whole, commit_all, git, listing};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Command;

/// Nothing else in a cache has these bytes.
const MARKER: &[u8] = b"zquxmarkervalue";

/// Insists that no file of the cache holds the marker, whatever its case.
fn assert_unknown(project: &Project) {
    for path in listing(&project.cache()) {
        let bytes = std::fs::read(project.cache().join(&path)).unwrap_or_default().to_ascii_lowercase();
        assert!(!bytes.windows(MARKER.len()).any(|window| window == MARKER), "{path}");
    }
}

fn has_problem(project: &Project, path: &str, problem: &str) -> bool {
    project.problems().contains(&(path.to_owned(), problem.to_owned()))
}

#[test]
fn bytes_that_are_not_utf8_do_not_hide_the_rest() {
    let project = Project::new();
    project.write("bad.py", b"def before():\n    return '\xff\xfe\xc3'\n\n\ndef after():\n    return 2\n");
    project.write("all_bad.rs", b"\xff\xfe\xfd\xc0\xc1".repeat(500));
    project.write("utf16.txt", "plain".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    project.index();
    assert_eq!((project.lines_of("before"), project.lines_of("after")), (vec![1], vec![5]));
    assert!(has_problem(&project, "bad.py", "encoding") && has_problem(&project, "all_bad.rs", "encoding"));
    assert_whole(&project.snapshot());
}

#[test]
fn byte_order_marks_and_carriage_returns_keep_the_lines() {
    let project = Project::new();
    project.write("a.py", "\u{feff}def first_of():\r\n    \"\"\"Says so.\"\"\"\r\n    return 1\r\n\r\n\r\ndef second_of():\r\n    return first_of()\r\n");
    project.write("b.rs", "\u{feff}fn third_of() {}\r\n\r\n/// Said.\r\nfn fourth_of() {}\r\n");
    project.write("c.ts", "\u{feff}export function fifth_of() {}\r\nexport function sixth_of() {}\r\n");
    project.write("old.py", "def alone():\r    return 1\r");
    project.index();
    let lines = ["first_of", "second_of", "third_of", "fourth_of", "fifth_of", "sixth_of"]
        .map(|name| project.lines_of(name));
    assert_eq!(lines, [vec![1], vec![6], vec![1], vec![4], vec![1], vec![2]]);
    let snapshot = project.snapshot();
    assert_eq!(snapshot.units_named("first_of").next().unwrap().doc().trim(), "Says so.");
    assert_whole(&snapshot);
}

#[test]
fn a_file_of_fifty_megabytes_is_looked_at_and_recorded() {
    let project = Project::new();
    project.write("small.py", "def present():\n    return 1\n");
    project.write("large.py", "def filler():\n    return 1\n".repeat(50_000_000 / 27));
    project.write("large.json", "[".to_owned() + &"{\"key\": 12345},\n".repeat(50_000_000 / 16) + "1]");
    let report = project.index();
    assert_eq!(report["files"], 3);
    assert_eq!(project.lines_of("present"), [1]);
    assert!(
        has_problem(&project, "large.py", "too large") && has_problem(&project, "large.json", "too large"),
        "{:?}",
        project.problems()
    );
    assert_whole(&project.snapshot());
    assert_eq!(project.index()["read"], 0);
}

#[test]
fn a_line_of_a_million_characters_is_no_obstacle() {
    let project = Project::new();
    let line = "x = 1; ".repeat(150_000);
    for extension in ["py", "js", "rs", "c", "json", "md", "txt", "yaml", "css", "html", "sql"] {
        project.write(format!("long.{extension}"), &line);
        project.write(format!("word.{extension}"), "a".repeat(1_000_000));
    }
    project.write("last.py", "def reached():\n    return 1\n");
    project.index();
    assert_eq!(project.lines_of("reached"), [1]);
    assert_whole(&project.snapshot());
}

const EXTENSIONS: [&str; 29] = [
    "py", "js", "ts", "tsx", "rs", "go", "java", "c", "cpp", "cs", "rb", "php", "kt", "swift", "scala", "sh",
    "lua", "ex", "zig", "hs", "md", "rst", "toml", "yaml", "json", "sql", "html", "css", "txt",
];

/// Files of every language in which something is opened and closed a hundred thousand times, `per_line` times on a line.
fn assert_nesting_is_bounded(kinds: &[(&str, &str)], per_line: usize) {
    let project = Project::new();
    for (number, (open, close)) in kinds.iter().enumerate() {
        let lines = |mark: &str| format!("{}\n", mark.repeat(per_line)).repeat(100_000 / per_line);
        let text = format!("x = {}1{}", lines(open), lines(close));
        for extension in EXTENSIONS {
            project.write(format!("nested_{number}.{extension}"), &text);
        }
    }
    project.write("last.py", "def reached():\n    return 1\n");
    project.index();
    assert_eq!(project.lines_of("reached"), [1]);
    assert_whole(&project.snapshot());
}

const BRACKETS: [(&str, &str); 3] = [("(", ")"), ("[", "]"), ("{", "}")];
const WORDS: [(&str, &str); 3] = [("<a>", "</a>"), ("- ", ""), ("if (x) ", "")];

#[test]
fn brackets_on_one_line_do_not_break_the_stack() {
    assert_nesting_is_bounded(&[BRACKETS, WORDS].concat(), 100_000);
}

/// Short lines, so that nothing takes them for minified and every grammar really reads them.
#[test]
fn brackets_on_many_lines_do_not_break_the_stack() {
    assert_nesting_is_bounded(&BRACKETS, 20);
}

#[test]
fn nested_words_on_many_lines_do_not_break_the_stack() {
    assert_nesting_is_bounded(&WORDS, 20);
}

#[test]
fn links_that_go_round_or_out_are_recorded_and_not_followed() {
    let project = Project::new();
    project.write("folder/inside.py", "def inside():\n    return 1\n");
    let outside = project.beside("outside");
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(outside.join("other.py"), [b"def other():\n    return '", MARKER, b"'\n"].concat())
        .unwrap();
    let root = project.root();
    symlink("..", root.join("folder/up")).unwrap();
    symlink("itself", root.join("itself")).unwrap();
    symlink("second", root.join("first")).unwrap();
    symlink("first", root.join("second")).unwrap();
    symlink(outside.join("other.py"), root.join("out.py")).unwrap();
    symlink(&outside, root.join("out")).unwrap();
    symlink("/dev/zero", root.join("endless.py")).unwrap();
    symlink("nowhere.py", root.join("dangling.py")).unwrap();
    symlink("folder/inside.py", root.join("again.py")).unwrap();
    project.index();
    assert_eq!(project.lines_of("inside"), [1]);
    assert!(project.lines_of("other").is_empty());
    for path in ["itself", "first", "out.py", "out", "endless.py", "dangling.py"] {
        assert!(has_problem(&project, path, "link"), "{path}: {:?}", project.problems());
    }
    assert_unknown(&project);
}

#[test]
fn a_tracked_file_that_became_a_link_out_is_not_read_for_its_history() {
    let project = Project::new();
    project.write("data.py", "def data():\n    return 1\n");
    project.write("pipe.py", "def pipe():\n    return 1\n");
    git(&project.root(), &["init", "-q"]);
    commit_all(&project.root(), "Begin");
    project.index();
    for (name, target) in [("data.py", "/dev/zero"), ("pipe.py", "tube")] {
        std::fs::remove_file(project.root().join(name)).unwrap();
        symlink(target, project.root().join(name)).unwrap();
    }
    make_pipe(&project.root().join("tube"));
    project.index();
    assert!(project.lines_of("data").is_empty() && project.lines_of("pipe").is_empty());
    assert!(has_problem(&project, "data.py", "link"));
}

fn make_pipe(path: &std::path::Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn what_is_not_a_file_is_passed_by() {
    let project = Project::new();
    project.write("main.py", "def main():\n    return 1\n");
    project.write("package.py/inner.py", "def inner():\n    return 1\n");
    make_pipe(&project.root().join("pipe.py"));
    let _socket = std::os::unix::net::UnixListener::bind(project.root().join("socket.py")).unwrap();
    let node =
        Command::new("mknod").arg(project.root().join("device.py")).args(["c", "1", "5"]).output().unwrap();
    if !node.status.success() {
        eprintln!("skipped the device: this user may not make one");
    }
    project.index();
    assert_eq!((project.lines_of("main"), project.lines_of("inner")), (vec![1], vec![1]));
    assert_eq!(project.status()["files"], 2);
}

#[test]
fn files_that_may_not_be_read_are_recorded() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new();
    project
        .write("open.py", "def open_one():\n    return 1\n")
        .write("closed.py", "def closed_one():\n    return 1\n");
    project.write("vault/hidden.py", "def hidden_one():\n    return 1\n");
    for path in ["closed.py", "vault"] {
        std::fs::set_permissions(project.root().join(path), std::fs::Permissions::from_mode(0o000)).unwrap();
    }
    if std::fs::read(project.root().join("closed.py")).is_ok() {
        eprintln!("skipped: this user may read everything");
    } else {
        project.index();
        assert!(has_problem(&project, "closed.py", "unreadable"), "{:?}", project.problems());
        assert!(has_problem(&project, "vault", "unreadable"), "{:?}", project.problems());
        assert_eq!(project.lines_of("open_one"), [1]);
    }
    std::fs::set_permissions(project.root().join("vault"), std::fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn strange_names_are_kept_apart() {
    let project = Project::new();
    project.write("line\nbreak.py", "def broken_name():\n    return 1\n");
    project.write("tab\tand \"quotes\" \\ and\u{1b}[31m.py", "def quoted_name():\n    return 1\n");
    project.write(format!("{}.py", "n".repeat(250)), "def long_name():\n    return 1\n");
    project.write("-rf", "dashes\n").write("ünïcödé/日本.py", "def wide_name():\n    return 1\n");
    project.write(OsStr::from_bytes(b"not\xff\xfetext.py"), "def unnameable():\n    return 1\n");
    project.index();
    for name in ["broken_name", "quoted_name", "long_name", "wide_name"] {
        assert_eq!(project.lines_of(name), [1], "{name}");
    }
    assert!(project.lines_of("unnameable").is_empty());
    let said = project.orient(&["status", "--problems"]);
    assert!(!said.out.contains('\u{1b}'), "{:?}", said.out);
    let said = project.orient(&["symbol", "quoted_name"]);
    assert!(said.code == Some(0) && !said.out.contains('\u{1b}'), "{:?} {}", said.out, said.err);
    assert_eq!(project.status()["changed"].as_array().unwrap().len(), 0);
}

#[test]
fn paths_longer_than_the_system_takes_do_not_stop_the_walk() {
    let project = Project::new();
    project.write("near.py", "def near():\n    return 1\n");
    let name = "d".repeat(200);
    let chain = |top: &str| (1..15).fold(project.root().join(top), |path, _| path.join(&name));
    for top in [&name, "other"] {
        for folder in chain(top).ancestors().take_while(|folder| folder.starts_with(project.root().join(top)))
        {
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(folder.join("deep.py"), "def deep_down():\n    return 1\n").unwrap();
        }
    }
    // Each half is short enough to be named; together they are not.
    std::fs::rename(project.root().join("other"), chain(&name).join("other")).unwrap();
    project.index();
    assert_eq!(project.lines_of("near"), [1]);
    assert!(project.lines_of("deep_down").len() >= 14);
    assert_whole(&project.snapshot());
    let removed = Command::new("rm").args(["-rf", &name]).current_dir(project.root()).status().unwrap();
    assert!(removed.success());
    project.index();
    assert!(project.lines_of("deep_down").is_empty());
}

#[test]
fn secrets_are_in_no_file_of_the_cache() {
    let project = Project::new();
    let secret = [b"token = \"", MARKER, b"\"\n"].concat();
    let names = [
        ".env",
        ".env.local",
        "deploy/.env.production",
        "id_rsa",
        "keys/id_ed25519",
        "server.pem",
        "tls/private.key",
        ".netrc",
        ".npmrc",
        "home/.aws/credentials",
        "credentials.json",
        ".git-credentials",
        ".ssh/config",
    ];
    for name in names {
        project.write(name, &secret);
    }
    project.write("app.py", "def app():\n    return 1\n");
    symlink(".env", project.root().join("settings.py")).unwrap();
    git(&project.root(), &["init", "-q"]);
    commit_all(&project.root(), "Begin");
    project.write(".env", [&secret[..], b"more = 1\n"].concat());
    commit_all(&project.root(), "More");
    let report = project.index();
    assert_eq!(report["skipped_secrets"].as_u64(), Some(names.len() as u64));
    assert_eq!(project.lines_of("app"), [1]);
    assert_unknown(&project);
}

#[test]
fn the_search_for_secrets_would_find_one() {
    let project = Project::new();
    project.write("app.py", [b"def ", MARKER, b"():\n    return 1\n"].concat());
    project.index();
    let found = std::panic::catch_unwind(|| assert_unknown(&project));
    assert!(found.is_err());
}
