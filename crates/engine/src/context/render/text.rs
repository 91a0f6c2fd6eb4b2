//! An answer for people: a heading for each piece of source, the source as it stands in the file, then what is only pointed to.

use super::{described, names, percent, plain_ending, position, sent_mark};
use crate::context::block::Block;
use crate::context::sheet::{Pointer, Sheet};
use orienteer_text::one_line;

pub(super) fn sheet(sheet: &Sheet<'_>) -> String {
    let mut text: String = sheet.blocks.iter().map(block).collect();
    if !sheet.pointers.is_empty() {
        text.push_str("see also:\n");
        text.extend(sheet.pointers.iter().map(pointer));
        text.push('\n');
    }
    text + &plain_ending(sheet)
}

pub(super) fn block(block: &Block<'_>) -> String {
    let path = one_line(block.path());
    let mut text =
        format!("{path}:{}  {}  {}\n", block.line_numbers(), names(block), percent(block.relative()));
    for (index, run) in block.runs.iter().enumerate() {
        if index > 0 {
            text.push_str(&format!("... {}\n", run.start));
        }
        text.push_str(&run.text);
        text.push('\n');
    }
    text.push('\n');
    text
}

pub(super) fn pointer(pointer: &Pointer<'_>) -> String {
    format!("  {}  {}{}\n", position(pointer.hit), described(pointer.hit), sent_mark(pointer))
}
