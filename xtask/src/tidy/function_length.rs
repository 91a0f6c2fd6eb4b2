//! No function is over 100 lines, and few are over 60.

use super::rust_source::{Function, RustSource};
use super::{Finding, Report};

const MOST_LINES: usize = 100;
const USUAL_LINES: usize = 60;
/// Share of functions that may be longer than usual, in per cent.
const LONG_SHARE: usize = 3;

pub(super) fn check(sources: &[RustSource], report: &mut Report) {
    let (mut all, mut long) = (0, 0);
    for source in sources {
        let functions = source.functions();
        all += functions.len();
        long += functions.iter().filter(|function| function.lines > USUAL_LINES).count();
        report.findings.extend(functions.iter().filter_map(|function| too_long(source, function)));
    }
    let summary = format!("{long} of {all} functions are over {USUAL_LINES} lines");
    if long * 100 > all * LONG_SHARE {
        report.findings.push(Finding::new("crates", 0, format!("{summary}, at most {LONG_SHARE} %")));
    } else {
        report.notes.push(summary);
    }
}

fn too_long(source: &RustSource, function: &Function) -> Option<Finding> {
    let Function { name, line, lines } = function;
    (*lines > MOST_LINES).then(|| {
        Finding::new(source.path, *line, format!("`{name}` has {lines} lines, at most {MOST_LINES}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(lines: usize, short: usize) -> usize {
        let text =
            format!("fn long() {{\n{}}}\n{}", "a();\n".repeat(lines - 2), "fn short() {}\n".repeat(short));
        let mut report = Report::default();
        check(&[RustSource::new("crates/a/src/a.rs", &text)], &mut report);
        report.findings.len()
    }

    #[test]
    fn a_function_that_is_too_long_is_found() {
        assert_eq!(findings(101, 200), 1);
        assert_eq!(findings(100, 200), 0);
    }

    #[test]
    fn too_many_long_functions_are_found() {
        assert_eq!(findings(61, 10), 1);
        assert_eq!(findings(61, 200), 0);
    }
}
