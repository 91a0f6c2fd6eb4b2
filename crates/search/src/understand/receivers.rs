//! Methods as stack traces of Go write them, `pkg.(*Store).Save.func1`, in the form that everybody else uses: `Store.Save`.

use std::borrow::Cow;

const OPEN: &str = ".(*";
const CLOSE: &str = ").";

/// The text with the types of receivers before their methods. What is no such method stays as it is.
pub(super) fn named(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(OPEN) {
        return text;
    }
    let mut named = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some((before, after)) = rest.split_once(OPEN) {
        named.push_str(before);
        match after.split_once(CLOSE).filter(|(receiver, _)| is_name(receiver)) {
            Some((receiver, method)) => {
                // What stands before the type is the path of its package.
                named.push(' ');
                named.push_str(receiver);
                named.push('.');
                rest = without_closures(method, &mut named);
            }
            None => {
                named.push_str(OPEN);
                rest = after;
            }
        }
    }
    named.push_str(rest);
    Cow::Owned(named)
}

/// Writes the method's name, and gives what follows it and the functions inside of it that have no names.
fn without_closures<'a>(text: &'a str, named: &mut String) -> &'a str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (method, mut rest) = text.split_at(end);
    named.push_str(method);
    while let Some(inner) = rest.strip_prefix('.') {
        let end = inner.find(|c: char| !c.is_alphanumeric()).unwrap_or(inner.len());
        let digits = ["func", "gowrap", ""].iter().find_map(|word| inner[..end].strip_prefix(word));
        if end == 0 || !digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
            break;
        }
        rest = &inner[end..];
    }
    rest
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receivers_stand_before_their_methods() {
        let check = |text: &str, expected: &str| assert_eq!(named(Cow::Borrowed(text)), expected);
        check("a.org/x/depot.(*Store).Save.func1(0xc0)", "a.org/x/depot Store.Save(0xc0)");
        check("depot.(*Store).Save.func1.2()", "depot Store.Save()");
        check("depot.(*Store).Save.Row(1)", "depot Store.Save.Row(1)");
        check("f.(*g), x.(*Row).", "f.(*g), x Row.");
        check("no.receiver(*here)", "no.receiver(*here)");
        check("depot.(*Größe).Lesen()", "depot Größe.Lesen()");
    }
}
