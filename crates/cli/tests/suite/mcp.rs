//! `orient mcp` as an agent starts it: a pipe in, a pipe out, and nothing but the protocol on it.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

fn orient(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orient"));
    command.args(arguments).current_dir(folder).env("ORIENT_CACHE_DIR", folder.join(".cache"));
    command
}

#[test]
fn an_agent_asks_and_hangs_up() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("kite.py"), "class Kite:\n    def fly(self):\n        return 1\n")
        .unwrap();
    let mut command = orient(folder.path(), &["mcp"]);
    let mut server =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let mut ask = |message: Value| writeln!(input, "{message}").unwrap();
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } });
    ask(json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello }));
    ask(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let mut answer = || serde_json::from_str::<Value>(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(answer()["result"]["serverInfo"]["name"], "orient");
    for id in 1..100 {
        let call = json!({ "name": "symbol", "arguments": { "name": "Kite.fly" } });
        ask(json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call }));
        let answer = answer();
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        if !text.starts_with("indexing") {
            assert!(text.starts_with("kite.py:2 method Kite.fly\n"), "{text}");
            break;
        }
    }
    drop(input);
    assert!(lines.next().is_none(), "the end of the input is the end of the output");
    let output = server.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn a_folder_that_is_not_there_is_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let output = orient(folder.path(), &["mcp", "--path", "nowhere"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "orient: nowhere does not exist\n  hint: check the path\n");
}
