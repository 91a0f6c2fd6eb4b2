//! The formats of an answer. What is chosen does not depend on them, only how it is written and what that costs.

mod compact;
mod json;
mod markdown;
mod text;
mod xml;

use super::block::Block;
use super::sheet::{Pointer, Sheet};
use crate::note::Note;
use crate::search::Hit;
use orienteer_search::Form;
use orienteer_text::one_line;

/// Units that the heading of a block names.
const NAMED: usize = 3;

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    Markdown,
    Json,
    Xml,
    /// The fewest tokens for the same source.
    Compact,
}

impl Format {
    pub const ALL: [Format; 5] = [Format::Text, Format::Markdown, Format::Json, Format::Xml, Format::Compact];

    /// Whether all that is shown of a file stands together.
    pub(super) fn groups_by_file(self) -> bool {
        self == Format::Compact
    }
}

/// The whole answer, with the end of its last line.
pub(super) fn sheet(format: Format, sheet: &Sheet<'_>) -> String {
    match format {
        Format::Text => text::sheet(sheet),
        Format::Markdown => markdown::sheet(sheet),
        Format::Json => json::sheet(sheet),
        Format::Xml => xml::sheet(sheet),
        Format::Compact => compact::sheet(sheet),
    }
}

/// What was left out and where the answer comes from, as plain lines.
fn plain_ending(sheet: &Sheet<'_>) -> String {
    let left_out = left_out(sheet).map_or_else(String::new, |line| line + "\n");
    let notes: String = sheet.notes.iter().map(|line| note(line) + "\n").collect();
    left_out + &notes + &origin(sheet) + "\n"
}

/// `note: what is missing (what to do about it)`.
fn note(note: &Note) -> String {
    one_line(&format!("note: {note} ({})", note.hint()))
}

/// One block as it stands in the answer.
pub(super) fn block(format: Format, block: &Block<'_>) -> String {
    match format {
        Format::Text => text::block(block),
        Format::Markdown => markdown::block(block),
        Format::Json => json::block(block) + ",",
        Format::Xml => xml::block(block),
        Format::Compact => compact::block(block),
    }
}

/// One pointer as it stands in the answer.
pub(super) fn pointer(format: Format, pointer: &Pointer<'_>) -> String {
    match format {
        Format::Text => text::pointer(pointer),
        Format::Markdown => markdown::pointer(pointer),
        Format::Json => json::pointer(pointer) + ",",
        Format::Xml => xml::pointer(pointer),
        Format::Compact => compact::pointer(pointer),
    }
}

/// Why there is no more than a pointer.
fn sent_mark(pointer: &Pointer<'_>) -> &'static str {
    if pointer.is_sent { " (already sent)" } else { "" }
}

/// The name; what has none is called by what it is.
fn title(hit: &Hit) -> String {
    let name = &hit.place.name;
    if name.is_empty() { hit.place.kind.name().to_owned() } else { one_line(name) }
}

/// `method Store.load`.
fn described(hit: &Hit) -> String {
    let kind = hit.place.kind.name();
    if hit.place.name.is_empty() { kind.to_owned() } else { format!("{kind} {}", one_line(&hit.place.name)) }
}

/// What a block shows, the best three of it by name.
fn names(block: &Block<'_>) -> String {
    let named: Vec<String> = block.hits().take(NAMED).map(described).collect();
    let rest = block.units.len().saturating_sub(NAMED);
    if rest > 0 { format!("{}, +{rest}", named.join(", ")) } else { named.join(", ") }
}

/// `app/store.py:12`; what stands outside the source has no position.
fn position(hit: &Hit) -> String {
    if hit.place.path.is_empty() {
        return "-".to_owned();
    }
    format!("{}:{}", one_line(&hit.place.path), hit.place.line)
}

fn percent(relative: f32) -> String {
    format!("{:.0}%", f64::from(relative) * 100.0)
}

fn form_name(form: Form) -> &'static str {
    match form {
        Form::Body => "body",
        Form::Signature => "signature",
        Form::Pointer => "pointer",
    }
}

/// `snapshot 0123`, and what changed since.
fn origin(sheet: &Sheet<'_>) -> String {
    let mut line = format!("snapshot {}", sheet.snapshot);
    if sheet.changed_count() > 0 {
        let mut named: Vec<String> = sheet.changed.iter().map(|path| one_line(path)).collect();
        if sheet.more_changed > 0 {
            named.push(format!("{} files", sheet.more_changed));
        }
        line.push_str(&format!(", changed since: {}", named.join(", ")));
    }
    line
}

/// `left out: 7: Store.load app/store.py:12, ...`.
fn left_out(sheet: &Sheet<'_>) -> Option<String> {
    if sheet.left_out_count() == 0 {
        return None;
    }
    let mut line = format!("left out: {}", sheet.left_out_count());
    for (index, hit) in sheet.left_out.iter().enumerate() {
        let before = if index == 0 { ": " } else { ", " };
        line.push_str(&format!("{before}{} {}", title(hit), position(hit)));
    }
    if sheet.more_left_out > 0 && !sheet.left_out.is_empty() {
        line.push_str(", ...");
    }
    Some(line)
}
