//! Rewrites numbers in the one file where parameters stand, and nothing else in it.

use crate::error::EvaluationError;
use crate::writable::check_writable;
use std::path::Path;

/// Puts new values on the lines `name: value in least..=most,`.
pub fn rewrite(path: &Path, values: &[(String, f32)]) -> Result<(), EvaluationError> {
    let text = with_values(path, values)?;
    std::fs::write(path, text).map_err(|source| EvaluationError::Write { path: path.to_owned(), source })
}

/// Whether [`rewrite`] could put values for these names, which is better known before they are fitted.
pub fn check_rewrite(path: &Path, names: &[&str]) -> Result<(), EvaluationError> {
    let values: Vec<(String, f32)> = names.iter().map(|name| ((*name).to_owned(), 0.0)).collect();
    with_values(path, &values)?;
    check_writable(path)
}

fn with_values(path: &Path, values: &[(String, f32)]) -> Result<String, EvaluationError> {
    let mut text = std::fs::read_to_string(path)
        .map_err(|source| EvaluationError::Read { path: path.to_owned(), source })?;
    for (name, value) in values {
        let missing = || EvaluationError::NoParameterLine { name: name.clone(), path: path.to_owned() };
        text = with_value(&text, name, *value).ok_or_else(missing)?;
    }
    Ok(text)
}

fn with_value(text: &str, name: &str, value: f32) -> Option<String> {
    let start = format!("{name}: ");
    let line = text.lines().find(|line| line.trim_start().starts_with(&start) && line.contains("..="))?;
    let (front, rest) = line.split_once(&start)?;
    let (_, range) = rest.split_once(" in ")?;
    // `Debug` writes a point even where `Display` would not, and Rust wants one in a float.
    let changed = format!("{front}{start}{value:?} in {range}");
    Some(text.replacen(&format!("{line}\n"), &format!("{changed}\n"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "    /// Weight of b: 1 in all.\n    b: 0.5 in 0.0..=1.0,\n    file_b: 0.5 in 0.0..=1.0,\n";

    #[test]
    fn only_the_number_changes() {
        let changed = with_value(TEXT, "b", 1.0).unwrap();
        assert_eq!(changed, TEXT.replace("    b: 0.5 in", "    b: 1.0 in"));
        let changed = with_value(TEXT, "file_b", 0.125).unwrap();
        assert_eq!(changed, TEXT.replace("file_b: 0.5", "file_b: 0.125"));
        assert_eq!(with_value(TEXT, "c", 1.0), None);
    }
}
