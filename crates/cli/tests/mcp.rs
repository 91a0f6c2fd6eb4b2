//! `orient mcp` as an agent starts it: a pipe in, a pipe out, and nothing but the protocol on it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod program;

use program::Program;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn an_agent_asks_and_hangs_up() {
    let program = Program::project();
    let mut command = program.command(&["mcp"]);
    let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let mut ask = |message: Value| writeln!(input, "{message}").unwrap();
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } });
    ask(json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello }));
    ask(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let mut answer = || serde_json::from_str::<Value>(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(answer()["result"]["serverInfo"]["name"], "orient");
    for id in 1..100 {
        let call = json!({ "name": "symbol", "arguments": { "name": "Store.load" } });
        ask(json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call }));
        let answer = answer();
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        if !text.starts_with("indexing") {
            assert!(text.starts_with("app/store.py:17 method Store.load\n"), "{text}");
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
    let said = Program::empty().run(&["mcp", "--path", "nowhere"]);
    expect_test::expect![[r#"
        exit 2
        --- out
        --- err
        orient: nowhere does not exist
          hint: check the path
    "#]]
    .assert_eq(&said.page());
}
