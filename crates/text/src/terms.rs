//! From words to the terms that are indexed and asked for: the stem of the joined identifier and the stems of its parts.

use crate::forms::Forms;
use crate::stem::Stems;
use crate::words::words;

/// Longer joined identifiers are not a term; their parts are.
const LONGEST_TERM: usize = 64;

/// Makes terms. Holds the buffers and the stems it has seen, so that the work per word is one look-up.
#[derive(Default)]
pub struct Tokenizer {
    stems: Stems,
    forms: Forms,
}

impl Tokenizer {
    pub fn new() -> Tokenizer {
        Tokenizer::default()
    }

    /// Emits the terms of every word of `text`, in order.
    pub fn terms(&mut self, text: &str, emit: &mut impl FnMut(&str)) {
        for word in words(text) {
            self.word_terms(word.text, emit);
        }
    }

    /// Emits the terms of one word. `getUserName` gives `getusernam`, `get`, `user`, `name`: the joined identifier is stemmed as a
    /// plain word would be, so that `username` finds `user_name` and the other way round. Terms of one byte are left out.
    pub fn word_terms(&mut self, word: &str, emit: &mut impl FnMut(&str)) {
        self.forms.read(word);
        let forms = std::iter::once(self.forms.whole()).chain(self.forms.parts());
        for form in forms {
            let stem = self.stems.stem(form);
            if is_term(stem) {
                emit(stem);
            }
        }
    }
}

/// Whether a stem is indexed and asked for.
pub fn is_term(stem: &str) -> bool {
    (2..=LONGEST_TERM).contains(&stem.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        Tokenizer::new().terms(text, &mut |term| found.push(term.to_string()));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn identifiers_give_the_whole_and_the_parts() {
        check("getUserNames", &["getusernam", "get", "user", "name"]);
        check("HTTPServer2", &["httpserver2", "http", "server"]);
        check("user_name username", &["usernam", "user", "name", "usernam"]);
        check("__init__", &["init"]);
    }

    #[test]
    fn prose_is_stemmed() {
        check("The connections are closing.", &["the", "connect", "are", "close"]);
        check("a I x", &[]);
    }

    #[test]
    fn other_scripts_are_kept() {
        check("Größe 検索", &["größe", "検", "索"]);
    }

    #[test]
    fn encoded_data_is_not_language() {
        check(&"Qx7".repeat(100), &[]);
        check(&format!("{}_tail", "long_".repeat(20)), &[vec!["long"; 20], vec!["tail"]].concat());
    }
}
