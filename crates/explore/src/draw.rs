//! The screen, drawn from the state of the machine. Whatever comes from files passes `clean` first.

mod help;
mod results;
mod source;
mod why;

use crate::clean::clean;
use crate::state::{Pane, State};
use orienteer_engine::Place;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::ops::Range;

const FAINT: Style = Style::new().fg(Color::DarkGray);
const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
const MARKED: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
const ACCENT: Style = Style::new().fg(Color::Cyan);

const PROMPT: &str = "> ";

pub(crate) fn draw(frame: &mut Frame<'_>, state: &mut State) {
    let rows = [Constraint::Length(1), Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)];
    let [top, rule, body, bottom] = Layout::vertical(rows).areas(frame.area());
    state.rows = body.height as usize;
    input(frame, state, top);
    frame.render_widget(Paragraph::new(Line::styled("─".repeat(rule.width as usize), FAINT)), rule);
    if state.is_help {
        help::draw(frame, body);
    } else {
        match &state.pane {
            Pane::Results => results::draw(frame, state, body),
            Pane::Source(source, top) => source::draw(frame, source.as_ref(), *top, body),
            Pane::Why(why, top) => why::draw(frame, why.as_ref(), *top, body),
        }
    }
    footer(frame, state, bottom);
}

/// The end of a line that is too long to be seen whole is where the cursor is.
fn input(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let before = Span::raw(clean(state.line.before())).width() + PROMPT.len();
    let hidden = (before + 1).saturating_sub(area.width as usize);
    let hint = if state.line.is_empty() {
        Span::styled("type a question; ? for help", FAINT)
    } else {
        Span::raw(clean(state.line.text()))
    };
    let line = Line::from(vec![Span::styled(PROMPT, ACCENT), hint]);
    frame.render_widget(Paragraph::new(line).scroll((0, hidden as u16)), area);
    if matches!(state.pane, Pane::Results) && !state.is_help {
        frame.set_cursor_position(Position::new(area.x + (before - hidden) as u16, area.y));
    }
}

fn footer(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let keys = match &state.pane {
        _ if state.is_help => "any key: back",
        Pane::Results => "Enter source · Tab why · Esc clear/quit",
        Pane::Source(..) => "w why · n next match · q back",
        Pane::Why(..) => "w source · q back",
    };
    let wait = if state.is_waiting() { "… " } else { "" };
    let news = if state.news.is_empty() { clean(&state.root) } else { clean(&state.news) };
    let room = (area.width as usize).saturating_sub(Span::raw(keys).width() + 1);
    let [left, right] = Layout::horizontal([Constraint::Length(room as u16), Constraint::Min(0)]).areas(area);
    frame.render_widget(Paragraph::new(Line::styled(format!("{wait}{news}"), FAINT)), left);
    frame.render_widget(Paragraph::new(Line::styled(keys, FAINT)).right_aligned(), right);
}

/// `app/store.py:12`; what stands outside the source is called by what it is.
fn position(place: &Place) -> String {
    if place.path.is_empty() {
        place.kind.name().to_owned()
    } else {
        format!("{}:{}", clean(&place.path), place.line)
    }
}

fn title(place: &Place) -> String {
    if place.name.is_empty() { place.kind.name().to_owned() } else { clean(&place.name) }
}

/// A text with its matches.
fn marked(text: &str, matches: &[Range<usize>]) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let mut at = 0;
    for range in matches {
        let (before, inside) = (text.get(at..range.start), text.get(range.clone()));
        spans.extend(before.map(|text| Span::raw(clean(text))));
        spans.extend(inside.map(|text| Span::styled(clean(text), MARKED)));
        at = range.end;
    }
    spans.extend(text.get(at..).map(|text| Span::raw(clean(text))));
    spans
}

#[cfg(test)]
mod tests;
