//! What is said about a tree that was never indexed, while somebody is still at it.

use crate::client::{Client, Folder, text};
use orienteer_engine::{Location, Workspace, count_tokens};
use orienteer_server::ServeOptions;
use serde_json::json;
use std::time::Duration;

/// Only one file has what is asked for.
fn boatyard() -> Folder {
    let folder = Folder::with(&[(
        "yard/keel.py",
        "def lay_keel(oak):\n    \"\"\"Lays the keel of a boat.\"\"\"\n    return oak\n",
    )]);
    for number in 0..400 {
        folder.write(
            &format!("yard/plank_{number}.py"),
            &format!("def saw_plank_{number}(log):\n    return log\n"),
        );
    }
    folder
}

/// Patience in which nothing can be indexed, because another process holds the lock.
fn busy(folder: &Folder, patience: Duration) -> (ServeOptions, impl Drop) {
    let workspace = Workspace::new(Location::exact(&folder.tree()).unwrap(), &folder.cache());
    let lock = workspace.repository().lock_writer().unwrap();
    (ServeOptions { patience, ..folder.options() }, Held { _lock: Box::new(lock) })
}

struct Held {
    _lock: Box<dyn std::any::Any>,
}

impl Drop for Held {
    fn drop(&mut self) {}
}

#[tokio::test]
async fn the_likeliest_files_answer_first_and_leave_nothing_behind() {
    let folder = boatyard();
    let (options, lock) = busy(&folder, Duration::from_secs(8));
    let (mut client, _) = Client::connect(options, None).await;
    for (tool, arguments) in [
        ("symbol", json!({ "name": "lay_keel" })),
        ("search", json!({ "query": "lays the keel of a boat" })),
        ("context", json!({ "task": "lays the keel of a boat", "max_tokens": 300 })),
        ("context", json!({ "task": "lays the keel of a boat", "max_tokens": 400, "format": "json" })),
    ] {
        let result = client.call(tool, arguments.clone()).await;
        assert!(
            text(&result).contains("partial") && text(&result).contains("of 401 looked into"),
            "{result}"
        );
        assert!(text(&result).contains("keel.py") && !text(&result).contains("saw_plank"), "{result}");
        assert_eq!(result["structuredContent"]["partial"], true, "{result}");
        let most = arguments["max_tokens"].as_u64().unwrap_or(2_000) as usize;
        assert!(count_tokens(text(&result)) <= most && data_tokens(&result) <= most, "{result}");
    }
    let missing = client.call("symbol", json!({ "name": "lay_mast" })).await;
    assert!(text(&missing).starts_with("partial"), "what was not looked at may have it: {missing}");
    assert!(!folder.cache().join("partial").exists());
    drop(lock);
    while client.call("symbol", json!({ "name": "lay_keel" })).await["structuredContent"]["partial"] == true {
    }
    let found = client.call("symbol", json!({ "name": "saw_plank_7" })).await;
    assert!(text(&found).starts_with("yard/plank_7.py:1"), "{found}");
}

fn data_tokens(result: &serde_json::Value) -> usize {
    count_tokens(&result["structuredContent"].to_string())
}

#[tokio::test]
async fn where_no_time_is_left_the_answer_says_how_far_the_index_is() {
    let folder = boatyard();
    let (options, _lock) = busy(&folder, Duration::from_millis(2));
    let (mut client, _) = Client::connect(options, None).await;
    for (tool, arguments) in [
        ("symbol", json!({ "name": "lay_oak" })),
        ("search", json!({ "query": "boat" })),
        ("context", json!({ "task": "lays a boat" })),
        ("context", json!({ "diff": "" })),
    ] {
        let result = client.call(tool, arguments).await;
        assert!(text(&result).starts_with("indexing this repository for the first time"), "{result}");
        assert_ne!(result["isError"], true);
        assert_eq!(result["structuredContent"]["partial"], true, "{result}");
    }
}
