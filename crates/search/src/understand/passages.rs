//! Cuts a question into passages: a bug report is a title, prose, words in back-ticks, code and stack traces.

/// What a passage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassageKind {
    /// All of a question that is one line.
    Short,
    /// The first line of a longer one.
    Title,
    Prose,
    /// In back-ticks.
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
    let quoted = quoted.take(closed).filter(|text| !text.trim().is_empty() && text.len() <= 100);
    passages.extend(quoted.map(|text| Passage { kind: PassageKind::Quoted, text }));
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
