//! Which language a file is in, by its name or its first line.

use crate::registry;
use crate::rules::Language;

/// By file name or extension, the longest extension first (`d.ts` before `ts`).
pub fn by_path(path: &str) -> Option<&'static Language> {
    let file_name = path.rsplit('/').next().unwrap_or(path);
    if let Some(language) = registry::by_filename(file_name) {
        return Some(language);
    }
    let mut rest = file_name;
    while let Some((_, extension)) = rest.split_once('.') {
        if let Some(language) = registry::by_extension(&extension.to_ascii_lowercase()) {
            return Some(language);
        }
        rest = extension;
    }
    None
}

/// The language itself, or the one that shares its extensions if the source shows a sign of that.
pub fn by_content(language: &'static Language, source: &[u8]) -> &'static Language {
    let Some(sibling) = language.sibling.as_deref().and_then(registry::by_name) else { return language };
    let is_sibling =
        language.sibling_signs.iter().any(|sign| memchr::memmem::find(source, sign.as_bytes()).is_some());
    if is_sibling { sibling } else { language }
}

/// By the interpreter that a first line `#!...` names.
pub fn by_interpreter(source: &[u8]) -> Option<&'static Language> {
    let line = source.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = std::str::from_utf8(line.get(..line.len().min(120))?).ok()?;
    let mut words = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    let program = words.find(|word| *word != "env" && !word.starts_with('-'))?;
    let program = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    registry::by_interpreter_name(program)
}
