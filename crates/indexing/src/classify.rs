//! What a path says about a file: test, vendored, generated, documentation.

use orienteer_storage::FileFlags;

const TEST_FOLDERS: &[&str] = &[
    "test",
    "tests",
    "__tests__",
    "testing",
    "spec",
    "specs",
    "testdata",
    "test_data",
    "testsuite",
    "e2e",
    "fixtures",
];

const VENDORED_FOLDERS: &[&str] = &[
    "vendor",
    "vendored",
    "third_party",
    "third-party",
    "thirdparty",
    "node_modules",
    "bower_components",
    "_vendor",
    "extern",
    "external",
];

const GENERATED_FOLDERS: &[&str] = &["dist", "generated", "__generated__", "gen", "__snapshots__"];

const GENERATED_MARKS: &[&str] = &[
    ".min.",
    ".bundle.",
    ".generated.",
    "_pb2.",
    ".pb.go",
    ".pb.cc",
    ".pb.h",
    "_generated.",
    ".g.cs",
    ".designer.cs",
    "-lock.",
    ".lock",
];

const DOCUMENTATION_FOLDERS: &[&str] = &["docs", "documentation"];

/// Code has packages of these names too: there only prose is documentation.
const PROSE_FOLDERS: &[&str] = &["doc", "man", "manual"];

const DOCUMENT_NAMES: &[&str] =
    &["authors", "changelog", "changes", "contributing", "history", "licence", "license", "news", "readme"];

const PROSE_ENDINGS: &[&str] =
    &["adoc", "asciidoc", "htm", "html", "md", "mdx", "org", "pod", "rdoc", "rst", "tex", "textile", "txt"];

/// Flags by path alone.
pub fn flags_of(path: &str) -> FileFlags {
    let lower = path.to_ascii_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let parts = folders.as_bytes().split(|byte| *byte == b'/');
    let mut flags = parts.fold(0, |flags, folder| flags | flags_of_folder(folder));
    if is_test_name(name) || is_test_name_in_case(path) {
        flags |= FileFlags::TEST;
    }
    if has_mark(name, GENERATED_MARKS) {
        flags |= FileFlags::GENERATED;
    }
    if is_document(folders, name) {
        flags |= FileFlags::DOCUMENTATION;
    }
    FileFlags(flags)
}

fn flags_of_folder(name: &[u8]) -> u32 {
    let lists = [
        (TEST_FOLDERS, FileFlags::TEST),
        (VENDORED_FOLDERS, FileFlags::VENDORED),
        (GENERATED_FOLDERS, FileFlags::GENERATED),
        (DOCUMENTATION_FOLDERS, FileFlags::DOCUMENTATION),
    ];
    let has = |list: &[&str]| list.iter().any(|folder| folder.as_bytes() == name);
    lists.iter().filter(|(list, _)| has(list)).fold(0, |flags, (_, flag)| flags | flag)
}

/// Whether a name has one of some marks, all of which begin with a separator: nothing else is looked at closely.
fn has_mark(name: &str, marks: &[&str]) -> bool {
    let separators = name.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'.' | b'_' | b'-'));
    separators.into_iter().any(|(at, _)| marks.iter().any(|mark| name[at..].starts_with(mark)))
}

fn is_test_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_tests")
        || stem.ends_with("_spec")
        || has_mark(name, &[".test.", ".spec.", ".tests.", ".bench."])
        || matches!(stem, "test" | "tests" | "conftest")
}

/// `SessionTest.java`, `SessionTests.cs`, `SessionIT.java`, `TestSession.java`: the case tells a suffix from the end of a word. A
/// `TypeSpec` is a description of types as often as a test of them, and is left to its folder.
fn is_test_name_in_case(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let is_suffix = |end: &&str| {
        stem.strip_suffix(end).is_some_and(|rest| rest.ends_with(|letter: char| !letter.is_uppercase()))
    };
    let prefix = stem.strip_prefix("Test").is_some_and(|rest| rest.starts_with(char::is_uppercase));
    ["Test", "Tests", "IT"].iter().any(is_suffix) || prefix
}

/// A file that is written for people: by its ending, by its name (`LICENSE-MIT`, but not `licenses.py`), or prose beside other prose.
fn is_document(folders: &str, name: &str) -> bool {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let word = stem.split(['.', '-', '_']).next().unwrap_or(stem);
    let is_prose = ending.is_empty() || PROSE_ENDINGS.contains(&ending) || is_manual_section(ending);
    matches!(ending, "md" | "rst" | "adoc")
        || is_prose && DOCUMENT_NAMES.contains(&word)
        || is_prose && folders.split('/').any(|folder| PROSE_FOLDERS.contains(&folder))
}

/// `1` of `orient.1`.
fn is_manual_section(ending: &str) -> bool {
    matches!(ending.as_bytes(), [b'1'..=b'9'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_tell() {
        let check =
            |path: &str, bit: u32, expected: bool| assert_eq!(flags_of(path).has(bit), expected, "{path}");
        check("tests/store.py", FileFlags::TEST, true);
        check("src/store_test.go", FileFlags::TEST, true);
        check("src/StoreTest.java", FileFlags::TEST, true);
        check("src/latest.py", FileFlags::TEST, false);
        check("src/contest/rules.py", FileFlags::TEST, false);
        check("src/attestation.rs", FileFlags::TEST, false);
        check("vendor/x/y.go", FileFlags::VENDORED, true);
        check("js/app.min.js", FileFlags::GENERATED, true);
        check("src/AUDIT.java", FileFlags::TEST, false);
        check("src/StoreIT.java", FileFlags::TEST, true);
        check("src/TypeSpec.java", FileFlags::TEST, false);
        check("src/test/TypeSpec.scala", FileFlags::TEST, true);
        check("docs/guide.md", FileFlags::DOCUMENTATION, true);
        check("docs/conf.py", FileFlags::DOCUMENTATION, true);
        check("man/orient.1", FileFlags::DOCUMENTATION, true);
        check("doc/manual.txt", FileFlags::DOCUMENTATION, true);
        check("doc/render.go", FileFlags::DOCUMENTATION, false);
        check("LICENSE", FileFlags::DOCUMENTATION, true);
        check("LICENSE-MIT", FileFlags::DOCUMENTATION, true);
        check("README.ja.md", FileFlags::DOCUMENTATION, true);
        check("NEWS.txt", FileFlags::DOCUMENTATION, true);
        for code in
            ["changes.rs", "changes_view.rb", "history.rs", "licenses.py", "newsfeed.ts", "readme_parser.go"]
        {
            check(&format!("src/{code}"), FileFlags::DOCUMENTATION, false);
        }
    }
}
