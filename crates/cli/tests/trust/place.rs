//! Odd places: trees without git or with a broken one, worktrees, clones, and caches that cannot be written.

use crate::project::{Project, Said, assert_tidy, assert_whole, commit_all, finish, git, listing, words};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

fn small(project: &Project) {
    project.write("lamp.py", "def shine():\n    return wick()\n\n\ndef wick():\n    return 1\n");
    project.write("notes.md", "# Lamps\n\nCall `shine`.\n");
}

fn repository(project: &Project) {
    small(project);
    git(&project.root(), &["init", "-q"]);
    commit_all(&project.root(), "Light");
    project.write("lamp.py", "def shine():\n    return wick() + 1\n\n\ndef wick():\n    return 1\n");
    commit_all(&project.root(), "Brighter");
}

#[test]
fn an_empty_folder_has_an_empty_index() {
    let project = Project::new();
    assert_eq!(project.orient(&["status"]).code, Some(1));
    assert_eq!(project.index()["files"], 0);
    assert_eq!(project.status()["units"], 0);
    assert_eq!(project.orient(&["symbol", "anything"]).code, Some(1));
    small(&project);
    assert_eq!(project.index()["files"], 2);
}

#[test]
fn no_git_means_no_commits_and_nothing_else() {
    let project = Project::new();
    small(&project);
    assert_eq!((project.index()["commits"].as_u64(), project.lines_of("shine")), (Some(0), vec![1]));
}

#[test]
fn a_repository_without_commits_is_a_tree() {
    let project = Project::new();
    git(&project.root(), &["init", "-q"]);
    assert_eq!(project.index()["files"], 0);
    small(&project);
    assert_eq!((project.index()["commits"].as_u64(), project.lines_of("shine")), (Some(0), vec![1]));
    commit_all(&project.root(), "First");
    assert_eq!(project.index()["commits"], 1);
}

#[test]
fn a_bare_repository_is_refused_with_a_way_out() {
    let project = Project::new();
    git(&project.root(), &["init", "-q", "--bare"]);
    let said = project.orient(&["index"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("bare") && said.err.contains("worktree"), "{}", said.err);
    let said = project.orient(&["index", "nowhere"]);
    assert!(said.code == Some(2) && said.err.contains("does not exist"), "{}", said.err);
    let said = project.orient(&["index", "HEAD"]);
    assert!(said.code == Some(2) && said.err.contains("not a folder"), "{}", said.err);
}

#[test]
fn a_worktree_shares_what_is_known() {
    let project = Project::new();
    repository(&project);
    project.index();
    let second = project.beside("second");
    git(&project.root(), &["worktree", "add", "-q", second.to_str().unwrap()]);
    let report = project.orient_in(&second, &["index", "--json"]).json();
    assert_eq!((report["parsed"].as_u64(), report["files"].as_u64()), (Some(0), Some(2)));
    assert_eq!(report["snapshot"].as_str(), Some(project.snapshot().id().to_string().as_str()));
    std::fs::write(second.join("lamp.py"), "def dim():\n    return 0\n").unwrap();
    let report = project.orient_in(&second, &["index", "--json"]).json();
    assert_eq!(report["parsed"], 1);
    assert_eq!((project.lines_of("shine"), project.lines_of("dim")), (vec![1], vec![]));
    assert_eq!(std::fs::read_dir(project.cache()).unwrap().count(), 1);
    assert_eq!(project.orient_in(&second, &["clear"]).code, Some(0));
    assert_eq!(project.lines_of("shine"), [1]);
    assert_eq!(project.index()["parsed"], 0);
}

#[test]
fn two_folders_of_one_repository_share_what_is_known() {
    let project = Project::new();
    for folder in ["one", "two"] {
        project.write(format!("{folder}/lamp.py"), "def shine():\n    return 1\n");
    }
    git(&project.root(), &["init", "-q"]);
    let said = project.orient(&["index", "--json", "one", "two"]);
    let parsed: Vec<u64> = said
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["parsed"].as_u64().unwrap())
        .collect();
    assert_eq!(parsed, [1, 0]);
}

#[test]
fn a_submodule_belongs_to_the_tree_and_can_be_indexed_alone() {
    let (project, inner) = (Project::new(), Project::new());
    repository(&inner);
    project.write("outer.py", "def outer():\n    return 1\n");
    git(&project.root(), &["init", "-q"]);
    git(&project.root(), &["submodule", "--quiet", "add", inner.root().to_str().unwrap(), "part"]);
    commit_all(&project.root(), "With a part");
    project.index();
    assert_eq!((project.lines_of("outer"), project.lines_of("shine")), (vec![1], vec![1]));
    let report = project.orient_in(&project.root().join("part"), &["index", "--json"]).json();
    assert_eq!((report["files"].as_u64(), report["commits"].as_u64()), (Some(2), Some(2)));
}

#[test]
fn a_shallow_clone_has_the_history_it_has() {
    let (project, origin) = (Project::new(), Project::new());
    repository(&origin);
    for message in ["Third", "Fourth"] {
        origin.write("notes.md", format!("# Lamps\n\n{message}\n"));
        commit_all(&origin.root(), message);
    }
    std::fs::remove_dir(project.root()).unwrap();
    let address = format!("file://{}", origin.root().display());
    git(project.root().parent().unwrap(), &["clone", "-q", "--depth", "1", &address, "tree"]);
    assert_eq!((project.index()["commits"].as_u64(), project.lines_of("shine")), (Some(0), vec![1]));
    for (depth, commits) in [("--depth=2", 1), ("--depth=3", 2), ("--unshallow", 4)] {
        git(&project.root(), &["fetch", "-q", depth]);
        assert_eq!(project.index()["commits"], commits, "{depth}");
        assert_eq!(project.index()["published"], false);
        assert_eq!(project.snapshot().id().to_string(), project.clean_build().0);
    }
}

#[test]
fn a_broken_git_folder_costs_only_the_history() {
    let damage: [fn(&Path); 6] = [
        |git| std::fs::write(git.join("HEAD"), b"\xff\xfe nonsense").unwrap(),
        |git| std::fs::remove_file(git.join("HEAD")).unwrap(),
        |git| std::fs::remove_dir_all(git.join("objects")).unwrap(),
        |git| std::fs::write(git.join("config"), b"[[[[ \xff").unwrap(),
        |git| overwrite_objects(&git.join("objects")),
        |git| {
            std::fs::remove_dir_all(git).unwrap();
            std::fs::write(git, b"gitdir: /nowhere/at/all\n").unwrap();
        },
    ];
    for (number, damage) in damage.iter().enumerate() {
        let project = Project::new();
        repository(&project);
        project.index();
        damage(&project.root().join(".git"));
        project.write("more.py", "def more():\n    return 1\n");
        project.index();
        assert_eq!(
            (project.lines_of("shine"), project.lines_of("more")),
            (vec![1], vec![1]),
            "damage {number}"
        );
        assert_whole(&project.snapshot());
        assert_eq!(project.status()["changed"].as_array().unwrap().len(), 0, "damage {number}");
    }
}

fn overwrite_objects(folder: &Path) {
    for path in listing(folder).iter().map(|path| folder.join(path)).filter(|path| path.is_file()) {
        std::fs::remove_file(&path).unwrap();
        std::fs::write(path, b"no object at all").unwrap();
    }
}

/// Files may not grow beyond this; the signal that says so is ignored, so that writing fails as on a full disk.
fn with_little_space(project: &Project, blocks: u32) -> Said {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" index --quiet");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_orient")]).current_dir(project.root());
    command.env("ORIENT_CACHE_DIR", project.cache());
    finish(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

#[test]
fn a_full_disk_leaves_the_old_snapshot() {
    let project = Project::new();
    repository(&project);
    project.index();
    let old = project.snapshot().id().to_string();
    for number in 0..60 {
        project.write(
            format!("many/part_{number}.py"),
            format!("def part_{number}():\n    return {number}\n").repeat(20),
        );
    }
    let mut refused = 0;
    for blocks in [0, 1, 2, 4, 8, 16, 32, 64, 128, 256] {
        let said = with_little_space(&project, blocks);
        if said.code == Some(0) {
            break;
        }
        refused += 1;
        assert!(said.code == Some(2) && said.err.contains("hint: free some space"), "{blocks}: {}", said.err);
        assert_eq!(project.snapshot().id().to_string(), old);
        assert_whole(&project.snapshot());
    }
    assert!(refused > 3, "{refused}");
    project.index();
    assert_tidy(&project.cache());
    let (clean, clean_words) = project.clean_build();
    assert_eq!((project.snapshot().id().to_string(), words(&project.snapshot())), (clean, clean_words));
}

/// A file system of its own that is really full; none where this user may not mount.
struct Mounted<'a>(&'a Path);

impl<'a> Mounted<'a> {
    fn new(folder: &'a Path, options: &str) -> Option<Mounted<'a>> {
        std::fs::create_dir_all(folder).unwrap();
        let output = Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(folder).output();
        output.is_ok_and(|output| output.status.success()).then_some(Mounted(folder))
    }
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_file_system_is_told_and_answers_go_on() {
    let project = Project::new();
    repository(&project);
    let cache = project.cache();
    let Some(_mounted) = Mounted::new(&cache, "size=400k") else {
        return eprintln!("skipped: this user may not mount");
    };
    project.index();
    for number in 0..400 {
        project.write(
            format!("many/part_{number}.py"),
            format!("def part_{number}():\n    return {number}\n").repeat(20),
        );
    }
    let said = project.orient(&["index"]);
    assert!(said.code == Some(2) && said.err.contains("hint: free some space"), "{}", said.err);
    let said = project.orient(&["symbol", "shine"]);
    assert!(said.code == Some(0) && said.out.contains("lamp.py"), "{}{}", said.out, said.err);
    std::fs::remove_dir_all(project.root().join("many")).unwrap();
    project.index();
    assert_tidy(&cache);
}

#[test]
fn a_cache_that_cannot_be_written_is_told_and_answers_go_on() {
    let project = Project::new();
    repository(&project);
    let elsewhere = |cache: &str| {
        let mut command = project.command(&project.root(), &["index"]);
        finish(command.env("ORIENT_CACHE_DIR", cache).spawn().unwrap())
    };
    for cache in ["/proc/nothing/here", project.root().join("lamp.py").to_str().unwrap()] {
        let said = elsewhere(cache);
        assert!(said.code == Some(2) && said.err.starts_with("orient: cannot"), "{}", said.err);
    }
    let cache = project.cache();
    let Some(_mounted) = Mounted::new(&cache, "size=16m") else {
        return eprintln!("skipped the rest: this user may not mount");
    };
    project.index();
    project.write("lamp.py", "def shine():\n    return 7\n");
    let sealed = Command::new("mount").args(["-o", "remount,ro"]).arg(&cache).status().unwrap();
    assert!(sealed.success());
    let said = project.orient(&["index"]);
    assert!(said.code == Some(2) && said.err.contains("ORIENT_CACHE_DIR"), "{}", said.err);
    let said = project.orient(&["symbol", "wick"]);
    assert!(said.code == Some(0) && said.out.contains("lamp.py"), "{}{}", said.out, said.err);
    assert_eq!(project.status()["changed"].as_array().unwrap().len(), 1);
}

#[test]
fn files_that_change_and_vanish_under_the_reader_do_no_harm() {
    let project = Project::new();
    repository(&project);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (project, over) = (&project, &over);
            scope.spawn(move || restless(project, worker, over));
        }
        for _ in 0..20 {
            project.index();
            let snapshot = project.snapshot();
            assert_whole(&snapshot);
            assert!(snapshot.units_named("shine").count() == 1);
        }
        over.store(true, Ordering::Relaxed);
    });
    project.index();
    let (clean, clean_words) = project.clean_build();
    assert_eq!((project.snapshot().id().to_string(), words(&project.snapshot())), (clean, clean_words));
    assert_eq!(project.problems(), []);
}

fn restless(project: &Project, worker: u32, over: &AtomicBool) {
    let mut round = 0;
    while !over.load(Ordering::Relaxed) {
        let path = format!("restless/part_{worker}_{}.py", round % 40);
        project.write(&path, format!("def part_{round}():\n    return 1\n").repeat(1 + round % 50));
        let _ = std::fs::remove_file(
            project.root().join(format!("restless/part_{worker}_{}.py", (round + 20) % 40)),
        );
        round += 1;
    }
}

#[test]
fn a_damaged_cache_is_built_again() {
    let project = Project::new();
    repository(&project);
    project.index();
    let whole = project.clean_build();
    let cache = project.cache();
    let names: Vec<String> = listing(&cache)
        .into_iter()
        .filter(|path| cache.join(path).is_file() && !path.ends_with("lock"))
        .collect();
    assert!(names.len() >= 8, "{names:?}");
    for damaged in names {
        for damage in [overwritten, truncated, removed] {
            let path = cache.join(&damaged);
            let Ok(bytes) = std::fs::read(&path) else { continue };
            damage(&path, bytes);
            project.write("more.md", "# More\n");
            project.index();
            std::fs::remove_file(project.root().join("more.md")).unwrap();
            project.index();
            let snapshot = project.snapshot();
            assert_eq!((snapshot.id().to_string(), words(&snapshot)), whole, "{damaged}");
            assert_whole(&snapshot);
        }
    }
}

fn overwritten(path: &Path, mut bytes: Vec<u8>) {
    let middle = bytes.len() / 2;
    bytes.iter_mut().skip(middle).take(64).for_each(|byte| *byte ^= 0x5a);
    replace(path, &bytes);
}

fn truncated(path: &Path, bytes: Vec<u8>) {
    replace(path, &bytes[..bytes.len() / 3]);
}

fn removed(path: &Path, _: Vec<u8>) {
    std::fs::remove_file(path).unwrap();
}

/// As a new file: segments are links to one another.
fn replace(path: &Path, bytes: &[u8]) {
    std::fs::remove_file(path).unwrap();
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn an_index_inside_the_tree_is_no_part_of_it() {
    let project = Project::new();
    small(&project);
    let index = || {
        let inside = project.root().join(".index");
        let mut command = project.command(&project.root(), &["index", "--json"]);
        finish(command.env("ORIENT_CACHE_DIR", inside).spawn().unwrap()).json()
    };
    let first = index();
    assert_eq!((first["files"].as_u64(), first["published"].as_bool()), (Some(2), Some(true)));
    let second = index();
    assert_eq!((second["files"].as_u64(), second["published"].as_bool()), (Some(2), Some(false)));
}
