//! The file around a unit, its matches marked and the unit's lines told from the rest.

use super::{ACCENT, FAINT, STRONG, marked, position, title};
use crate::answer::Source;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

pub(super) fn draw(frame: &mut Frame<'_>, source: Option<&Source>, top: usize, area: Rect) {
    let Some(source) = source else {
        frame.render_widget(Paragraph::new(Line::styled("reading …", FAINT)), area);
        return;
    };
    let place = &source.place;
    let heading =
        vec![Span::styled(title(place), STRONG), Span::raw("  "), Span::styled(position(place), ACCENT)];
    let mut lines = vec![Line::from(heading)];
    let shown = source.lines.iter().skip(top).take(area.height.saturating_sub(1) as usize);
    lines.extend(shown.map(|line| {
        let is_inside = (place.line..=place.end_line).contains(&line.line);
        let bar = if is_inside { Span::styled("▌", ACCENT) } else { Span::raw(" ") };
        let mut spans = vec![bar, Span::styled(format!("{:>6}  ", line.line), FAINT)];
        spans.extend(marked(&line.text, &line.matches));
        if line.is_cut {
            spans.push(Span::styled(" …", FAINT));
        }
        Line::from(spans)
    }));
    frame.render_widget(Paragraph::new(lines), area);
}
