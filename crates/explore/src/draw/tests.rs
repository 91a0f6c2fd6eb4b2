//! What stands on the screen, as a terminal would show it.

use super::*;
use crate::answer::{Answer, Source, Told, Why};
use crate::input::Action;
use crate::state::Effect;
use crate::state::tests::{found, hit, place};
use expect_test::{Expect, expect};
use orienteer_engine::ExcerptLine;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

fn screen(state: &mut State, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap_or_else(|error| match error {});
    terminal.draw(|frame| draw(frame, state)).unwrap_or_else(|error| match error {});
    let buffer = terminal.backend().buffer();
    let rows = buffer.content.chunks(width as usize);
    let text = rows.map(|row| {
        row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned() + "\n"
    });
    text.collect()
}

fn check(state: &mut State, expected: &Expect) {
    expected.assert_eq(&screen(state, 60, 12));
}

fn searched(names: &[&str]) -> State {
    let mut state = State::new("/srv/tower", "bell");
    let number = state.begin().map_or(0, |question| question.number);
    state.hear(Answer { number, told: found(names) });
    state
}

#[test]
fn an_empty_line_says_what_to_do() {
    check(&mut State::new("/srv/tower", ""), &expect![[]]);
}

#[test]
fn results_are_told_with_their_lines() {
    check(&mut searched(&["ring_bell", "cast_bell", "sell_bell", "tune_bell"]), &expect![[]]);
}

#[test]
fn the_chosen_result_is_in_sight() {
    let mut state = searched(&["one", "two", "three", "four", "five"]);
    for _ in 0..4 {
        state.act(Action::Down);
    }
    check(&mut state, &expect![[]]);
}

#[test]
fn source_shows_the_unit_and_nothing_speaks_to_the_terminal() {
    let mut state = searched(&["ring_bell"]);
    let Effect::Ask(asked) = state.act(Action::Enter) else { panic!("nothing was asked") };
    let line = |line: u32, text: &str| ExcerptLine { line, text: text.to_owned(), ..ExcerptLine::default() };
    let lines = vec![
        line(1, "def ring_bell(tower):"),
        line(2, "\treturn '\u{1b}[2J\u{202e}'"),
        line(3, ""),
        line(4, "x = 1"),
    ];
    state.hear(Answer {
        number: asked.number,
        told: Told::Source(Source { place: place("ring_bell", 1), lines }),
    });
    check(&mut state, &expect![[]]);
    assert!(screen(&mut state, 60, 12).chars().all(|letter| letter == '\n' || !letter.is_control()));
}

#[test]
fn reasons_are_bars() {
    let mut state = searched(&["ring_bell"]);
    let Effect::Ask(asked) = state.act(Action::Tab) else { panic!("nothing was asked") };
    let why = Why {
        place: place("ring_bell", 1),
        outcome: "packed as body, 30 tokens".to_owned(),
        score: 0.75,
        parts: vec![("body", 0.5), ("name", 1.0), ("path", 0.0)],
        factors: vec![("test", 0.5), ("docs", 1.0)],
        steps: vec![("recall", "at 2".to_owned()), ("rank", "at 1".to_owned())],
    };
    state.hear(Answer { number: asked.number, told: Told::Why(why) });
    check(&mut state, &expect![[]]);
}

#[test]
fn help_names_the_keys() {
    let mut state = State::new("/srv/tower", "");
    state.act(Action::Help);
    check(&mut state, &expect![[]]);
}

#[test]
fn no_size_of_the_terminal_is_too_small() {
    let mut hostile = searched(&["ring_bell"]);
    hostile.hits.push(hit("\u{1b}]0;x\u{7}\u{9b}31m", 7, 0.5));
    for action in [Action::Resize, Action::Enter, Action::Back, Action::Tab, Action::Help] {
        hostile.act(action);
        for (width, height) in [(1, 1), (2, 3), (5, 40), (300, 2), (80, 24)] {
            let shown = screen(&mut hostile, width, height);
            assert!(shown.chars().all(|letter| letter == '\n' || !letter.is_control()), "{shown:?}");
        }
    }
}
