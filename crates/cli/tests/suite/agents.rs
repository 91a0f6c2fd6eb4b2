//! What an agent is given beside answers: its entry in a configuration file, and a way to say what it used.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use crate::program::{Program, Said};
use expect_test::expect;
use std::io::Write;
use std::process::Stdio;

const PRAISED: &str = "shop/part_1/box_9.py";
const READ: &str = "shop/part_1/box_7.py";
const TASK: &[&str] = &["context", "monthly settlement of a record"];

/// More units than are used, all with the word that the task shares with the code.
fn shop() -> Program {
    let program = Program::repository();
    for number in 0..12 {
        let text =
            format!("def keep_{number}(record):\n    \"\"\"Keeps a record.\"\"\"\n    return record\n");
        program.write(&format!("shop/part_{}/box_{number}.py", number % 2), &text);
    }
    program
}

/// The name of an answer, from what stands on standard error.
fn pack(program: &Program, arguments: &[&str]) -> String {
    let output = program.command(arguments).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    err.split(", answer ").nth(1).unwrap_or_else(|| panic!("no name in {err}")).trim().to_owned()
}

fn observe(program: &Program, event: &str) -> Said {
    let mut command = program.command(&["observe"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(event.as_bytes()).unwrap();
    program.said(&child.wait_with_output().unwrap())
}

/// How many files of an answer, in whichever form, have a better unit than this one.
fn place(program: &Program, arguments: &[&str], path: &str) -> usize {
    let json = program.run(&[arguments, &["--format", "json"]].concat()).json();
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let mut scored: Vec<(f64, String)> = Vec::new();
    for item in list(&json["items"]).into_iter().chain(list(&json["pointers"])) {
        let path = item["path"].as_str().unwrap_or_default().to_owned();
        let units = list(&item["units"]).into_iter().filter_map(|unit| unit["score"].as_f64());
        scored.extend(units.chain(item["score"].as_f64()).map(|score| (score, path.clone())));
    }
    let best = scored.iter().filter(|(_, other)| other == path).map(|(score, _)| *score).fold(0.0, f64::max);
    assert!(best > 0.0, "{path} is in the answer");
    scored.iter().filter(|(score, _)| *score > best).count()
}

#[test]
fn praise_moves_a_unit_up_until_its_folder_changes() {
    let program = shop();
    assert_eq!(program.run(&["learned"]).code, 1, "nothing was learned yet");
    let name = pack(&program, TASK);
    let said = program.run(&["feedback", &name, "--useful", "keep_9", "--not-useful", "keep_0"]);
    assert_eq!((said.code, said.err.as_str()), (0, "noted for 2 units\n"));
    let without = place(&program, &[TASK, &["--no-learned"]].concat(), PRAISED);
    assert!(place(&program, TASK, PRAISED) < without, "from {without}");

    let learned = program.run(&["learned"]);
    assert_eq!(learned.code, 0);
    assert!(learned.out.contains("+0.80  shop/part_1/box_9.py:1 keep_9"), "{}", learned.page());
    let export = program.run(&["learned", "--json"]).json();
    assert_eq!((export["uses"].as_u64(), export["expired"].as_u64()), (Some(2), Some(0)));
    let why = program.run(&["why", TASK[1], "keep_9"]);
    assert!(why.out.contains("feedback "), "{}", why.page());

    program.write("shop/part_1/added.py", "def added():\n    return 1\n");
    program.run(&["index", "--quiet"]);
    let learned = program.run(&["learned"]);
    assert!(!learned.out.contains(PRAISED), "its package is another one now: {}", learned.page());
    assert_eq!(program.run(&["learned", "--json"]).json()["expired"].as_u64(), Some(1));
}

#[test]
fn an_agent_tells_what_it_uses() {
    let program = shop();
    pack(&program, TASK);
    let tree = program.tree().display().to_string();
    let event = format!(
        r#"{{"hook_event_name": "PostToolUse", "cwd": "{tree}", "tool_name": "Read", "tool_input": {{"file_path": "{tree}/shop/part_1/box_7.py"}}}}"#
    );
    let said = observe(&program, &event);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", ""), "a hook has nothing to say");
    let without = place(&program, &[TASK, &["--no-learned"]].concat(), READ);
    assert!(place(&program, TASK, READ) < without, "from {without}");
    let cursor = r#"{"hook_event_name": "beforeReadFile", "file_path": "/nowhere"}"#;
    assert_eq!(observe(&program, cursor).out, "{\"permission\":\"allow\"}\n");
    for other in [r#"{"hook_event_name": "Stop"}"#, r#"{"event": "read", "path": "app/nothing.py"}"#] {
        assert_eq!(observe(&program, other).code, 0, "{other}");
    }
    assert_eq!(observe(&program, "nonsense").code, 1, "2 would stop the agent");

    let forgot = program.run(&["learned", "--forget", "shop/part_1"]);
    assert!(forgot.code == 0 && forgot.err.starts_with("forgot "), "{}", forgot.page());
    assert_eq!(program.run(&["learned", "--forget"]).code, 1);
}

#[test]
fn what_is_refused() {
    let program = shop();
    let name = pack(&program, TASK);
    let unknown = program.run(&["feedback", "000000000000", "--useful", "keep_1"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("there is no answer"), "{}", unknown.page());
    let absent = program.run(&["feedback", &name, "--useful", "nobody"]);
    assert_eq!(absent.code, 2);
    assert!(absent.err.contains("`nobody` is not in the answer"), "{}", absent.page());
    assert_eq!(program.run(&["feedback", &name]).code, 2, "says nothing");
}

#[test]
fn a_rebuild_keeps_what_was_learned() {
    let program = shop();
    let name = pack(&program, TASK);
    program.run(&["feedback", &name, "--useful", "keep_9"]);
    assert_eq!(program.run(&["index", "--force", "--quiet"]).code, 0);
    let without = place(&program, &[TASK, &["--no-learned"]].concat(), PRAISED);
    assert!(place(&program, TASK, PRAISED) < without, "from {without}");
}

fn set_up(program: &Program, arguments: &[&str]) -> Said {
    let home = program.tree().parent().unwrap().join("account");
    std::fs::create_dir_all(&home).unwrap();
    let mut command = program.command(arguments);
    command.env("HOME", home).env("PATH", "/nowhere");
    for name in ["XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME"] {
        command.env_remove(name);
    }
    program.said(&command.output().unwrap())
}

#[test]
fn shown_then_written_then_undone() {
    let program = Program::project();
    expect![[r#"
        exit 0
        --- out
        --- /dev/null
        +++ .mcp.json
        @@ -0,0 +1,8 @@
        +{
        +  "mcpServers": {
        +    "orient": {
        +      "command": "orient",
        +      "args": ["mcp"]
        +    }
        +  }
        +}
        --- err
        nothing was written; --write makes this change
        `orient` is not on PATH: give the agent its place with --program
    "#]]
    .assert_eq(&set_up(&program, &["setup", "claude-code"]).page());
    assert!(!program.tree().join(".mcp.json").exists(), "nothing is written unless asked");
    expect![[r#"
        exit 0
        --- out
        --- /dev/null
        +++ .mcp.json
        @@ -0,0 +1,8 @@
        +{
        +  "mcpServers": {
        +    "orient": {
        +      "command": "orient",
        +      "args": ["mcp"]
        +    }
        +  }
        +}
        --- err
        wrote [folder]/tree/.mcp.json
        `orient` is not on PATH: give the agent its place with --program
    "#]]
    .assert_eq(&set_up(&program, &["setup", "claude-code", "--write"]).page());
    expect![[r#"
        exit 0
        --- out
        --- err
        claude-code is set up already
        `orient` is not on PATH: give the agent its place with --program
    "#]]
    .assert_eq(&set_up(&program, &["setup", "claude-code", "--write"]).page());
    expect![[r#"
        exit 0
        --- out
        --- .mcp.json
        +++ /dev/null
        @@ -1,8 +0,0 @@
        -{
        -  "mcpServers": {
        -    "orient": {
        -      "command": "orient",
        -      "args": ["mcp"]
        -    }
        -  }
        -}
        --- err
        removed [folder]/tree/.mcp.json
    "#]]
    .assert_eq(&set_up(&program, &["unsetup", "claude-code", "--write"]).page());
    assert!(!program.tree().join(".mcp.json").exists());
    expect![[r#"
        exit 0
        --- out
        --- err
        claude-code is not set up
    "#]]
    .assert_eq(&set_up(&program, &["unsetup", "claude-code"]).page());
    assert!(!program.cache().exists(), "nothing is indexed for it");
}

#[test]
fn what_cannot_be_set_up() {
    let program = Program::project();
    program.write(".cursor/mcp.json", "{ broken");
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: [folder]/tree/.cursor/mcp.json:1:3: a name in quotes was expected; the file was left as it is
          hint: repair it, then try again
    "#]]
    .assert_eq(&set_up(&program, &["setup", "cursor", "--write"]).page());
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: zed runs no hooks
          hint: leave --hooks out; claude-code and cursor run hooks
    "#]]
    .assert_eq(&set_up(&program, &["setup", "zed", "--hooks"]).page());
    expect![[r#"
        exit 2
        --- out
        --- err
        orient: windsurf has no configuration per project
          hint: leave --scope out
    "#]]
    .assert_eq(&set_up(&program, &["setup", "windsurf", "--scope", "project"]).page());
    assert_eq!(set_up(&program, &["setup", "notepad"]).code, 2);
}

#[test]
fn of_a_user() {
    let program = Program::project();
    let said = set_up(&program, &["setup", "codex", "--scope", "user", "--program", "/opt/orient"]);
    expect![[r#"
        exit 0
        --- out
        --- /dev/null
        +++ [folder]/account/.codex/config.toml
        @@ -0,0 +1,3 @@
        +[mcp_servers.orient]
        +command = "/opt/orient"
        +args = ["mcp"]
        --- err
        nothing was written; --write makes this change
    "#]]
    .assert_eq(&said.page());
}
