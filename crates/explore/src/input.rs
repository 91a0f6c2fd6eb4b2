//! Keys as what they ask for. What an action does depends on what is shown, and is decided elsewhere.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A letter: typed, or a command where nothing can be typed.
    Letter(char),
    Backspace,
    Delete,
    DeleteWord,
    Clear,
    Left,
    Right,
    Home,
    End,
    Up,
    Down,
    PageUp,
    PageDown,
    Enter,
    Tab,
    Help,
    Back,
    Quit,
    /// The terminal has another size.
    Resize,
}

/// None for what means nothing here; a paste is what its letters would be, on one line.
pub(crate) fn actions(event: &Event) -> Vec<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key_action(key).into_iter().collect(),
        Event::Paste(text) => text.chars().take(LONGEST_PASTE).map(pasted).collect(),
        Event::Resize(..) => vec![Action::Resize],
        _ => Vec::new(),
    }
}

/// Letters of a paste that are taken: more is no question.
const LONGEST_PASTE: usize = 4_000;

fn pasted(letter: char) -> Action {
    Action::Letter(if letter.is_whitespace() || letter.is_control() { ' ' } else { letter })
}

fn key_action(key: &KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return control(key.code);
    }
    Some(match key.code {
        KeyCode::Char(letter) => Action::Letter(letter),
        KeyCode::Backspace => Action::Backspace,
        KeyCode::Delete => Action::Delete,
        KeyCode::Left => Action::Left,
        KeyCode::Right => Action::Right,
        KeyCode::Home => Action::Home,
        KeyCode::End => Action::End,
        KeyCode::Up => Action::Up,
        KeyCode::Down => Action::Down,
        KeyCode::PageUp => Action::PageUp,
        KeyCode::PageDown => Action::PageDown,
        KeyCode::Enter => Action::Enter,
        KeyCode::Tab => Action::Tab,
        KeyCode::F(1) => Action::Help,
        KeyCode::Esc => Action::Back,
        _ => return None,
    })
}

/// As line editors have it.
fn control(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Char('c' | 'd') => Action::Quit,
        KeyCode::Char('u') => Action::Clear,
        KeyCode::Char('w') => Action::DeleteWord,
        KeyCode::Char('h') => Action::Backspace,
        KeyCode::Char('a') => Action::Home,
        KeyCode::Char('e') => Action::End,
        KeyCode::Char('b') => Action::Left,
        KeyCode::Char('f') => Action::Right,
        KeyCode::Char('p') => Action::Up,
        KeyCode::Char('n') => Action::Down,
        KeyCode::Char('j' | 'm') => Action::Enter,
        _ => return None,
    })
}
