//! What can be read without a tool.

use crate::client::{Client, Folder};
use serde_json::{Value, json};

async fn read(client: &mut Client, uri: &str) -> Value {
    client.ask("resources/read", json!({ "uri": uri })).await
}

#[tokio::test]
async fn units_and_the_state_of_the_index_are_resources() {
    let folder = Folder::with(&[
        (
            "mill/a b.py",
            "# Flour.\ndef grind(corn):\n    return corn\n\n\ndef sift(flour):\n    return flour\n",
        ),
        ("mill/wheel.rs", "/// Turns.\npub fn turn() -> u8 {\n    1\n}\n"),
    ]);
    let (mut client, welcome) = Client::connect(folder.options(), None).await;
    assert!(welcome["result"]["capabilities"]["resources"].is_object(), "{welcome}");
    let templates = client.ask("resources/templates/list", json!({})).await;
    assert_eq!(templates["result"]["resourceTemplates"][0]["uriTemplate"], "orient://unit/{+name}");
    for (uri, source) in [
        ("orient://unit/grind", "# Flour.\ndef grind(corn):\n    return corn"),
        ("orient://unit/mill/a%20b.py:7", "def sift(flour):\n    return flour"),
        ("orient://unit/mill/wheel.rs:turn", "/// Turns.\npub fn turn() -> u8 {\n    1\n}"),
    ] {
        let answer = read(&mut client, uri).await;
        assert_eq!(answer["result"]["contents"][0]["text"], source, "{answer}");
    }
    let missing = read(&mut client, "orient://unit/grnd").await;
    assert_eq!(missing["error"]["data"]["nearest"], json!(["grind mill/a b.py:2"]), "{missing}");
    for uri in ["orient://unit/", "orient://unit/%zz", "file:///etc/hosts", ""] {
        assert!(
            read(&mut client, uri).await["error"]["message"].as_str().unwrap().contains("no such resource")
        );
    }
    let status = read(&mut client, "orient://status").await;
    let status: Value =
        serde_json::from_str(status["result"]["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!((&status["indexed"], &status["files"]), (&json!(true), &json!(2)), "{status}");
}
