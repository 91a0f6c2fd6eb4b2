//! Whatever path an agent names, it is a file of the index or nothing: no dots, links, cases or encodings lead out of the tree.
#![cfg(unix)]

use crate::client::{Client, Folder};
use serde_json::{Value, json};
use std::os::unix::fs::symlink;

/// In no file of the tree.
const MARKER: &str = "zquxmarkervalue";

fn folder() -> Folder {
    let folder = Folder::with(&[("bell.py", "def ring(bell):\n    return bell\n")]);
    folder.write("../outside/secret.py", &format!("def {MARKER}():\n    return 1\n"));
    folder.write(".env", &format!("TOKEN={MARKER}\n"));
    symlink("../outside/secret.py", folder.tree().join("link.py")).unwrap();
    symlink("..", folder.tree().join("up")).unwrap();
    folder
}

fn paths(folder: &Folder) -> Vec<String> {
    let full = folder.tree().join("../outside/secret.py").canonicalize().unwrap().display().to_string();
    let known = [
        "../outside/secret.py",
        "up/outside/secret.py",
        "./../outside/secret.py",
        "bell.py/../../outside/secret.py",
        "%2e%2e/outside/secret.py",
        "..\\outside\\secret.py",
        "link.py",
        ".env",
        ".ENV",
        "BELL.py/../.env",
        "/etc/hostname",
        "file:///etc/hostname",
        "bell.py\0../outside/secret.py",
    ];
    known.into_iter().map(str::to_owned).chain([full]).collect()
}

fn assert_silent(answer: &Value, about: &str) {
    assert!(!answer.to_string().contains(MARKER), "{about}: {answer}");
}

#[tokio::test]
async fn no_argument_of_a_tool_leads_out_of_the_tree() {
    let folder = folder();
    let (mut client, _) = Client::connect(folder.options(), None).await;
    for path in paths(&folder) {
        for arguments in [
            json!({ "task": "ring", "files": [path] }),
            json!({ "files": [path] }),
            json!({ "task": "ring", "globs": [path] }),
            json!({ "diff": format!("--- a/{path}\n+++ b/{path}\n@@ -1,2 +1,2 @@\n-def old():\n+def new():\n     return 1\n") }),
        ] {
            let answer = client.ask("tools/call", json!({ "name": "context", "arguments": arguments })).await;
            assert_silent(&answer, &path);
        }
        let names = [path.clone(), format!("{path}:1"), format!("{path}:ring")];
        for name in names {
            let arguments = json!({ "name": "symbol", "arguments": { "name": name } });
            assert_silent(&client.ask("tools/call", arguments).await, &path);
        }
    }
    let found = client.call("search", json!({ "query": "ring" })).await;
    assert!(found.to_string().contains("bell.py"), "{found}");
    let answer = client.call("search", json!({ "query": "value of the token" })).await;
    assert_silent(&answer, "a search for it");
}

#[tokio::test]
async fn no_resource_lies_outside_the_tree() {
    let folder = folder();
    let (mut client, _) = Client::connect(folder.options(), None).await;
    for path in paths(&folder) {
        for uri in
            [format!("orient://unit/{path}"), format!("orient://unit/{path}:1"), format!("file://{path}")]
        {
            let answer = client.ask("resources/read", json!({ "uri": uri })).await;
            assert!(answer["error"].is_object(), "{uri}: {answer}");
            assert_silent(&answer, &uri);
        }
    }
    let status = client.ask("resources/read", json!({ "uri": "orient://status" })).await;
    assert_silent(&status, "the state of the index");
}

#[tokio::test]
async fn a_file_that_became_a_link_is_not_quoted() {
    let folder = folder();
    let (mut client, _) = Client::connect(folder.options(), None).await;
    client.call("search", json!({ "query": "ring" })).await;
    std::fs::remove_file(folder.tree().join("bell.py")).unwrap();
    symlink("../outside/secret.py", folder.tree().join("bell.py")).unwrap();
    for (tool, arguments) in [
        ("symbol", json!({ "name": "bell.py:1" })),
        ("context", json!({ "task": "ring", "again": true })),
        ("search", json!({ "query": "ring" })),
    ] {
        assert_silent(&client.ask("tools/call", json!({ "name": tool, "arguments": arguments })).await, tool);
    }
}
