//! A class: what people call something, and what code calls it. The built-in ones are a table that is made when the program is
//! built; those of a team come with the request. Nothing here reads a file.

/// A class that a team adds to the built-in ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Concept {
    pub id: String,
    /// People's words.
    pub phrases: Vec<String>,
    /// Names of units: `name`, `Type.name`, or the beginning of names, `name*`.
    pub targets: Vec<String>,
    /// Between 0 and 1.
    pub weight: f32,
    /// Endings of the files that are meant, without the dot; none means all.
    pub endings: Vec<String>,
}

/// A class of the table.
#[derive(Debug)]
pub(super) struct BuiltIn {
    #[cfg_attr(not(test), expect(dead_code, reason = "people and tests tell classes apart by it"))]
    pub(super) id: &'static str,
    phrases: &'static [&'static str],
    targets: &'static [&'static str],
    weight: f32,
    endings: &'static [&'static str],
}

pub(super) static BUILT_IN: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/concepts.rs"));

/// What both kinds have in common.
pub(super) trait Class {
    fn phrases(&self) -> impl Iterator<Item = &str>;
    fn targets(&self) -> impl Iterator<Item = &str>;
    fn endings(&self) -> impl Iterator<Item = &str>;
    fn weight(&self) -> f32;

    /// Whether a file of this path is in the language of the class.
    fn is_about(&self, path: &str) -> bool {
        let is_ending = |ending: &str| path.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.'));
        self.endings().next().is_none() || self.endings().any(is_ending)
    }
}

impl Class for BuiltIn {
    fn phrases(&self) -> impl Iterator<Item = &str> {
        self.phrases.iter().copied()
    }

    fn targets(&self) -> impl Iterator<Item = &str> {
        self.targets.iter().copied()
    }

    fn endings(&self) -> impl Iterator<Item = &str> {
        self.endings.iter().copied()
    }

    fn weight(&self) -> f32 {
        self.weight
    }
}

impl Class for Concept {
    fn phrases(&self) -> impl Iterator<Item = &str> {
        self.phrases.iter().map(String::as_str)
    }

    fn targets(&self) -> impl Iterator<Item = &str> {
        self.targets.iter().map(String::as_str)
    }

    fn endings(&self) -> impl Iterator<Item = &str> {
        self.endings.iter().map(String::as_str)
    }

    fn weight(&self) -> f32 {
        self.weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::concepts::targets::is_generic;
    use std::collections::HashSet;

    fn check_list(class: &BuiltIn, list: &[&str]) {
        let distinct: HashSet<String> = list.iter().map(|text| text.to_lowercase()).collect();
        assert!(list.len() >= 3 && distinct.len() == list.len(), "{}: {list:?}", class.id);
        assert!(list.iter().all(|text| *text == text.trim() && text.is_ascii()), "{}: {list:?}", class.id);
    }

    #[test]
    fn every_class_of_the_table_is_sound() {
        let mut ids = HashSet::new();
        for class in BUILT_IN {
            assert!(ids.insert(class.id), "{} is there twice", class.id);
            check_list(class, class.phrases);
            check_list(class, class.targets);
            assert!(class.phrases.iter().any(|phrase| phrase.contains(' ')), "{}", class.id);
            assert!(!class.targets.iter().any(|target| is_generic(target)), "{}", class.id);
            assert!(class.weight > 0.0 && class.weight <= 1.0, "{}", class.id);
        }
    }

    #[test]
    fn there_are_classes_for_all_code_and_for_languages() {
        let (universal, of_languages): (Vec<&BuiltIn>, Vec<&BuiltIn>) =
            BUILT_IN.iter().partition(|class| class.endings.is_empty());
        assert!(universal.len() >= 60, "{}", universal.len());
        assert!(of_languages.len() >= 30, "{}", of_languages.len());
        let python = of_languages.iter().find(|class| class.id.starts_with("python")).expect("a class");
        assert!(python.is_about("a/b.py") && !python.is_about("a/b.rs") && !python.is_about("py"));
    }
}
