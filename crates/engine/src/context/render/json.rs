//! An answer for programs, one object on one line. Stable: fields are added, never changed.

use super::form_name;
use crate::context::block::{Block, Run};
use crate::context::sheet::{Pointer, Sheet};
use crate::note::Note;
use crate::search::Hit;

pub(super) fn sheet(sheet: &Sheet<'_>) -> String {
    format!(
        "{{\"version\":1,\"snapshot\":{},\"changed\":{},\"changed_count\":{},\"items\":{},\"pointers\":{},\"left_out\":{},\"left_out_count\":{}{}}}\n",
        string(sheet.snapshot),
        array(sheet.changed.iter().map(|path| string(path))),
        sheet.changed_count(),
        array(sheet.blocks.iter().map(block)),
        array(sheet.pointers.iter().map(pointer)),
        array(sheet.left_out.iter().map(|hit| pointer(&Pointer::to(hit)))),
        sheet.left_out_count(),
        notes(sheet.notes),
    )
}

/// Mostly there is nothing to say.
fn notes(notes: &[Note]) -> String {
    let said = |note: &Note| {
        format!(
            "{{\"service\":\"{}\",\"kind\":\"{}\",\"text\":{},\"hint\":{}}}",
            note.service().name(),
            note.kind(),
            string(&note.to_string()),
            string(note.hint()),
        )
    };
    if notes.is_empty() { String::new() } else { format!(",\"notes\":{}", array(notes.iter().map(said))) }
}

pub(super) fn block(block: &Block<'_>) -> String {
    format!(
        "{{\"path\":{},\"form\":\"{}\",\"units\":{},\"source\":{}}}",
        string(block.path()),
        form_name(block.form()),
        array(block.hits().map(unit)),
        array(block.runs.iter().map(run)),
    )
}

fn unit(hit: &Hit) -> String {
    format!(
        "{{\"name\":{},\"kind\":\"{}\",\"line\":{},\"end_line\":{},\"score\":{},\"relative\":{}}}",
        string(&hit.place.name),
        hit.place.kind.name(),
        hit.place.line,
        hit.place.end_line,
        number(hit.score),
        number((hit.relative * 1_000.0).round() / 1_000.0),
    )
}

fn run(run: &Run) -> String {
    format!("{{\"line\":{},\"end_line\":{},\"text\":{}}}", run.start, run.end, string(&run.text))
}

pub(super) fn pointer(pointer: &Pointer<'_>) -> String {
    let hit = pointer.hit;
    let sent = if pointer.is_sent { ",\"sent\":true" } else { "" };
    format!(
        "{{\"path\":{},\"line\":{},\"name\":{},\"kind\":\"{}\",\"score\":{}{sent}}}",
        string(&hit.place.path),
        hit.place.line,
        string(&hit.place.name),
        hit.place.kind.name(),
        number(hit.score),
    )
}

fn array(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// JSON has no word for what is no number.
fn number(value: f32) -> String {
    if value.is_finite() { value.to_string() } else { "null".to_owned() }
}

fn string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c < ' ' => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a\"b\\c\n\t\u{1}é"), "\"a\\\"b\\\\c\\n\\t\\u0001é\"");
        assert_eq!(number(0.25), "0.25");
        assert_eq!(number(f32::NAN), "null");
    }
}
