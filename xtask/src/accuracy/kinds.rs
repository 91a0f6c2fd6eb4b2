//! The languages that are compared and which of ctags' kinds count as a function or a type in each.
//!
//! A kind that is not listed is never expected of us: fields, variables, constants, prototypes, type aliases.

use std::path::Path;

use orienteer_model::UnitKind;

/// What a kind is, roughly: enough to see a class that we took for a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Callable,
    Type,
}

impl Family {
    pub(super) fn of_unit(kind: UnitKind) -> Option<Family> {
        match kind {
            UnitKind::Function | UnitKind::Method => Some(Family::Callable),
            UnitKind::Class | UnitKind::Struct | UnitKind::Enum | UnitKind::Interface | UnitKind::Trait => {
                Some(Family::Type)
            }
            _ => None,
        }
    }
}

/// One row of the result.
#[derive(Debug)]
pub(super) struct Subject {
    pub(super) title: &'static str,
    /// Name of the language here.
    ours: &'static str,
    /// Only files that end so.
    extension: Option<&'static str>,
    /// Name of the language there.
    pub(super) ctags: &'static str,
    /// Kinds that ctags leaves out unless asked; they are known but not expected of us.
    pub(super) more_kinds: &'static str,
    callables: &'static [&'static str],
    types: &'static [&'static str],
    /// Types count only where one of these words stands on their line.
    type_words: &'static [&'static str],
}

/// Later rows are more special: a file belongs to the last one that takes it.
pub(super) const SUBJECTS: &[Subject] = &[
    Subject::new("Python", "python", "Python", &["function", "member"], &["class"]),
    Subject::new("Go", "go", "Go", &["func", "methodSpec"], &["struct", "interface"]),
    Subject::new("Rust", "rust", "Rust", &["function", "method"], &["struct", "enum", "interface"]),
    Subject::new("Java", "java", "Java", &["method"], &["class", "interface", "enum", "annotation"]),
    Subject::new("C", "c", "C", &["function"], &["struct", "enum"]).also("p"),
    Subject::new("C++", "cpp", "C++", &["function"], &["class", "struct", "enum"]).also("p"),
    Subject::new("C and C++ headers", "c", "C++", &["function"], &["class", "struct", "enum"])
        .also("p")
        .only("h"),
    Subject::new("TypeScript", "typescript", "TypeScript", TYPESCRIPT_CALLABLES, TYPESCRIPT_TYPES),
    Subject::new("TSX", "tsx", "TypeScript", TYPESCRIPT_CALLABLES, TYPESCRIPT_TYPES),
    Subject::new(
        "JavaScript",
        "javascript",
        "JavaScript",
        &["function", "method", "getter", "setter", "generator"],
        &["class"],
    )
    .where_types_say(&["class", "function"]),
    Subject::new("Ruby", "ruby", "Ruby", &["method", "singletonMethod"], &["class", "module"]),
    Subject::new("C#", "csharp", "C#", &["method"], &["class", "interface", "struct", "enum"]),
    Subject::new("PHP", "php", "PHP", &["function"], &["class", "interface", "trait"]),
];

const TYPESCRIPT_CALLABLES: &[&str] = &["function", "method", "generator"];
const TYPESCRIPT_TYPES: &[&str] = &["class", "interface", "enum"];

impl Subject {
    const fn new(
        title: &'static str,
        ours: &'static str,
        ctags: &'static str,
        callables: &'static [&'static str],
        types: &'static [&'static str],
    ) -> Subject {
        Subject { title, ours, extension: None, ctags, more_kinds: "", callables, types, type_words: &[] }
    }

    const fn also(mut self, kinds: &'static str) -> Subject {
        self.more_kinds = kinds;
        self
    }

    const fn where_types_say(mut self, words: &'static [&'static str]) -> Subject {
        self.type_words = words;
        self
    }

    const fn only(mut self, extension: &'static str) -> Subject {
        self.extension = Some(extension);
        self
    }

    /// The row that a file counts in.
    pub(super) fn of_path(path: &Path) -> Option<&'static Subject> {
        let language = orienteer_languages::by_path(path.to_str()?)?;
        SUBJECTS.iter().rfind(|subject| {
            let extension = subject.extension.is_none_or(|wanted| path.extension() == Some(wanted.as_ref()));
            extension && subject.ours == language.name
        })
    }

    /// `c` means the headers too.
    pub(super) fn answers_to(&self, name: &str) -> bool {
        self.title.eq_ignore_ascii_case(name) || self.ours.eq_ignore_ascii_case(name)
    }

    /// What a tag of this kind is, if it is expected of us; `source` is the line it stands on.
    pub(super) fn family(&self, kind: &str, source: &str) -> Option<Family> {
        if self.callables.contains(&kind) {
            return Some(Family::Callable);
        }
        (self.types.contains(&kind) && self.declares_type(source)).then_some(Family::Type)
    }

    /// ctags calls an object literal a class, and its maker again wherever something is added to its prototype.
    fn declares_type(&self, source: &str) -> bool {
        let said = |word: &&str| source.contains(*word);
        self.type_words.is_empty() || (self.type_words.iter().any(said) && !source.contains(".prototype"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(title: &str, kind: &str) -> Option<Family> {
        SUBJECTS.iter().find(|subject| subject.title == title).unwrap().family(kind, "")
    }

    #[test]
    fn an_object_literal_is_no_class() {
        let script = SUBJECTS.iter().find(|subject| subject.title == "JavaScript").unwrap();
        assert_eq!(script.family("class", "const options = {"), None);
        assert_eq!(script.family("class", "Store.prototype.open = function () {"), None);
        assert_eq!(script.family("class", "export class Store {"), Some(Family::Type));
        assert_eq!(script.family("class", "function Store() {"), Some(Family::Type));
    }

    #[test]
    fn functions_and_types_are_expected() {
        assert_eq!(family("Python", "member"), Some(Family::Callable));
        assert_eq!(family("Go", "methodSpec"), Some(Family::Callable));
        assert_eq!(family("Rust", "interface"), Some(Family::Type));
        assert_eq!(family("Ruby", "module"), Some(Family::Type));
        assert_eq!(family("JavaScript", "setter"), Some(Family::Callable));
        assert_eq!(family("PHP", "trait"), Some(Family::Type));
    }

    #[test]
    fn other_kinds_are_not_expected() {
        let pairs = [("Go", "type"), ("Rust", "implementation"), ("C", "union"), ("C", "prototype")];
        for (title, kind) in pairs {
            assert_eq!(family(title, kind), None, "{title} {kind}");
        }
        assert_eq!(family("Python", "variable"), None);
        assert_eq!(family("C#", "property"), None);
    }

    #[test]
    fn a_file_counts_in_one_row() {
        let title = |path: &str| Subject::of_path(Path::new(path)).map(|subject| subject.title);
        assert_eq!(title("a/b.c"), Some("C"));
        assert_eq!(title("a/b.h"), Some("C and C++ headers"));
        assert_eq!(title("a/b.cc"), Some("C++"));
        assert_eq!(title("a/b.tsx"), Some("TSX"));
        assert_eq!(title("a/b.md"), None);
    }

    #[test]
    fn every_row_is_one_of_our_languages() {
        for subject in SUBJECTS {
            assert!(orienteer_languages::by_name(subject.ours).is_some(), "{}", subject.title);
        }
    }
}
