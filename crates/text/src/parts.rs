//! Splits an identifier at its humps, underscores and digits. Never changes case and never allocates.

/// The parts of an identifier: `HTTPServer2` gives `HTTP`, `Server`, `2`.
pub fn parts(word: &str) -> Parts<'_> {
    Parts { rest: word }
}

/// Iterator over the parts of an identifier.
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    rest: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Separator,
    Digit,
    Upper,
    Lower,
}

/// Classes of ASCII, which most letters are.
const ASCII: [Class; 128] = ascii_classes();

const fn ascii_classes() -> [Class; 128] {
    let mut table = [Class::Separator; 128];
    let mut byte = 0;
    while byte < 128 {
        let value = byte as u8;
        if value.is_ascii_digit() {
            table[byte] = Class::Digit;
        } else if value.is_ascii_uppercase() {
            table[byte] = Class::Upper;
        } else if value.is_ascii_lowercase() {
            table[byte] = Class::Lower;
        }
        byte += 1;
    }
    table
}

fn class(letter: char) -> Class {
    match ASCII.get(letter as usize) {
        Some(class) => *class,
        None => wide_class(letter),
    }
}

fn wide_class(letter: char) -> Class {
    if letter.is_uppercase() {
        Class::Upper
    } else if letter.is_alphanumeric() || matches!(letter as u32, 0x300..=0x36f) {
        Class::Lower
    } else {
        Class::Separator
    }
}

/// Bytes of the run of `wanted` at the beginning of `text`.
fn run(text: &str, wanted: Class) -> usize {
    // Of ASCII, which most of it is, no character has to be put together.
    let is_wanted = |byte: &u8| ASCII.get(*byte as usize) == Some(&wanted);
    let plain = text.bytes().take_while(is_wanted).count();
    match text.as_bytes().get(plain) {
        Some(byte) if !byte.is_ascii() => plain + run_of_any(&text[plain..], wanted),
        _ => plain,
    }
}

fn run_of_any(text: &str, wanted: Class) -> usize {
    text.char_indices()
        .find(|(_, letter)| class(*letter) != wanted)
        .map_or(text.len(), |(position, _)| position)
}

/// Length of the part that begins with the capitals `text[..capitals]`.
fn hump(text: &str, capitals: usize) -> usize {
    let (head, tail) = text.split_at(capitals);
    let small = run(tail, Class::Lower);
    let last = head.chars().next_back().map_or(0, char::len_utf8);
    if small == 0 {
        capitals
    } else if last == capitals || (small == 1 && tail.starts_with('s')) {
        // One capital begins a word; `URLs` is the plural of an acronym.
        capitals + small
    } else {
        capitals - last
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = &self.rest[run(self.rest, Class::Separator)..];
        let first = class(rest.chars().next()?);
        let length = run(rest, first);
        let length = if first == Class::Upper { hump(rest, length) } else { length };
        let (part, rest) = rest.split_at(length);
        self.rest = rest;
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(word: &str, expected: &[&str]) {
        assert_eq!(parts(word).collect::<Vec<_>>(), expected, "{word}");
    }

    #[test]
    fn humps_underscores_and_digits() {
        check("getUserName", &["get", "User", "Name"]);
        check("HTTPServer2", &["HTTP", "Server", "2"]);
        check("__init__", &["init"]);
        check("MAX_SIZE", &["MAX", "SIZE"]);
        check("parseURLs", &["parse", "URLs"]);
        check("utf8Decoder", &["utf", "8", "Decoder"]);
        check("XMLs2JSON", &["XMLs", "2", "JSON"]);
        check("größeÄndern", &["größe", "Ändern"]);
        check("___", &[]);
    }

    proptest! {
        #[test]
        fn only_separators_are_lost(word in "\\w{0,24}") {
            let kept: String = word.chars().filter(|letter| class(*letter) != Class::Separator).collect();
            prop_assert_eq!(parts(&word).collect::<String>(), kept);
        }
    }
}
