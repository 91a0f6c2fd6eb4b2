//! A Rust file as the rules see it: its text, and its code with comments and literals blanked out.
//!
//! This is a scanner, not a parser: it knows where code is and where functions begin and end, nothing of meaning.

use std::ops::Range;

use crate::workspace::TextFile;

pub(crate) struct RustSource<'a> {
    pub(crate) path: &'a str,
    pub(crate) text: &'a str,
    /// As long as `text`, byte for byte, with everything that is not code turned into spaces.
    pub(crate) code: String,
    /// `code` without the inline test modules.
    pub(crate) production: String,
}

/// A function with a body; `lines` counts from the word `fn` to the closing brace.
pub(crate) struct Function<'a> {
    pub(crate) name: &'a str,
    pub(crate) line: usize,
    pub(crate) lines: usize,
}

impl<'a> RustSource<'a> {
    pub(crate) fn scan(file: &'a TextFile) -> Self {
        Self::new(&file.path, &file.text)
    }

    pub(crate) fn new(path: &'a str, text: &'a str) -> Self {
        let code = blank_literals_and_comments(text);
        let production = if is_test_file(path) { String::new() } else { blank_test_modules(&code) };
        RustSource { path, text, code, production }
    }

    /// Lines up to the last one that holds production code, inline test modules not counted.
    pub(crate) fn production_lines(&self) -> usize {
        if is_test_file(self.path) {
            return 0;
        }
        let tests: usize = test_modules(&self.code).map(|range| line_count(&self.code[range])).sum();
        line_count(self.text).saturating_sub(tests)
    }

    pub(crate) fn functions(&self) -> Vec<Function<'_>> {
        words(&self.production)
            .filter(|(_, word)| *word == "fn")
            .filter_map(|(at, _)| self.function_at(at))
            .collect()
    }

    fn function_at(&self, at: usize) -> Option<Function<'_>> {
        let code = self.production.as_str();
        let after = at + "fn".len();
        let name_start = after + (code[after..].len() - code[after..].trim_start().len());
        let name = code[name_start..].split(|c: char| !is_word(c)).next().filter(|name| !name.is_empty())?;
        let open = body_start(code, name_start)?;
        let close = matching_brace(code, open)?;
        Some(Function { name, line: line_of(code, at), lines: line_count(&code[at..=close]) })
    }
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// 1-based line of a byte position.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// Maximal runs of word characters with their byte positions.
pub(crate) fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.split(|c: char| !is_word(c))
        .filter(|word| !word.is_empty())
        .map(move |word| (word.as_ptr() as usize - code.as_ptr() as usize, word))
}

fn is_test_file(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

fn line_count(text: &str) -> usize {
    text.lines().count()
}

/// The `{` that opens the body, or `None` for a declaration that ends in `;`.
fn body_start(code: &str, from: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (offset, byte) in code.as_bytes()[from..].iter().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'{' if depth == 0 => return Some(from + offset),
            b';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn matching_brace(code: &str, open: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (offset, byte) in code.as_bytes()[open..].iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return Some(open + offset);
        }
    }
    None
}

fn test_modules(code: &str) -> impl Iterator<Item = Range<usize>> {
    const ATTRIBUTE: &str = "#[cfg(test)]";
    code.match_indices(ATTRIBUTE).filter_map(|(start, _)| {
        let rest = code[start + ATTRIBUTE.len()..].trim_start();
        let is_module = rest.starts_with("mod ") || rest.starts_with("pub(crate) mod ");
        let open = body_start(code, code.len() - rest.len()).filter(|_| is_module)?;
        Some(start..matching_brace(code, open)? + 1)
    })
}

fn blank_test_modules(code: &str) -> String {
    let mut bytes = code.as_bytes().to_vec();
    for range in test_modules(code) {
        blank(&mut bytes[range]);
    }
    String::from_utf8(bytes).unwrap_or_default()
}

fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}

fn blank_literals_and_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        match opaque_length(&text.as_bytes()[at..], previous_is_word(&bytes, at)) {
            0 => at += 1,
            length => {
                let end = (at + length).min(bytes.len());
                blank(&mut bytes[at..end]);
                at = end;
            }
        }
    }
    // What is left in comments and literals is blank, so only code can be non-ASCII here.
    String::from_utf8(bytes).unwrap_or_default()
}

fn previous_is_word(bytes: &[u8], at: usize) -> bool {
    at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_')
}

/// Bytes of the comment or literal that begins here; 0 when code does.
fn opaque_length(rest: &[u8], inside_word: bool) -> usize {
    match rest {
        [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
        [b'/', b'*', ..] => block_comment_length(rest),
        [b'"', ..] => quoted_length(rest, b'"'),
        [b'\'', ..] => character_length(rest),
        [b'r', ..] if !inside_word => raw_string_length(rest),
        [b'b' | b'c', b'r', ..] if !inside_word => match raw_string_length(&rest[1..]) {
            0 => 0,
            length => length + 1,
        },
        _ => 0,
    }
}

fn block_comment_length(rest: &[u8]) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        match &rest[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn quoted_length(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// A character literal, as opposed to a lifetime or a loop label.
fn character_length(rest: &[u8]) -> usize {
    match rest {
        [_, b'\\', ..] => quoted_length(rest, b'\''),
        _ => {
            let end = rest.iter().skip(1).take(5).position(|byte| *byte == b'\'').map_or(0, |at| at + 2);
            let one_character =
                end > 2 && std::str::from_utf8(&rest[1..end - 1]).is_ok_and(|s| s.chars().count() == 1);
            if one_character { end } else { 0 }
        }
    }
}

fn raw_string_length(rest: &[u8]) -> usize {
    let hashes = rest.iter().skip(1).take_while(|byte| **byte == b'#').count();
    if rest.get(1 + hashes) != Some(&b'"') {
        return 0;
    }
    let mut close = vec![b'"'];
    close.extend(std::iter::repeat_n(b'#', hashes));
    let body = &rest[hashes + 2..];
    let found = body.windows(close.len()).position(|window| window == close);
    found.map_or(rest.len(), |at| hashes + 2 + at + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_comments_are_not_code() {
        let text = "let a = \"fn x\"; // fn y\nlet b = r#\"fn \"z\"\"#; /* fn /* w */ */ let c = '\"'; let d: &'a u8;\n";
        let source = RustSource::new("crates/a/src/a.rs", text);
        assert!(!source.code.contains("fn"));
        assert!(source.code.contains("let d: &'a u8;"));
        assert_eq!(source.code.len(), text.len());
    }

    #[test]
    fn functions_have_their_length_and_tests_are_left_out() {
        let text = "fn one() -> [u8; 3] {\n}\ntrait T { fn none(&self); }\n#[cfg(test)]\nmod tests {\n fn two() {}\n}\n";
        let source = RustSource::new("crates/a/src/a.rs", text);
        let found: Vec<_> = source.functions().iter().map(|f| (f.name.to_owned(), f.line, f.lines)).collect();
        assert_eq!(found, [("one".to_owned(), 1, 2)]);
        assert_eq!(source.production_lines(), 3);
    }
}
