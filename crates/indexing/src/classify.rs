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

const DOCUMENTATION_FOLDERS: &[&str] = &["doc", "docs", "documentation", "man", "manual"];

/// Flags by path alone.
pub fn flags_of(path: &str) -> FileFlags {
    let lower = path.to_ascii_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let mut flags = folders.split('/').fold(0, |flags, folder| flags | flags_of_folder(folder));
    if is_test_name(name) || is_test_name_in_case(path) {
        flags |= FileFlags::TEST;
    }
    if has_mark(name, GENERATED_MARKS) {
        flags |= FileFlags::GENERATED;
    }
    if is_document_name(name) {
        flags |= FileFlags::DOCUMENTATION;
    }
    FileFlags(flags)
}

fn flags_of_folder(name: &str) -> u32 {
    let lists = [
        (TEST_FOLDERS, FileFlags::TEST),
        (VENDORED_FOLDERS, FileFlags::VENDORED),
        (GENERATED_FOLDERS, FileFlags::GENERATED),
        (DOCUMENTATION_FOLDERS, FileFlags::DOCUMENTATION),
    ];
    lists.iter().filter(|(list, _)| list.contains(&name)).fold(0, |flags, (_, flag)| flags | flag)
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

/// `SessionTest.java`, `SessionTests.cs`, `TestSession.java`: the case tells a suffix from the end of a word.
fn is_test_name_in_case(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let suffix =
        ["Test", "Tests", "Spec", "IT"].iter().any(|end| stem.len() > end.len() && stem.ends_with(end));
    let prefix = stem.strip_prefix("Test").is_some_and(|rest| rest.starts_with(char::is_uppercase));
    suffix || prefix
}

fn is_document_name(name: &str) -> bool {
    ["readme", "changelog", "contributing", "license", "authors", "history", "news", "changes"]
        .iter()
        .any(|word| name.starts_with(word))
        || [".md", ".rst", ".adoc"].iter().any(|end| name.ends_with(end))
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
        check("docs/guide.md", FileFlags::DOCUMENTATION, true);
    }
}
