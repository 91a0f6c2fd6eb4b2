//! The machine of states, driven without a terminal.

use super::*;
use orienteer_engine::{ExcerptLine, UnitKind};

pub(crate) fn place(name: &str, line: u32) -> Place {
    Place {
        path: "tower/bell.py".to_owned(),
        line,
        end_line: line + 2,
        name: name.to_owned(),
        module: String::new(),
        kind: UnitKind::Function,
        is_test: false,
    }
}

pub(crate) fn hit(name: &str, line: u32, relative: f32) -> Found {
    let text = format!("def {name}(tower):");
    let marked = ExcerptLine { line, matches: vec![4..4 + name.len()], text: text.clone(), is_cut: false };
    Found { place: place(name, line), relative, signature: text, lines: vec![marked], is_changed: false }
}

pub(crate) fn found(names: &[&str]) -> Told {
    let hit = |(at, name): (usize, &&str)| hit(name, at as u32 * 10 + 1, 1.0 / (at as f32 + 1.0));
    let hits = names.iter().enumerate().map(hit).collect();
    Told::Found { hits, snapshot: "0123456789ab".to_owned(), changed: 0 }
}

fn typed(state: &mut State, text: &str) -> Vec<Question> {
    let act = |letter| match state.act(Action::Letter(letter)) {
        Effect::Ask(question) => Some(question),
        _ => None,
    };
    text.chars().filter_map(act).collect()
}

fn answer(number: u64, told: Told) -> Answer {
    Answer { number, told }
}

#[test]
fn every_letter_asks_and_stale_answers_are_dropped() {
    let mut state = State::new("/tree", "");
    let asked = typed(&mut state, "bell?");
    assert_eq!(asked.len(), 5);
    assert!(!state.hear(answer(asked[0].number, found(&["old"]))));
    assert!(state.hits.is_empty() && state.is_waiting());
    assert!(state.hear(answer(asked[4].number, found(&["ring_bell", "cast_bell"]))));
    assert_eq!((state.hits.len(), state.is_waiting()), (2, false));
    assert!(!state.hear(answer(asked[4].number, found(&["again"]))));
}

#[test]
fn the_selection_stays_within_the_hits() {
    let mut state = State::new("/tree", "");
    let asked = typed(&mut state, "b");
    state.hear(answer(asked[0].number, found(&["one", "two", "three"])));
    for (action, expected) in [
        (Action::Up, 0),
        (Action::Down, 1),
        (Action::Down, 2),
        (Action::Down, 2),
        (Action::PageUp, 0),
        (Action::PageDown, 2),
    ] {
        state.act(action);
        assert_eq!(state.selected, expected, "{action:?}");
    }
    let asked = typed(&mut state, "e");
    state.hear(answer(asked[0].number, found(&["one"])));
    assert_eq!(state.selected, 0);
}

#[test]
fn source_and_reasons_open_and_close() {
    let mut state = State::new("/tree", "");
    let asked = typed(&mut state, "b");
    state.hear(answer(asked[0].number, found(&["one", "two"])));
    state.act(Action::Down);
    let Effect::Ask(source) = state.act(Action::Enter) else { panic!("nothing was asked") };
    assert_eq!(source.about, About::Source { query: "b".to_owned(), place: place("two", 11) });
    let Effect::Ask(why) = state.act(Action::Letter('w')) else { panic!("nothing was asked") };
    assert!(
        !state
            .hear(answer(source.number, Told::Source(Source { place: place("two", 11), lines: Vec::new() })))
    );
    assert_eq!(why.about, About::Why { query: "b".to_owned(), place: place("two", 11) });
    assert_eq!(state.act(Action::Letter('q')), Effect::None);
    assert_eq!(state.pane, Pane::Results);
    // An empty line asks nothing.
    assert_eq!(state.act(Action::Back), Effect::None);
    assert!(state.line.is_empty());
    assert_eq!(state.act(Action::Back), Effect::Quit);
}

#[test]
fn nothing_opens_where_nothing_was_found() {
    let mut state = State::new("/tree", "");
    assert_eq!((state.act(Action::Enter), state.act(Action::Tab)), (Effect::None, Effect::None));
    assert_eq!(state.act(Action::Letter('?')), Effect::None);
    assert!(state.is_help);
    assert_eq!((state.act(Action::Letter('x')), state.is_help), (Effect::None, false));
    assert_eq!(state.act(Action::Quit), Effect::Quit);
}

#[test]
fn a_refusal_is_said_and_leaves_no_old_hits() {
    let mut state = State::new("/tree", "");
    let asked = typed(&mut state, "b");
    state.hear(answer(asked[0].number, found(&["one"])));
    let asked = typed(&mut state, " the");
    state.hear(answer(asked[3].number, Told::Refused("no words".to_owned())));
    assert_eq!((state.hits.len(), state.news.as_str()), (0, "no words"));
}

#[test]
fn scrolling_ends_at_the_ends() {
    let mut state = State::new("/tree", "b");
    state.rows = 10;
    let lines = (1..=30).map(|line| ExcerptLine {
        line,
        matches: if line == 25 { vec![0..1] } else { vec![] },
        ..ExcerptLine::default()
    });
    state.pane = Pane::Source(Some(Source { place: place("one", 1), lines: lines.collect() }), 0);
    let top = |state: &State| if let Pane::Source(_, top) = state.pane { top } else { usize::MAX };
    for (action, expected) in [
        (Action::Up, 0),
        (Action::Letter('n'), 24),
        (Action::Letter('n'), 24),
        (Action::PageDown, 29),
        (Action::Down, 29),
        (Action::Home, 0),
    ] {
        state.act(action);
        assert_eq!(top(&state), expected, "{action:?}");
    }
}
