//! Which files an answer is about: as they are now, in the folder that the client means, or not yet.

use crate::client::{Client, Folder, text};
use orienteer_engine::{Location, Workspace};
use orienteer_server::ServeOptions;
use serde_json::json;
use std::time::Duration;

const KITE: (&str, &str) = ("kite.py", "def fly_kite(wind):\n    return wind\n");

#[tokio::test]
async fn an_answer_has_what_changed_before_the_question() {
    let folder = Folder::with(&[KITE]);
    let (mut client, _) = Client::connect(folder.options(), None).await;
    let before = client.call("symbol", json!({ "name": "fly_kite" })).await;
    assert!(text(&before).starts_with("kite.py:1 function fly_kite"), "{before}");
    folder.write("kite.py", "\n\ndef fly_kite(wind):\n    return wind\n");
    folder.write("string.py", "def wind_string(reel):\n    return reel\n");
    let after = client.call("symbol", json!({ "name": "fly_kite" })).await;
    assert!(text(&after).starts_with("kite.py:3 function fly_kite"), "{after}");
    assert_ne!(before["structuredContent"]["snapshot"], after["structuredContent"]["snapshot"]);
    let found = client.call("search", json!({ "query": "string of a reel" })).await;
    assert_eq!(found["structuredContent"]["items"][0]["name"], "wind_string");
    std::fs::remove_file(folder.tree().join("string.py")).unwrap();
    let gone = client.call("symbol", json!({ "name": "wind_string" })).await;
    assert!(text(&gone).starts_with("no such symbol: wind_string"), "{gone}");
    assert_eq!(gone["structuredContent"]["items"], json!([]));
}

#[tokio::test]
async fn many_at_once_get_one_answer_each() {
    let folder = Folder::with(&[KITE]);
    let (mut client, _) = Client::connect(folder.options(), None).await;
    let call = || json!({ "name": "symbol", "arguments": { "name": "fly_kite" } });
    let mut open = Vec::new();
    for _ in 0..50 {
        open.push(client.begin("tools/call", call()).await);
    }
    while !open.is_empty() {
        let message = client.receive().await;
        assert!(text(&message["result"]).starts_with("kite.py:1"), "{message}");
        open.retain(|id| message["id"] != *id);
    }
}

#[tokio::test]
async fn the_first_root_of_the_client_is_asked_about() {
    let (here, there) =
        (Folder::with(&[KITE]), Folder::with(&[("pond.py", "def row_boat(oar):\n    return oar\n")]));
    let (mut client, _) = Client::connect(here.options(), Some(&there.tree())).await;
    let found = client.call("symbol", json!({ "name": "row_boat" })).await;
    assert!(text(&found).starts_with("pond.py:1"), "{found}");
    client.root = Some(here.tree());
    client.notify("notifications/roots/list_changed", json!({})).await;
    // Notifications are not answered: the server may be told of it after the next question.
    while !text(&client.call("symbol", json!({ "name": "fly_kite" })).await).starts_with("kite.py:1") {}
    let named = ServeOptions { folders: vec![there.tree()], ..here.options() };
    let (mut client, _) = Client::connect(named, Some(&here.tree())).await;
    let found = client.call("symbol", json!({ "name": "row_boat" })).await;
    assert!(text(&found).starts_with("pond.py:1"), "the command line names the folder: {found}");
}

#[tokio::test]
async fn an_answer_that_cannot_wait_says_what_changed_since() {
    let folder = Folder::with(&[KITE]);
    let options = ServeOptions { patience: Duration::from_millis(300), ..folder.options() };
    let (mut client, _) = Client::connect(options, None).await;
    settle(&mut client).await;
    let _lock = workspace(&folder).repository().lock_writer().unwrap();
    folder.write("kite.py", "# Another line.\ndef fly_kite(wind):\n    return wind\n");
    let stale = client.call("symbol", json!({ "name": "fly_kite" })).await;
    assert!(text(&stale).contains("changed since the snapshot; not quoted"), "{stale}");
    assert!(text(&stale).contains(", changed since: kite.py"), "{stale}");
    assert_eq!(stale["structuredContent"]["changed"], json!(["kite.py"]));
}

#[tokio::test]
async fn whoever_waits_is_told_and_may_stop() {
    let folder = Folder::with(&[KITE]);
    let lock = workspace(&folder).repository().lock_writer().unwrap();
    let (mut client, _) = Client::connect(folder.options(), None).await;
    let call = json!({
        "name": "symbol",
        "arguments": { "name": "fly_kite" },
        "_meta": { "progressToken": "t" },
    });
    let id = client.begin("tools/call", call).await;
    let news = client.receive().await;
    assert_eq!(news["method"], "notifications/progress", "{news}");
    assert_eq!((&news["params"]["progressToken"], &news["params"]["total"]), (&json!("t"), &json!(100.0)));
    client.notify("notifications/cancelled", json!({ "requestId": id })).await;
    client.ask("ping", json!({})).await;
    drop(lock);
    let found = client.call("symbol", json!({ "name": "fly_kite" })).await;
    assert!(text(&found).starts_with("kite.py:1"), "{found}");
    assert!(client.news.iter().all(|message| message["id"] != id), "{:?}", client.news);
}

#[tokio::test]
async fn noise_on_the_line_ends_nothing() {
    let folder = Folder::with(&[KITE]);
    let (mut client, _) = Client::connect(folder.options(), None).await;
    for line in ["", "{", "]", "\u{0}\u{1}", "{\"jsonrpc\":\"2.0\"}", "[1,2]", "\"words\""] {
        client.send_line(line).await;
    }
    let pong = client.ask("ping", json!({})).await;
    assert_eq!(pong["result"], json!({}), "{pong}");
}

/// Until the answer is from all files.
async fn settle(client: &mut Client) {
    while client.call("symbol", json!({ "name": "fly_kite" })).await["structuredContent"]["partial"] == true {
    }
}

fn workspace(folder: &Folder) -> Workspace {
    Workspace::new(Location::exact(&folder.tree()).unwrap(), &folder.cache())
}
