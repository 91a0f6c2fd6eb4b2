//! Paths as patches write them: with a letter before them, in quotes, with a date behind. Pure.

/// Letters that git puts before the paths of the two sides.
const SIDES: [&str; 6] = ["a/", "b/", "i/", "w/", "c/", "o/"];

/// The two paths of `--- a/x` and `+++ b/x`.
pub(super) fn of_sides(old: &[u8], new: &[u8]) -> (Option<String>, Option<String>) {
    let (old, new) = (plain(undated(old)), plain(undated(new)));
    let has_letter =
        |path: &Option<String>| path.as_deref().is_none_or(|path| without_letter(path).is_some());
    if !(has_letter(&old) && has_letter(&new)) {
        return (old, new);
    }
    let short = |path: Option<String>| path.map(|path| without_letter(&path).unwrap_or(&path).to_owned());
    (short(old), short(new))
}

/// The two paths of `diff --git a/x b/x`, as far as they can be told apart; a file that has lines to show names them again.
pub(super) fn of_heading(heading: &[u8]) -> (Option<String>, Option<String>) {
    let text = String::from_utf8_lossy(heading);
    let halves = text.match_indices(' ').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let same = |(old, new): &(&str, &str)| {
        let (old, new) = of_sides(old.as_bytes(), new.as_bytes());
        old.is_some() && old == new
    };
    let found = halves.into_iter().find(same).map(|(old, new)| of_sides(old.as_bytes(), new.as_bytes()));
    found.unwrap_or_default()
}

fn without_letter(path: &str) -> Option<&str> {
    SIDES.iter().find_map(|side| path.strip_prefix(side))
}

/// Other programs than git write when the file was changed.
fn undated(path: &[u8]) -> &[u8] {
    path.split(|byte| *byte == b'\t').next().unwrap_or(path)
}

/// Without quotes; none for the file that stands for no file.
pub(super) fn plain(path: &[u8]) -> Option<String> {
    let path = path.trim_ascii();
    let quoted = path.strip_prefix(b"\"").and_then(|path| path.strip_suffix(b"\""));
    let bytes = quoted.map_or_else(|| path.to_vec(), unquoted);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (text != "/dev/null").then_some(text)
}

/// `\303\251` and `\"` as git writes what is no plain letter.
fn unquoted(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'\\' {
            bytes.push(*byte);
            continue;
        }
        let octal = after.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(code) = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            bytes.push(code);
            rest = &after[3..];
        } else if let Some((letter, after)) = after.split_first() {
            bytes.push(match letter {
                b't' => b'\t',
                b'n' => b'\n',
                other => *other,
            });
            rest = after;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expected: (Option<&str>, Option<&str>)) {
        let (old, new) = of_sides(old.as_bytes(), new.as_bytes());
        assert_eq!((old.as_deref(), new.as_deref()), expected);
    }

    #[test]
    fn letters_dates_and_quotes_go() {
        check("a/x/y.py", "b/x/y.py", (Some("x/y.py"), Some("x/y.py")));
        check("/dev/null", "b/x.py", (None, Some("x.py")));
        check("x.py\t2001-01-01 00:00:00", "x.py", (Some("x.py"), Some("x.py")));
        check("a/x.py", "src/x.py", (Some("a/x.py"), Some("src/x.py")));
        check("\"a/caf\\303\\251.py\"", "\"b/q\\\"t\\t.py\"", (Some("café.py"), Some("q\"t\t.py")));
    }

    #[test]
    fn headings_name_one_file() {
        let (old, new) = of_heading(b"a/with space.py b/with space.py");
        assert_eq!((old.as_deref(), new.as_deref()), (Some("with space.py"), Some("with space.py")));
        assert_eq!(of_heading(b"a/one b/two"), (None, None));
    }
}
