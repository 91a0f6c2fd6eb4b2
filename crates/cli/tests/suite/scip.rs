//! A SCIP index that cannot be used is refused, and leaves the tree as it was.

use std::process::{Command, Output};

fn orient(cache: &std::path::Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orient"));
    command.args(arguments).env("ORIENT_CACHE_DIR", cache).output().expect("the program starts")
}

#[test]
fn a_broken_index_is_refused_and_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tree, cache) = (folder.path().join("tree"), folder.path().join("cache"));
    std::fs::create_dir(&tree).expect("a tree");
    std::fs::write(tree.join("store.py"), "def load():\n    return 1\n").expect("a file");
    let broken = folder.path().join("broken.scip");
    std::fs::write(&broken, "not a message").expect("a file");
    let (tree, broken) = (tree.to_str().expect("text"), broken.to_str().expect("text"));
    let refused = orient(&cache, &["index", "-q", tree, "--scip", broken]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("broken.scip"));
    let after = orient(&cache, &["index", "-q", tree]);
    assert_eq!(after.status.code(), Some(0));
}
