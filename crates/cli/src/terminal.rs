//! Colours and shapes for people; plain text for everybody else.

use crate::environment;
use clap::ColorChoice;
use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};

static COLOR: AtomicBool = AtomicBool::new(false);

/// Decides once: `--color` first, then NO_COLOR and TERM, then whether standard output is a terminal.
pub(crate) fn choose_color(choice: ColorChoice) {
    let colored = match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => !environment::refuses_color() && std::io::stdout().is_terminal(),
    };
    COLOR.store(colored, Ordering::Relaxed);
}

fn paint(text: impl Display, code: &str) -> String {
    if COLOR.load(Ordering::Relaxed) { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

pub(crate) fn strong(text: impl Display) -> String {
    paint(text, "1")
}

pub(crate) fn faint(text: impl Display) -> String {
    paint(text, "2")
}

pub(crate) fn path(text: impl Display) -> String {
    paint(clean(&text.to_string()), "35")
}

/// What a question matches.
pub(crate) fn matched(text: impl Display) -> String {
    paint(text, "1;31")
}

pub(crate) fn warning(text: impl Display) -> String {
    paint(text, "33")
}

/// Names come from files that anybody may have written: control characters would speak to the terminal.
pub(crate) fn clean(text: &str) -> String {
    orienteer_engine::one_line(text)
}

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Bytes in the unit that reads best.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1_000 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1_000.0;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1_000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(size(999), "999 B");
        assert_eq!(size(1_500), "1.5 kB");
        assert_eq!(size(2_000_000_000), "2.0 GB");
    }

    #[test]
    fn names_cannot_speak_to_the_terminal() {
        assert_eq!(clean("a\u{1b}[31mb\n"), "a\u{fffd}[31mb\u{fffd}");
    }
}
