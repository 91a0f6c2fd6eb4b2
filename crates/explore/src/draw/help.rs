//! The keys.

use super::{ACCENT, STRONG};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

const KEYS: [(&str, &str); 13] = [
    ("letters", "type a question; results come while you type"),
    ("Up, Down", "choose a result, or scroll"),
    ("Enter", "open the source of the chosen result"),
    ("Tab", "why it stands where it stands; w in the source"),
    ("PgUp, PgDn", "a page up or down"),
    ("Home, End", "begin and end of the line, or of the source"),
    ("n", "the next line with a match, in the source"),
    ("Ctrl-U", "clear the line; Ctrl-W takes a word away"),
    ("Esc", "back; clear the line; leave when it is empty"),
    ("q", "back from source and reasons"),
    ("?", "this page, while the line is empty or in the source"),
    ("F1", "this page, anywhere"),
    ("Ctrl-C", "leave"),
];

pub(super) fn draw(frame: &mut Frame<'_>, area: Rect) {
    let key = |(key, what): &(&'static str, &'static str)| {
        Line::from(vec![Span::styled(format!("  {key:<14}"), ACCENT), Span::raw(*what)])
    };
    let mut lines = vec![Line::styled("Keys", STRONG), Line::default()];
    lines.extend(KEYS.iter().map(key));
    frame.render_widget(Paragraph::new(lines), area);
}
