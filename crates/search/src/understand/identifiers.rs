//! Finds what is written as in code: `load_rows`, `RowStore`, `store.save()`, `app::store`, `app/store.py`.

/// Identifiers joined by dots, colons, hashes or arrows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain<'a> {
    pub(super) parts: Vec<&'a str>,
    /// Cannot be prose.
    pub(super) is_code: bool,
    /// Nor two words with a stop between them: a call, a snake, a hump, or dots that nobody but a programmer writes.
    pub(super) is_pattern: bool,
    /// A single capitalised word that does not begin a sentence.
    pub(super) is_capitalised: bool,
    /// The name of a file, and a line of it.
    pub(super) file: Option<(&'a str, Option<u32>)>,
}

/// The chains of `text` in order, plain words too.
pub(super) fn chains(text: &str) -> Vec<Chain<'_>> {
    let mut chains = Vec::new();
    let mut begins_sentence = true;
    for token in text.split(|c: char| c.is_whitespace() || "\"'`,;()[]{}<>=|!?*".contains(c)) {
        let trimmed = token.trim_end_matches(['.', ':', '/', '-']).trim_start_matches(['.', '@', '-', '#']);
        if !trimmed.is_empty() && trimmed.len() <= 200 {
            chains.extend(chain(trimmed, is_called(text, token), begins_sentence));
        }
        begins_sentence =
            !trimmed.is_empty() && token.ends_with(['.', ':']) || (trimmed.is_empty() && begins_sentence);
    }
    chains
}

fn chain(token: &str, called: bool, begins_sentence: bool) -> Option<Chain<'_>> {
    if is_file(token) {
        return Some(Chain {
            parts: Vec::new(),
            is_code: true,
            is_pattern: false,
            is_capitalised: false,
            file: Some(split_line(token)),
        });
    }
    let is_separator =
        |c: char| matches!(c, '.' | ':' | '#' | '/' | '\\' | '-' | '~' | '+' | '&' | '$' | '%' | '^');
    let parts: Vec<&str> = token.split(is_separator).filter(|part| is_identifier(part)).collect();
    let is_dotted = parts.len() > 1 && !token.contains(['/', '-', '+', '&', '~']);
    let is_prose = token.split('.').all(|part| part.len() <= 1) || parts.is_empty();
    if is_prose {
        return None;
    }
    let parts = if is_dotted { parts } else { parts.into_iter().take(1).collect() };
    let last = parts.last().copied().unwrap_or("");
    let is_pattern = parts.iter().any(|part| looks_like_code(part))
        || (called && last.len() > 2)
        || (is_dotted && is_path(token, &parts));
    let is_code = is_pattern || (is_dotted && parts.iter().all(|part| part.len() > 2));
    let is_capitalised = !begins_sentence && last.starts_with(char::is_uppercase) && last.len() > 2;
    Some(Chain { parts, is_code, is_pattern, is_capitalised, file: None })
}

/// `Store.load`, `app::store`, `app.store.rows`; not `foo.bar`, which may be two sentences, and not `i.e.`.
fn is_path(token: &str, parts: &[&str]) -> bool {
    let is_owned = parts.first().is_some_and(|first| first.starts_with(char::is_uppercase));
    let is_unmistakable = is_owned || parts.len() > 2 || token.contains(['#', ':']);
    is_unmistakable && parts.iter().all(|part| part.len() > 2)
}

/// Whether a bracket follows `token`, which is a slice of `text`.
fn is_called(text: &str, token: &str) -> bool {
    let end = (token.as_ptr() as usize + token.len()).wrapping_sub(text.as_ptr() as usize);
    text.as_bytes().get(end) == Some(&b'(')
}

fn is_identifier(part: &str) -> bool {
    part.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && part.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// An underscore between letters, or a small letter before a capital.
fn looks_like_code(part: &str) -> bool {
    let inner = part.trim_matches('_');
    let hump =
        part.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let shouted = inner.len() > 3
        && inner.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit());
    let two_humps = part.as_bytes().windows(3).any(|three| {
        three[0].is_ascii_uppercase() && three[1].is_ascii_uppercase() && three[2].is_ascii_lowercase()
    });
    (inner.contains('_') && inner.len() > 2)
        || hump
        || (shouted && inner.contains('_'))
        || two_humps
        || (part.starts_with("__") && inner.len() > 2)
}

/// A last part that is written like the ending of a file, with a folder or without.
pub(super) fn is_file(token: &str) -> bool {
    let (token, _) = split_line(token);
    let Some((stem, ending)) = token.rsplit_once('.') else { return false };
    let name = stem.rsplit(['/', '\\']).next().unwrap_or(stem);
    let is_name = name.len() > 1 && name.chars().all(|c| c.is_alphanumeric() || "_-.+".contains(c));
    is_name && is_file_ending(ending)
}

/// Whether files end so: it says nothing about what is in them.
pub(super) fn is_file_ending(ending: &str) -> bool {
    FILE_ENDINGS.binary_search(&ending).is_ok()
}

/// `store.py` and 12 of `store.py:12` and of `store.py:12:4`.
fn split_line(token: &str) -> (&str, Option<u32>) {
    match token.split_once(':') {
        Some((file, rest)) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
            (file, rest.split(':').next().and_then(|line| line.parse().ok()))
        }
        _ => (token, None),
    }
}

const FILE_ENDINGS: &[&str] = &[
    "bash", "c", "cc", "cfg", "cpp", "cs", "css", "cxx", "ex", "exs", "go", "h", "hpp", "hs", "html", "ini",
    "java", "js", "json", "jsx", "kt", "kts", "lua", "md", "mjs", "php", "py", "pyi", "rb", "rs", "rst",
    "scala", "sh", "sql", "swift", "toml", "ts", "tsx", "txt", "vue", "xml", "yaml", "yml", "zig",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Vec<String> {
        chains(text)
            .into_iter()
            .filter(|chain| chain.is_code && chain.file.is_none())
            .map(|chain| chain.parts.join("."))
            .collect()
    }

    #[test]
    fn code_is_told_from_prose() {
        assert!(FILE_ENDINGS.is_sorted());
        assert_eq!(
            code("how RowStore calls load_rows and store.save() e.g. on 3.9"),
            ["RowStore", "load_rows", "store.save"]
        );
        assert_eq!(code("use app::store::Row in HTTPServer"), ["app.store.Row", "HTTPServer"]);
        assert_eq!(code("plain words only, and more."), Vec::<String>::new());
    }

    #[test]
    fn files_are_seen() {
        let files: Vec<_> = chains("see app/store.py:12 and main.rs, not v1.2")
            .into_iter()
            .filter_map(|chain| chain.file)
            .collect();
        assert_eq!(files, [("app/store.py", Some(12)), ("main.rs", None)]);
    }

    #[test]
    fn a_capital_inside_a_sentence_is_a_hint() {
        let hints: Vec<_> = chains("How the Session ends. The end")
            .into_iter()
            .filter(|chain| chain.is_capitalised)
            .collect();
        assert_eq!(hints.len(), 1);
        assert_eq!(hints[0].parts, ["Session"]);
    }
}
