//! What was found: a heading and the best lines of each unit, the chosen one marked and in sight.

use super::{ACCENT, FAINT, STRONG, marked, position, title};
use crate::answer::Found;
use crate::state::State;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

pub(super) fn draw(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let rows = area.height as usize;
    let first = first_shown(&state.hits, state.selected, rows);
    let mut lines: Vec<Line<'static>> = Vec::new();
    for (at, hit) in state.hits.iter().enumerate().skip(first) {
        if lines.len() >= rows {
            break;
        }
        lines.extend(told(hit, at == state.selected));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// The first hit that is drawn, so that the chosen one is whole.
fn first_shown(hits: &[Found], selected: usize, rows: usize) -> usize {
    let mut used = 0;
    let mut first = selected;
    for at in (0..=selected.min(hits.len().saturating_sub(1))).rev() {
        used += hits.get(at).map_or(0, height);
        if used > rows {
            break;
        }
        first = at;
    }
    first
}

/// Its rows, with an empty one below.
fn height(hit: &Found) -> usize {
    hit.lines.len() + 2 + usize::from(hit.is_changed)
}

fn told(hit: &Found, is_selected: bool) -> Vec<Line<'static>> {
    let place = &hit.place;
    let bar = if is_selected { Span::styled("▌ ", ACCENT) } else { Span::raw("  ") };
    let test = if place.is_test { " (test)" } else { "" };
    let heading = Line::from(vec![
        bar.clone(),
        Span::styled(title(place), STRONG),
        Span::styled(format!("  {}{test}  ", place.kind.name()), FAINT),
        Span::styled(position(place), ACCENT),
        Span::styled(format!("  {:.0}%", hit.relative * 100.0), FAINT),
    ]);
    let mut lines = vec![heading];
    for line in &hit.lines {
        let mut spans = vec![bar.clone(), Span::styled(format!("{:>6}  ", line.line), FAINT)];
        spans.extend(marked(&line.text, &line.matches));
        lines.push(Line::from(spans));
    }
    if hit.is_changed {
        lines.push(Line::from(vec![bar, Span::styled("changed since it was indexed; not quoted", FAINT)]));
    }
    lines.push(Line::default());
    lines
}
