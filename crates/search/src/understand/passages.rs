//! Cuts a question into passages: a bug report is a title, prose, words in back-ticks, code and stack traces.

/// Bytes of what is quoted; more is an example.
const LONGEST_QUOTED: usize = 100;
/// Bytes of a name in other quotes than back-ticks; fewer may be anything.
const SHORTEST_NAME: usize = 3;

/// What a passage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassageKind {
    /// All of a question that is one line.
    Short,
    /// The first line of a longer one.
    Title,
    Prose,
    /// In back-ticks, or a name alone in other quotes.
    Quoted,
    Code,
    /// A line of a stack trace.
    Frame,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passage<'a> {
    pub(super) kind: PassageKind,
    pub(super) text: &'a str,
}

/// In the order of the text; the first is the title or all of it.
pub(super) fn passages(text: &str) -> Vec<Passage<'_>> {
    let text = text.trim();
    let mut lines = text.lines();
    let mut passages = Vec::new();
    let Some(first) = lines.next() else { return passages };
    let is_short = lines.clone().all(|line| line.trim().is_empty());
    inline(first, if is_short { PassageKind::Short } else { PassageKind::Title }, &mut passages);
    let mut is_fenced = false;
    for line in lines {
        let trimmed = line.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            is_fenced = !is_fenced;
        } else if is_frame(trimmed) {
            passages.push(Passage { kind: PassageKind::Frame, text: trimmed });
        } else if is_fenced || is_code(line) {
            passages.push(Passage { kind: PassageKind::Code, text: trimmed });
        } else if !trimmed.is_empty() {
            inline(trimmed, PassageKind::Prose, &mut passages);
        }
    }
    passages
}

/// A line of prose and what it has in back-ticks.
fn inline<'a>(line: &'a str, kind: PassageKind, passages: &mut Vec<Passage<'a>>) {
    passages.push(Passage { kind, text: line });
    let quoted = line.split('`').skip(1).step_by(2);
    // Without a closing one the last piece is not quoted.
    let closed = line.matches('`').count() / 2;
    let quoted = quoted.take(closed).filter(|text| !text.trim().is_empty() && text.len() <= LONGEST_QUOTED);
    passages.extend(quoted.map(|text| Passage { kind: PassageKind::Quoted, text }));
    // The body of a report has values in such quotes more often than names.
    if kind != PassageKind::Prose {
        passages.extend(names_in_quotes(line).map(|text| Passage { kind: PassageKind::Quoted, text }));
    }
}

/// `the 'load_rows' function`, as people write who have no back-ticks. An apostrophe inside a word opens nothing.
fn names_in_quotes(line: &str) -> impl Iterator<Item = &str> {
    let is_quote = |c: char| matches!(c, '\'' | '"' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}');
    let stands_apart = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    let quotes: Vec<(usize, &str)> = line.match_indices(is_quote).collect();
    let pairs: Vec<_> = quotes.windows(2).map(|pair| (pair[0], pair[1])).collect();
    pairs.into_iter().filter_map(move |((open, quote), (close, end))| {
        let is_open = stands_apart(line[..open].chars().next_back());
        let is_closed = stands_apart(line[close + end.len()..].chars().next());
        let text = &line[open + quote.len()..close];
        (is_open && is_closed && is_name(text)).then_some(text)
    })
}

fn is_name(text: &str) -> bool {
    let is_begun = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_whole = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'));
    is_begun && is_whole && (SHORTEST_NAME..=LONGEST_QUOTED).contains(&text.len())
}

fn is_frame(line: &str) -> bool {
    let numbered = |line: &str| line.contains(", line ") || line.contains(":") && line.ends_with(')');
    (line.starts_with("File \"") && numbered(line)) || (line.starts_with("at ") && numbered(line))
}

fn is_code(line: &str) -> bool {
    let is_indented = line.starts_with("    ") || line.starts_with('\t');
    let trimmed = line.trim_start();
    let is_prompt = [">>>", "... ", "$ ", "In [", "Out["].iter().any(|prompt| trimmed.starts_with(prompt));
    let marks = trimmed.bytes().filter(|byte| b"(){}[]=;<>_\"".contains(byte)).count();
    is_prompt || (is_indented && marks > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(PassageKind, &str)]) {
        let found: Vec<_> = passages(text).iter().map(|passage| (passage.kind, passage.text)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_line_is_all_of_it() {
        check(
            "where is `load_rows` called",
            &[(PassageKind::Short, "where is `load_rows` called"), (PassageKind::Quoted, "load_rows")],
        );
        check("an odd ` tick", &[(PassageKind::Short, "an odd ` tick")]);
        check(
            "don't lose 'load_rows', the app's “Store.save” or 'two words'",
            &[
                (PassageKind::Short, "don't lose 'load_rows', the app's “Store.save” or 'two words'"),
                (PassageKind::Quoted, "load_rows"),
                (PassageKind::Quoted, "Store.save"),
            ],
        );
        check("  \n ", &[]);
    }

    #[test]
    fn a_report_has_parts() {
        let report = "Rows are lost\n\nCalling `save` twice:\n```\nstore.save(rows)\n```\n  File \"app/store.py\", line 7, in save\n    store.flush(rows[0])";
        check(
            report,
            &[
                (PassageKind::Title, "Rows are lost"),
                (PassageKind::Prose, "Calling `save` twice:"),
                (PassageKind::Quoted, "save"),
                (PassageKind::Code, "store.save(rows)"),
                (PassageKind::Frame, "File \"app/store.py\", line 7, in save"),
                (PassageKind::Code, "store.flush(rows[0])"),
            ],
        );
    }
}
