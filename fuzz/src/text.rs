//! Identifiers, words, terms and tokens of any text.

use orienteer_text::{Tokenizer, count_tokens, parts, words};

pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut letters = 0;
    for word in words(text) {
        letters += parts(word.text).map(str::len).sum::<usize>();
    }
    assert!(letters <= text.len());
    Tokenizer::new().terms(text, &mut |term| assert!(!term.is_empty()));
    assert!(count_tokens(text) <= text.len());
}
