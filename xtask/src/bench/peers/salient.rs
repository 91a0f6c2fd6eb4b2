//! The words of a question that somebody would search for. Pure.

use orienteer_text::{is_stop_word, words};

/// Longer questions are whole reports: nobody greps for every word of one.
const MOST: usize = 24;
const SHORTEST: usize = 3;

/// In lower case, each once, in the order of the question; names of code first where there are too many.
pub(super) fn salient(question: &str) -> Vec<String> {
    let (mut names, mut others): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for word in words(question) {
        let lower = word.text.to_lowercase();
        if lower.chars().count() < SHORTEST || is_stop_word(&lower) || is_number(&lower) {
            continue;
        }
        let list = if is_name(word.text) { &mut names } else { &mut others };
        if !list.contains(&lower) {
            list.push(lower);
        }
    }
    others.retain(|word| !names.contains(word));
    names.into_iter().chain(others).take(MOST).collect()
}

fn is_number(word: &str) -> bool {
    word.chars().all(|letter| letter.is_ascii_digit())
}

/// An underscore or a capital inside: no word of a language.
fn is_name(word: &str) -> bool {
    word.contains('_') || word.chars().skip(1).any(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_first_and_words_of_grammar_not_at_all() {
        let found =
            salient("How does the parser of 2024 handle a trailing comma in parse_list and ListParser?");
        assert_eq!(found, ["parse_list", "listparser", "parser", "handle", "trailing", "comma"]);
    }

    #[test]
    fn a_report_is_cut() {
        let report: String = (0..60).map(|at| format!("word{at} ")).collect();
        assert_eq!(salient(&report).len(), MOST);
        assert!(salient("is it on?").is_empty());
    }
}
