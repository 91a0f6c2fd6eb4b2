//! An answer for pages: source in fences that nothing in it can close.

use super::{described, left_out, names, note, origin, percent, position, sent_mark};
use crate::context::block::Block;
use crate::context::sheet::{Pointer, Sheet};
use orienteer_text::one_line;

pub(super) fn sheet(sheet: &Sheet<'_>) -> String {
    let mut text: String = sheet.blocks.iter().map(block).collect();
    if !sheet.pointers.is_empty() {
        text.push_str("### See also\n\n");
        text.extend(sheet.pointers.iter().map(pointer));
        text.push('\n');
    }
    if let Some(line) = left_out(sheet) {
        text.push_str(&format!("{}\n\n", escaped(&line)));
    }
    text.extend(sheet.notes.iter().map(|line| format!("{}\n\n", escaped(&note(line)))));
    text.push_str(&format!("{}\n", escaped(&origin(sheet))));
    text
}

pub(super) fn block(block: &Block<'_>) -> String {
    let place = code(&format!("{}:{}", one_line(block.path()), block.line_numbers()));
    let mut text = format!("### {place} {} ({})\n\n", code(&names(block)), percent(block.relative()));
    let fence = fence(block);
    text.push_str(&format!("{fence}{}\n", block.language));
    for (index, run) in block.runs.iter().enumerate() {
        if index > 0 {
            text.push_str(&format!("... {}\n", run.start));
        }
        text.push_str(&run.text);
        text.push('\n');
    }
    text.push_str(&format!("{fence}\n\n"));
    text
}

pub(super) fn pointer(pointer: &Pointer<'_>) -> String {
    let hit = pointer.hit;
    format!("- {} {}{}\n", code(&position(hit)), code(&described(hit)), sent_mark(pointer))
}

/// Longer than any row of back-ticks inside.
fn fence(block: &Block<'_>) -> String {
    let longest = block.runs.iter().map(|run| longest_ticks(&run.text)).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

fn longest_ticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

fn code(text: &str) -> String {
    let ticks = "`".repeat(longest_ticks(text) + 1);
    let space = if text.contains('`') { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// Text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '<' | '[' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_cannot_end_code() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b"), "``` a``b ```");
        assert_eq!(longest_ticks("a ```` b `"), 4);
        assert_eq!(escaped("__init__"), "\\_\\_init\\_\\_");
    }
}
