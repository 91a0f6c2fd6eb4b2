//! Patches that fit a tree before them, after them, and not at all.

use super::*;

const OLD: &str = "one\ntwo\nthree\nfour\nfive\n";
const NEW: &str = "one\ntwo\n3\nfour\nfive\nsix\n";
const PATCH: &str = "\
From: somebody
---
diff --git a/f.txt b/f.txt
index 1..2 100644
--- a/f.txt
+++ b/f.txt
@@ -2,4 +2,5 @@ one
 two
-three
+3
 four
 five
+six
\\ No newline at end of file
-- 
2.40
";

fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    for (path, text) in files {
        std::fs::write(folder.path().join(path), text).expect("file");
    }
    folder
}

fn check(files: &[(&str, &str)], patch: &str) -> Result<Vec<(Option<String>, Option<String>)>, PatchError> {
    let tree = tree(files);
    let changed = changed(tree.path(), &parse(patch.as_bytes())?)?;
    let text = |bytes: Option<Vec<u8>>| bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(changed.into_iter().map(|file| (text(file.old), text(file.new))).collect())
}

fn both(old: &str, new: &str) -> Vec<(Option<String>, Option<String>)> {
    vec![(Some(old.to_owned()), Some(new.to_owned()))]
}

#[test]
fn the_tree_is_before_or_after_the_patch() {
    assert_eq!(check(&[("f.txt", OLD)], PATCH), Ok(both(OLD, NEW)));
    assert_eq!(check(&[("f.txt", NEW)], PATCH), Ok(both(OLD, NEW)));
    let moved = format!("zero\n\n{OLD}");
    assert_eq!(check(&[("f.txt", &moved)], PATCH), Ok(both(&moved, &format!("zero\n\n{NEW}"))));
    let windows = OLD.replace('\n', "\r\n");
    assert_eq!(check(&[("f.txt", &windows)], PATCH), Ok(both(OLD, NEW)));
}

#[test]
fn another_tree_is_refused() {
    let other = PatchError::OtherLines { path: "f.txt".to_owned(), line: 7 };
    assert_eq!(check(&[("f.txt", "one\ntwo\nfour\nfive\n")], PATCH), Err(other));
    let far = "--- a/f.txt\n+++ b/f.txt\n@@ -18446744073709551615 +18446744073709551615 @@\n-x\n+y\n";
    assert_eq!(check(&[("f.txt", "one\nx\n")], far), Ok(both("one\nx\n", "one\ny\n")));
    assert_eq!(check(&[], PATCH), Err(PatchError::NoSuchFile { path: "f.txt".to_owned() }));
}

#[test]
fn files_come_and_go() {
    let made = "--- /dev/null\n+++ b/f.txt\n@@ -0,0 +1 @@\n+one\n";
    assert_eq!(check(&[], made), Ok(vec![(None, Some("one\n".to_owned()))]));
    assert_eq!(check(&[("f.txt", "one\n")], made), Ok(vec![(None, Some("one\n".to_owned()))]));
    let exists = PatchError::Exists { path: "f.txt".to_owned() };
    assert_eq!(check(&[("f.txt", "two\n")], made), Err(exists));
    let taken = "--- a/f.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n";
    assert_eq!(check(&[("f.txt", "one\n")], taken), Ok(vec![(Some("one\n".to_owned()), None)]));
    assert_eq!(check(&[], taken), Ok(vec![(Some("one\n".to_owned()), None)]));
}

#[test]
fn without_context_what_was_added_decides() {
    let added = "--- a/f.txt\n+++ b/f.txt\n@@ -1,0 +2 @@\n+two\n";
    assert_eq!(check(&[("f.txt", "one\nthree\n")], added), Ok(both("one\nthree\n", "one\ntwo\nthree\n")));
    assert_eq!(
        check(&[("f.txt", "one\ntwo\nthree\n")], added),
        Ok(both("one\nthree\n", "one\ntwo\nthree\n"))
    );
    let taken = "--- a/f.txt\n+++ b/f.txt\n@@ -2 +1,0 @@\n-two\n";
    assert_eq!(
        check(&[("f.txt", "one\ntwo\nthree\n")], taken),
        Ok(both("one\ntwo\nthree\n", "one\nthree\n"))
    );
}

#[test]
fn renames_binaries_and_modes_are_read() {
    let patch = "diff --git a/old.txt b/new.txt\nsimilarity index 100%\nrename from old.txt\nrename to new.txt\n\
        diff --git a/x.png b/x.png\nBinary files a/x.png and b/x.png differ\n";
    let files = parse(patch.as_bytes()).expect("a patch");
    assert_eq!((files[0].old.as_deref(), files[0].new.as_deref()), (Some("old.txt"), Some("new.txt")));
    let tree = tree(&[("old.txt", OLD)]);
    let changed = changed(tree.path(), &files[..1]).expect("it fits");
    assert_eq!((changed[0].path.as_str(), changed[0].before.as_deref()), ("new.txt", Some("old.txt")));
    assert_eq!(changed[0].old, changed[0].new);
}

#[test]
fn secrets_are_passed_over() {
    let secret = "--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-a\n+b\n";
    assert_eq!(check(&[(".env", "other\n")], secret), Ok(Vec::new()));
}

#[test]
fn paths_are_those_of_the_tree_that_is_asked() {
    let files = parse(PATCH.as_bytes()).expect("a patch");
    assert_eq!(below(files.clone(), ""), files);
    assert_eq!(below(files.clone(), "app"), files, "made inside the folder");
    let mixed = "--- a/app/x.py\n+++ b/app/x.py\n--- a/other.py\n+++ b/other.py\n";
    let inside = below(parse(mixed.as_bytes()).expect("a patch"), "app");
    assert_eq!(inside.iter().map(|file| file.new.as_deref()).collect::<Vec<_>>(), [Some("x.py")]);
}

#[test]
fn what_is_no_patch_is_refused() {
    let refused = |text: &str| parse(text.as_bytes()).err();
    assert_eq!(refused(" \n"), None);
    assert_eq!(refused("hello\n"), Some(PatchError::NoFile));
    assert_eq!(refused("@@ -1 +1 @@\n-a\n+b\n"), Some(PatchError::NoFile));
    assert_eq!(refused("--- a\n+++ b\n@@ -1,2 +1 @@\n-a\n"), Some(PatchError::Unfinished { line: 3 }));
    assert_eq!(refused("--- a\n+++ b\n@@ -1,3 +1,2 @@\n-a\n x"), Some(PatchError::Unfinished { line: 3 }));
    assert_eq!(refused("--- a\n+++ b\n@@ -x +1 @@\n"), Some(PatchError::BadLine { line: 3 }));
    assert_eq!(refused("--- a\n+++ b\n@@@ -1 -1 +1 @@@\n"), Some(PatchError::Combined { line: 3 }));
    let outside = "--- a/../f\n+++ b/../f\n@@ -1 +1 @@\n-a\n+b\n";
    assert_eq!(check(&[], outside), Err(PatchError::Outside { path: "../f".to_owned() }));
}
