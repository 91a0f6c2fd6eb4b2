//! `orient context --diff`: what a change touches, given in each of the ways in which a change can be given.

use crate::program::{Program, Said};
use expect_test::{Expect, expect};
use std::io::Write;
use std::process::Stdio;

fn edited() -> Program {
    let program = Program::repository();
    let path = program.tree().join("app/store.py");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    program.write("app/store.py", &text.replace("    return record\n", "    return record or None\n"));
    program
}

fn check(program: &Program, arguments: &[&str], expected: &Expect) {
    expected.assert_eq(&program.run(&[&["context"], arguments].concat()).out);
}

/// What `git diff` says, given to the program.
fn piped(program: &Program, patch: &str) -> Said {
    let mut command = program.command(&["context", "--diff", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    child.stdin.take().expect("a pipe").write_all(patch.as_bytes()).expect("written");
    program.said(&child.wait_with_output().expect("an end"))
}

const PATCH: &str = "\
diff --git a/app/store.py b/app/store.py
--- a/app/store.py
+++ b/app/store.py
@@ -23,4 +23,4 @@ class Store(Base):
 
 
 def check(record):
-    return record
+    return record or None
";

#[test]
fn of_the_work_tree() {
    check(
        &edited(),
        &["--diff", "--budget", "400"],
        &expect![[r#"
            app/store.py:1-26  function check, method Store.load, class Store, +4  100%
            """Keeps records."""


            class Base:
                """What every store can do."""

                def load(self, key):
                    raise NotImplementedError


            class Store(Base):
                """Keeps records in memory."""

                def __init__(self):
                    self.records = {}

                def load(self, key):
                    """The record of a key."""
                    return check(self.records.get(key))

                def save(self, key, record):
                    self.records[key] = record


            def check(record):
                return record or None

            app/main.py:4  function start  9%
            def start():

            app/remote.py:6  function fetch  8%
            def fetch(thing):

            app/main.py:10  function report  7%
            def report():

            see also:
              app/main.py:1  module main
              tests/test_store.py:4  function test_load

            left out: 1: test_store tests/test_store.py:1
            snapshot [id]
        "#]],
    );
}

#[test]
fn however_the_change_is_given() {
    let program = edited();
    let plain = program.run(&["context", "--diff"]);
    assert_eq!(plain.code, 0, "{}", plain.page());
    assert_eq!(piped(&program, PATCH).out, plain.out, "as a patch that the tree has");
    program.git(&["checkout", "--quiet", "-b", "topic"]);
    program.commit("Give none for nothing");
    for range in ["HEAD~1", "main..topic", "main...topic", "main..", "main..."] {
        assert_eq!(program.run(&["context", "--diff", range]).out, plain.out, "{range}");
    }
    program.git(&["checkout", "--quiet", "main"]);
    let before = piped(&program, PATCH);
    assert!(
        before.out.lines().next().is_some_and(|line| line.contains("  function check")),
        "as a patch that the tree could take\n{}",
        before.page()
    );
}

#[test]
fn of_what_is_gone() {
    let program = Program::repository();
    let path = program.tree().join("app/store.py");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    program.write(
        "app/store.py",
        &text.replace("    def save(self, key, record):\n        self.records[key] = record\n", ""),
    );
    let said = program.run(&["context", "--diff"]);
    assert_eq!(said.code, 0, "{}", said.page());
    assert!(said.err.contains("gone: method Store.save app/store.py:21\n"), "{}", said.page());
    assert!(said.out.contains("function start"), "who calls it by name\n{}", said.page());
}

/// Exit code 1, nothing on standard output, and this at the end of what is said beside it.
fn nothing(said: &Said, message: &str) {
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{}", said.page());
    assert!(said.err.ends_with(message), "{}", said.page());
}

#[test]
fn of_nothing() {
    nothing(&Program::repository().run(&["context", "--diff"]), "nothing changed\n");
    nothing(&piped(&Program::repository(), ""), "nothing changed\n");
}

#[test]
fn of_a_file_that_only_moved() {
    let program = Program::repository();
    program.git(&["mv", "app/remote.py", "app/distant.py"]);
    let moved = "renamed: app/remote.py to app/distant.py\nnothing changed\n";
    nothing(&program.run(&["context", "--diff"]), moved);
    program.commit("Move");
    nothing(&program.run(&["context", "--diff", "HEAD~1..HEAD"]), moved);
    let impact = program.run(&["impact", "--diff", "HEAD~1"]);
    assert_eq!(impact.code, 1, "{}", impact.page());
    assert!(impact.err.contains("nothing changed"), "{}", impact.page());
}

#[test]
fn of_a_file_that_moved_and_changed() {
    let program = Program::repository();
    program.git(&["mv", "app/main.py", "app/begin.py"]);
    let path = program.tree().join("app/begin.py");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    program.write("app/begin.py", &text.replace("return start()", "return [start()]"));
    let value = program.run(&["impact", "--diff", "--json"]).json();
    let names: Vec<&str> = value["changes"].as_array().map_or_else(Vec::new, |changes| {
        changes.iter().filter_map(|change| change["name"].as_str()).collect()
    });
    assert_eq!(names, ["report"]);
    assert_eq!(value["gone"], serde_json::json!([]));
}

fn refused(said: &Said, message: &str, hint: &str) {
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.page());
    // On a slow machine the progress of the index comes before.
    assert!(said.err.ends_with(&format!("orient: {message}\n  hint: {hint}\n")), "{}", said.page());
}

#[test]
fn a_revision_that_does_not_exist_is_an_error() {
    let program = Program::repository();
    for range in ["nowhere", "main..nowhere", "nowhere...main"] {
        refused(
            &program.run(&["context", "--diff", range]),
            "`nowhere` names no commit of this repository",
            "`git branch --all` and `git tag` list what can be named",
        );
    }
    assert!(!program.cache().exists(), "nothing was indexed to say so");
}

#[test]
fn a_patch_that_does_not_apply_is_an_error() {
    let program = Program::repository();
    refused(
        &piped(
            &program,
            &PATCH
                .replace("-    return record\n", "-    return other\n")
                .replace("+    return record or", "+    return other or"),
        ),
        "the patch does not apply: app/store.py has not the lines that line 4 of the patch speaks of",
        "check out what the patch was made for, before or after it, or name commits: --diff BASE...HEAD",
    );
    refused(
        &piped(&program, "what is this"),
        "this is not a unified diff: no file is named in it",
        "give what `git diff` or `diff -u` prints",
    );
}

#[test]
fn a_change_without_git_is_an_error_and_a_patch_is_not() {
    let program = Program::project();
    refused(
        &program.run(&["context", "--diff"]),
        "[folder]/tree is not inside a git repository",
        "a change can only be told from a commit: give a patch (--diff -), or ask without --diff",
    );
    assert_eq!(piped(&program, PATCH).code, 0);
}
