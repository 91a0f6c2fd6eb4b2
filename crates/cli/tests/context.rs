//! `orient context`: what it prints in each format, what it keeps to, what it refuses.

mod program;

use expect_test::{Expect, expect};
use program::Program;

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
            mill/stones.py:1-11  method Millstone.dress, class Millstone, method Millstone.grind  100%
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
              mill/stones.py:1  module stones
              mill/wheel.py:1  function turn_wheel

            left out: 1: wheel mill/wheel.py:1
            snapshot [id]
            --- err
            163 of 8000 tokens
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
            mill/stones.py:1 stones
            mill/wheel.py:1 turn_wheel
            left out: 1: wheel mill/wheel.py:1
            snapshot [id]
            --- err
            133 of 8000 tokens
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
            ### `mill/stones.py:4` `method Millstone.dress` (100%)

            ```python
                def dress(self, chisel):
            ```

            ### `mill/stones.py:1` `class Millstone` (95%)

            ```python
            class Millstone:
            ```

            ### `mill/stones.py:8` `method Millstone.grind` (75%)

            ```python
                def grind(self, grain):
            ```

            ### See also

            - `mill/wheel.py:1` `function turn_wheel`

            left out: 2: stones mill/stones.py:1, wheel mill/wheel.py:1

            snapshot [id]
            --- err
            138 of 150 tokens
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
            <source lines="5-11">
                    &quot;&quot;&quot;Cuts new furrows into a worn stone.&quot;&quot;&quot;
                    return [chisel.cut(furrow) for furrow in self.furrows]

                def grind(self, grain):
                    if grain &lt; 1 and self.furrows:
                        raise ValueError(&quot;nothing to grind&quot;)
                    return grain * 2
            </source>
            </item>
            <pointer path="mill/stones.py" line="1" name="Millstone" kind="class"/>
            <pointer path="mill/stones.py" line="4" name="Millstone.dress" kind="method"/>
            <pointer path="mill/wheel.py" line="1" name="turn_wheel" kind="function"/>
            <pointer path="mill/stones.py" line="1" name="stones" kind="module"/>
            <left-out count="1">
            <pointer path="mill/wheel.py" line="1" name="wheel" kind="module"/>
            </left-out>
            </context>
            --- err
            264 of 8000 tokens
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

#[test]
fn what_cannot_be_answered_is_an_error() {
    let refused = |program: &Program, arguments: &[&str], message: &str| {
        let said = program.run(&[&["context"], arguments].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.page());
        assert!(said.err.contains(message), "{}", said.page());
    };
    let program = mill();
    refused(&program, &[], "required");
    refused(&program, &[" "], "the question is empty");
    refused(&program, &["grind", "--budget", "0"], "a budget of 0 tokens");
    refused(&program, &["grind", "--budget", "3"], "the budget is too small: 3 tokens");
    refused(&program, &["grind", "--budget", "-3"], "unexpected argument");
    refused(&program, &["--files", "mill/pond.py"], "mill/pond.py is not a file of the index");
    refused(&program, &["--files", "../elsewhere"], "../elsewhere is not a file of the index");
    refused(&Program::empty(), &["grind"], "there is no code here");
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
