//! Text of files that anybody may have written, as it may be sent to a terminal: nothing in it can move the cursor, change the
//! direction of writing or hide.

/// Columns of a tab.
const TAB: &str = "    ";

pub(crate) fn clean(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => shown.push_str(TAB),
            '\0'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + u32::from(letter))),
            '\u{7f}' => shown.push('\u{2421}'),
            _ if letter.is_control() || is_invisible(letter) => shown.push('\u{fffd}'),
            _ => shown.push(letter),
        }
    }
    shown
}

/// Marks of direction, joiners and spaces without width.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_speaks_to_a_terminal_is_shown_instead() {
        assert_eq!(clean("\u{1b}[2J\tа\u{202e}b\u{7f}\u{9b}"), "␛[2J    а\u{fffd}b␡\u{fffd}");
        assert_eq!(clean("größe 検索 🎉"), "größe 検索 🎉");
        assert!(
            clean(&(0..0x3000).filter_map(char::from_u32).collect::<String>())
                .chars()
                .all(|c| !c.is_control())
        );
    }
}
