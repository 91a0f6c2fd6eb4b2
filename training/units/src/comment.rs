//! Comments inside bodies and the lines that they speak of.

/// Lines that one comment is taken to speak of.
const MOST_LINES: usize = 12;
/// Shorter comments say too little, longer ones are licences and essays.
const WORDS: std::ops::RangeInclusive<usize> = 4..=80;

/// A comment in people's words and the block that follows it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    pub(crate) comment: String,
    pub(crate) block: String,
    /// Line of the comment, counted from 1.
    pub(crate) line: u32,
}

/// The indented comments of a source file that stand before code.
pub(crate) fn remarks(source: &str) -> Vec<Remark> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let end = at + lines[at..].iter().take_while(|line| comment_text(line).is_some()).count();
        if end == at {
            at += 1;
            continue;
        }
        found.extend(remark(&lines, at, end));
        at = end;
    }
    found
}

fn remark(lines: &[&str], start: usize, end: usize) -> Option<Remark> {
    let comment: Vec<&str> = lines[start..end].iter().filter_map(|line| comment_text(line)).collect();
    let comment = comment.join(" ");
    if !WORDS.contains(&comment.split_whitespace().count()) || is_code(&comment) {
        return None;
    }
    let depth = indent(lines[start]);
    let block: Vec<&str> = lines[end..]
        .iter()
        .take(MOST_LINES)
        .take_while(|line| !line.trim().is_empty() && indent(line) >= depth && comment_text(line).is_none())
        .copied()
        .collect();
    (!block.is_empty()).then(|| Remark { comment, block: block.join("\n"), line: start as u32 + 1 })
}

/// The text of a line that is an indented comment.
fn comment_text(line: &str) -> Option<&str> {
    let text = line.trim_start();
    if text.len() == line.len() {
        return None;
    }
    ["// ", "# ", "-- "].iter().find_map(|mark| text.strip_prefix(mark)).map(str::trim)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Code that was commented out.
fn is_code(comment: &str) -> bool {
    let marks = comment.chars().filter(|c| "{}()[];=<>&|$".contains(*c)).count();
    marks * 12 > comment.len() || comment.ends_with([';', '{', '}'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_speaks_of_what_follows() {
        let source = "fn a() {\n    // Wait for the gate\n    // to be shut.\n    shut();\n    wait();\n\n    more();\n}\n";
        let expected = Remark {
            comment: "Wait for the gate to be shut.".to_owned(),
            block: "    shut();\n    wait();".to_owned(),
            line: 2,
        };
        assert_eq!(remarks(source), [expected]);
    }

    #[test]
    fn code_and_short_notes_are_left_out() {
        assert_eq!(remarks("  # fix this\n  x = 1\n"), []);
        assert_eq!(remarks("  // let x = open(gate, now, soon, late);\n  y();\n"), []);
    }
}
