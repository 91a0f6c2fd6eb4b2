//! What is asked at the command line reaches files of the tree and no others, and what a repository puts in the place of files
//! that we read to work at all neither leads out nor holds us up.

use crate::project::{Project, finish, listing};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

/// In no file of the tree.
const MARKER: &str = "zquxmarkervalue";

fn project() -> Project {
    let project = Project::new();
    project.write("bell.py", "def ring(bell):\n    return bell\n");
    project.write("../outside/secret.py", format!("def {MARKER}():\n    return 1\n"));
    project.write(".env", format!("TOKEN={MARKER}\n"));
    symlink("../outside/secret.py", project.root().join("link.py")).unwrap();
    symlink("..", project.root().join("up")).unwrap();
    project.index();
    project
}

fn paths(project: &Project) -> Vec<String> {
    let known = [
        "../outside/secret.py",
        "up/outside/secret.py",
        "./../outside/secret.py",
        "link.py",
        ".env",
        ".ENV",
        "/etc/hostname",
        "..\\outside\\secret.py",
    ];
    let full = project.beside("outside").join("secret.py").display().to_string();
    known.into_iter().map(str::to_owned).chain([full]).collect()
}

/// Neither stream has it, and nothing went wrong that is not said.
fn assert_silent(project: &Project, arguments: &[&str], patch: Option<&str>) {
    let mut command = project.command(&project.root(), arguments);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // Who is refused for his arguments may not wait for what comes after them.
    let _ = input.write_all(patch.unwrap_or_default().as_bytes());
    drop(input);
    let said = finish(child);
    assert!(
        !said.out.contains(MARKER) && !said.err.contains(MARKER),
        "{arguments:?}: {}{}",
        said.out,
        said.err
    );
    assert!([Some(0), Some(1), Some(2)].contains(&said.code), "{arguments:?}: {:?}", said.code);
}

#[test]
fn no_argument_leads_out_of_the_tree() {
    let project = project();
    for path in paths(&project) {
        assert_silent(&project, &["context", "--files", &path], None);
        assert_silent(&project, &["context", "ring", "--files", &path], None);
        assert_silent(&project, &["symbol", &format!("{path}:1")], None);
        assert_silent(&project, &["impact", &format!("{path}:1")], None);
        assert_silent(&project, &["why", "ring", &format!("{path}:1")], None);
        assert_silent(&project, &["index", "--scip", &path], None);
        let patch =
            format!("--- a/{path}\n+++ b/{path}\n@@ -1,2 +1,2 @@\n-def old():\n+def new():\n     return 1\n");
        assert_silent(&project, &["context", "--diff", "-"], Some(&patch));
        assert_silent(&project, &["impact", "--diff", "-"], Some(&patch));
    }
    assert_silent(&project, &["context", "the value of the token"], None);
    assert_silent(&project, &["status", "--json"], None);
    assert_silent(&project, &["doctor"], None);
}

#[test]
fn names_of_libraries_are_no_paths_in_the_cache() {
    let project = Project::new();
    project.write("bell.py", "def ring(bell):\n    return bell\n");
    project.index();
    let before = listing(&project.beside(""));
    for name in ["../../escape", "..", "/escape", "a/../../escape", "."] {
        assert_silent(&project, &["library", "add", "./", "--name", name], None);
        assert_silent(&project, &["library", "remove", name], None);
        assert_silent(&project, &["search", "ring", "--scope", &format!("lib:{name}")], None);
    }
    let outside =
        |paths: Vec<String>| paths.into_iter().filter(|path| !path.starts_with("cache")).collect::<Vec<_>>();
    assert_eq!(outside(listing(&project.beside(""))), outside(before));
}

#[test]
fn secrets_that_were_left_out_are_counted_and_not_named() {
    let project = project();
    for question in ["index", "status"] {
        let said = project.orient(&[question]);
        assert!(said.out.contains("1 secret") && !said.out.contains(".env"), "{question}: {}", said.out);
    }
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// A link to a device that never ends, and a pipe into which nobody writes.
#[test]
fn ignore_files_that_never_end_are_not_begun() {
    let project = Project::new();
    for folder in ["", "first/", "second/", "third/"] {
        project.write(format!("{folder}bell.py"), "def ring(bell):\n    return bell\n");
    }
    symlink("/dev/zero", project.root().join(".gitignore")).unwrap();
    make_pipe(&project.root().join("first/.ignore"));
    symlink("/dev/zero", project.root().join("second/.orientignore")).unwrap();
    project.write("third/rules", "bell.py\n");
    symlink("rules", project.root().join("third/.ignore")).unwrap();
    project.index();
    let paths: Vec<String> = project.snapshot().files().map(|file| file.path().to_owned()).collect();
    assert!(
        paths.contains(&"bell.py".to_owned()) && !paths.iter().any(|path| path == "third/bell.py"),
        "{paths:?}"
    );
    for folder in ["first", "second"] {
        assert!(
            project.problems().contains(&(folder.to_owned(), "unreadable".to_owned())),
            "{:?}",
            project.problems()
        );
    }
}

#[test]
fn settings_that_never_end_are_refused() {
    for plant in [
        make_pipe as fn(&Path),
        |path| symlink("/dev/zero", path).unwrap(),
        |path| symlink("/etc/hostname", path).unwrap(),
    ] {
        let project = Project::new();
        project.write("bell.py", "def ring(bell):\n    return bell\n");
        plant(&project.root().join("orient.toml"));
        let said = project.orient(&["search", "ring"]);
        assert_eq!(said.code, Some(2), "{}", said.out);
        assert!(said.err.contains("orient.toml") && said.err.contains("link"), "{}", said.err);
    }
}

#[test]
fn input_that_never_ends_is_refused() {
    let project = project();
    for arguments in [&["context", "-"][..], &["context", "--diff", "-"], &["impact", "--diff", "-"]] {
        let endless = std::fs::File::open("/dev/zero").unwrap();
        let said = finish(project.command(&project.root(), arguments).stdin(endless).spawn().unwrap());
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.err);
        assert!(said.err.contains("standard input has more than 64 MB"), "{}", said.err);
    }
    let said = project.orient(&["index", "--scip", "/dev/zero"]);
    assert!(said.code == Some(2) && said.err.contains("not a plain file"), "{}", said.err);
}

/// An archive can bring what a clone cannot.
#[test]
fn a_git_folder_that_never_ends_is_no_repository() {
    for name in ["HEAD", "config", "packed-refs", "objects/info/alternates"] {
        for plant in [make_pipe as fn(&Path), |path| symlink("/dev/zero", path).unwrap()] {
            let project = Project::new();
            project.write("bell.py", "def ring(bell):\n    return bell\n");
            crate::project::git(&project.root(), &["init", "-q"]);
            crate::project::commit_all(&project.root(), "Ring");
            let path = project.root().join(".git").join(name);
            let _ = std::fs::remove_file(&path);
            plant(&path);
            assert_eq!(project.orient(&["search", "ring"]).code, Some(0), "{name}");
        }
    }
}

#[test]
fn nobody_else_may_look_into_an_index() {
    use std::os::unix::fs::PermissionsExt;
    let project = project();
    let mode = project.cache().metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");
}
