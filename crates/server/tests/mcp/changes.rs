//! Whatever happens to files between two questions, the second is about what is there now.

use crate::client::{Client, Folder, text};
use orienteer_server::ServeOptions;
use serde_json::{Value, json};
use std::process::Command;
use std::time::Duration;

const DROP: (&str, &str) = ("orchard/pick.py", "def pick_pear(tree):\n    return tree.pear\n");

fn git(folder: &Folder, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]);
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let output = git.args(arguments).current_dir(folder.tree()).output().unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn commit(folder: &Folder) {
    git(folder, &["add", "--all"]);
    git(folder, &["commit", "--quiet", "--message", "Work"]);
}

async fn symbol(client: &mut Client, name: &str) -> Value {
    client.call("symbol", json!({ "name": name })).await
}

/// Where a symbol stands and its first line, as both tools tell.
async fn check(client: &mut Client, name: &str, place: &str, line: &str) {
    let told = symbol(client, name).await;
    assert!(text(&told).starts_with(place) && text(&told).contains(line), "{told}");
    assert!(told["structuredContent"].get("changed").is_none(), "{told}");
    let context = client.call("context", json!({ "task": format!("change {name}"), "again": true })).await;
    assert!(text(&context).contains(line), "{context}");
}

/// Asks until the other writer is done: an answer that says what it lacks is right until then.
async fn caught_up(client: &mut Client, name: &str) {
    while symbol(client, name).await["structuredContent"].get("changed").is_some() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn branches_reverts_renames_and_removals_are_seen() {
    let folder = Folder::with(&[DROP]);
    git(&folder, &["init", "--quiet", "--initial-branch=main"]);
    commit(&folder);
    git(&folder, &["checkout", "--quiet", "-b", "other"]);
    folder
        .write("orchard/pick.py", "# Ripe ones.\ndef pick_pear(tree, ripe):\n    return tree.pears[ripe]\n");
    commit(&folder);
    let (mut client, _) = Client::connect(folder.options(), None).await;
    let (before, after) = ("def pick_pear(tree):", "def pick_pear(tree, ripe):");
    check(&mut client, "pick_pear", "orchard/pick.py:2", after).await;
    git(&folder, &["checkout", "--quiet", "main"]);
    check(&mut client, "pick_pear", "orchard/pick.py:1", before).await;
    git(&folder, &["checkout", "--quiet", "other"]);
    check(&mut client, "pick_pear", "orchard/pick.py:2", after).await;
    folder.write("orchard/pick.py", "def pick_plum(tree):\n    return tree.plum\n");
    assert!(text(&symbol(&mut client, "pick_pear").await).starts_with("no such symbol"));
    git(&folder, &["checkout", "--quiet", "--", "."]);
    check(&mut client, "pick_pear", "orchard/pick.py:2", after).await;
    git(&folder, &["mv", "orchard/pick.py", "orchard/harvest.py"]);
    check(&mut client, "pick_pear", "orchard/harvest.py:2", after).await;
    std::fs::remove_dir_all(folder.tree().join("orchard")).unwrap();
    assert!(text(&symbol(&mut client, "pick_pear").await).starts_with("no such symbol"));
}

#[tokio::test]
async fn an_edit_that_keeps_size_and_time_is_seen() {
    let folder = Folder::with(&[DROP]);
    let (mut client, _) = Client::connect(folder.options(), None).await;
    symbol(&mut client, "pick_pear").await;
    let path = folder.tree().join("orchard/pick.py");
    let modified = path.metadata().unwrap().modified().unwrap();
    std::fs::write(&path, DROP.1.replace("pear", "plum")).unwrap();
    std::fs::File::options().append(true).open(&path).unwrap().set_modified(modified).unwrap();
    let told = symbol(&mut client, "pick_plum").await;
    assert!(text(&told).starts_with("orchard/pick.py:1 function pick_plum"), "{told}");
}

#[tokio::test]
async fn ten_thousand_files_may_change_at_once() {
    const FILES: usize = 10_000;
    let folder = Folder::with(&[DROP]);
    let write = |word: &str| {
        for number in 0..FILES {
            let body = format!("def {word}_{number}(row):\n    return row\n");
            folder.write(&format!("rows/part_{}/row_{number}.py", number % 100), &body);
        }
    };
    write("plant");
    let (mut patient, _) = Client::connect(folder.options(), None).await;
    check(&mut patient, "plant_77", "rows/part_77/row_77.py:1", "def plant_77(row):").await;
    write("graft");
    let hasty = ServeOptions { patience: Duration::from_millis(1), ..folder.options() };
    let (mut hasty, _) = Client::connect(hasty, None).await;
    let stale = symbol(&mut hasty, "plant_77").await;
    let data = &stale["structuredContent"];
    assert!(data["changed_count"].as_u64().is_none_or(|count| count > 0), "{stale}");
    assert!(!text(&stale).contains("def plant_77"), "what is not there any more is not quoted: {stale}");
    caught_up(&mut patient, "graft_77").await;
    check(&mut patient, "graft_77", "rows/part_77/row_77.py:1", "def graft_77(row):").await;
    assert!(text(&symbol(&mut patient, "plant_77").await).starts_with("no such symbol"));
}
