//! Commits speak for what they changed: a task in the words of a message finds code that has none of them.

use crate::support::Ground;
use orienteer_engine::{ContextRequest, Params};
use std::process::Command;

fn git(ground: &Ground, arguments: &[&str]) {
    let status = Command::new("git")
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"])
        .args(["-c", "init.defaultBranch=main", "-c", "core.autocrlf=false"])
        .args(arguments)
        .current_dir(ground.tree())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .status();
    assert!(status.expect("git").success(), "{arguments:?}");
}

fn commit(ground: &Ground, message: &str) {
    git(ground, &["add", "-A"]);
    git(ground, &["commit", "-q", "-m", message]);
}

/// A hundred ropes that are pulled, and one of them by a mast whose only tie to zeppelins is a commit's message.
fn airfield() -> Ground {
    let ground = Ground::new();
    for number in 0..60 {
        let text = format!(
            "def lift_{number}(rope):\n    \"\"\"Pulls a rope.\"\"\"\n    return rope\n\n\ndef lower_{number}(rope):\n    \"\"\"Pulls a rope.\"\"\"\n    return rope\n"
        );
        ground.write(&format!("cranes/crane_{number}.py"), &text);
    }
    git(&ground, &["init", "-q"]);
    commit(&ground, "Begin");
    ground.write("mast.py", "def fasten(rope):\n    \"\"\"Pulls a rope.\"\"\"\n    return rope\n");
    commit(&ground, "Hold zeppelins that moor in a storm");
    ground.write("cranes/crane_7.py", "def lift_7(rope):\n    \"\"\"Pulls a rope.\"\"\"\n    return None\n");
    commit(&ground, "Simplify cranes");
    ground
}

fn titles(ground: &Ground, task: &str, params: Params) -> Vec<String> {
    let (workspace, view) = ground.open();
    let request = ContextRequest { params, ..ContextRequest::new(task) };
    let answer = workspace.context(&view, &request);
    let ranked = answer.map(|answer| answer.ranked).unwrap_or_default();
    ranked.iter().map(|hit| format!("{} {}", hit.place.path, hit.place.name)).collect()
}

/// Commits that say much, so that nothing else decides.
fn with_touched() -> Params {
    let mut params = Params::default();
    params.set("channel_dense", 0.0).expect("a parameter");
    params.set("channel_history", 0.3).expect("a parameter");
    params.set("history", 1.0).expect("a parameter");
    params.set("history_file", 1.0).expect("a parameter");
    params
}

fn without_history() -> Params {
    let mut params = Params::default();
    params.set("context_history_commits", 0.0).expect("a parameter");
    params
}

#[test]
fn a_message_lifts_what_its_commit_changed() {
    let ground = airfield();
    let place = |params| {
        let found = titles(&ground, "pull a rope when zeppelins moor in a storm", params);
        assert!(found.len() > 50, "{found:?}");
        found.iter().position(|title| title == "mast.py fasten").unwrap_or(found.len())
    };
    let (with, without) = (place(with_touched()), place(without_history()));
    assert!(with < 20 && without > 50, "{with} {without}");
}

#[test]
fn what_head_does_not_reach_lifts_nothing() {
    let ground = airfield();
    git(&ground, &["checkout", "-q", "-b", "later"]);
    ground.write("cranes/crane_9.py", "def heave(thing):\n    return thing\n");
    commit(&ground, "Welcome dirigibles");
    let heaves = |found: Vec<String>| found.iter().any(|title| title.ends_with(" heave"));
    assert!(heaves(titles(&ground, "welcome dirigibles", with_touched())));
    git(&ground, &["checkout", "-q", "main"]);
    ground.write("cranes/crane_9.py", "def heave(thing):\n    return thing\n");
    assert!(!heaves(titles(&ground, "welcome dirigibles", with_touched())));
}
