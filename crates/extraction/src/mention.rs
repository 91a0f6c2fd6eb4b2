//! Names of code in people's text: back-ticked words, roles, calls, snake_case, CamelCase and dotted paths.

use crate::builder::Builder;
use crate::type_name::{is_dotted_name, normalise};
use orienteer_model::{FileFacts, LanguageId, NameHash, ReceiverKind, ReferenceFact, ReferenceKind};

/// Most names taken from one piece of text: an index page names everything and says nothing.
const MOST: usize = 60;

/// The names that a piece of text was found to have. They are few: looking through them is faster than hashing.
#[derive(Default)]
struct Seen {
    names: Vec<NameHash>,
}

impl Seen {
    /// Whether a name is new and there is room for it.
    fn insert(&mut self, name: &str) -> bool {
        let hash = NameHash::of(name);
        let is_new = self.names.len() < MOST && !self.names.contains(&hash);
        if is_new {
            self.names.push(hash);
        }
        is_new
    }
}

/// Mentions in a section of a document.
pub(crate) fn in_prose(builder: &mut Builder, text: &str, unit: u32, first_line: u32, first_byte: u32) {
    let mut seen = Seen::default();
    for_each_word(text, |offset, word, quoted| {
        let marked = quoted || word.ends_with("()");
        let looks_like_code = marked || is_code_word(word) && !in_address(text, offset);
        if !looks_like_code || is_file_name(word) {
            return;
        }
        let path = normalise(word.trim_end_matches("()"));
        if is_dotted_name(&path) && path.len() >= 3 && seen.insert(&path) {
            let line = first_line + memchr::memchr_iter(b'\n', &text.as_bytes()[..offset]).count() as u32;
            push(builder, &path, unit, line, first_byte + offset as u32);
        }
    });
}

/// Mentions in a unit's own documentation: only what its author marked as code.
pub(crate) fn in_documentation(builder: &mut Builder, text: &str, unit: u32, line: u32) {
    if !text.contains('`') {
        return;
    }
    let mut seen = Seen::default();
    for_each_word(text, |_, word, quoted| {
        if !quoted || is_file_name(word) {
            return;
        }
        let path = normalise(word.trim_end_matches("()"));
        if is_dotted_name(&path) && path.len() >= 3 && seen.insert(&path) {
            push(builder, &path, unit, line, 0);
        }
    });
}

/// Mentions in the fragments of a document without headings.
pub(crate) fn in_fragments(facts: &mut FileFacts, text: &str) {
    let mut builder = Builder::new(LanguageId(facts.language));
    std::mem::swap(&mut builder.facts, facts);
    let spans: Vec<_> = builder.facts.units.iter().map(|unit| unit.span).collect();
    for (unit, span) in spans.into_iter().enumerate() {
        let Some(piece) = text.get(span.bytes()) else { continue };
        in_prose(&mut builder, piece, unit as u32, span.start_line, span.start_byte);
    }
    *facts = builder.facts;
}

fn push(builder: &mut Builder, path: &str, unit: u32, line: u32, start_byte: u32) {
    let (receiver, last) = path.rsplit_once('.').unwrap_or(("", path));
    let kind = match receiver {
        "" => ReceiverKind::None,
        one if !one.contains('.') => ReceiverKind::Name,
        _ => ReceiverKind::Path,
    };
    let (name, receiver) = (builder.name(last), builder.name(receiver));
    let reference = ReferenceFact::new(ReferenceKind::Mention, name, unit).with_receiver(kind, receiver);
    builder.push_reference(reference.at(line, start_byte));
}

/// Calls `take(offset, word, in back-ticks)` for every word that could be a name.
fn for_each_word(text: &str, mut take: impl FnMut(usize, &str, bool)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_start(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        at = word_end(bytes, at);
        let quoted = before_is_tick(bytes, start) && bytes.get(closing(bytes, at)) == Some(&b'`');
        let end = if bytes[at..].starts_with(b"()") { at + 2 } else { at };
        take(start, &text[start..end], quoted);
    }
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// The end of a word: of letters, digits and separators that stand between letters.
fn word_end(bytes: &[u8], start: usize) -> usize {
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut at = start;
    loop {
        at += bytes[at..].iter().take_while(|byte| is_inside(byte)).count();
        if at == bytes.len() || !is_separator(bytes, at) {
            return at;
        }
        at += 1;
    }
}

fn is_separator(bytes: &[u8], at: usize) -> bool {
    let next_starts = |ahead: usize| bytes.get(at + ahead).copied().is_some_and(is_start);
    match bytes[at] {
        b'.' => next_starts(1),
        b':' => {
            bytes.get(at + 1) == Some(&b':') && next_starts(2)
                || at > 0 && bytes[at - 1] == b':' && next_starts(1)
        }
        _ => false,
    }
}

fn before_is_tick(bytes: &[u8], start: usize) -> bool {
    let before = start.checked_sub(1).map(|at| bytes[at]);
    matches!(before, Some(b'`' | b'~' | b'!' | b'.' | b'@'))
        && bytes[start.saturating_sub(2)..start].contains(&b'`')
}

fn closing(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at) == Some(&b'(') { at + 2 } else { at }
}

/// Part of a path or an address.
fn in_address(text: &str, offset: usize) -> bool {
    let before = offset.checked_sub(1).map(|at| text.as_bytes()[at]);
    matches!(before, Some(b'/' | b'#' | b'@' | b'-' | b'=' | b'?' | b'&'))
}

/// A word that ends like a file, not like a member.
fn is_file_name(word: &str) -> bool {
    const ENDINGS: [&str; 24] = [
        "py", "js", "ts", "tsx", "jsx", "rs", "go", "java", "rb", "php", "md", "rst", "txt", "html", "css",
        "json", "toml", "yaml", "yml", "xml", "sh", "cpp", "hpp", "com",
    ];
    word.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// Words that nobody writes in prose: an inner underscore, two humps, a dotted path with either.
fn is_code_word(word: &str) -> bool {
    let (mut before, mut has_begun) = (b'_', false);
    for byte in word.bytes() {
        let is_joined = has_begun && before == b'_' && byte != b'_';
        if is_joined || before.is_ascii_lowercase() && byte.is_ascii_uppercase() {
            return true;
        }
        has_begun |= byte != b'_';
        before = byte;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mentions(text: &str) -> Vec<String> {
        let mut builder = Builder::new(LanguageId(0));
        in_prose(&mut builder, text, 0, 1, 0);
        let view = builder.facts.view();
        view.references.iter().map(|r| format!("{}|{}", view.name(r.receiver), view.name(r.name))).collect()
    }

    #[test]
    fn names_of_code_are_found() {
        assert_eq!(mentions("Call `open` or store.open_session() now."), ["|open", "store|open_session"]);
        assert_eq!(
            mentions("see :class:`~app.store.Session` and a::SessionPool"),
            ["app.store|Session", "a|SessionPool"]
        );
    }

    #[test]
    fn prose_is_not() {
        assert_eq!(mentions("Open the session, e.g. with care. See Section 3.2."), Vec::<String>::new());
        assert_eq!(
            mentions("See https://example.com/TheSession or `app.py` and open_all.sh"),
            Vec::<String>::new()
        );
    }
}
