//! The house rules that a compiler does not know, one file per rule.
//!
//! A rule is a pure function from what was read to findings; only this file reads and prints.

use std::path::Path;

use crate::Outcome;
use crate::workspace::{self, TextFile};

mod architecture_paths;
mod argued_dependencies;
mod banned_code;
mod banned_names;
mod dependency_direction;
mod evaluated_names;
mod file_length;
mod function_length;
mod machine_paths;
mod module_docs;
mod rust_source;
mod training_packages;
mod unsafe_notes;

use rust_source::RustSource;

/// One broken rule at one place. Line 0 stands for the file as a whole.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Finding { path: path.to_owned(), line, message: message.into() }
    }

    fn print(&self) {
        eprintln!("{}:{}: {}", self.path, self.line, self.message);
    }
}

/// What was found, and what deserves a line although it breaks nothing.
#[derive(Default)]
pub(crate) struct Report {
    findings: Vec<Finding>,
    notes: Vec<String>,
}

pub(crate) fn run() -> Outcome {
    let report = check(&workspace::root())?;
    report.notes.iter().for_each(|note| println!("tidy: {note}"));
    report.findings.iter().for_each(Finding::print);
    match report.findings.len() {
        0 => Ok(()),
        count => Err(format!("tidy: {count} finding(s)")),
    }
}

fn check(root: &Path) -> Result<Report, String> {
    let files = workspace::text_files(root)?;
    let sources: Vec<RustSource> =
        files.iter().filter(|file| file.is_rust_source()).map(RustSource::scan).collect();
    let mut report = Report::default();
    for source in &sources {
        report.findings.extend(check_source(source));
    }
    report.notes.extend(file_length::note(&sources));
    function_length::check(&sources, &mut report);
    check_texts(root, &files, &mut report)?;
    Ok(report)
}

fn check_source(source: &RustSource) -> Vec<Finding> {
    let rules = [
        module_docs::check,
        file_length::check,
        banned_code::check,
        banned_names::check,
        unsafe_notes::check,
    ];
    rules.iter().flat_map(|rule| rule(source)).collect()
}

fn check_texts(root: &Path, files: &[TextFile], report: &mut Report) -> Outcome {
    report.findings.extend(files.iter().flat_map(machine_paths::check));
    report.findings.extend(dependency_direction::check(files)?);
    let page =
        files.iter().find(|file| file.path == "ARCHITECTURE.md").ok_or("ARCHITECTURE.md is missing")?;
    report.findings.extend(architecture_paths::check(page, |path| root.join(path).exists()));
    report.findings.extend(argued_dependencies::check(files, page)?);
    evaluated_names::check(root, files, report);
    training_packages::check(root, files, report);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_tidy() {
        let report = check(&workspace::root()).unwrap();
        assert_eq!(report.findings, []);
    }
}
