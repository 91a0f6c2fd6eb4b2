//! An answer for models: each path once, no empty lines, no indentation that all lines share.

use super::{plain_ending, position, sent_mark, title};
use crate::context::block::Block;
use crate::context::sheet::{Pointer, Sheet};
use orienteer_text::one_line;

pub(super) fn sheet(sheet: &Sheet<'_>) -> String {
    let mut text: String = sheet.blocks.iter().map(block).collect();
    text.push_str(&pointers(&sheet.pointers));
    text + &plain_ending(sheet)
}

/// A run begins with the number of its first line.
pub(super) fn block(block: &Block<'_>) -> String {
    let mut text = String::new();
    for (index, run) in block.runs.iter().enumerate() {
        let path = if index == 0 { one_line(block.path()) } else { String::new() };
        text.push_str(&format!("{path}:{}\n", run.start));
        for line in dedented(&run.text) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

fn dedented(text: &str) -> impl Iterator<Item = &str> {
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let shared = lines().map(indentation).min().unwrap_or(0);
    lines().map(move |line| line.get(shared..).unwrap_or(line))
}

/// Pointers into one file share its path.
fn pointers(pointers: &[Pointer<'_>]) -> String {
    let mut paths: Vec<&str> = Vec::new();
    for pointer in pointers {
        if !paths.contains(&pointer.hit.place.path.as_str()) {
            paths.push(&pointer.hit.place.path);
        }
    }
    let line = |path: &&str| {
        let of_path = pointers.iter().filter(|pointer| pointer.hit.place.path == *path);
        let name = |pointer: &Pointer<'_>| {
            format!("{} {}{}", pointer.hit.place.line, title(pointer.hit), sent_mark(pointer))
        };
        let named: Vec<String> = of_path.map(name).collect();
        format!("{}:{}\n", if path.is_empty() { "-".to_owned() } else { one_line(path) }, named.join(", "))
    };
    paths.iter().map(line).collect()
}

pub(super) fn pointer(pointer: &Pointer<'_>) -> String {
    format!("{} {}{}\n", position(pointer.hit), title(pointer.hit), sent_mark(pointer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_indentation_and_empty_lines_go() {
        let lines: Vec<&str> = dedented("    a\n\n      b\n    c").collect();
        assert_eq!(lines, ["a", "  b", "c"]);
        assert_eq!(dedented("\n  \n").count(), 0);
    }
}
