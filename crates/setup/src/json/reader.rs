//! Reads JSON with comments. Refuses what no reader of such files would take; never panics.

use super::{Item, Node, Shape};
use crate::error::Problem;

/// Deeper than any configuration, shallower than the stack.
const DEEPEST: usize = 128;

/// The one value of a text.
pub(crate) fn read(text: &str) -> Result<Node, Problem> {
    let mut reader = Reader { text, at: 0 };
    reader.skip()?;
    let node = reader.value(0)?;
    reader.skip()?;
    if reader.at < text.len() { Err(reader.wrong("more text after the value")) } else { Ok(node) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &str) -> Problem {
        Problem::Malformed { at: self.at, what: what.to_owned() }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn value(&mut self, depth: usize) -> Result<Node, Problem> {
        if depth > DEEPEST {
            return Err(self.wrong("nested too deeply"));
        }
        match self.peek() {
            Some(b'{') => self.container(depth, b'}'),
            Some(b'[') => self.container(depth, b']'),
            Some(b'"') => {
                let start = self.at;
                let text = self.string()?;
                Ok(Node { span: start..self.at, shape: Shape::Text(text) })
            }
            Some(_) => self.plain(),
            None => Err(self.wrong("the text ends where a value was expected")),
        }
    }

    fn container(&mut self, depth: usize, close: u8) -> Result<Node, Problem> {
        let start = self.at;
        self.at += 1;
        let mut items: Vec<Item> = Vec::new();
        loop {
            self.skip()?;
            if self.peek() == Some(close) {
                self.at += 1;
                let shape = if close == b'}' { Shape::Object(items) } else { Shape::Array(items) };
                return Ok(Node { span: start..self.at, shape });
            }
            if items.last().is_some_and(|last| last.comma.is_none()) {
                return Err(self.wrong("a comma or the end was expected"));
            }
            items.push(self.item(depth, close == b'}')?);
        }
    }

    fn item(&mut self, depth: usize, is_member: bool) -> Result<Item, Problem> {
        let start = self.at;
        let key = if is_member { Some(self.key()?) } else { None };
        let value = self.value(depth + 1)?;
        let end = self.at;
        self.skip()?;
        let comma = (self.peek() == Some(b',')).then_some(self.at);
        self.at = comma.map_or(end, |comma| comma + 1);
        Ok(Item { key, start, value, comma })
    }

    fn key(&mut self) -> Result<String, Problem> {
        if self.peek() != Some(b'"') {
            return Err(self.wrong("a name in quotes was expected"));
        }
        let key = self.string()?;
        self.skip()?;
        if self.peek() != Some(b':') {
            return Err(self.wrong("a colon was expected"));
        }
        self.at += 1;
        self.skip()?;
        Ok(key)
    }

    fn string(&mut self) -> Result<String, Problem> {
        let mut escaped = false;
        let inside = self.rest().bytes().skip(1);
        let length = inside.take_while(|byte| {
            let ends = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            !ends
        });
        let written = self.rest().get(..length.count() + 2);
        let Some(decoded) = written.and_then(|written| serde_json::from_str(written).ok()) else {
            return Err(self.wrong("a text that does not end or has a wrong character"));
        };
        self.at += written.map_or(0, str::len);
        Ok(decoded)
    }

    fn plain(&mut self) -> Result<Node, Problem> {
        let is_part = |c: &char| c.is_ascii_alphanumeric() || "+-.".contains(*c);
        let length = self.rest().chars().take_while(is_part).count();
        if serde_json::from_str::<serde_json::Value>(&self.rest()[..length]).is_err() {
            return Err(self.wrong("a value was expected"));
        }
        self.at += length;
        Ok(Node { span: self.at - length..self.at, shape: Shape::Plain })
    }

    /// Space, a byte order mark and comments.
    fn skip(&mut self) -> Result<(), Problem> {
        loop {
            let rest = self.rest();
            let space = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']).len();
            self.at += space;
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                let Some(length) = rest.find("*/") else {
                    return Err(self.wrong("a comment that does not end"));
                };
                self.at += length + 2;
            } else {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_people_write() {
        for text in ["{}", " [1, 2,] // end", "{\"a\": \"\\\"}\", /* } */ \"b\": [{}, null]}", "\u{feff}{}"] {
            assert!(read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_says_where() {
        let at = |text: &str| match read(text) {
            Err(Problem::Malformed { at, .. }) => Some(at),
            _ => None,
        };
        assert_eq!(at(""), Some(0));
        assert_eq!(at("{\"a\" 1}"), Some(5));
        assert_eq!(at("{\"a\": 1 \"b\": 2}"), Some(8));
        assert_eq!(at("{\"a\": 1} x"), Some(9));
        assert_eq!(at("{\"a\": tru}"), Some(6));
        assert_eq!(at("{'a': 1}"), Some(1));
        assert_eq!(at("{, }"), Some(1));
        assert_eq!(at("{\"a\": \"b"), Some(6));
        assert_eq!(at("{ /* "), Some(2));
        assert!(at(&"[".repeat(100_000)).is_some());
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "[\\[\\]{}\",:/*\\\\ \na1é-]{0,40}") {
            let _ = read(&text);
        }
    }
}
