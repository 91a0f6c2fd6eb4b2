//! `orient context`: what it prints in each format, what it keeps to, what it refuses.

use crate::program::Program;
use expect_test::{Expect, expect};

fn mill() -> Program {
    let program = Program::empty();
    for (path, text) in MILL {
        program.write(path, text);
    }
    program
}

const MILL: &[(&str, &str)] = &[
    (
        "mill/stones.py",
        r#"class Millstone:
    """Grinds grain between two stones."""

    def dress(self, chisel):
        """Cuts new furrows into a worn stone."""
        return [chisel.cut(furrow) for furrow in self.furrows]

    def grind(self, grain):
        if grain < 1 and self.furrows:
            raise ValueError("nothing to grind")
        return grain * 2
"#,
    ),
    (
        "mill/wheel.py",
        "def turn_wheel(water, stone):\n    \"\"\"Water turns the wheel.\"\"\"\n    return stone.grind(water)\n",
    ),
];

fn check(arguments: &[&str], expected: Expect) {
    expected.assert_eq(&mill().run(&[&["context"], arguments].concat()).page());
}

#[test]
fn text() {
    check(
        &["dress a worn stone"],
        expect![[r#"
            exit 0
            --- out
            mill/stones.py:1-11  class Millstone, method Millstone.dress  100%
            class Millstone:
                """Grinds grain between two stones."""

                def dress(self, chisel):
                    """Cuts new furrows into a worn stone."""
                    return [chisel.cut(furrow) for furrow in self.furrows]

                def grind(self, grain):
                    if grain < 1 and self.furrows:
                        raise ValueError("nothing to grind")
                    return grain * 2

            see also:
              mill/wheel.py:1  function turn_wheel

            left out: 1: wheel mill/wheel.py:1
            snapshot [id]
            --- err
            150 of 8000 tokens, answer [id]
        "#]],
    );
}

#[test]
fn compact() {
    check(
        &["dress a worn stone", "--format", "compact"],
        expect![[r#"
            exit 0
            --- out
            mill/stones.py:1
            class Millstone:
                """Grinds grain between two stones."""
                def dress(self, chisel):
                    """Cuts new furrows into a worn stone."""
                    return [chisel.cut(furrow) for furrow in self.furrows]
                def grind(self, grain):
                    if grain < 1 and self.furrows:
                        raise ValueError("nothing to grind")
                    return grain * 2
            mill/wheel.py:1 turn_wheel
            left out: 1: wheel mill/wheel.py:1
            snapshot [id]
            --- err
            129 of 8000 tokens, answer [id]
        "#]],
    );
}

#[test]
fn markdown() {
    check(
        &["dress a worn stone", "--format", "markdown", "--budget", "150"],
        expect![[r#"
            exit 0
            --- out
            ### `mill/stones.py:1` `class Millstone` (100%)

            ```python
            class Millstone:
            ```

            ### `mill/stones.py:4` `method Millstone.dress` (95%)

            ```python
                def dress(self, chisel):
            ```

            ### See also

            - `mill/wheel.py:1` `function turn_wheel`

            left out: 2: Millstone.grind mill/stones.py:8, wheel mill/wheel.py:1

            snapshot [id]
            --- err
            114 of 150 tokens, answer [id]
        "#]],
    );
}

#[test]
fn xml() {
    check(
        &["grind", "--format", "xml"],
        expect![[r#"
            exit 0
            --- out
            <context snapshot="[id]">
            <item path="mill/stones.py" form="body" relative="100%">
            <unit name="Millstone.grind" kind="method" line="8"/>
            <unit name="Millstone" kind="class" line="1"/>
            <source lines="1-11">
            class Millstone:
                &quot;&quot;&quot;Grinds grain between two stones.&quot;&quot;&quot;

                def dress(self, chisel):
                    &quot;&quot;&quot;Cuts new furrows into a worn stone.&quot;&quot;&quot;
                    return [chisel.cut(furrow) for furrow in self.furrows]

                def grind(self, grain):
                    if grain &lt; 1 and self.furrows:
                        raise ValueError(&quot;nothing to grind&quot;)
                    return grain * 2
            </source>
            </item>
            <pointer path="mill/wheel.py" line="1" name="turn_wheel" kind="function"/>
            <left-out count="1">
            <pointer path="mill/wheel.py" line="1" name="wheel" kind="module"/>
            </left-out>
            </context>
            --- err
            249 of 8000 tokens, answer [id]
        "#]],
    );
}

#[test]
fn json() {
    let said = mill().run(&["context", "grind grain", "--format", "json"]);
    let value = said.json();
    assert_eq!(said.code, 0);
    assert_eq!(value["items"][0]["path"], "mill/stones.py");
    assert_eq!(value["items"][0]["units"][0]["name"], "Millstone.grind");
    assert!(value["snapshot"].as_str().is_some_and(|id| id.len() == 12));
}

#[test]
fn files() {
    let said = mill().run(&["context", "--files", "mill/stones.py"]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("Millstone") && said.out.contains("turn_wheel"), "{}", said.page());
}

/// What is near to a few letters of a word that nobody knows is near to nothing; a known word inside of it means something.
#[test]
fn a_word_that_nothing_knows_finds_nothing() {
    let program = mill();
    for (task, code) in [("cutqqq", 1), ("zzzqqq xkcdv", 1), ("stonegrinder", 0), ("zzzqqq furrow", 0)] {
        let said = program.run(&["context", task]);
        assert_eq!(said.code, code, "{}", said.page());
    }
}

/// Exit code 2, one message that names cause and way out, nothing on standard output.
fn refused(program: &Program, arguments: &[&str], message: &str, hint: &str) {
    let said = program.run(&[&["context"], arguments].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.page());
    // On a slow machine the progress of the index comes before.
    assert!(said.err.ends_with(&format!("orient: {message}\n  hint: {hint}\n")), "{}", said.page());
}

#[test]
fn what_cannot_be_answered_is_an_error() {
    let program = mill();
    refused(&program, &[" "], "the question is empty", "say what you look for, in words or as a name");
    refused(
        &program,
        &["the and"],
        "the question has no word that could be searched for",
        "use a word that says more than `the` or `and`",
    );
    refused(
        &Program::empty(),
        &["grind"],
        "there is no code here to choose from",
        "`orient status` says what was indexed",
    );
    refused(
        &program,
        &["grind", "--type", "klingon"],
        "there is no language `klingon`",
        "`orient status --problems` lists the languages of the index",
    );
}

#[test]
fn budgets_that_hold_nothing_are_errors() {
    let hint = "give more with --budget; 8000 is the default";
    let program = mill();
    refused(&program, &["grind", "--budget", "0"], "a budget of 0 tokens has no room for an answer", hint);
    let said = program.run(&["context", "grind", "--budget", "3"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.page());
    assert!(
        said.err.starts_with("orient: the budget is too small: 3 tokens, where the shortest answer has ")
    );
    assert!(said.err.ends_with(&format!("\n  hint: {hint}\n")), "{}", said.page());
}

#[test]
fn files_that_cannot_be_begun_with_are_errors() {
    let program = mill();
    refused(&program, &["--files", "mill/pond.py"], "mill/pond.py does not exist", "check the path");
    program.write("../river.py", "def flow():\n    return 1\n");
    refused(
        &program,
        &["--files", "../river.py"],
        "../river.py is not inside the tree at [folder]/tree",
        "name files of one tree; --path says of which",
    );
    refused(
        &program,
        &["--files", "mill"],
        "mill is a folder, not a file",
        "name the files in it: --files FOLDER/*",
    );
    program.write(".orientignore", "hidden.py\n");
    program.write("mill/hidden.py", "def hide():\n    return 1\n");
    refused(
        &program,
        &["--files", "mill/hidden.py"],
        "mill/hidden.py is not a file of the index",
        "check the path; ignored files are not indexed",
    );
}

/// These are refused by the reader of the command line, in its own words.
#[test]
fn arguments_that_do_not_fit_are_errors() {
    let program = mill();
    for (arguments, message) in [
        (&[][..], "required"),
        (&["grind", "--budget", "-3"], "unexpected argument"),
        (&["grind", "--budget", "many"], "invalid value"),
        (&["grind", "--format", "html"], "[possible values: text, markdown, json, xml, compact]"),
        (&["grind", "--diff", "HEAD"], "cannot be used with"),
        (&["--files", "mill/wheel.py", "--diff"], "cannot be used with"),
    ] {
        let said = program.run(&[&["context"], arguments].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.page());
        assert!(said.err.contains(message), "{}", said.page());
    }
}

#[test]
fn the_help_has_examples() {
    let said = mill().run(&["context", "--help"]);
    assert_eq!(said.code, 0);
    for example in ["orient context --diff main...topic", "--files src/store.rs", "orient context --diff -"] {
        assert!(said.out.contains(example), "{}", said.page());
    }
}

#[test]
fn a_task_ranks_within_files() {
    let said = mill().run(&["context", "dress the stone", "--files", "mill/stones.py"]);
    assert_eq!(said.code, 0, "{}", said.page());
    let first = said.out.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("mill/stones.py:") && first.contains("  method Millstone.dress"),
        "{}",
        said.page()
    );
}

#[test]
fn the_cache_answers_alike_and_can_be_left_out() {
    let program = mill();
    let kept = || {
        let folders = std::fs::read_dir(program.cache()).into_iter().flatten().flatten();
        let answers = folders.filter_map(|folder| std::fs::read_dir(folder.path().join("answers")).ok());
        answers.flatten().count()
    };
    let asked = |more: &[&str]| program.run(&[&["context", "grind grain"], more].concat()).out;
    let plain = asked(&["--no-cache"]);
    assert_eq!(kept(), 0);
    assert_eq!((asked(&[]), kept()), (plain.clone(), 1));
    assert_eq!((asked(&[]), kept()), (plain.clone(), 1));
    program.write("mill/stones.py", "def grind_grain(grain):\n    return grain\n");
    assert_ne!(asked(&[]), plain, "the tree changed");
    assert_eq!(kept(), 2);
}

#[test]
fn nothing_found() {
    check(
        &["zeppelin"],
        expect![[r#"
            exit 1
            --- out
            --- err
            nothing found
        "#]],
    );
}

#[test]
fn a_name_brings_its_surroundings() {
    let program = Program::repository();
    let said = program.run(&["context", "load a record from the store", "--budget", "300", "--no-tests"]);
    assert_eq!(said.code, 0, "{}", said.page());
    assert!(said.out.contains("app/"), "{}", said.page());
    assert!(!said.out.contains("tests/"), "{}", said.page());
}

const CLASSES: &str = "[[concept]]\nid = \"flour\"\nphrases = [\"make flour\"]\ntargets = [\"grind\"]\n";

#[test]
fn a_class_of_the_team_leads_to_its_code() {
    let program = mill();
    assert_eq!(program.run(&["context", "make flour"]).code, 1);
    program.write("orient.toml", CLASSES);
    let said = program.run(&["context", "make flour", "--glob", "*.py"]);
    assert!(said.code == 0 && said.out.contains("def grind"), "{}", said.page());
}

#[test]
fn a_mistake_in_the_settings_is_an_error_that_names_its_line() {
    let program = mill();
    program.write("orient.toml", &format!("{CLASSES}colour = 1\n"));
    for command in ["context", "search", "doctor"] {
        let arguments: &[&str] = if command == "doctor" { &[command] } else { &[command, "make flour"] };
        let said = program.run(arguments);
        let told = format!("{}{}", said.out, said.err);
        assert!(said.code == 2 && told.contains("orient.toml:5: unknown field `colour`"), "{}", said.page());
    }
}
