//! Whatever happened to a tree, step by step: the index that took it in step by step is the index that is built from nothing.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod commits;
mod faults;
mod support;

use orienteer_history::Limits;
use proptest::prelude::*;
use proptest::sample::Index as Choice;
use std::path::{Path, PathBuf};
use support::{Index, describe, difference, git, scratch, templates};

/// Something that happens to a tree.
#[derive(Clone, Debug)]
enum Step {
    Append(Choice, usize),
    ChangeBody(Choice, usize),
    RenameSymbol(Choice, usize),
    DeleteLines(Choice, Choice, usize),
    Garbage(Choice, Vec<u8>),
    /// The same length, so that only the time stamp can tell, and only if it is fine enough.
    SameSize(Choice),
    Touch(Choice),
    Move(Choice, usize),
    Swap(Choice, Choice),
    Copy(Choice, usize),
    Delete(Choice),
    Add(usize, usize),
    Ignore(Choice),
    Commit,
    Switch(usize),
    Reset(usize),
    Restore,
}

fn step() -> impl Strategy<Value = Step> {
    let file = any::<Choice>;
    prop_oneof![
        4 => (file(), 0..9usize).prop_map(|(at, number)| Step::Append(at, number)),
        4 => (file(), 0..9usize).prop_map(|(at, number)| Step::ChangeBody(at, number)),
        3 => (file(), 0..9usize).prop_map(|(at, number)| Step::RenameSymbol(at, number)),
        3 => (file(), any::<Choice>(), 1..6usize).prop_map(|(at, line, count)| Step::DeleteLines(at, line, count)),
        2 => (file(), proptest::collection::vec(any::<u8>(), 0..200)).prop_map(|(at, bytes)| Step::Garbage(at, bytes)),
        3 => file().prop_map(Step::SameSize),
        2 => file().prop_map(Step::Touch),
        3 => (file(), 0..9usize).prop_map(|(at, number)| Step::Move(at, number)),
        2 => (file(), file()).prop_map(|(one, other)| Step::Swap(one, other)),
        2 => (file(), 0..9usize).prop_map(|(at, number)| Step::Copy(at, number)),
        3 => file().prop_map(Step::Delete),
        3 => (0..templates::LANGUAGES, 0..9usize).prop_map(|(language, number)| Step::Add(language, number)),
        1 => file().prop_map(Step::Ignore),
        4 => Just(Step::Commit),
        3 => (0..3usize).prop_map(Step::Switch),
        1 => (0..3usize).prop_map(Step::Reset),
        1 => Just(Step::Restore),
    ]
}

/// The tree that every sequence begins with.
fn plant(root: &Path) {
    for language in 0..templates::LANGUAGES {
        for number in 0..2 {
            let (path, text) = templates::file(language, number);
            write(root, &path, text.as_bytes());
        }
    }
    write(root, "go.mod", b"module example.org/port\n\ngo 1.22\n");
    write(root, "Cargo.toml", b"[package]\nname = \"port\"\nversion = \"0.1.0\"\n");
    assert!(git(root, &["init", "-q"]));
    commit(root);
}

fn write(root: &Path, path: &str, bytes: &[u8]) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

fn commit(root: &Path) {
    assert!(git(root, &["add", "-A"]));
    git(root, &["commit", "-q", "--allow-empty", "-m", "Dredge the harbour\n\nShips were too deep."]);
}

/// The files of the tree, sorted.
fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true if path.ends_with(".git") => {}
                true => folders.push(path),
                false => found.push(path),
            }
        }
    }
    found.sort();
    found
}

fn edit(path: &Path, change: impl FnOnce(Vec<u8>) -> Vec<u8>) {
    std::fs::write(path, change(std::fs::read(path).unwrap())).unwrap();
}

fn edit_text(path: &Path, change: impl FnOnce(String) -> String) {
    edit(path, |bytes| change(String::from_utf8_lossy(&bytes).into_owned()).into_bytes());
}

fn apply(root: &Path, step: &Step) {
    let all = files(root);
    if all.is_empty() {
        return plant_one(root, 0, 0);
    }
    let pick = |choice: &Choice| choice.get(&all).clone();
    match step {
        Step::Append(at, number) => {
            let path = pick(at);
            let extension =
                path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_owned();
            edit_text(&path, |text| text + &templates::addition(&extension, *number));
        }
        Step::ChangeBody(at, number) => {
            edit_text(&pick(at), |text| text.replace("return ", &format!("return {number} + ")))
        }
        Step::RenameSymbol(at, number) => edit_text(&pick(at), |text| rename_symbol(&text, *number)),
        Step::DeleteLines(at, line, count) => edit_text(&pick(at), |text| delete_lines(&text, line, *count)),
        Step::Garbage(at, bytes) => edit(&pick(at), |_| bytes.clone()),
        Step::SameSize(at) => edit(&pick(at), same_size),
        Step::Touch(at) => edit(&pick(at), |bytes| bytes),
        Step::Move(at, number) => move_to(root, &pick(at), *number, |from, to| std::fs::rename(from, to)),
        Step::Copy(at, number) => {
            move_to(root, &pick(at), *number, |from, to| std::fs::copy(from, to).map(drop))
        }
        Step::Swap(one, other) => swap(root, &pick(one), &pick(other)),
        Step::Delete(at) => std::fs::remove_file(pick(at)).unwrap(),
        Step::Add(language, number) => plant_one(root, *language, *number),
        Step::Ignore(at) => {
            let name = pick(at).file_name().unwrap().to_str().unwrap().to_owned();
            write(root, ".orientignore", name.as_bytes());
        }
        Step::Commit => commit(root),
        Step::Switch(branch) => switch(root, &format!("branch-{branch}")),
        Step::Reset(count) => drop(git(root, &["reset", "-q", "--hard", &format!("HEAD~{count}")])),
        Step::Restore => {
            assert!(git(root, &["checkout", "-q", "-f", "HEAD", "--", "."]) || files(root).is_empty())
        }
    }
}

fn plant_one(root: &Path, language: usize, number: usize) {
    let (path, text) = templates::file(language, number);
    write(root, &path, text.as_bytes());
}

fn rename_symbol(text: &str, number: usize) -> String {
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| word.len() > 6);
    word.map_or_else(|| text.to_owned(), |word| text.replace(word, &format!("renamed_{number}")))
}

fn delete_lines(text: &str, line: &Choice, count: usize) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return String::new();
    }
    let start = line.index(lines.len());
    let end = (start + count).min(lines.len());
    [&lines[..start], &lines[end..]].concat().concat()
}

/// Every digit becomes the next one.
fn same_size(bytes: Vec<u8>) -> Vec<u8> {
    let next = |byte: u8| if byte.is_ascii_digit() { b'0' + (byte - b'0' + 1) % 10 } else { byte };
    bytes.into_iter().map(next).collect()
}

fn move_to(
    root: &Path,
    from: &Path,
    number: usize,
    action: impl FnOnce(&Path, &Path) -> std::io::Result<()>,
) {
    let extension = from.extension().and_then(|extension| extension.to_str()).unwrap_or("txt");
    let to = root.join(format!("moved/part{number}.{extension}"));
    std::fs::create_dir_all(root.join("moved")).unwrap();
    if from != to {
        action(from, &to).unwrap();
    }
}

fn swap(root: &Path, one: &Path, other: &Path) {
    if one != other {
        let between = root.join("between");
        for (from, to) in [(one, between.as_path()), (other, one), (between.as_path(), other)] {
            std::fs::rename(from, to).unwrap();
        }
    }
}

fn switch(root: &Path, branch: &str) {
    commit(root);
    assert!(
        git(root, &["checkout", "-q", "-f", branch]) || git(root, &["checkout", "-q", "-f", "-b", branch])
    );
}

/// Says how the index that took in the steps one by one differs from one that is built from nothing.
fn disagreement(root: &Path, grown: &Index, limits: Limits) -> Option<String> {
    let fresh = Index::limited(root, limits);
    fresh.run();
    let (left, right) = (grown.snapshot(), fresh.snapshot());
    left.verify().unwrap();
    let lines = difference(&describe(&left), &describe(&right));
    lines.or_else(|| (left.id() != right.id()).then(|| "the identities differ".to_owned()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn step_by_step_is_as_from_nothing(steps in proptest::collection::vec((step(), prop::bool::weighted(0.8)), 1..14), few in any::<bool>()) {
        // Few enough that commits leave the part that is read closely, and the log.
        let limits = if few { Limits { commits: 2, older_commits: 3, ..Limits::default() } } else { Limits::default() };
        let folder = scratch();
        plant(folder.path());
        let grown = Index::limited(folder.path(), limits);
        grown.run();
        for (step, indexed) in &steps {
            apply(folder.path(), step);
            if *indexed {
                grown.run();
            }
        }
        let last = grown.run();
        let after = disagreement(folder.path(), &grown, limits);
        prop_assert!(after.is_none(), "{}", after.unwrap_or_default());
        let again = grown.run();
        prop_assert!(!again.published && again.parsed == 0 && again.snapshot == last.snapshot);
    }
}

/// Enough text for several batches, so that threads can really differ in what they take.
fn large_tree(root: &Path) {
    for number in 0..240 {
        for language in 0..templates::LANGUAGES {
            let (path, text) = templates::file(language, number);
            let extension = path.rsplit('.').next().unwrap_or_default().to_owned();
            let more: String =
                (0..12).map(|extra| templates::addition(&extension, extra * 31 + number)).collect();
            write(root, &path, (text + &more).as_bytes());
        }
    }
    assert!(git(root, &["init", "-q"]));
    commit(root);
}

fn with_threads(count: usize, root: &Path) -> Vec<(String, Vec<u8>)> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
    let index = Index::new(root);
    pool.install(|| index.run());
    index.bytes()
}

#[test]
fn the_number_of_threads_does_not_show() {
    let folder = scratch();
    large_tree(folder.path());
    let one = with_threads(1, folder.path());
    for count in [2, 7] {
        let several = with_threads(count, folder.path());
        let names =
            |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&one), names(&several), "{count} threads");
        for ((name, left), (_, right)) in one.iter().zip(&several) {
            assert!(left == right, "{name} differs with {count} threads");
        }
    }
}
