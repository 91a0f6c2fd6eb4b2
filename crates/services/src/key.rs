//! The key of a service. Nothing prints it, and no settings file can hold it: it comes from the environment alone.

use std::fmt;

/// Shown as dots wherever it is printed for debugging.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Nothing, if the text is blank or could not stand in a header.
    pub fn new(text: &str) -> Option<Key> {
        let text = text.trim();
        let fits = !text.is_empty() && text.bytes().all(|byte| (0x21..0x7f).contains(&byte));
        fits.then(|| Key(text.to_owned()))
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_printed_and_has_no_line_break() {
        let key = Key::new(" abc ").unwrap();
        assert_eq!(key.reveal(), "abc");
        assert!(!format!("{key:?}").contains("abc"));
        assert_eq!(Key::new("a\r\nHost: b"), None);
        assert_eq!(Key::new("  "), None);
    }
}
