//! Reading real repositories, made with the `git` program in temporary folders.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod fixture;

use std::{cell::Cell, collections::HashMap};

use fixture::{Fixture, hex, read_all, read_with};
use orienteer_history::{
    CommitFacts, CommitId, Content, FileUnits, HistoryError, Hunk, Known, Limits, Repository, UnitSpan,
    WalkEnd, locate, read, read_from, touches,
};

fn numbered(lines: std::ops::Range<u32>) -> String {
    lines.map(|line| format!("line {line}\n")).collect()
}

fn paths(facts: &CommitFacts) -> Vec<&str> {
    facts.files.iter().map(|file| file.path.as_str()).collect()
}

#[test]
fn commits_come_newest_first_with_their_lines() {
    let git = Fixture::new();
    git.write("src/a.txt", &numbered(0..50));
    let first = git.commit("Begin\n\nWith a body.");
    git.write("src/a.txt", &numbered(0..50).replace("line 30\n", "new\nnewer\n"));
    git.write("b.txt", "b\n");
    let second = git.commit("Change a, add b");
    let (facts, walk) = read_all(git.path());
    assert_eq!(walk.end, WalkEnd::Root);
    assert_eq!(facts.iter().map(|facts| hex(&facts.id)).collect::<Vec<_>>(), [second, first]);
    assert_eq!(facts[0].parent, Some(facts[1].id));
    assert_eq!(facts[1].parent, None);
    assert_eq!(facts[1].message, "Begin\n\nWith a body.");
    assert_eq!(facts[0].time, 1_700_000_002);
    assert_eq!(paths(&facts[0]), ["b.txt", "src/a.txt"]);
    assert_eq!(facts[0].files[0].content, Content::Added);
    assert_eq!(facts[0].files[1].hunks, [Hunk { old_start: 30, old_lines: 1, new_start: 30, new_lines: 2 }]);
}

#[test]
fn files_are_followed_through_renames_and_deletions() {
    let git = Fixture::new();
    git.write("old/moved.txt", &numbered(0..20));
    git.write("old/changed.txt", &numbered(100..120));
    git.write("gone.txt", "gone\n");
    git.commit("Begin");
    git.git(&["mv", "old", "new"]);
    git.write("new/changed.txt", &numbered(100..121));
    git.git(&["rm", "-q", "gone.txt"]);
    git.commit("Move");
    let (facts, _) = read_all(git.path());
    let files: Vec<_> =
        facts[0].files.iter().map(|f| (f.path.as_str(), f.old_path.as_deref(), f.content)).collect();
    let expected = [
        ("gone.txt", None, Content::Deleted),
        ("new/changed.txt", Some("old/changed.txt"), Content::Lines),
        ("new/moved.txt", Some("old/moved.txt"), Content::Lines),
    ];
    assert_eq!(files, expected);
    assert_eq!(facts[0].files[1].hunks, [Hunk { old_start: 20, old_lines: 0, new_start: 20, new_lines: 1 }]);
    assert_eq!(facts[0].file_count, 3);
}

#[test]
fn a_merge_is_one_change_that_quotes_what_it_brought_in() {
    let git = Fixture::new();
    git.write("a.txt", "a\n");
    git.commit("Begin");
    git.git(&["checkout", "-q", "-b", "topic"]);
    git.write("b.txt", "b\n");
    git.commit("Add b");
    git.write("c.txt", "c\n");
    git.commit("Add c");
    git.git(&["checkout", "-q", "main"]);
    git.write("a.txt", "aa\n");
    git.commit("Change a");
    git.git(&["merge", "-q", "--no-ff", "-m", "Merge topic", "topic"]);
    let (facts, _) = read_all(git.path());
    let messages: Vec<_> = facts.iter().map(|facts| facts.message.as_str()).collect();
    assert_eq!(messages, ["Merge topic\nAdd c\nAdd b", "Change a", "Begin"]);
    assert_eq!(paths(&facts[0]), ["b.txt", "c.txt"]);
}

#[test]
fn other_branches_are_never_seen() {
    let git = Fixture::new();
    git.write("a.txt", "a\n");
    let base = git.commit("Begin");
    git.git(&["checkout", "-q", "-b", "secret"]);
    git.write("secret.txt", "secret\n");
    let secret = git.commit("Secret");
    git.git(&["checkout", "-q", "main"]);
    git.git(&["replace", &base, &secret]);
    let (facts, walk) = read_all(git.path());
    assert_eq!(walk.commits.iter().map(hex).collect::<Vec<_>>(), [base]);
    assert_eq!(paths(&facts[0]), ["a.txt"]);
}

#[test]
fn a_walk_that_was_cut_goes_on_where_it_stopped() {
    let git = Fixture::new();
    git.history(300);
    let (whole, walk) = read_all(git.path());
    assert_eq!((whole.len(), walk.end), (300, WalkEnd::Root));
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let soon = || calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 190;
    let repository = Repository::open(git.path()).unwrap();
    let mut stored = Vec::new();
    let cut = read(&repository, &Limits::default(), &|_| Known::No, &mut |facts| stored.push(facts), &soon);
    assert_eq!(cut.end, WalkEnd::Cancelled);
    assert!(stored.len() >= 128 && stored.len() < 300, "{} facts", stored.len());
    assert_eq!(cut.commits, stored.iter().map(|facts| facts.id).collect::<Vec<_>>());

    git.write("later.txt", "later\n");
    git.commit("Later");
    let parents: HashMap<CommitId, Option<CommitId>> = stored.iter().map(|f| (f.id, f.parent)).collect();
    let known = |id: &CommitId| parents.get(id).map_or(Known::No, |&parent| Known::Yes { parent });
    let (rest, walk) = read_with(git.path(), &Limits::default(), &known);
    assert_eq!((walk.commits.len(), walk.read), (301, 301 - stored.len()));
    let resumed: Vec<_> = rest[..1].iter().chain(&stored).chain(&rest[1..]).cloned().collect();
    assert_eq!(resumed, read_all(git.path()).0);
    assert_eq!(resumed[1..], whole);
}

#[test]
fn the_limit_counts_known_commits() {
    let git = Fixture::new();
    git.history(40);
    let limits = Limits { commits: 30, ..Limits::default() };
    let (facts, walk) = read_with(git.path(), &limits, &|_| Known::No);
    assert_eq!((facts.len(), walk.commits.len(), walk.end), (30, 30, WalkEnd::Limit));
    let newest = (facts[0].id, facts[0].parent);
    let known = |id: &CommitId| if *id == newest.0 { Known::Yes { parent: newest.1 } } else { Known::No };
    let (rest, walk) = read_with(git.path(), &limits, &known);
    assert_eq!((rest.len(), walk.commits.len()), (29, 30));
    assert_eq!(rest, facts[1..]);
}

#[test]
fn older_commits_have_paths_and_no_lines() {
    let git = Fixture::new();
    git.write("old.txt", &numbered(0..20));
    git.commit("Begin");
    git.git(&["mv", "old.txt", "new.txt"]);
    git.commit("Move");
    git.write("new.txt", &numbered(0..21));
    git.commit("Change");
    git.write("new.txt", &numbered(0..22));
    git.commit("Change again");
    let limits = Limits { commits: 1, older_commits: 2, ..Limits::default() };
    let (close, walk) = read_with(git.path(), &limits, &|_| Known::No);
    assert_eq!((close.len(), walk.end, close[0].files[0].hunks.len()), (1, WalkEnd::Limit, 1));
    assert_eq!(walk.next, close[0].parent);
    let repository = Repository::open(git.path()).unwrap();
    let mut older = Vec::new();
    let (none, mut sink) = (|_: &CommitId| Known::No, |facts| older.push(facts));
    let walk = read_from(&repository, walk.next, &limits.for_older(), &none, &mut sink, &|| false);
    assert_eq!((walk.end, walk.commits.len()), (WalkEnd::Limit, 2));
    let files: Vec<_> = older.iter().map(|f: &CommitFacts| (f.message.as_str(), &f.files[0])).collect();
    assert_eq!((files[0].0, files[0].1.content, files[0].1.hunks.len()), ("Change", Content::Skipped, 0));
    assert_eq!((files[1].0, files[1].1.old_path.as_deref()), ("Move", Some("old.txt")));
    assert_ne!(limits.fingerprint(), limits.for_older().fingerprint());
}

#[test]
fn mass_changes_list_files_without_lines() {
    let git = Fixture::new();
    (0..6).for_each(|file| git.write(&format!("{file}.txt"), "before\n"));
    git.commit("Begin");
    (0..6).for_each(|file| git.write(&format!("{file}.txt"), "after\n"));
    git.commit("Change everything");
    let limits = Limits { files_per_commit: 5, ..Limits::default() };
    let (facts, _) = read_with(git.path(), &limits, &|_| Known::No);
    assert_eq!(facts[0].file_count, 6);
    assert!(facts[0].files.iter().all(|file| file.content == Content::Skipped && file.hunks.is_empty()));
    let (facts, _) = read_with(git.path(), &Limits { listed_files: 5, ..limits }, &|_| Known::No);
    assert_eq!((facts[0].file_count, facts[0].files.len()), (6, 0));
    assert_eq!(facts[0].message, "Change everything");
}

#[test]
fn content_that_is_not_lines_is_said_so() {
    let git = Fixture::new();
    git.write("binary", "\0\n");
    git.write("large", &numbered(0..2_000));
    git.commit("Begin");
    git.write("binary", "\0\0\n");
    git.write("large", &numbered(1..2_000));
    git.commit("Change");
    let limits = Limits { blob_bytes: 1_000, ..Limits::default() };
    let (facts, _) = read_with(git.path(), &limits, &|_| Known::No);
    let files: Vec<_> = facts[0].files.iter().map(|file| (file.path.as_str(), file.content)).collect();
    assert_eq!(files, [("binary", Content::Binary), ("large", Content::TooLarge)]);
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_not_files() {
    let git = Fixture::new();
    git.write("b", "b\n");
    git.write("c", "c\n");
    std::os::unix::fs::symlink("b", git.path().join("a")).unwrap();
    git.commit("Begin");
    std::fs::remove_file(git.path().join("c")).unwrap();
    std::os::unix::fs::symlink("b", git.path().join("c")).unwrap();
    git.commit("Link");
    let (facts, _) = read_all(git.path());
    assert_eq!(paths(&facts[1]), ["b", "c"]);
    assert_eq!((paths(&facts[0]), facts[0].files[0].content), (vec!["c"], Content::Deleted));
}

#[test]
fn paths_are_relative_to_the_folder_and_others_are_left_out() {
    let git = Fixture::new();
    git.write("outside.txt", "x\n");
    git.commit("Outside");
    git.write("part/inner/a.txt", "a\n");
    git.write("outside.txt", "y\n");
    git.commit("Both");
    let (facts, _) = read_all(&git.path().join("part"));
    assert_eq!(facts.len(), 2);
    assert_eq!(paths(&facts[0]), ["inner/a.txt"]);
    assert_eq!(paths(&facts[1]), [""; 0]);
    let repository = Repository::open(&git.path().join("part")).unwrap();
    assert_eq!(repository.head().blob("inner/a.txt").as_deref(), Some(&b"a\n"[..]));
    let oid = git.git(&["rev-parse", "HEAD:part/inner/a.txt"]);
    assert_eq!(repository.head().oid("inner/a.txt").map(|id| hex(&id)), Some(oid));
    assert_eq!(repository.head().oid("outside.txt"), None);
    assert_eq!(repository.head_id().map(|id| hex(&id)), Some(git.git(&["rev-parse", "HEAD"])));
}

#[cfg(unix)]
#[test]
fn paths_that_are_not_text_are_skipped() {
    use std::os::unix::ffi::OsStrExt;
    let git = Fixture::new();
    std::fs::write(git.path().join(std::ffi::OsStr::from_bytes(b"bad\xff")), "x").unwrap();
    git.write("good", "x\n");
    git.commit("Begin");
    let (facts, _) = read_all(git.path());
    assert_eq!((paths(&facts[0]), facts[0].file_count), (vec!["good"], 1));
}

#[test]
fn a_shallow_clone_ends_at_its_edge() {
    let git = Fixture::new();
    git.history(10);
    let clone = tempfile::tempdir().unwrap();
    let (from, to) = (format!("file://{}", git.path().display()), clone.path().join("clone"));
    git.git(&["clone", "-q", "--depth", "4", &from, to.to_str().unwrap()]);
    let (facts, walk) = read_all(&to);
    assert_eq!((facts.len(), walk.end), (3, WalkEnd::Shallow));
    assert_eq!(facts, read_all(git.path()).0[..3]);
}

#[test]
fn worktrees_have_their_own_head_and_shared_objects() {
    let git = Fixture::new();
    git.history(3);
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree");
    git.git(&["worktree", "add", "-q", "--detach", tree.to_str().unwrap(), "HEAD~1"]);
    assert_eq!(read_all(&tree).0, read_all(git.path()).0[1..]);
    let (here, main) = (locate(&tree).unwrap(), locate(git.path()).unwrap());
    assert_eq!(here.common_dir, main.common_dir);
    assert_ne!(here.git_dir, main.git_dir);
    assert_eq!((here.is_worktree, main.is_worktree), (true, false));
    assert_eq!((here.is_submodule, here.is_bare, main.is_bare), (false, false, false));
}

#[test]
fn bare_repositories_and_submodules_are_read() {
    let git = Fixture::new();
    git.history(3);
    let folder = tempfile::tempdir().unwrap();
    let bare = folder.path().join("bare.git");
    git.git(&["clone", "-q", "--bare", git.path().to_str().unwrap(), bare.to_str().unwrap()]);
    assert_eq!(read_all(&bare).0, read_all(git.path()).0);
    assert!(locate(&bare).unwrap().is_bare);
    let outer = Fixture::new();
    outer.git(&[
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        bare.to_str().unwrap(),
        "sub",
    ]);
    outer.commit("Add a submodule");
    let sub = outer.path().join("sub");
    assert_eq!(read_all(&sub).0, read_all(git.path()).0);
    assert!(locate(&sub).unwrap().is_submodule && !locate(outer.path()).unwrap().is_submodule);
    assert_eq!(paths(&read_all(outer.path()).0[0]), [".gitmodules"]);
}

#[test]
fn what_cannot_be_read_is_said_so() {
    let empty = Fixture::new();
    let (facts, walk) = read_all(empty.path());
    assert_eq!((facts.len(), walk.head, walk.end), (0, None, WalkEnd::Root));
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Repository::open(folder.path()), Err(HistoryError::NotARepository { .. })));
    assert!(locate(folder.path()).is_none());
    let sha256 = Fixture::with(&["--object-format=sha256"]);
    assert!(matches!(Repository::open(sha256.path()), Err(HistoryError::UnsupportedFormat { .. })));
}

#[test]
fn damage_ends_the_walk() {
    let git = Fixture::new();
    git.history(6);
    let whole = read_all(git.path()).0;
    let tree = git.git(&["rev-parse", "HEAD~3^{tree}"]);
    git.damage(&tree);
    let (facts, walk) = read_all(git.path());
    // The commit after the damaged one cannot be compared with it.
    assert_eq!(facts, whole[..2]);
    assert_eq!(walk.end, WalkEnd::Unreadable(whole[2].id));
    let commit = git.git(&["rev-parse", "HEAD~1"]);
    git.damage(&commit);
    assert_eq!(read_all(git.path()).1.end, WalkEnd::Unreadable(whole[0].id));
}

#[test]
fn a_missing_blob_is_a_change_without_lines() {
    let git = Fixture::new();
    git.write("a.txt", "a\n");
    git.commit("Begin");
    git.write("a.txt", "b\n");
    git.commit("Change");
    git.damage(&git.git(&["rev-parse", "HEAD~1:a.txt"]));
    let (facts, walk) = read_all(git.path());
    assert_eq!((facts.len(), walk.end), (2, WalkEnd::Root));
    assert_eq!(facts[0].files[0].content, Content::Unreadable);
}

#[test]
fn hunks_reach_the_units_of_today() {
    let git = Fixture::new();
    let body = |name: &str| format!("def {name}():\n    one = 1\n    two = 2\n    return one + two\n\n");
    git.write("old.py", &(body("first") + &body("second")));
    git.commit("Begin");
    git.write("old.py", &(body("first") + &body("second").replace("two = 2", "two = 22")));
    git.commit("Change second");
    git.git(&["mv", "old.py", "new.py"]);
    git.commit("Rename");
    git.write("new.py", &(body("zero") + &body("first") + &body("second").replace("two = 2", "two = 22")));
    git.commit("Insert zero above");
    let facts = read_all(git.path()).0;
    let asked = Cell::new(0);
    let units = |path: &str| {
        asked.set(asked.get() + 1);
        let span = |unit| UnitSpan { start_line: unit * 5 + 1, end_line: unit * 5 + 4, unit };
        (path == "new.py").then(|| FileUnits { spans: (0..3).map(span).collect() })
    };
    let rows: Vec<_> =
        touches(&facts, &[], &units).rows.iter().map(|row| (row.commit, row.unit, row.lines)).collect();
    assert_eq!(rows, [(0, 0, 4), (2, 2, 1), (3, 1, 4), (3, 2, 4)]);
    assert_eq!(asked.get(), 1);
}

#[test]
fn revisions_are_named_as_git_names_them() {
    let git = Fixture::new();
    git.write("a.txt", "old\n");
    let first = git.commit("First");
    git.write("a.txt", "new\n");
    git.write("sub/b.txt", "b\n");
    let second = git.commit("Second");
    let repository = Repository::open(git.path()).unwrap();
    let named = |revision: &str| repository.commit_named(revision).map(|id| hex(&id));
    assert_eq!(named("HEAD").unwrap(), second);
    assert_eq!(named("HEAD~1").unwrap(), first);
    assert_eq!(named(&first[..10]).unwrap(), first);
    assert!(matches!(named("nowhere"), Err(HistoryError::UnknownRevision { .. })));
    assert!(matches!(named("HEAD:a.txt"), Err(HistoryError::UnknownRevision { .. })));

    let [old, new] = ["HEAD~1", "HEAD"].map(|revision| repository.commit_named(revision).unwrap());
    assert_eq!(repository.at(&old).blob("a.txt").unwrap(), b"old\n");
    let paths: Vec<String> = repository.at(&new).files().into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, ["a.txt", "sub/b.txt"]);
    assert_eq!(repository.merge_base(&old, &new), Some(old));
    assert!(repository.at(&[7; 20]).files().is_empty());
}
