//! An answer as XML. Everything that comes from the tree is escaped.

use super::{form_name, percent};
use crate::context::block::Block;
use crate::context::sheet::{Pointer, Sheet};
use crate::note::Note;
use crate::search::Hit;

pub(super) fn sheet(sheet: &Sheet<'_>) -> String {
    let mut text = format!("<context snapshot=\"{}\">\n", escaped(sheet.snapshot));
    text.extend(sheet.blocks.iter().map(block));
    text.extend(sheet.pointers.iter().map(pointer));
    if sheet.left_out_count() > 0 {
        text.push_str(&format!("<left-out count=\"{}\">\n", sheet.left_out_count()));
        text.extend(sheet.left_out.iter().map(|hit| pointer(&Pointer::to(hit))));
        text.push_str("</left-out>\n");
    }
    if sheet.changed_count() > 0 {
        text.push_str(&format!("<changed count=\"{}\">\n", sheet.changed_count()));
        text.extend(sheet.changed.iter().map(|path| format!("<file path=\"{}\"/>\n", escaped(path))));
        text.push_str("</changed>\n");
    }
    text.extend(sheet.notes.iter().map(note));
    text.push_str("</context>\n");
    text
}

pub(super) fn block(block: &Block<'_>) -> String {
    let mut text = format!(
        "<item path=\"{}\" form=\"{}\" relative=\"{}\">\n",
        escaped(block.path()),
        form_name(block.form()),
        percent(block.relative()),
    );
    text.extend(block.hits().map(unit));
    for run in &block.runs {
        let source = escaped(&run.text);
        text.push_str(&format!("<source lines=\"{}-{}\">\n{source}\n</source>\n", run.start, run.end));
    }
    text.push_str("</item>\n");
    text
}

fn note(note: &Note) -> String {
    let (service, kind) = (note.service().name(), note.kind());
    let (hint, said) = (escaped(note.hint()), escaped(&note.to_string()));
    format!("<note service=\"{service}\" kind=\"{kind}\" hint=\"{hint}\">{said}</note>\n")
}

fn unit(hit: &Hit) -> String {
    let kind = hit.place.kind.name();
    format!("<unit name=\"{}\" kind=\"{kind}\" line=\"{}\"/>\n", escaped(&hit.place.name), hit.place.line)
}

pub(super) fn pointer(pointer: &Pointer<'_>) -> String {
    let place = &pointer.hit.place;
    let sent = if pointer.is_sent { " sent=\"true\"" } else { "" };
    let (path, name, kind) = (escaped(&place.path), escaped(&place.name), place.kind.name());
    format!("<pointer path=\"{path}\" line=\"{}\" name=\"{name}\" kind=\"{kind}\"{sent}/>\n", place.line)
}

/// XML has no way to write control characters and non-characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_open_or_close_an_element() {
        assert_eq!(
            escaped("</source> a && \"b\"\u{1}"),
            "&lt;/source&gt; a &amp;&amp; &quot;b&quot;\u{fffd}"
        );
    }
}
