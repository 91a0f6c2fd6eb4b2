//! Words that say nothing about which code is meant. Only queries leave them out; the index keeps them.

/// Whether a lower-case, unstemmed word carries no meaning of its own in a query.
pub fn is_stop_word(word: &str) -> bool {
    ENGLISH.binary_search(&word).is_ok() || PROGRAMMING.binary_search(&word).is_ok()
}

/// Whether a lower-case word only holds a sentence together. `type` and `code` do not: they are parts of names.
pub fn is_function_word(word: &str) -> bool {
    ENGLISH.binary_search(&word).is_ok()
}

const ENGLISH: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "all", "also", "am", "an", "and", "any", "are", "as",
    "at", "be", "because", "been", "before", "being", "below", "between", "both", "but", "by", "can",
    "cannot", "could", "did", "do", "does", "doing", "don", "down", "during", "each", "either", "etc",
    "every", "few", "for", "from", "further", "had", "has", "have", "having", "he", "hence", "her", "here",
    "hers", "him", "his", "how", "however", "i", "if", "in", "into", "is", "it", "its", "itself", "just",
    "let", "like", "may", "me", "might", "more", "most", "must", "my", "neither", "no", "nor", "not", "now",
    "of", "off", "on", "once", "only", "or", "other", "our", "out", "over", "own", "per", "please", "rather",
    "same", "she", "should", "since", "so", "some", "still", "such", "than", "that", "the", "their", "them",
    "then", "there", "these", "they", "this", "those", "though", "through", "thus", "to", "too", "under",
    "until", "up", "upon", "us", "very", "via", "was", "we", "were", "what", "when", "where", "whether",
    "which", "while", "who", "whom", "why", "will", "with", "within", "without", "would", "yet", "you",
    "your",
];

const PROGRAMMING: &[&str] = &[
    "bool",
    "boolean",
    "class",
    "code",
    "const",
    "def",
    "else",
    "enum",
    "false",
    "fn",
    "func",
    "function",
    "impl",
    "import",
    "int",
    "interface",
    "let",
    "method",
    "module",
    "mut",
    "nil",
    "none",
    "null",
    "private",
    "protected",
    "pub",
    "public",
    "return",
    "returns",
    "self",
    "static",
    "str",
    "string",
    "struct",
    "this",
    "trait",
    "true",
    "type",
    "undefined",
    "var",
    "void",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_for_the_search() {
        assert!(ENGLISH.is_sorted() && PROGRAMMING.is_sorted());
    }

    #[test]
    fn meaning_stays() {
        assert!(is_stop_word("the") && is_stop_word("function"));
        assert!(!is_stop_word("parser"));
        assert!(is_function_word("the") && !is_function_word("type"));
    }
}
