//! Conversations over HTTP.

use crate::client::House;
use orienteer_server::Stop;
use serde_json::{Value, json};

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[test]
fn a_session_is_answered_and_remembers() {
    let house = House::open(|_| {});
    let session = house.session();
    let found = session.call(1, "symbol", &json!({ "name": "ring_bell" }));
    assert!(text(&found).starts_with("bell.py:1 function ring_bell"), "{found}");
    let task = json!({ "task": "ring the bell" });
    assert!(text(&session.call(2, "context", &task)).contains("return tower.bell"));
    assert!(text(&session.call(3, "context", &task)).contains("already sent"));
    let other = house.session();
    assert!(text(&other.call(1, "context", &task)).contains("return tower.bell"));
    std::fs::write(house.tree().join("bell.py"), "\ndef ring_bell(tower):\n    return 2\n").unwrap();
    assert!(text(&other.call(2, "symbol", &json!({ "name": "ring_bell" }))).starts_with("bell.py:2"));
    let id = session.id.clone();
    assert!(house.ask("DELETE", "/mcp", &[("mcp-session-id", &id)], "").status / 100 == 2);
    let ping = json!({ "jsonrpc": "2.0", "id": 9, "method": "ping" });
    assert_eq!(session.post(&ping).status, 404);
    house.close();
}

#[test]
fn two_hundred_ask_at_once() {
    let house = House::open(|_| {});
    let session = house.session();
    session.call(0, "symbol", &json!({ "name": "ring_bell" }));
    std::thread::scope(|scope| {
        let asked: Vec<_> = (1..=200)
            .map(|id| {
                let session = &session;
                scope.spawn(move || session.call(id, "search", &json!({ "query": "bell of a tower" })))
            })
            .collect();
        for answer in asked {
            assert!(text(&answer.join().unwrap()).starts_with("bell.py:1"));
        }
    });
    house.close();
}

#[test]
fn whoever_asked_before_the_end_is_answered() {
    let house = House::open(|_| {});
    let session = house.session();
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| session.call(1, "symbol", &json!({ "name": "ring_bell" })));
        assert!(text(&asked.join().unwrap()).starts_with("bell.py:1"));
        house.stop();
    });
    drop(Stop::default());
    house.close();
}
