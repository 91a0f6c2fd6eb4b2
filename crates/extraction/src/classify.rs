//! Tells text that people wrote from text that tools squeezed.

/// Long lines throughout: a minified script, a bundle, a data dump on one line.
pub fn is_minified(source: &[u8]) -> bool {
    const SMALL: usize = 5_000;
    const LONGEST_LINE: usize = 5_000;
    const MEAN_LINE: usize = 300;
    if source.len() < SMALL {
        return false;
    }
    let mut lines = 1;
    let mut longest = 0;
    let mut start = 0;
    for newline in memchr::memchr_iter(b'\n', source) {
        longest = longest.max(newline - start);
        start = newline + 1;
        lines += 1;
    }
    longest = longest.max(source.len() - start);
    source.len() / lines > MEAN_LINE && longest > LONGEST_LINE
}

/// The same few lines over and over: nobody wrote it, it declares nothing, and what does not parse in it sends a parser
/// through every combination of its errors.
pub(crate) fn is_repetitive(source: &[u8]) -> bool {
    const MANY_LINES: usize = 2_000;
    const LINES_PER_DISTINCT: usize = 200;
    if source.len() < MANY_LINES {
        return false;
    }
    let mut distinct = std::collections::HashSet::new();
    let mut lines = 0;
    for line in source.split(|byte| *byte == b'\n') {
        lines += 1;
        distinct.insert(line.trim_ascii());
        if distinct.len() * LINES_PER_DISTINCT > source.len() {
            return false;
        }
    }
    lines > MANY_LINES && lines / distinct.len() > LINES_PER_DISTINCT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_lines_over_and_over_are_repetitive() {
        assert!(is_repetitive("/*\n*/\n".repeat(5_000).as_bytes()));
        let code: String = (0..5_000).map(|number| format!("x{number} = 1\n\n")).collect();
        assert!(!is_repetitive(code.as_bytes()));
        assert!(!is_repetitive("x\n".repeat(100).as_bytes()));
    }

    #[test]
    fn long_lines_throughout_are_minified() {
        assert!(is_minified("x=1;".repeat(5_000).as_bytes()));
        assert!(!is_minified("let x = 1;\n".repeat(5_000).as_bytes()));
    }

    #[test]
    fn one_long_line_among_many_is_not() {
        let source = format!("{}\n{}", "x = 1\n".repeat(5_000), "y".repeat(6_000));
        assert!(!is_minified(source.as_bytes()));
    }
}
