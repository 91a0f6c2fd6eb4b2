//! What commits said is told of the files that they touched, however long ago, and of nothing that HEAD does not reach.

use crate::support::{Index, git, scratch};
use orienteer_history::Limits;
use std::path::Path;

const FEW: Limits = Limits {
    commits: 2,
    older_commits: 10,
    files_per_commit: 100,
    listed_files: 100,
    blob_bytes: 1 << 20,
    hunks_per_file: 256,
    message_bytes: 4096,
    merged_subjects: 20,
};

fn commit(root: &Path, path: &str, text: &str, message: &str) {
    let file = root.join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
    commit_all(root, message);
}

fn commit_all(root: &Path, message: &str) {
    assert!(git(root, &["add", "-A"]) && git(root, &["commit", "-q", "--allow-empty", "-m", message]));
}

/// Paths that commits with a word touched, newest first.
fn touched(index: &Index, word: &str) -> Vec<String> {
    let snapshot = index.snapshot();
    let log = snapshot.log().unwrap();
    let files = log.mentions(word).flat_map(|mention| log.files_of(mention.commit).collect::<Vec<_>>());
    files.map(|file| snapshot.file(file).unwrap().path().to_owned()).collect()
}

fn harbour(root: &Path) {
    assert!(git(root, &["init", "-q"]));
    commit(root, "old/quay.py", "def berth():\n    return 1\n", "Let zeppelins land");
    std::fs::create_dir_all(root.join("new")).unwrap();
    assert!(git(root, &["mv", "old/quay.py", "new/quay.py"]));
    commit_all(root, "Move it");
    for number in 0..4 {
        commit(root, "tide.py", &format!("def tide():\n    return {number}\n"), "Change the tide");
    }
}

#[test]
fn old_commits_speak_of_todays_files() {
    let folder = scratch();
    harbour(folder.path());
    let index = Index::limited(folder.path(), FEW);
    index.run();
    assert_eq!(touched(&index, "zeppelin"), ["new/quay.py"]);
    assert_eq!(touched(&index, "tide").len(), 4);
    let snapshot = index.snapshot();
    assert_eq!((snapshot.history().unwrap().commit_count(), snapshot.log().unwrap().commit_count()), (2, 6));
}

#[test]
fn what_head_does_not_reach_is_not_said() {
    let folder = scratch();
    harbour(folder.path());
    commit(folder.path(), "tide.py", "def tide():\n    return 9\n", "Answer the secret telegram");
    let index = Index::limited(folder.path(), FEW);
    index.run();
    assert_eq!(touched(&index, "telegram"), ["tide.py"]);
    assert!(git(folder.path(), &["reset", "-q", "--hard", "HEAD~1"]));
    index.run();
    assert!(touched(&index, "telegram").is_empty());
    assert_eq!(touched(&index, "zeppelin"), ["new/quay.py"]);
}

#[test]
fn the_limit_is_kept_as_history_grows() {
    let folder = scratch();
    harbour(folder.path());
    let index = Index::limited(folder.path(), Limits { older_commits: 4, ..FEW });
    index.run();
    assert_eq!(touched(&index, "zeppelin"), ["new/quay.py"]);
    commit(folder.path(), "tide.py", "def tide():\n    return 9\n", "One more");
    index.run();
    assert!(touched(&index, "zeppelin").is_empty());
    assert_eq!(index.snapshot().log().unwrap().commit_count(), 6);
}

#[cfg(unix)]
#[test]
fn a_changed_file_leaves_the_log_as_it_is() {
    use std::os::unix::fs::MetadataExt as _;
    let folder = scratch();
    harbour(folder.path());
    let index = Index::limited(folder.path(), FEW);
    let inode = || std::fs::metadata(index.snapshot().folder().join("log")).unwrap().ino();
    index.run();
    let before = inode();
    std::fs::write(folder.path().join("tide.py"), "def tide():\n    return 'high'\n").unwrap();
    assert!(index.run().published);
    assert_eq!(inode(), before);
    std::fs::write(folder.path().join("another.py"), "def another():\n    return 1\n").unwrap();
    assert!(index.run().published);
    assert_ne!(inode(), before);
    assert_eq!(touched(&index, "zeppelin"), ["new/quay.py"]);
}
