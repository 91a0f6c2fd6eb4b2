//! Names from files that anybody may have written, as they may stand in a line of text: nothing in them speaks to a terminal, begins a
//! line or turns the direction of writing.

/// What is shown in place of such a letter.
const REPLACEMENT: char = '\u{fffd}';

/// The text with every letter replaced that a reader would not see as a letter.
pub fn one_line(text: &str) -> String {
    text.chars().map(|letter| if is_command(letter) { REPLACEMENT } else { letter }).collect()
}

/// Control characters, separators of lines and marks of direction.
fn is_command(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stay_and_commands_are_seen() {
        assert_eq!(one_line("a\u{1b}[2J\nb\u{202e}c\u{2066}"), "a\u{fffd}[2J\u{fffd}b\u{fffd}c\u{fffd}");
        assert_eq!(one_line("größe 検索 👩‍💻"), "größe 検索 👩‍💻");
    }
}
