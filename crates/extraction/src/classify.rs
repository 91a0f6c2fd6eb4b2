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

#[cfg(test)]
mod tests {
    use super::*;

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
