//! Defaults, read off what a type shows of itself.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// By field, those of fields within fields beside the others; as they would be written into a settings file.
pub(super) fn of(value: &impl Debug) -> BTreeMap<String, String> {
    let shown = format!("{value:#?}");
    let pairs = shown.lines().filter_map(|line| line.trim().trim_end_matches(',').split_once(": "));
    pairs.map(|(name, value)| (name.to_owned(), written(value))).collect()
}

fn written(value: &str) -> String {
    match value {
        "None" => "none".to_owned(),
        "\"\"" => "empty".to_owned(),
        // Protocols are written in small letters.
        word if word.starts_with(char::is_uppercase) => format!("`\"{}\"`", word.to_lowercase()),
        other => format!("`{other}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    #[expect(dead_code, reason = "only what it shows of itself is read")]
    struct Outer {
        way: Way,
        share: f64,
        inner: Inner,
        none: Option<u8>,
    }

    #[derive(Debug)]
    enum Way {
        Short,
    }

    #[derive(Debug)]
    #[expect(dead_code, reason = "only what it shows of itself is read")]
    struct Inner {
        name: &'static str,
        other: &'static str,
    }

    #[test]
    fn fields_within_fields_stand_beside_the_others() {
        let outer = Outer { way: Way::Short, share: 0.5, inner: Inner { name: "", other: "a" }, none: None };
        let found = of(&outer);
        let value = |name: &str| found.get(name).map(String::as_str);
        assert_eq!((value("way"), value("share")), (Some("`\"short\"`"), Some("`0.5`")));
        assert_eq!((value("name"), value("other")), (Some("empty"), Some("`\"a\"`")));
        assert_eq!(value("none"), Some("none"));
    }
}
