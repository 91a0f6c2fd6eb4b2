//! An answer from the cache is the answer; anything that it depends on makes another one.

use crate::support::Ground;
use orienteer_engine::{
    Change, ContextAnswer, ContextRequest, Format, PackCache, SearchFilter, Silent, Subject, View, Workspace,
};
use std::path::PathBuf;

fn loom() -> Ground {
    let loom = Ground::new();
    for number in 0..120 {
        loom.write(
            &format!("loom/warp_{number}.py"),
            &format!(
                "def wind_{number}(yarn):\n    \"\"\"Winds yarn on beam {number}.\"\"\"\n    return yarn\n"
            ),
        );
    }
    loom
}

fn entries(workspace: &Workspace) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(workspace.index_folder().join("answers")).into_iter().flatten();
    entries.flatten().map(|entry| entry.path()).collect()
}

/// Asks through the cache, and says whether the answer was kept anew.
fn asked(
    workspace: &Workspace,
    view: &View,
    request: &ContextRequest,
    program: &str,
) -> (ContextAnswer, bool) {
    let before = entries(workspace).len();
    let cache = PackCache::new(program).on_disk(workspace);
    let answer = workspace.cached_context(view, request, &cache).expect("an answer");
    assert_eq!(answer, workspace.context(view, request).expect("an answer"), "with and without cache");
    (answer, entries(workspace).len() > before)
}

#[test]
fn the_same_question_is_answered_from_disk_and_no_other() {
    let loom = loom();
    let (workspace, view) = loom.open();
    let request = ContextRequest::new("wind the yarn on a beam");
    let missed = |request: &ContextRequest, program: &str| asked(&workspace, &view, request, program).1;
    assert!(missed(&request, "1"));
    assert!(!missed(&request, "1"), "the same question");
    assert!(missed(&request, "2"), "another program");
    assert!(missed(&ContextRequest { task: "wind_7".to_owned(), ..request.clone() }, "1"));
    assert!(missed(&ContextRequest { budget: 7_999, ..request.clone() }, "1"));
    assert!(missed(&ContextRequest { format: Format::Json, ..request.clone() }, "1"));
    let filter = SearchFilter { globs: vec!["!warp_7.py".to_owned()], ..SearchFilter::default() };
    assert!(missed(&ContextRequest { filter, ..request.clone() }, "1"));
    let mut tuned = request.clone();
    tuned.params.set("own", 1.5).expect("a parameter");
    assert!(missed(&tuned, "1"));
    let files = |path: &str| Subject::Files(vec![path.to_owned()]);
    assert!(missed(&ContextRequest { subject: files("loom/warp_7.py"), ..request.clone() }, "1"));
    assert!(missed(&ContextRequest { subject: files("loom/warp_8.py"), ..request.clone() }, "1"));
    assert!(!missed(&request, "1"), "still there");
}

#[test]
fn a_change_is_known_by_what_it_changes() {
    let loom = loom();
    let (workspace, view) = loom.open();
    let change = |number: usize, line: &str| {
        let text = format!(
            "--- a/loom/warp_{number}.py\n+++ b/loom/warp_{number}.py\n@@ -3 +3 @@\n-    return yarn\n+    return {line}\n"
        );
        let subject = Subject::Change(Change::Patch(text.into_bytes()));
        asked(&workspace, &view, &ContextRequest { subject, ..ContextRequest::new("") }, "1").1
    };
    assert!(change(7, "1"));
    assert!(!change(7, "2"), "the same unit");
    assert!(change(8, "1"));
}

#[test]
fn another_snapshot_answers_anew() {
    let loom = loom();
    let (workspace, view) = loom.open();
    let request = ContextRequest::new("wind_7");
    let (before, _) = asked(&workspace, &view, &request, "1");
    loom.write("loom/warp_7.py", "def wind_7(yarn):\n    return yarn * 7\n");
    let view = workspace.view(&Silent).expect("a snapshot");
    let (after, missed) = asked(&workspace, &view, &request, "1");
    assert!(missed && after != before && after.text.contains("yarn * 7"));
}

#[test]
fn a_file_that_changed_since_is_not_quoted_from_the_cache() {
    let loom = loom();
    let (workspace, view) = loom.open();
    let request = ContextRequest::new("wind_7");
    assert!(asked(&workspace, &view, &request, "1").1);
    loom.write("loom/warp_7.py", "def wind_7(yarn):\n    return yarn * 7\n");
    let (stale, missed) = asked(&workspace, &view, &request, "1");
    assert!(!missed, "an answer without the file is not kept");
    assert!(!stale.text.contains("return yarn\n"), "{}", stale.text);
    let behind = View { freshness: workspace.freshness(&view.snapshot).expect("files"), ..view };
    let (answer, missed) = asked(&workspace, &behind, &request, "1");
    assert!(!missed && answer.text.contains("changed since"), "{}", answer.text);
}

#[test]
fn what_is_damaged_is_answered_anew() {
    let loom = loom();
    let (workspace, view) = loom.open();
    let request = ContextRequest::new("wind the yarn on a beam");
    let (first, _) = asked(&workspace, &view, &request, "1");
    let entry = entries(&workspace).remove(0);
    let whole = std::fs::read(&entry).expect("an entry");
    for length in [0, 3, 16, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&entry, &whole[..length]).expect("file");
        assert_eq!(asked(&workspace, &view, &request, "1").0, first);
        assert_eq!(std::fs::read(&entry).expect("an entry"), whole, "kept anew");
    }
}

#[test]
fn a_server_keeps_the_last_ones_in_memory() {
    let loom = loom();
    let (workspace, view) = loom.open();
    let cache = PackCache::new("1").in_memory(2);
    let ask = |task: &str| {
        let request = ContextRequest::new(task);
        assert_eq!(
            workspace.cached_context(&view, &request, &cache).expect("an answer"),
            workspace.context(&view, &request).expect("an answer")
        );
        cache.kept_in_memory()
    };
    assert_eq!([ask("wind_1"), ask("wind_1"), ask("wind_2"), ask("wind_3")], [1, 1, 2, 2]);
    assert!(entries(&workspace).is_empty(), "nothing on disk");
}
