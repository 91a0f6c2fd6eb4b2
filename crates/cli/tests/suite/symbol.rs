//! `orient symbol`: exact answers, and honest ones where there is no such symbol.

use crate::program::Program;
use expect_test::{Expect, expect};

fn check(program: &Program, arguments: &[&str], expected: Expect) {
    expected.assert_eq(&program.run(arguments).page());
}

#[test]
fn a_method_with_its_relations() {
    check(
        &Program::repository(),
        &["symbol", "Store.load"],
        expect![[r#"
        exit 0
        --- out
        app/store.py:17  method Store.load
                def load(self, key):
          container (1)
            app/store.py:11  Store
          overrides (1)
            app/store.py:7  Base.load
          callers (3)
            app/main.py:7  start
            tests/test_store.py:6  test_load
            app/remote.py:7  fetch  0.30 ambiguous
          callees (1)
            app/store.py:25  check
          tests (1)
            tests/test_store.py:4  test_load
          documentation (1)
            docs/guide.md:5  Guide / Loading
          commits (1)
            2023-11-14 [id] Keep records
        --- err
        snapshot [id]
    "#]],
    );
}

#[test]
fn a_class_with_provenance() {
    check(
        &Program::repository(),
        &["symbol", "Store", "--verbose"],
        expect![[r#"
        exit 0
        --- out
        app/store.py:11  class Store
            class Store(Base):
          container (1)
            app/store.py:1  store  member_of by ast, 1.00
          members (3)
            app/store.py:14  Store.__init__  contains by ast, 1.00
            app/store.py:17  Store.load  contains by ast, 1.00
            app/store.py:21  Store.save  contains by ast, 1.00
          parents (1)
            app/store.py:4  Base  extends by ast, 0.95, lines 11
          callers (2)
            app/main.py:5  start  calls by import, 0.95, lines 5
            tests/test_store.py:5  test_load  calls by import, 0.95, lines 5
          importers (2)
            app/main.py:1  main  imports by import, 0.95, lines 1
            tests/test_store.py:1  test_store  imports by import, 0.95, lines 1
          commits (1)
            2023-11-14 [id] Keep records
        --- err
        snapshot [id]
    "#]],
    );
}

#[test]
fn several_definitions_are_all_listed() {
    check(
        &Program::repository(),
        &["symbol", "load", "--limit", "1"],
        expect![[r#"
        exit 0
        --- out
        3 definitions of load
          app/remote.py:2  method Remote.load
          app/store.py:7  method Base.load
          app/store.py:17  method Store.load

        app/remote.py:2  method Remote.load
                def load(self, key):
          container (1)
            app/remote.py:1  Remote
          callers (1)
            app/remote.py:7  fetch  0.30 ambiguous
          commits (1)
            2023-11-14 [id] Keep records

        app/store.py:7  method Base.load
                def load(self, key):
          container (1)
            app/store.py:4  Base
          overridden by (1)
            app/store.py:17  Store.load
          callers (1)
            app/remote.py:7  fetch  0.30 ambiguous
          commits (1)
            2023-11-14 [id] Keep records

        app/store.py:17  method Store.load
                def load(self, key):
          container (1)
            app/store.py:11  Store
          overrides (1)
            app/store.py:7  Base.load
          callers (3)
            app/main.py:7  start
            and 2 more
          callees (1)
            app/store.py:25  check
          tests (1)
            tests/test_store.py:4  test_load
          documentation (1)
            docs/guide.md:5  Guide / Loading
          commits (1)
            2023-11-14 [id] Keep records
        --- err
        snapshot [id]
    "#]],
    );
}

#[test]
fn no_such_symbol_names_the_nearest() {
    check(
        &Program::repository(),
        &["symbol", "laod"],
        expect![[r#"
        exit 1
        --- out
        --- err
        no such symbol: laod
        did you mean (nearest):
          app/remote.py:2  method Remote.load
        snapshot [id]
    "#]],
    );
}

#[test]
fn a_beginning_is_not_a_name() {
    check(
        &Program::repository(),
        &["symbol", "repo"],
        expect![[r#"
        exit 1
        --- out
        --- err
        no such symbol: repo
        did you mean (nearest):
          app/main.py:10  function report
        snapshot [id]
    "#]],
    );
}

#[test]
fn another_letter_case_is_another_name() {
    check(
        &Program::repository(),
        &["symbol", "store.LOAD"],
        expect![[r#"
        exit 1
        --- out
        --- err
        no such symbol: store.LOAD
        did you mean (with other letter case):
          app/store.py:17  method Store.load
        snapshot [id]
    "#]],
    );
}

#[test]
fn another_container_is_another_name() {
    check(
        &Program::repository(),
        &["symbol", "Cache.load"],
        expect![[r#"
        exit 1
        --- out
        --- err
        no such symbol: Cache.load
        did you mean (nearest):
          app/remote.py:2  method Remote.load
          app/store.py:7  method Base.load
          app/store.py:17  method Store.load
        snapshot [id]
    "#]],
    );
}

#[test]
fn every_way_to_write_a_name_finds_it() {
    let program = Program::repository();
    let names = [
        "Store.load",
        "Store::load",
        "Store#load",
        "Store.load()",
        "store.Store.load",
        "app.store.Store.load",
        "app/store.py:Store.load",
        "store.py:Store.load",
        "./app/store.py:Store.load",
        "app/store.py:19",
    ];
    for name in names {
        let said = program.run(&["symbol", name, "--json"]);
        let value = said.json();
        assert_eq!((said.code, value["total"].as_u64()), (0, Some(1)), "{name}");
        assert_eq!(value["definitions"][0]["place"]["name"], "Store.load", "{name}");
        assert_eq!(value["definitions"][0]["place"]["line"], 17, "{name}");
    }
}

#[test]
fn json_has_what_the_page_has() {
    let said = Program::repository().run(&["symbol", "Store.load", "--json"]);
    let value = said.json();
    assert_eq!(said.err, "");
    assert!(value["snapshot"].is_string() && value["changed"].as_array().is_some_and(Vec::is_empty));
    let definition = &value["definitions"][0];
    assert_eq!(definition["source"], "    def load(self, key):");
    assert_eq!(definition["commits"][0]["subject"], "Keep records");
    let relations: Vec<&str> = definition["relations"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|group| group["relation"].as_str())
        .collect();
    assert_eq!(relations, ["container", "overrides", "callers", "callees", "tests", "documentation"]);
}

#[test]
fn json_of_what_is_not_there() {
    let said = Program::repository().run(&["symbol", "laod", "--json"]);
    let value = said.json();
    assert_eq!((said.code, &value["found"]), (1, &serde_json::json!(false)));
    assert!(value["suggestions"].as_array().is_some_and(|all| !all.is_empty() && all.len() <= 5));
}

#[test]
fn a_name_in_a_file_that_was_not_understood_is_pointed_to() {
    let program = Program::empty();
    program.write("wick.py", "def trim(:\n    pass\n\n\nclass Wick(\n    trim_all = (1\n");
    program.write("lamp.py", "def light():\n    trim_everything()\n");
    let said = program.run(&["symbol", "trim_all"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains("could not be parsed whole:\n  wick.py:6\n"), "{}", said.err);
    let value = program.run(&["symbol", "trim_all", "--json"]).json();
    assert_eq!(value["unparsed"], serde_json::json!([{ "path": "wick.py", "line": 6 }]));
}
