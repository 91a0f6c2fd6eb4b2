//! No file holds more production code than a reader can keep in mind.

use super::Finding;
use super::rust_source::RustSource;

const MOST_LINES: usize = 600;
const USUAL_LINES: usize = 300;

pub(super) fn check(source: &RustSource) -> Vec<Finding> {
    match source.production_lines() {
        lines if lines > MOST_LINES => {
            vec![Finding::new(
                source.path,
                0,
                format!("{lines} lines of production code, at most {MOST_LINES}"),
            )]
        }
        _ => Vec::new(),
    }
}

pub(super) fn note(sources: &[RustSource]) -> Option<String> {
    let long = sources.iter().filter(|source| source.production_lines() > USUAL_LINES).count();
    (long > 0).then(|| format!("{long} of {} files are over {USUAL_LINES} lines", sources.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_is_found_and_its_tests_do_not_count() {
        let long = "const A: u8 = 1;\n".repeat(MOST_LINES + 1);
        assert_eq!(check(&RustSource::new("crates/a/src/a.rs", &long)).len(), 1);
        let tested = format!("const A: u8 = 1;\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
        assert_eq!(check(&RustSource::new("crates/a/src/a.rs", &tested)), []);
    }
}
