//! Identifiers, words, terms and tokens of any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orienteer_text::{Tokenizer, count_tokens, parts, words};

fuzz_target!(|text: &str| {
    let mut letters = 0;
    for word in words(text) {
        letters += parts(word.text).map(str::len).sum::<usize>();
    }
    assert!(letters <= text.len());
    Tokenizer::new().terms(text, &mut |term| assert!(!term.is_empty()));
    assert!(count_tokens(text) <= text.len());
});
