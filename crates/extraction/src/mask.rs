//! Blanks macros that a grammar cannot know, so that what stands around them parses. Offsets stay as they are.
//!
//! Only the parser sees the result; names, signatures and documentation come from the source itself.

use std::borrow::Cow;
use std::ops::Range;

/// The source with the macro blanked in `class EXPORTED Name {`, for each of the words in front of it, and on lines that
/// are nothing but a macro. Languages without such words have no macros.
pub(crate) fn without_macros<'s>(source: &'s [u8], words: &[String]) -> Cow<'s, [u8]> {
    let mut masked = Cow::Borrowed(source);
    if !words.is_empty() {
        blank_macro_lines(source, &mut masked);
    }
    for word in words {
        for at in memchr::memmem::find_iter(source, word.as_bytes()) {
            if let Some(range) = macro_after(source, at, at + word.len()) {
                masked.to_mut()[range].fill(b' ');
            }
        }
    }
    masked
}

/// Blanks lines like `REGISTERED` and `NO_COPY(Name)` that stand where a declaration begins and end in no semicolon.
fn blank_macro_lines(source: &[u8], masked: &mut Cow<'_, [u8]>) {
    let (mut start, mut before) = (0, b';');
    for end in memchr::memchr_iter(b'\n', source) {
        let line = source[start..end].trim_ascii();
        let begins = matches!(before, b';' | b'{' | b'}' | b':');
        if begins && is_macro_line(line) && may_follow(line, &source[end..]) {
            masked.to_mut()[start..end].fill(b' ');
        } else if let Some(last) = line.last().filter(|_| !is_aside(line)) {
            before = *last;
        }
        start = end + 1;
    }
}

fn is_macro_line(line: &[u8]) -> bool {
    let length = line.iter().take_while(|byte| is_word_byte(**byte) && !byte.is_ascii_lowercase()).count();
    let rest = &line[length..];
    let is_call = rest.first() == Some(&b'(') && rest.last() == Some(&b')') && balanced(rest);
    length > 2 && line[0].is_ascii_uppercase() && (rest.is_empty() || is_call)
}

fn balanced(text: &[u8]) -> bool {
    let count = |sign: u8| memchr::memchr_iter(sign, text).count();
    count(b'(') == count(b')')
}

/// Whether what comes next begins a declaration or ends the block, so that the line was no part of an expression.
fn may_follow(line: &[u8], rest: &[u8]) -> bool {
    match rest.trim_ascii_start().first() {
        Some(b'}') => line.ends_with(b")"),
        Some(next) => is_word_byte(*next) || matches!(next, b'~' | b'/' | b'[' | b'#'),
        None => true,
    }
}

/// Comments and directives: they end no declaration.
fn is_aside(line: &[u8]) -> bool {
    [b"//".as_slice(), b"/*", b"*", b"#"].iter().any(|sign| line.starts_with(sign)) || line.ends_with(b"*/")
}

/// A word in capitals between the word at `start..end` and a name that a body or a base follows.
fn macro_after(source: &[u8], start: usize, end: usize) -> Option<Range<usize>> {
    let stands_alone = start == 0 || !is_word_byte(source[start - 1]);
    let first = word_at(source, after_space(source, end)?)?;
    let second = word_at(source, after_space(source, first.end)?)?;
    let is_macro = source[first.clone()].iter().all(|byte| !byte.is_ascii_lowercase()) && first.len() > 2;
    let follower = skip_space(source, second.end);
    let rest = source.get(follower..)?;
    let is_definition = rest.starts_with(b":") || rest.starts_with(b"{") || rest.starts_with(b"final");
    (stands_alone && is_macro && is_definition).then_some(first)
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn word_at(source: &[u8], start: usize) -> Option<Range<usize>> {
    let length = source.get(start..)?.iter().take_while(|byte| is_word_byte(**byte)).count();
    (length > 0 && !source[start].is_ascii_digit()).then_some(start..start + length)
}

/// The first byte behind white space, of which there must be some.
fn after_space(source: &[u8], from: usize) -> Option<usize> {
    let at = skip_space(source, from);
    (at > from).then_some(at)
}

fn skip_space(source: &[u8], from: usize) -> usize {
    from + source.iter().skip(from).take_while(|byte| byte.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &str) {
        let masked = without_macros(source.as_bytes(), &["class".to_owned()]);
        assert_eq!(String::from_utf8_lossy(&masked), expected);
    }

    #[test]
    fn a_macro_before_the_name_is_blanked() {
        check("class EXPORTED Crane : public Machine {", "class          Crane : public Machine {");
        check("class EXPORTED Crane\n{", "class          Crane\n{");
        check("class EXPORTED Crane final {", "class          Crane final {");
    }

    #[test]
    fn a_line_that_is_a_macro_is_blanked() {
        check(
            "class A {\n  REGISTERED\n  int x;\n  NO_COPY(A)\n};\n",
            "class A {\n            \n  int x;\n            \n};\n",
        );
    }

    #[test]
    fn a_line_inside_an_expression_stays() {
        let source = "enum A {\n  ONE\n};\nint x = y |\n  FLAG\n  ;\nDEFINE(a)\n{\n}\n";
        check(source, source);
    }

    #[test]
    fn other_words_stay() {
        check("class Crane : public Machine {", "class Crane : public Machine {");
        check("class CRANE lift;", "class CRANE lift;");
        check("subclass EXPORTED Crane {", "subclass EXPORTED Crane {");
        check("class CRANE", "class CRANE");
    }
}
