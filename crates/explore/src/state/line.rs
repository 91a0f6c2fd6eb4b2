//! The line that is typed, with its cursor. Letters are whole characters; nothing that is no letter can be typed.

use crate::input::Action;

/// Characters; a question is not longer.
const MOST: usize = 2_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    text: String,
    /// A byte of the text.
    cursor: usize,
}

impl Line {
    pub(crate) fn new(text: &str) -> Line {
        let text: String = text.chars().filter(|letter| !letter.is_control()).take(MOST).collect();
        Line { cursor: text.len(), text }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// What stands before the cursor.
    pub(crate) fn before(&self) -> &str {
        &self.text[..self.cursor]
    }

    /// Whether the text changed.
    pub(crate) fn edit(&mut self, action: Action) -> bool {
        let length = self.text.len();
        match action {
            Action::Letter(letter) => return self.insert(letter),
            Action::Backspace => {
                let start = self.left();
                self.remove(start);
            }
            Action::Delete => self.text.replace_range(self.cursor..self.right(), ""),
            Action::DeleteWord => {
                let start = self.word();
                self.remove(start);
            }
            Action::Clear | Action::Back => self.remove(0),
            Action::Left => self.cursor = self.left(),
            Action::Right => self.cursor = self.right(),
            Action::Home => self.cursor = 0,
            Action::End => self.cursor = length,
            _ => {}
        }
        self.text.len() != length
    }

    fn insert(&mut self, letter: char) -> bool {
        if letter.is_control() || self.text.chars().count() >= MOST {
            return false;
        }
        self.text.insert(self.cursor, letter);
        self.cursor += letter.len_utf8();
        true
    }

    fn remove(&mut self, start: usize) {
        self.text.replace_range(start..self.cursor, "");
        self.cursor = start;
    }

    fn left(&self) -> usize {
        self.before().char_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn right(&self) -> usize {
        self.cursor + self.text[self.cursor..].chars().next().map_or(0, char::len_utf8)
    }

    /// Where the word before the cursor begins.
    fn word(&self) -> usize {
        let words = self.before().trim_end();
        words
            .rfind(char::is_whitespace)
            .map_or(0, |at| at + words[at..].chars().next().map_or(0, char::len_utf8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_typed_and_taken_away_where_the_cursor_stands() {
        let mut line = Line::new("");
        let mut type_in = |actions: &[Action]| {
            actions.iter().for_each(|action| drop(line.edit(*action)));
            line.text().to_owned()
        };
        assert_eq!(
            type_in(&[Action::Letter('ö'), Action::Letter('b'), Action::Left, Action::Letter('検')]),
            "ö検b"
        );
        assert_eq!(type_in(&[Action::Backspace, Action::Delete]), "ö");
        assert_eq!(
            type_in(&[Action::Letter(' '), Action::Letter('x'), Action::Letter('y'), Action::DeleteWord]),
            "ö "
        );
        assert_eq!(
            type_in(&[Action::Home, Action::Backspace, Action::Delete, Action::Delete, Action::Delete]),
            ""
        );
        assert_eq!(type_in(&[Action::Letter('\u{1b}'), Action::Left, Action::Right, Action::Clear]), "");
    }
}
