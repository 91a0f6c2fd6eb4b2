//! Files made to break a parser: they give facts and a problem, never a panic, an overflow or a long wait.

mod check;

use check::check;
use orienteer_model::{FileFacts, ProblemKind};

/// One extension per family of grammars.
const EXTENSIONS: [&str; 22] = [
    "py", "js", "ts", "rs", "go", "java", "cs", "rb", "c", "cpp", "php", "kt", "swift", "scala", "sh", "lua",
    "ex", "zig", "hs", "json", "css", "sql",
];

fn has(facts: &FileFacts, kind: ProblemKind) -> bool {
    facts.problems.iter().any(|problem| problem.kind() == kind)
}

fn for_each_language(source: &[u8]) {
    for extension in EXTENSIONS {
        check(&format!("hostile.{extension}"), source);
    }
}

#[test]
fn nothing_at_all() {
    for_each_language(b"");
    for_each_language(b"\n");
    for_each_language(b" \t\r\n");
    assert!(check("empty.md", b"").units.is_empty());
}

#[test]
fn only_comments() {
    for source in ["# one\n# two\n", "// one\n/* two */\n", "-- one\n", "<!-- one -->\n"] {
        for_each_language(source.as_bytes());
    }
}

#[test]
fn not_text() {
    let facts = check("broken.py", b"def caf\xe9():\n    return '\xff\xfe'\n");
    assert!(has(&facts, ProblemKind::Encoding));
    for_each_language(b"\x00\x01\x02\xff\xfe{(\x00");
    for_each_language(&[0; 5_000]);
    for_each_language(&[0xff; 5_000]);
    let facts = check("broken.md", b"# Title\n\n\xff\xfe\n");
    assert!(has(&facts, ProblemKind::Encoding) && !facts.units.is_empty());
}

#[test]
fn a_mark_at_the_start_hides_nothing() {
    let facts = check("marked.py", "\u{feff}def open_store():\r\n    return 1\r\n".as_bytes());
    assert!(facts.units.iter().any(|unit| facts.view().name(unit.name) == "open_store"));
}

#[test]
fn strings_and_comments_without_an_end() {
    for source in [
        "x = \"abc\ny = 1\n",
        "x = 'abc",
        "x = \"\"\"abc\n",
        "/* abc\nint x;\n",
        "x = `abc ${\n",
        "--[[ abc\n",
        "<<EOF\nabc\n",
    ] {
        for_each_language(source.as_bytes());
    }
}

#[test]
fn a_hundred_thousand_brackets() {
    for bracket in ["(", "[", "{", "<", "((((]]", "{\"a\":", "if (", "f("] {
        for_each_language(bracket.repeat(100_000 / bracket.len()).as_bytes());
    }
}

/// On lines of their own they are no minified file, and scanners that look ahead to the end do so from every line.
#[test]
fn a_hundred_thousand_lines_of_brackets() {
    for bracket in ["(\n", "[\n", "[[\n", "{\n", "<\n", "\"\"\"\n'''\n", "<<A\n", "`\n", "/*\n", "--[[\n"] {
        for_each_language(bracket.repeat(100_000 / bracket.len()).as_bytes());
    }
}

#[test]
fn brackets_that_close() {
    let open = |mark: &str| (0..50_000).map(|number| format!("{mark}{number},\n")).collect::<String>();
    let nested = format!("x = {}1{}\n", open("("), ")\n".repeat(50_000));
    assert!(has(&check("nested.py", nested.as_bytes()), ProblemKind::TooDeep));
    let nested = format!("{}1{}", open("["), "]\n".repeat(50_000));
    assert!(check("nested.json", &nested.as_bytes()[..200_000]).problems.len() == 1);
}

#[test]
fn deep_chains() {
    let chain = format!("void f() {{ {} }}\n", "if (a) { b(); } else ".repeat(20_000));
    for extension in ["c", "java", "js", "cs", "php"] {
        check(&format!("chain.{extension}"), chain.as_bytes());
    }
    let calls = format!("x{}\n", ".next(1)".repeat(50_000));
    check("calls.py", calls.as_bytes());
    check("calls.js", calls.as_bytes());
    check("sum.py", format!("x = 1{}\n", " + 1".repeat(50_000)).as_bytes());
}

#[test]
fn one_line_of_a_million() {
    let facts = check("line.js", "x=1;".repeat(250_000).as_bytes());
    assert!(facts.units.len() < 100);
    check("line.md", "word ".repeat(200_000).as_bytes());
    check("line.py", format!("x = '{}'\n", "y".repeat(1_000_000)).as_bytes());
    check("name.rs", format!("fn {}() {{}}\n", "f".repeat(1_000_000)).as_bytes());
}

#[test]
fn fifty_megabytes() {
    let large = "value = compute(1)\n".repeat(50_000_000 / 19);
    for name in ["large.py", "large.json", "large.md", "large.txt", "large.csv"] {
        let facts = check(name, large.as_bytes());
        assert!(facts.units.len() <= 64, "{name}: {} units", facts.units.len());
    }
    let facts = orienteer_extraction::extract("large.py", large.as_bytes());
    assert!(has(&facts, ProblemKind::TooLarge));
}

#[test]
fn a_hundred_thousand_functions() {
    let many: String = (0..100_000).map(|number| format!("def f{number}(a): return g(a)\n")).collect();
    let facts = check("many.py", many.as_bytes());
    assert!(facts.units.len() >= 100_000 || has(&facts, ProblemKind::TooSlow));
}

#[test]
fn data_does_not_flood_the_index() {
    let json: String = (0..8_000).map(|number| format!("\"key{number}\": {number},\n")).collect();
    let css: String = (0..8_000).map(|number| format!(".c{number} {{ a: b }}\n")).collect();
    let toml: String = (0..8_000).map(|number| format!("[t{number}]\nkey = 1\n")).collect();
    let yaml: String = (0..8_000).map(|number| format!("key{number}: 1\n")).collect();
    let html = "<p id=\"a\">b</p>\n".repeat(8_000);
    let cases = [
        ("a.json", format!("{{{json}\"last\": 0}}")),
        ("a.css", css),
        ("a.toml", toml),
        ("a.yaml", yaml),
        ("a.html", html),
    ];
    for (name, source) in cases {
        let facts = check(name, source.as_bytes());
        assert!(facts.units.len() <= source.len() / 300 + 2, "{name}: {} units", facts.units.len());
    }
}
