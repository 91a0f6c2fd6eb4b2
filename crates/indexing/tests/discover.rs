//! The files that a walk finds are those that the walker of the crate `ignore` finds.

use ignore::WalkBuilder;
use orienteer_indexing::{Discovery, Silent, discover, discover_again, folders};
use orienteer_storage::{FolderCache, Repository};
use proptest::collection::vec;
use proptest::prelude::*;
use std::path::Path;
use std::time::Duration;

const NAMES: [&str; 5] = ["a", "b", "c.txt", "d.txt", "build"];
const RULES: [&str; 12] = [
    "a",
    "/a",
    "a/",
    "*.txt",
    "!c.txt",
    "b/*",
    "**/build",
    "!build/",
    "a/b",
    "/b/**/d.txt",
    "!/a/c.txt",
    "# no rule",
];
const FILES: [&str; 4] = [".gitignore", ".ignore", ".orientignore", ".git/info/exclude"];

#[derive(Debug, Clone)]
enum Step {
    File(Vec<usize>),
    Rules(Vec<usize>, usize, Vec<usize>),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let path = |most| vec(0..NAMES.len(), 0..most);
    let file = path(4).prop_filter("a file has a name", |path| !path.is_empty()).prop_map(Step::File);
    let rules = (path(3), 0..FILES.len(), vec(0..RULES.len(), 1..4));
    let rules = rules.prop_map(|(folder, file, lines)| Step::Rules(folder, file, lines));
    vec(prop_oneof![2 => file, 1 => rules], 1..25)
}

/// What cannot be made, because a file lies in the place of a folder, is left out.
fn make(root: &Path, steps: &[Step]) {
    let place = |path: &[usize]| path.iter().fold(root.to_owned(), |folder, name| folder.join(NAMES[*name]));
    for step in steps {
        let (path, text) = match step {
            Step::File(path) => (place(path), "text".to_owned()),
            Step::Rules(folder, file, lines) => {
                let lines: Vec<&str> = lines.iter().map(|line| RULES[*line]).collect();
                (place(folder).join(FILES[*file]), lines.join("\n"))
            }
        };
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(path, text);
    }
}

/// Files and folders as the other walker finds them.
fn expected(root: &Path) -> (Vec<String>, Vec<String>) {
    let mut walker = WalkBuilder::new(root);
    walker.hidden(false).require_git(false).add_custom_ignore_filename(".orientignore");
    walker.filter_entry(|entry| entry.file_name() != ".git");
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for entry in walker.build().flatten() {
        let path = entry.path().strip_prefix(root).expect("below").to_str().expect("text").to_owned();
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        (if is_folder { &mut folders } else { &mut files }).push(path);
    }
    files.sort_unstable();
    folders.sort_unstable();
    (files, folders)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn ignore_files_mean_what_they_mean_elsewhere(steps in steps(), start in vec(0..NAMES.len(), 0..2)) {
        let folder = tempfile::tempdir().expect("folder");
        make(folder.path(), &steps);
        // A folder inside a repository is below the rules of that repository too.
        let root = start.iter().fold(folder.path().to_owned(), |path, name| path.join(NAMES[*name]));
        prop_assume!(root.is_dir());
        let found: Vec<String> =
            discover(&root, &Silent).expect("walked").files.into_iter().map(|file| file.path).collect();
        let entered: Vec<String> = folders(&root)
            .iter()
            .map(|path| path.strip_prefix(&root).expect("below").to_str().expect("text").to_owned())
            .collect();
        prop_assert_eq!((found, entered), expected(&root));
    }
}

/// Longer than the clock of a file system stands still.
const TICK: Duration = Duration::from_millis(25);

/// The folders of a walk as the next one knows them.
fn remembered(walked: &Discovery, index: &Path) -> FolderCache {
    let repository = Repository::open(index, "repository");
    let (tree, lock) = (repository.tree("tree"), repository.lock_writer().expect("locked"));
    let none = FolderCache::default();
    tree.write_folder_cache(&lock, &none, &[], &walked.folders.listed).expect("written");
    tree.folder_cache()
}

fn remove(root: &Path, path: &[usize]) {
    let place = path.iter().fold(root.to_owned(), |folder, name| folder.join(NAMES[*name]));
    if place.is_dir() && !path.is_empty() {
        let _ = std::fs::remove_dir_all(place);
    } else {
        let _ = std::fs::remove_file(place);
    }
}

fn paths(walked: Discovery) -> Vec<String> {
    walked.files.into_iter().map(|file| file.path).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn what_came_and_went_since_shows(first in steps(), then in steps(), gone in vec(vec(0..NAMES.len(), 1..3), 0..3)) {
        let (folder, index) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
        let root = folder.path();
        make(root, &first);
        std::thread::sleep(TICK);
        let before = discover(root, &Silent).expect("walked");
        let cache = remembered(&before, index.path());
        let again = discover_again(root, &cache, &Silent).expect("walked");
        prop_assert_eq!((again.folders.known.len(), again.folders.listed.len()), (cache.len(), 0));
        prop_assert_eq!(paths(again), paths(before));
        make(root, &then);
        gone.iter().for_each(|path| remove(root, path));
        let again = discover_again(root, &cache, &Silent).expect("walked");
        prop_assert_eq!(paths(again), paths(discover(root, &Silent).expect("walked")));
    }
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_looked_at_each_time() {
    use std::os::unix::ffi::OsStrExt;
    let (folder, index) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
    let name = std::ffi::OsStr::from_bytes(b"\xff.py");
    std::fs::create_dir(folder.path().join("inner")).expect("made");
    std::fs::write(folder.path().join("inner").join(name), "text").expect("written");
    let before = discover(folder.path(), &Silent).expect("walked");
    let cache = remembered(&before, index.path());
    let again = discover_again(folder.path(), &cache, &Silent).expect("walked");
    assert_eq!((cache.len(), before.skipped.names, again.skipped), (1, 1, before.skipped));
}

#[test]
fn a_worktree_obeys_what_its_repository_keeps_to_itself() {
    let folder = tempfile::tempdir().expect("folder");
    let (shared, own) = (folder.path().join("main/.git"), folder.path().join("main/.git/worktrees/side"));
    std::fs::create_dir_all(shared.join("info")).expect("made");
    std::fs::create_dir_all(&own).expect("made");
    std::fs::write(shared.join("info/exclude"), "*.log\n").expect("written");
    std::fs::write(own.join("commondir"), "../..\n").expect("written");
    let side = folder.path().join("side");
    std::fs::create_dir(&side).expect("made");
    std::fs::write(side.join(".git"), format!("gitdir: {}\n", own.display())).expect("written");
    std::fs::write(side.join("a.log"), "text").expect("written");
    std::fs::write(side.join("a.py"), "text").expect("written");
    let found = discover(&side, &Silent).expect("walked").files;
    assert_eq!(found.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["a.py"]);
}

#[test]
fn what_a_program_can_make_anew_is_passed_over() {
    let folder = tempfile::tempdir().expect("folder");
    let tag = format!("{}\n", orienteer_storage::TAG_SIGNATURE);
    for (path, text) in [
        ("CACHEDIR.TAG", tag.as_str()),
        ("a.py", "text"),
        ("built/CACHEDIR.TAG", &tag),
        ("built/b.py", "text"),
        ("other/CACHEDIR.TAG", "no signature"),
        ("other/c.py", "text"),
    ] {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("parent")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let found = discover(folder.path(), &Silent).expect("walked").files;
    let paths: Vec<&str> = found.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["CACHEDIR.TAG", "a.py", "other/CACHEDIR.TAG", "other/c.py"]);
}

#[cfg(unix)]
#[test]
fn that_the_rules_of_the_root_say_nothing_is_told() {
    let folder = tempfile::tempdir().expect("folder");
    std::os::unix::fs::symlink("/dev/zero", folder.path().join(".gitignore")).expect("linked");
    std::fs::write(folder.path().join("a.py"), "text").expect("written");
    let found = discover(folder.path(), &Silent).expect("walked");
    assert_eq!((found.files.len(), found.unreadable), (1, vec![".gitignore".to_owned()]));
}
