//! The reasons behind a unit's place: what each feature adds as a bar, the factors, and its way through the stages.

use super::{ACCENT, FAINT, STRONG, position, title};
use crate::answer::Why;
use crate::clean::clean;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// Columns of names and of numbers.
const NAME: usize = 18;
const NUMBER: usize = 10;
const LONGEST_BAR: usize = 60;

pub(super) fn draw(frame: &mut Frame<'_>, why: Option<&Why>, top: usize, area: Rect) {
    let Some(why) = why else {
        frame.render_widget(Paragraph::new(Line::styled("following it through the stages …", FAINT)), area);
        return;
    };
    let room = (area.width as usize).saturating_sub(NAME + NUMBER + 4).min(LONGEST_BAR);
    let lines = told(why, room);
    frame.render_widget(Paragraph::new(lines.into_iter().skip(top).collect::<Vec<_>>()), area);
}

fn told(why: &Why, room: usize) -> Vec<Line<'static>> {
    let heading = vec![
        Span::styled(title(&why.place), STRONG),
        Span::raw("  "),
        Span::styled(position(&why.place), ACCENT),
    ];
    let mut lines = vec![Line::from(heading), Line::raw(clean(&why.outcome)), Line::default()];
    let most = why.parts.iter().map(|(_, product)| product.abs()).fold(0.0, f32::max);
    let parts = why.parts.iter().filter(|(_, product)| *product != 0.0);
    lines.extend(parts.map(|(name, product)| row(name, *product, bar(*product, most, room))));
    let factors = why.factors.iter().filter(|(_, factor)| *factor != 1.0);
    lines.extend(factors.map(|(name, factor)| row(&format!("x {name}"), *factor, String::new())));
    lines.push(row("score", why.score, String::new()).style(STRONG));
    lines.push(Line::default());
    let step = |(stage, text): &(&'static str, String)| {
        Line::from(vec![Span::styled(format!("  {stage:<NAME$}"), ACCENT), Span::raw(clean(text))])
    };
    lines.extend(why.steps.iter().map(step));
    lines
}

fn row(name: &str, number: f32, bar: String) -> Line<'static> {
    let number = format!("{number:>NUMBER$.4}  ");
    Line::from(vec![Span::raw(format!("  {name:<NAME$}")), Span::raw(number), Span::styled(bar, ACCENT)])
}

/// In eighths of a column.
fn bar(product: f32, most: f32, room: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let share = if most > 0.0 { (product.abs() / most).min(1.0) } else { 0.0 };
    let eighths = (share * room as f32 * 8.0).round() as usize;
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}
