//! `orient impact`: what may break, by symbol and by change.

use crate::program::Program;
use expect_test::{Expect, expect};

fn check(program: &Program, arguments: &[&str], expected: Expect) {
    expected.assert_eq(&program.run(arguments).page());
}

fn edited() -> Program {
    let program = Program::repository();
    let path = program.tree().join("app/store.py");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let text = text.replace("    return record\n", "    return record or None\n");
    program.write(
        "app/store.py",
        &text.replace("    def save(self, key, record):\n        self.records[key] = record\n", ""),
    );
    program
}

#[test]
fn of_a_function() {
    check(
        &Program::repository(),
        &["impact", "check"],
        expect![[r#"
            exit 0
            --- out
            changes
              app/store.py:25  function check
            may break, 1 step away (1)
              app/store.py:19  Store.load  0.95  calls check
            may break, 2 steps away (3)
              app/main.py:7  start  0.90  calls Store.load
              app/store.py:7  Base.load  0.72  overridden_by Store.load
              app/remote.py:7  fetch  0.28 ambiguous  calls Store.load
            may break, 3 steps away (1)
              app/main.py:11  report  0.86  calls start
            tests to run (in 1 file)
              tests/test_store.py  0.90
                test_load  0.90
            --- err
            snapshot [id]
        "#]],
    );
}

#[test]
fn not_further_than_asked() {
    check(
        &Program::repository(),
        &["impact", "check", "--depth", "1", "--min-confidence", "0.9"],
        expect![[r#"
            exit 0
            --- out
            changes
              app/store.py:25  function check
            may break, 1 step away (1)
              app/store.py:19  Store.load  0.95  calls check
            tests to run (in 1 file)
              tests/test_store.py  0.90
                test_load  0.90
            --- err
            snapshot [id]
        "#]],
    );
}

#[test]
fn of_what_is_not_there() {
    check(
        &Program::repository(),
        &["impact", "chekc"],
        expect![[r#"
        exit 1
        --- out
        --- err
        no such symbol: chekc
        did you mean (nearest):
          app/store.py:25  function check
        snapshot [id]
    "#]],
    );
}

#[test]
fn of_the_work_tree() {
    check(
        &edited(),
        &["impact", "--diff"],
        expect![[r#"
            exit 0
            --- out
            changes
              app/store.py:11  class Store
              app/store.py:23  function check
            gone
              app/store.py:21  method Store.save
            may break, 1 step away (2)
              app/store.py:19  Store.load  0.95  calls check
              app/main.py:1  main  0.28  imports Store
            may break, 2 steps away (3)
              app/main.py:7  start  0.90  calls Store.load
              app/store.py:7  Base.load  0.72  overridden_by Store.load
              app/remote.py:7  fetch  0.28 ambiguous  calls Store.load
            may break, 3 steps away (1)
              app/main.py:11  report  0.86  calls start
            tests to run (in 1 file)
              tests/test_store.py  0.90
                test_load  0.90
            --- err
            snapshot [id]
        "#]],
    );
}

#[test]
fn of_a_clean_work_tree() {
    check(
        &Program::repository(),
        &["impact", "--diff"],
        expect![[r#"
        exit 1
        --- out
        --- err
        nothing changed
        snapshot [id]
    "#]],
    );
}

#[test]
fn of_a_branch() {
    let program = edited();
    program.git(&["checkout", "--quiet", "-b", "topic"]);
    program.commit("Drop save");
    program.git(&["checkout", "--quiet", "main"]);
    program.write("app/other.py", "def other():\n    return 1\n");
    program.commit("Go on elsewhere");
    check(
        &program,
        &["impact", "--diff", "main...topic"],
        expect![[r#"
            exit 0
            --- out
            changes
              app/store.py:11  class Store
              app/store.py:21  method Store.save
              app/store.py:25  function check
            gone
              app/store.py:21  method Store.save
            may break, 1 step away (3)
              app/main.py:6  start  0.95  calls Store.save
              app/store.py:19  Store.load  0.95  calls check
              app/main.py:1  main  0.28  imports Store
            may break, 2 steps away (3)
              app/main.py:11  report  0.90  calls start
              app/store.py:7  Base.load  0.72  overridden_by Store.load
              app/remote.py:7  fetch  0.28 ambiguous  calls Store.load
            tests to run (in 1 file)
              tests/test_store.py  0.90
                test_load  0.90
            --- err
            snapshot [id]
        "#]],
    );
    let value = program.run(&["impact", "--diff", "main...topic", "--json"]).json();
    assert_eq!(value["gone"][0]["name"], "Store.save");
    assert_eq!(value["files"], serde_json::json!(["app/store.py"]));
}

#[test]
fn of_an_older_commit() {
    let program = edited();
    program.commit("Drop save");
    assert_eq!(program.run(&["impact", "--diff"]).code, 1);
    let value = program.run(&["impact", "--diff", "HEAD~1", "--json"]).json();
    assert_eq!(value["gone"][0]["name"], "Store.save");
}

#[test]
fn of_an_unknown_revision() {
    check(
        &Program::repository(),
        &["impact", "--diff", "nowhere"],
        expect![[r#"
        exit 2
        --- out
        --- err
        orient: `nowhere` names no commit of this repository
          hint: `git branch --all` and `git tag` list what can be named
    "#]],
    );
}

#[test]
fn of_a_change_without_git() {
    check(
        &Program::project(),
        &["impact", "--diff"],
        expect![[r#"
        exit 2
        --- out
        --- err
        orient: [folder]/tree is not inside a git repository
          hint: a change can only be told from a commit: give a patch (--diff -), or ask without --diff
    "#]],
    );
}
