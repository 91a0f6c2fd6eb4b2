//! Numbers for terms, in the order in which they are first seen. A word is tokenized once.

use orienteer_text::{Tokenizer, words};
use std::collections::HashMap;

#[derive(Default)]
pub(crate) struct Terms {
    tokenizer: Tokenizer,
    numbers: HashMap<String, u32>,
    words: HashMap<String, Vec<u32>>,
    pub(crate) list: Vec<String>,
}

impl Terms {
    /// Appends the terms of `text` to `output`, at most `most` of them.
    pub(crate) fn append(&mut self, text: &str, most: usize, output: &mut Vec<u32>) {
        let end = output.len() + most;
        for word in words(text) {
            if output.len() >= end {
                break;
            }
            output.extend_from_slice(self.of_word(word.text));
        }
        output.truncate(end);
    }

    fn of_word(&mut self, word: &str) -> &[u32] {
        if !self.words.contains_key(word) {
            let numbers = self.numbered(word);
            self.words.insert(word.to_owned(), numbers);
        }
        &self.words[word]
    }

    fn numbered(&mut self, word: &str) -> Vec<u32> {
        let Terms { tokenizer, numbers, list, .. } = self;
        let mut found = Vec::new();
        tokenizer.word_terms(word, &mut |term| {
            let number = *numbers.entry(term.to_owned()).or_insert_with(|| {
                list.push(term.to_owned());
                list.len() as u32 - 1
            });
            found.push(number);
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_first_sight() {
        let mut terms = Terms::default();
        let mut output = Vec::new();
        terms.append("openGate gate", 10, &mut output);
        assert_eq!(terms.list, ["openg", "open", "gate"]);
        assert_eq!(output, [0, 1, 2, 2]);
        terms.append("gate gate gate", 2, &mut output);
        assert_eq!(output.len(), 6);
    }
}
