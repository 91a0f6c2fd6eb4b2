//! What a session remembers: a body is sent once, unless it changed or is asked for again.

use crate::client::{Client, Folder, text};
use serde_json::{Value, json};

fn loom() -> Folder {
    let weave = "def weave_cloth(warp, weft):\n    \"\"\"Weaves cloth from warp and weft.\"\"\"\n    return list(zip(warp, weft))\n";
    let spin = "def spin_yarn(wool):\n    \"\"\"Spins yarn, from which cloth is woven.\"\"\"\n    return sorted(wool)\n";
    Folder::with(&[("loom/weave.py", weave), ("loom/spin.py", spin)])
}

async fn ask(client: &mut Client, more: Value) -> String {
    let mut arguments = json!({ "task": "weave cloth from yarn" });
    for (name, value) in more.as_object().unwrap() {
        arguments[name] = value.clone();
    }
    text(&client.call("context", arguments).await).to_owned()
}

#[tokio::test]
async fn a_body_is_sent_once() {
    let folder = loom();
    let (mut client, _) = Client::connect(folder.options(), None).await;
    let first = ask(&mut client, json!({})).await;
    assert!(first.contains("return list(zip(warp, weft))") && !first.contains("already sent"), "{first}");
    let second = ask(&mut client, json!({})).await;
    assert!(!second.contains("return list(zip") && second.contains("weave_cloth (already sent)"), "{second}");
    for format in ["markdown", "compact"] {
        let written = ask(&mut client, json!({ "format": format })).await;
        assert!(written.contains("(already sent)") && !written.contains("zip("), "{written}");
    }
    assert!(ask(&mut client, json!({ "format": "json" })).await.contains("\"sent\":true"));
    assert!(ask(&mut client, json!({ "format": "xml" })).await.contains("sent=\"true\""));
    let again = ask(&mut client, json!({ "again": true })).await;
    assert_eq!(again, first);
}

#[tokio::test]
async fn what_moved_is_known_and_what_changed_is_sent() {
    let folder = loom();
    let (mut client, _) = Client::connect(folder.options(), None).await;
    ask(&mut client, json!({})).await;
    let weave = std::fs::read_to_string(folder.tree().join("loom/weave.py")).unwrap();
    folder.write("loom/weave.py", &format!("# Cloth.\n\n{weave}"));
    let moved = ask(&mut client, json!({})).await;
    assert!(moved.contains("loom/weave.py:3  function weave_cloth (already sent)"), "{moved}");
    folder.write("loom/weave.py", &weave.replace("list(", "tuple("));
    let changed = ask(&mut client, json!({})).await;
    assert!(changed.contains("return tuple(zip(warp, weft))"), "{changed}");
}

#[tokio::test]
async fn sessions_know_nothing_of_each_other() {
    let folder = loom();
    let (mut one, _) = Client::connect(folder.options(), None).await;
    let (mut other, _) = Client::connect(folder.options(), None).await;
    let first = ask(&mut one, json!({})).await;
    assert_eq!(ask(&mut other, json!({})).await, first);
}
