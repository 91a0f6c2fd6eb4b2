//! How many tokens a text costs a language model that reads it, by the o200k_base vocabulary. Exact, never an estimate.
//!
//! Counts do not add up: two texts together may cost more or less than the sum of both.

/// Reads the vocabulary, which takes tens of milliseconds, once in a process. Whoever counts waits for it; whoever has something else
/// to do in the meantime calls this on another thread.
pub fn load_vocabulary() {
    let _ = bpe_openai::o200k_base();
}

/// Tokens of the whole text.
pub fn count_tokens(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}

/// Tokens of the text if there are at most `limit` of them. Takes time for the limit, not for the text.
pub fn count_tokens_within(text: &str, limit: usize) -> Option<usize> {
    let tokenizer = bpe_openai::o200k_base();
    let mut count = 0;
    for piece in tokenizer.split(text) {
        count += tokenizer.bpe.count(piece.as_bytes());
        if count > limit {
            return None;
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts_are_those_of_the_vocabulary() {
        assert_eq!(count_tokens(""), 0);
        assert_eq!(count_tokens("hello world"), 2);
        assert_eq!(count_tokens("antidisestablishmentarianism"), 6);
        assert_eq!(count_tokens("2 + 2 = 4"), 7);
        assert_eq!(count_tokens("お誕生日おめでとう"), 8);
    }

    proptest! {
        #[test]
        fn a_limit_is_kept_exactly(text in "\\PC{0,200}", limit in 0usize..200) {
            let whole = count_tokens(&text);
            prop_assert_eq!(count_tokens_within(&text, limit), (whole <= limit).then_some(whole));
        }
    }
}
