//! `orient search`: what it prints, what it leaves out, what it refuses.

use crate::program::Program;
use expect_test::{Expect, expect};
use serde_json::Value;

/// A garden with more units than a page has room for.
fn garden() -> Program {
    let program = Program::empty();
    for (path, text) in GARDEN {
        program.write(path, text);
    }
    for number in 0..12 {
        let text = format!(
            "def pot_{number}(plant):\n    \"\"\"Puts a plant into pot {number}.\"\"\"\n    return plant\n"
        );
        program.write(&format!("garden/pots/pot_{number}.py"), &text);
    }
    program
}

const GARDEN: &[(&str, &str)] = &[
    ("garden/__init__.py", ""),
    (
        "garden/watering.py",
        r#""""Brings water to the beds."""


class Sprinkler:
    """Waters one bed."""

    def __init__(self, bed):
        self.bed = bed
        self.pressure = 0

    def closeValve(self, slowly=False):
        """Stops the water.

        A valve that shuts at once breaks the pipe.
        """
        self.pressure = 0
        return slowly

    def open_valve(self):
        self.pressure = 3

    def rinse_filter(self):
        return self.pressure

    def drain_hose(self):
        return self.pressure


def schedule(sprinklers, hour):
    """Which sprinklers run at an hour."""
    return [sprinkler for sprinkler in sprinklers if sprinkler.bed.hour == hour]
"#,
    ),
    (
        "garden/soil.py",
        r#"def measure_acidity(sample, probe):
    """How sour the soil is: the mean of three readings."""
    readings = [probe.read(sample) for _ in range(3)]
    return sum(readings) / 3


def loosen(bed):
    return bed
"#,
    ),
    (
        "pump/src/lib.rs",
        "/// Moves water from the well.\npub struct Pump {\n    pub litres: u32,\n}\n\nimpl Pump {\n    /// Closes the valve of the well.\n    pub fn close_valve(&mut self) -> u32 {\n        self.litres\n    }\n}\n",
    ),
    (
        "tests/test_watering.py",
        "from garden.watering import Sprinkler\n\n\ndef test_close_valve():\n    sprinkler = Sprinkler(None)\n    assert sprinkler.closeValve() is False\n",
    ),
    (
        "docs/guide.md",
        "# Guide\n\n## Winter\n\nClose every valve with `Sprinkler.closeValve` before the frost.\n",
    ),
];

/// Percentages move with every change of the ranking; only the first is pinned.
fn page(program: &Program, arguments: &[&str]) -> String {
    let said = program.run(&[&["search"], arguments].concat());
    let masked = |line: &str| match line.rsplit_once("  ") {
        Some((start, number)) if number.ends_with('%') && number != "100%" => format!("{start}  [n]%\n"),
        _ => format!("{line}\n"),
    };
    said.page().lines().map(masked).collect()
}

fn check(arguments: &[&str], expected: Expect) {
    expected.assert_eq(&page(&garden(), arguments));
}

fn hits(program: &Program, arguments: &[&str]) -> Vec<Value> {
    let said = program.run(&[&["search", "--json"], arguments].concat());
    said.json()["hits"].as_array().cloned().unwrap_or_default()
}

fn names(program: &Program, arguments: &[&str]) -> Vec<String> {
    let name = |hit: &Value| format!("{}", hit["place"]["name"]).trim_matches('"').to_owned();
    hits(program, arguments).iter().map(name).collect()
}

fn paths(program: &Program, arguments: &[&str]) -> Vec<String> {
    let path = |hit: &Value| format!("{}", hit["place"]["path"]).trim_matches('"').to_owned();
    hits(program, arguments).iter().map(path).collect()
}

#[test]
fn a_name_and_its_best_lines() {
    check(
        &["Sprinkler.closeValve", "--limit", "1"],
        expect![[r#"
        exit 0
        --- out
        garden/watering.py:11  method Sprinkler.closeValve  100%
            def closeValve(self, slowly=False)
            14          A valve that shuts at once breaks the pipe.
        --- err
        snapshot [id]
    "#]],
    );
}

#[test]
fn a_sentence() {
    check(
        &["how sour is the soil", "--limit", "1"],
        expect![[r#"
        exit 0
        --- out
        garden/soil.py:1  function measure_acidity  100%
            def measure_acidity(sample, probe)
            2      """How sour the soil is: the mean of three readings."""
        --- err
        snapshot [id]
    "#]],
    );
}

#[test]
fn context_widens_the_lines_within_the_unit() {
    check(
        &["mean of readings", "--limit", "1", "--context", "1"],
        expect![[r#"
        exit 0
        --- out
        garden/soil.py:1  function measure_acidity  100%
            1  def measure_acidity(sample, probe):
            2      """How sour the soil is: the mean of three readings."""
            3      readings = [probe.read(sample) for _ in range(3)]
        --- err
        snapshot [id]
    "#]],
    );
}

#[test]
fn files_alone() {
    check(
        &["-l", "close valve", "--no-tests", "--glob", "!docs"],
        expect![[r#"
            exit 0
            --- out
            pump/src/lib.rs
            garden/watering.py
            --- err
            snapshot [id]
        "#]],
    );
    let program = garden();
    let said = program.run(&["search", "-l", "valve"]);
    let mut distinct: Vec<&str> = said.out.lines().collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), said.out.lines().count());
    assert_eq!(program.run(&["search", "-l", "plant pot", "--limit", "4"]).out.lines().count(), 4);
}

#[test]
fn words_need_no_quotes() {
    let program = garden();
    let said = program.run(&["search", "sour", "soil"]);
    assert_eq!(said.page(), program.run(&["search", "sour soil"]).page());
}

#[test]
fn json_has_everything_that_a_program_needs() {
    let program = garden();
    let value = program.run(&["search", "closeValve", "--json"]).json();
    let keys = |value: &Value| value.as_object().map(|map| map.keys().cloned().collect::<Vec<_>>().join(" "));
    assert_eq!(
        keys(&value).as_deref(),
        Some("candidates changed hits notes query snapshot terms unreadable version")
    );
    let hit = &value["hits"][0];
    let expected = "changed_since channels distance factors library lines parts place relative score signature start_line";
    assert_eq!(keys(hit).as_deref(), Some(expected));
    assert_eq!(keys(&hit["place"]).as_deref(), Some("end_line kind line module name path test"));
    assert_eq!((value["query"].as_str(), hit["relative"].as_f64()), (Some("closeValve"), Some(1.0)));
    assert_eq!(hit["signature"], "def closeValve(self, slowly=False)");
    assert!(hit["distance"].as_f64().is_some_and(|distance| (0.0..1.0).contains(&distance)), "{hit}");
    assert_eq!(hit["changed_since"], Value::Bool(false));
    let line = &hit["lines"][0];
    let (text, range) = (line["text"].as_str().unwrap_or_default(), &line["matches"][0]);
    let [from, to] = [0, 1].map(|side| range[side].as_u64().unwrap_or_default() as usize);
    assert_eq!((line["line"].as_u64(), &text[from..to]), (Some(14), "valve"));
}

#[test]
fn relative_scores_fall_from_1() {
    let hits = hits(&garden(), &["close the valve"]);
    let relative: Vec<f64> = hits.iter().filter_map(|hit| hit["relative"].as_f64()).collect();
    assert!(relative.len() > 3 && relative[0] == 1.0, "{relative:?}");
    assert!(relative.windows(2).all(|pair| pair[0] >= pair[1]), "{relative:?}");
}

#[test]
fn raw_scores_are_their_parts() {
    for hit in hits(&garden(), &["close the valve"]) {
        let number = |value: &Value, name: &str| value[name].as_f64().unwrap_or(f64::NAN);
        let list = |name: &str| hit[name].as_array().cloned().unwrap_or_default();
        let sum: f64 = list("parts").iter().map(|part| number(part, "value") * number(part, "weight")).sum();
        let score = list("factors").iter().fold(sum, |score, factor| score * number(factor, "value"));
        assert!((score - number(&hit, "score")).abs() < 1e-5, "{score} {hit}");
        assert!(!list("channels").is_empty());
    }
}

/// Reads the page as a person would: the last number of each line.
#[test]
fn an_explanation_adds_up() {
    let said = garden().run(&["search", "close the valve", "--explain"]);
    let number = |line: &str| line.split_whitespace().last().and_then(|word| word.parse::<f32>().ok());
    let (mut sum, mut product, mut scores) = (0.0f32, 0.0f32, 0);
    for line in said.out.lines().filter(|line| line.starts_with("    ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [_, _, "x", _, _] if number(line).is_some() => sum += number(line).unwrap_or_default(),
            ["sum", _] => {
                product = number(line).unwrap_or_default();
                assert_eq!(sum.to_bits(), product.to_bits(), "{sum} {line}");
                sum = 0.0;
            }
            [_, "x", _] => product *= number(line).unwrap_or_default(),
            ["score", _] => {
                assert_eq!(Some(product), number(line), "{line}");
                scores += 1;
            }
            _ => {}
        }
    }
    assert!(scores > 3, "{}", said.page());
    assert_eq!(said.out.matches("    found by ").count(), scores);
}

#[test]
fn filters() {
    let program = garden();
    let all = ["close", "valve", "--limit", "50", "--per-file", "0"];
    let with = |more: &[&str]| paths(&program, &[&all, more].concat());
    assert!(with(&[]).contains(&"pump/src/lib.rs".to_owned()));
    assert!(with(&["--type", "rust"]).iter().all(|path| path.ends_with(".rs")));
    assert_eq!(with(&["--type", "rs"]), with(&["--type", "Rust"]));
    assert!(!with(&["--type", "rust", "--type", "py"]).is_empty());
    assert!(with(&["--glob", "*.py"]).iter().all(|path| path.ends_with(".py")));
    assert!(with(&["--glob", "garden/**"]).iter().all(|path| path.starts_with("garden/")));
    assert!(with(&["--glob", "garden"]).iter().all(|path| path.starts_with("garden/")));
    assert!(with(&["--glob", "!*.rs"]).iter().all(|path| !path.ends_with(".rs")));
    for (plain, dotted) in [("garden", "./garden"), ("garden/**", "./garden/**"), ("!*.rs", "!./*.rs")] {
        assert_eq!(with(&["--glob", plain]), with(&["--glob", dotted]), "{dotted}");
    }
    assert_eq!(with(&["--glob", "./"]), with(&[]));
    assert!(with(&["--no-tests"]).iter().all(|path| !path.starts_with("tests/")));
    assert!(with(&[]).iter().any(|path| path.starts_with("tests/")));
    let kinds = hits(&program, &[&all[..], &["--kind", "method"]].concat());
    assert!(!kinds.is_empty() && kinds.iter().all(|hit| hit["place"]["kind"] == "method"));
    assert_eq!(kinds, hits(&program, &[&all[..], &["--kind", "Method"]].concat()));
    for more in [&["--type", "rust"][..], &["--glob", "*.py"], &["--glob", "garden"], &["--glob", "!*.rs"]] {
        assert!(!with(more).is_empty(), "{more:?}");
    }
}

#[test]
fn limits() {
    let program = garden();
    assert_eq!(hits(&program, &["plant"]).len(), 10);
    assert_eq!(hits(&program, &["plant", "--limit", "2"]).len(), 2);
    assert_eq!(hits(&program, &["plant", "--limit", "11", "--per-file", "1"]).len(), 11);
    let query = "closeValve open_valve rinse_filter drain_hose plant";
    let most = |per_file: &str| {
        let paths = paths(&program, &[query, "--limit", "7", "--per-file", per_file]);
        paths.iter().filter(|path| *path == "garden/watering.py").count()
    };
    assert!(most("0") > 3, "the case shows nothing");
    assert_eq!((most("1"), most("3")), (1, 3));
}

#[test]
fn exit_codes() {
    let program = garden();
    let code = |arguments: &[&str]| program.run(&[&["search"], arguments].concat()).code;
    assert_eq!(code(&["valve"]), 0);
    assert_eq!(code(&["valve", "-l"]), 0);
    assert_eq!(code(&["zyzzyva"]), 1);
    assert_eq!(code(&["zyzzyva", "-l"]), 1);
    assert_eq!(code(&["zyzzyva", "--json"]), 1);
    assert_eq!(code(&["valve", "--type", "haskell"]), 1);
    assert_eq!(code(&[]), 2);
    check(
        &["zyzzyva"],
        expect![[r#"
        exit 1
        --- out
        --- err
        nothing found
        snapshot [id]
    "#]],
    );
}

#[test]
fn by_vectors_alone() {
    let program = garden();
    let found = hits(&program, &["valve", "--candidates", "vector"]);
    assert!(found.len() > 3 && found.iter().all(|hit| hit["channels"][0] == "dense"), "{found:?}");
    let distance = |hit: &Value| hit["distance"].as_f64().unwrap_or(9.0);
    // Between the nearest and the furthest, however far apart a model puts them.
    let bound = (distance(&found[0]) + distance(&found[found.len() - 1])) / 2.0;
    let near = hits(&program, &["valve", "--max-distance", &bound.to_string()]);
    assert!(!near.is_empty() && near.len() < found.len(), "{near:?}");
    assert!(near.iter().all(|hit| distance(hit) <= bound), "{near:?}");
    let unknown = program.run(&["search", "щука", "--candidates", "vector"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert!(unknown.err.contains("no word that could be searched for"), "{}", unknown.err);
}

#[test]
fn what_cannot_be_answered_is_refused_before_anything_is_indexed() {
    let program = garden();
    let refusals: [&[&str]; 13] = [
        &[""],
        &[" ", "\n"],
        &["the of and"],
        &["+-*/ ((\"'"],
        &["🎉"],
        &["valve", "--type", "klingon"],
        &["valve", "--glob", "a[b"],
        &["valve", "--glob", ""],
        &["valve", "--glob", "!"],
        &["valve", "--limit", "0"],
        &["valve", "--max-distance", "-1"],
        &["valve", "--max-distance", "nan"],
        &["valve", "--max-distance", "inf"],
    ];
    let mut said = String::new();
    for arguments in refusals {
        let answer = program.run(&[&["search"], arguments].concat());
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}");
        said.push_str(&format!("{arguments:?}\n{}", answer.err));
    }
    assert!(!program.cache().exists());
    expect![[r#"
        [""]
        orient: the question is empty
          hint: say what you look for, in words or as a name
        [" ", "\n"]
        orient: the question is empty
          hint: say what you look for, in words or as a name
        ["the of and"]
        orient: the question has no word that could be searched for
          hint: use a word that says more than `the` or `and`
        ["+-*/ ((\"'"]
        orient: the question has no word that could be searched for
          hint: use a word that says more than `the` or `and`
        ["🎉"]
        orient: the question has no word that could be searched for
          hint: use a word that says more than `the` or `and`
        ["valve", "--type", "klingon"]
        orient: there is no language `klingon`
          hint: `orient status --problems` lists the languages of the index
        ["valve", "--glob", "a[b"]
        orient: `a[b` is not a pattern of paths: unclosed character class; missing ']'
          hint: quote it for the shell: --glob 'src/**/*.rs'
        ["valve", "--glob", ""]
        orient: `` is not a pattern of paths: it is empty
          hint: quote it for the shell: --glob 'src/**/*.rs'
        ["valve", "--glob", "!"]
        orient: `` is not a pattern of paths: it is empty
          hint: quote it for the shell: --glob 'src/**/*.rs'
        ["valve", "--limit", "0"]
        error: invalid value '0' for '--limit <N>': it leaves nothing to show; give 1 or more

        For more information, try '--help'.
        ["valve", "--max-distance", "-1"]
        orient: -1 is not a distance
          hint: a distance is 0 or more; the same text has 0
        ["valve", "--max-distance", "nan"]
        orient: NaN is not a distance
          hint: a distance is 0 or more; the same text has 0
        ["valve", "--max-distance", "inf"]
        orient: inf is not a distance
          hint: a distance is 0 or more; the same text has 0
    "#]]
    .assert_eq(&said);
}

/// A single word may be a name, whatever it means in a sentence; several that say nothing are refused without a look.
#[test]
fn a_stop_word_alone_is_looked_up_as_a_name() {
    let program = garden();
    let said = program.run(&["search", "the"]);
    assert_eq!((said.code, said.err.lines().next()), (1, Some("nothing found")), "{}", said.page());
    assert_eq!(program.run(&["search", "the", "of", "a"]).code, 2);
    program.write("garden/the.py", "def the():\n    return 1\n");
    assert_eq!(names(&program, &["the", "--kind", "function"]), ["the"]);
}

#[test]
fn paths_lead_from_where_the_user_stands() {
    let program = garden();
    program.git(&["init", "--quiet", "--initial-branch=main"]);
    let inside = |arguments: &[&str]| {
        let output = program.command(arguments).current_dir(program.tree().join("garden")).output();
        program.said(&output.expect("an answer"))
    };
    let said = inside(&["search", "-l", "close valve", "--no-tests"]);
    assert!(
        said.out.lines().all(|path| program.tree().join("garden").join(path).is_file()),
        "{}",
        said.page()
    );
    let listed: Vec<&str> = said.out.lines().collect();
    assert!(listed.contains(&"watering.py") && listed.contains(&"../pump/src/lib.rs"), "{listed:?}");
    let said = inside(&["search", "Sprinkler.closeValve", "--limit", "1"]);
    assert!(said.out.starts_with("watering.py:11  method"), "{}", said.page());
    let said = inside(&["search", "Sprinkler.closeValve", "--limit", "1", "--json"]);
    assert_eq!(said.json()["hits"][0]["place"]["path"], "garden/watering.py");
    let said = inside(&["symbol", "../pump/src/lib.rs:8"]);
    assert!(said.out.starts_with("../pump/src/lib.rs:8  method Pump.close_valve"), "{}", said.page());
    let said = inside(&["impact", "watering.py:11"]);
    assert!(said.out.contains("\n  ../tests/test_watering.py"), "{}", said.page());
}

#[cfg(unix)]
#[test]
fn files_that_could_not_be_read_are_counted() {
    use std::os::unix::fs::PermissionsExt;
    let program = garden();
    let closed = program.tree().join("garden/soil.py");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).expect("permissions");
    if std::fs::read(&closed).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    expect![[r#"
        snapshot [id]
        1 file could not be read (`orient status --problems` names it)
    "#]]
    .assert_eq(&program.run(&["search", "valve"]).err);
    assert_eq!(program.run(&["search", "valve", "--json"]).json()["unreadable"], 1);
}

#[test]
fn words_that_no_option_has_are_refused() {
    let program = garden();
    let wrong: [&[&str]; 5] = [
        &["--kind", "thing"],
        &["--candidates", "magic"],
        &["--limit", "-1"],
        &["--max-distance", "near"],
        &["-l", "--json"],
    ];
    for arguments in wrong {
        let said = program.run(&[&["search", "valve"], arguments].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}");
    }
    assert!(program.run(&["search", "x", "--kind", "thing"]).err.contains("function, method, class"));
    assert!(!program.cache().exists());
}

#[test]
fn odd_questions_have_answers() {
    let program = garden();
    let best = |query: &str| names(&program, &["--", query]).into_iter().next().unwrap_or_default();
    let long = format!("closeValve {}", "lorem ipsum dolor ".repeat(5_600));
    assert!(long.len() > 100_000);
    assert_eq!(best(&long), "Sprinkler.closeValve");
    assert_eq!(
        best("\"closeValve\" AND (NOT* ~foo^3) || field:[a TO b] && -x +y \\ ?"),
        "Sprinkler.closeValve"
    );
    assert_eq!(best("closeValve 🎉🚰"), "Sprinkler.closeValve");
    assert_eq!(best("--closeValve' OR 1=1; --"), "Sprinkler.closeValve");
    program
        .write("garden/jing.py", "def well_depth(well):\n    \"\"\"测量水井的深度\"\"\"\n    return well\n");
    assert_eq!(best("水井深度"), "well_depth");
    let lines = hits(&program, &["水井深度"])[0]["lines"].clone();
    assert_eq!(lines[0]["line"], 2);
}

#[test]
fn matches_are_in_colour_where_it_is_wanted() {
    let program = garden();
    let colored = |arguments: &[&str]| {
        let output =
            program.command(&[&["search", "valves shutting", "--limit", "1"], arguments].concat()).output();
        String::from_utf8(output.map(|output| output.stdout).unwrap_or_default()).unwrap_or_default()
    };
    let shown = colored(&["--color", "always", "--kind", "method", "--type", "py"]);
    assert!(shown.contains("\u{1b}[1;31mvalve\u{1b}[0m that \u{1b}[1;31mshuts\u{1b}[0m at once"), "{shown}");
    assert!(!colored(&[]).contains('\u{1b}'));
}

#[test]
fn source_cannot_speak_to_the_terminal() {
    let program = garden();
    program.write("garden/odd.py", "def odd():\n\t# zebra \u{1b}[31m crossing\n\treturn 1\n");
    let said = program.run(&["search", "zebra crossing", "--limit", "1"]);
    assert!(said.out.contains("\t# zebra \u{fffd}[31m crossing"), "{}", said.page());
}

#[test]
fn long_lines_are_cut() {
    let program = garden();
    program.write(
        "garden/wide.js",
        &format!("var table = '{} needle {}';\n", "x ".repeat(400), "y ".repeat(400)),
    );
    let hit = hits(&program, &["needle"])[0].clone();
    let (line, text) = (&hit["lines"][0], hit["lines"][0]["text"].as_str().unwrap_or_default());
    assert!(line["cut"] == true && text.contains("needle") && text.len() <= 200, "{line}");
}

#[test]
fn a_folder_elsewhere() {
    let program = garden();
    let tree = program.tree().join("pump").display().to_string();
    assert_eq!(paths(&program, &["close valve", "--path", &tree, "--limit", "1"]), ["src/lib.rs"]);
}

#[test]
fn a_committed_repository() {
    let program = Program::repository();
    let said = program.run(&["search", "Store.load", "--limit", "1"]);
    assert!(said.out.starts_with("app/store.py:17  method Store.load  100%\n"), "{}", said.page());
    program.write("app/late.py", "def late_comer():\n    return 1\n");
    let value = program.run(&["search", "late comer", "--json"]).json();
    assert_eq!(value["hits"][0]["place"]["name"], "late_comer");
    assert_eq!(value["changed"], serde_json::json!([]));
}

#[test]
fn processes_agree() {
    let program = garden();
    let ask = || {
        program.command(&["search", "close the valve", "--json"]).output().map(|output| output.stdout).ok()
    };
    let first = ask();
    assert!((0..5).all(|_| ask() == first));
}
