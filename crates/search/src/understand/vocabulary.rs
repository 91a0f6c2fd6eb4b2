//! Words with a meaning of their own in questions about code. General English and common abbreviations only.

use super::Wanted;
use orienteer_text::{is_function_word, words};

/// A report with more names than this is a dump; the first ones are what it is about.
pub(super) const MOST_IDENTIFIERS: usize = 64;

/// A word that says what is to be done.
pub(super) fn is_action(lower: &str) -> bool {
    ACTIONS.binary_search(&lower).is_ok()
}

/// Whether two adjacent words may be the two parts of one name.
pub(super) fn can_join(left: &str, right: &str) -> bool {
    let fits = |word: &str| {
        let lower = word.to_lowercase();
        word.len() >= 3 && !is_function_word(&lower) && !is_action(&lower)
    };
    fits(left) && fits(right) && left.len().max(right.len()) >= 4
}

/// What else the word may be written as.
pub(super) fn other_forms(lower: &str) -> impl Iterator<Item = &'static str> + '_ {
    let matching = ABBREVIATIONS.iter().filter(move |(short, long)| *short == lower || *long == lower);
    matching.flat_map(move |(short, long)| [*short, *long]).filter(move |form| *form != lower)
}

/// Kinds of code that a question speaks of.
pub(super) fn wanted(title: &str) -> Wanted {
    let mut wanted = Wanted::default();
    for word in words(title) {
        match word.text.to_lowercase().as_str() {
            "test" | "tests" | "testing" | "unittest" | "fixture" | "fixtures" => wanted.tests = true,
            "example" | "examples" | "demo" | "sample" | "samples" | "benchmark" | "benchmarks" => {
                wanted.examples = true
            }
            "doc" | "docs" | "documentation" | "readme" | "changelog" | "tutorial" | "manual" => {
                wanted.documentation = true
            }
            "compat" | "compatibility" | "legacy" | "deprecated" | "backport" => wanted.compatibility = true,
            _ => {}
        }
    }
    wanted
}

const ACTIONS: &[&str] = &[
    "add",
    "adding",
    "allow",
    "allows",
    "avoid",
    "build",
    "builds",
    "change",
    "changes",
    "check",
    "checks",
    "create",
    "creates",
    "creating",
    "debug",
    "decide",
    "decides",
    "determine",
    "determines",
    "ensure",
    "exact",
    "extend",
    "find",
    "fix",
    "get",
    "gets",
    "given",
    "handle",
    "handled",
    "handles",
    "handling",
    "implement",
    "implementation",
    "implemented",
    "implements",
    "improve",
    "integrate",
    "introduce",
    "investigate",
    "locate",
    "make",
    "makes",
    "making",
    "modify",
    "need",
    "needs",
    "new",
    "perform",
    "performs",
    "place",
    "prevent",
    "provide",
    "provides",
    "refactor",
    "remove",
    "set",
    "sets",
    "show",
    "shows",
    "support",
    "supporting",
    "supports",
    "trace",
    "understand",
    "update",
    "updates",
    "use",
    "used",
    "uses",
    "using",
    "want",
    "way",
    "work",
    "working",
    "works",
    "write",
];

const ABBREVIATIONS: &[(&str, &str)] = &[
    ("addr", "address"),
    ("alloc", "allocate"),
    ("args", "arguments"),
    ("async", "asynchronous"),
    ("attr", "attribute"),
    ("attrs", "attributes"),
    ("auth", "authentication"),
    ("auth", "authorization"),
    ("buf", "buffer"),
    ("calc", "calculate"),
    ("cfg", "config"),
    ("cert", "certificate"),
    ("cmd", "command"),
    ("col", "column"),
    ("cmp", "compare"),
    ("conf", "config"),
    ("config", "configuration"),
    ("conn", "connection"),
    ("coords", "coordinates"),
    ("ctx", "context"),
    ("db", "database"),
    ("decl", "declaration"),
    ("def", "definition"),
    ("deps", "dependencies"),
    ("desc", "description"),
    ("dest", "destination"),
    ("dir", "directory"),
    ("dirs", "directories"),
    ("env", "environment"),
    ("err", "error"),
    ("eval", "evaluate"),
    ("exec", "execute"),
    ("expr", "expression"),
    ("ext", "extension"),
    ("fmt", "format"),
    ("hdr", "header"),
    ("idx", "index"),
    ("impl", "implementation"),
    ("info", "information"),
    ("init", "initialize"),
    ("init", "initialization"),
    ("lib", "library"),
    ("len", "length"),
    ("max", "maximum"),
    ("mem", "memory"),
    ("min", "minimum"),
    ("msg", "message"),
    ("num", "number"),
    ("obj", "object"),
    ("op", "operation"),
    ("opts", "options"),
    ("param", "parameter"),
    ("params", "parameters"),
    ("perm", "permission"),
    ("pkg", "package"),
    ("pos", "position"),
    ("prev", "previous"),
    ("prop", "property"),
    ("props", "properties"),
    ("proc", "process"),
    ("ptr", "pointer"),
    ("recv", "receive"),
    ("ref", "reference"),
    ("regex", "regular expression"),
    ("repo", "repository"),
    ("req", "request"),
    ("res", "response"),
    ("resp", "response"),
    ("spec", "specification"),
    ("src", "source"),
    ("stmt", "statement"),
    ("svc", "service"),
    ("sync", "synchronize"),
    ("sync", "synchronization"),
    ("sys", "system"),
    ("temp", "temporary"),
    ("tmp", "temporary"),
    ("tok", "token"),
    ("val", "value"),
    ("var", "variable"),
    ("ver", "version"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_the_search() {
        assert!(ACTIONS.is_sorted());
    }

    #[test]
    fn abbreviations_go_both_ways() {
        let forms = |word: &str| other_forms(word).collect::<Vec<_>>();
        assert_eq!(forms("ctx"), ["context"]);
        assert_eq!(forms("context"), ["ctx"]);
        assert_eq!(forms("plain"), Vec::<&str>::new());
    }

    #[test]
    fn verbs_do_not_join() {
        assert!(can_join("status", "code") && can_join("row", "store"));
        assert!(!can_join("add", "column") && !can_join("the", "column") && !can_join("row", "set"));
    }
}
