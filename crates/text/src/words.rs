//! Cuts text into words: runs of letters, digits and underscores. Never looks inside a word and never allocates.

/// A word and the byte it begins at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    pub start: usize,
    pub text: &'a str,
}

/// The words of `text` in order. A character of a script that is written without spaces is a word of its own.
pub fn words(text: &str) -> Words<'_> {
    Words { text, position: 0 }
}

/// Iterator over the words of a text.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a str,
    position: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Gap,
    Inside,
    Alone,
}

const GAP: u8 = 0;
const INSIDE: u8 = 1;
const WIDE: u8 = 2;

const BYTES: [u8; 256] = byte_classes();

const fn byte_classes() -> [u8; 256] {
    let mut table = [GAP; 256];
    let mut byte = 0;
    while byte < 256 {
        let value = byte as u8;
        table[byte] = if value >= 0x80 {
            WIDE
        } else if value.is_ascii_alphanumeric() || value == b'_' {
            INSIDE
        } else {
            GAP
        };
        byte += 1;
    }
    table
}

impl<'a> Words<'a> {
    fn wide(&self, position: usize) -> (Class, usize) {
        match self.text.get(position..).and_then(|rest| rest.chars().next()) {
            Some(letter) => (class(letter), letter.len_utf8()),
            None => (Class::Gap, 1),
        }
    }

    fn take(&mut self, start: usize, end: usize) -> Option<Word<'a>> {
        self.position = end;
        Some(Word { start, text: self.text.get(start..end)? })
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let bytes = self.text.as_bytes();
        let mut position = self.position;
        let start = loop {
            match BYTES[*bytes.get(position)? as usize] {
                GAP => position += 1,
                INSIDE => break position,
                _ => match self.wide(position) {
                    (Class::Gap, length) => position += length,
                    (Class::Inside, _) => break position,
                    (Class::Alone, length) => return self.take(position, position + length),
                },
            }
        };
        while let Some(&byte) = bytes.get(position) {
            match BYTES[byte as usize] {
                INSIDE => position += 1,
                WIDE => match self.wide(position) {
                    (Class::Inside, length) => position += length,
                    _ => break,
                },
                _ => break,
            }
        }
        self.take(start, position)
    }
}

fn class(letter: char) -> Class {
    if is_unspaced(letter) {
        Class::Alone
    } else if letter.is_alphanumeric() || is_mark(letter) {
        Class::Inside
    } else {
        Class::Gap
    }
}

/// Han, kana and the compatibility blocks around them: text that does not separate its words.
fn is_unspaced(letter: char) -> bool {
    matches!(letter as u32, 0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}

/// Combining marks belong to the letter before them.
fn is_mark(letter: char) -> bool {
    matches!(letter as u32, 0x300..=0x36f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = words(text).map(|word| word.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn runs_of_letters_digits_and_underscores() {
        check("let max_size2 = a.b(\"x-y\");", &["let", "max_size2", "a", "b", "x", "y"]);
        check("", &[]);
        check("  ++ ", &[]);
    }

    #[test]
    fn letters_of_other_scripts() {
        check("größe, naïve—ключ", &["größe", "naïve", "ключ"]);
        check("get日本name", &["get", "日", "本", "name"]);
    }

    proptest! {
        #[test]
        fn words_are_slices_in_order(text in "\\PC*") {
            let mut end = 0;
            for word in words(&text) {
                prop_assert!(word.start >= end && !word.text.is_empty());
                prop_assert_eq!(&text[word.start..word.start + word.text.len()], word.text);
                end = word.start + word.text.len();
            }
        }
    }
}
