//! The result as Markdown.
//!
//! Nothing here reads a source, and no path of the machine is written.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use super::comparison::Reason;
use super::tally::Tally;
use crate::Outcome;

const HEADER: &str = "\
| language | packages | files | tags | found | % | of these by the macro's name | as another kind | moved | missed | left out: in strings | only ours % |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

const LEGEND: &str = "
Tags are the functions, methods and types that ctags reports. Found: the same name on the same line. By the macro's name:
ctags calls a function by the macro that makes it (`TEST(Suite, Case) {` is `TEST`), and a function of ours begins on that
line with that macro. As another kind: found, but as a variable or field where ctags sees a function or type, or the other
way round. Moved: the name at most two lines away. Only ours: functions and types that ctags does not report under any
kind; for information, since ctags misses declarations too.

Left out: tags whose name stands, on their line, only in string literals of the parse tree (ctags reads the code that a
string quotes), names that ctags made up, and classes of JavaScript without `class` or `function` on their line, because
ctags calls object literals classes. Each language has at most 3,000 files and 40 MB, taken in turn from all packages.
";

const REST: &str = "
A miss counts in the first column that holds; a grammar does not accept a line that any part of an error covers.
";

pub(super) fn table(tallies: &[Tally]) -> String {
    let rows: String = tallies.iter().map(row).collect();
    format!("{HEADER}{rows}{LEGEND}\n## What the rest is\n\n{}{REST}", rest(tallies))
}

fn row(tally: &Tally) -> String {
    let Tally { subject, files, tags, found, moved, found_as_other, only_ours, ours, .. } = tally;
    format!(
        "| {} | {} | {files} | {tags} | {found} | {} | {} | {found_as_other} | {moved} | {} | {} | {} |\n",
        subject.title,
        tally.corpora.len(),
        percent(*found, *tags),
        tally.by_macro,
        tally.missed(),
        tally.in_strings,
        percent(*only_ours, *ours),
    )
}

/// The missed of each language by what they are.
fn rest(tallies: &[Tally]) -> String {
    let titles: Vec<&str> = Reason::ALL.iter().map(|reason| reason.title()).collect();
    let mut text = format!("| language | missed | {} |\n", titles.join(" | "));
    let _ = writeln!(text, "|---|---:|{}", "---:|".repeat(titles.len()));
    for tally in tallies {
        let counts = Reason::ALL.iter().map(|reason| tally.missed_as(*reason).to_string());
        let counts: Vec<String> = counts.collect();
        let _ = writeln!(text, "| {} | {} | {} |", tally.subject.title, tally.missed(), counts.join(" | "));
    }
    text
}

/// Two places, rounded down: what is not complete never reads 100.
fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let hundredths = part * 10_000 / whole;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// The first `most` misses of each language, those that no syntax problem explains first.
pub(super) fn misses(tallies: &[Tally], most: usize) -> String {
    if most == 0 {
        return String::new();
    }
    tallies.iter().map(|tally| misses_of(tally, most)).collect()
}

fn misses_of(tally: &Tally, most: usize) -> String {
    let Tally { subject, files, files_with_syntax_problems, .. } = tally;
    let mut text = format!("\n## {}\n\n", subject.title);
    let _ = writeln!(text, "- syntax problems in {files_with_syntax_problems} of {files} files");
    let _ = writeln!(text, "- by reason: {}", counts(&tally.misses_by(|miss| miss.reason())));
    let _ = writeln!(text, "- by kind: {}\n", counts(&tally.misses_by(|miss| &miss.kind)));
    let mut ordered: Vec<_> = tally.misses.iter().collect();
    ordered.sort_by_key(|miss| !miss.is_unexplained());
    for miss in ordered.into_iter().take(most) {
        let _ =
            writeln!(text, "{}:{} {} {} ({})", miss.place, miss.line, miss.kind, miss.name, miss.reason());
    }
    text
}

fn counts(counts: &[(&str, usize)]) -> String {
    let parts: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

pub(super) fn write(root: &Path, version: &str, table: &str, tallies: &[Tally]) -> Outcome {
    let folder = root.join("evaluation").join("results");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let path = folder.join("ctags.md");
    std::fs::write(&path, page(version, table, tallies))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn page(version: &str, table: &str, tallies: &[Tally]) -> String {
    let corpora: BTreeSet<&str> =
        tallies.iter().flat_map(|tally| tally.corpora.iter().map(String::as_str)).collect();
    let corpora: Vec<&str> = corpora.into_iter().collect();
    format!(
        "# Declarations found, with {version} as the reference\n\n\
         Made by `cargo xtask accuracy ctags --write`.\n\n{table}\nPackages: {}.\n",
        corpora.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::super::comparison::Verdict;
    use super::super::kinds::SUBJECTS;
    use super::super::tally::Miss;
    use super::*;

    #[test]
    fn what_is_not_complete_never_reads_complete() {
        assert_eq!(percent(99_999, 100_000), "99.99");
        assert_eq!(percent(3, 3), "100.00");
        assert_eq!(percent(0, 0), "-");
    }

    #[test]
    fn a_row_adds_up() {
        let mut tally = Tally::new(&SUBJECTS[0]);
        (tally.files, tally.tags, tally.found, tally.moved) = (2, 10, 7, 1);
        (tally.ours, tally.only_ours, tally.by_macro, tally.in_strings) = (8, 2, 3, 5);
        assert_eq!(row(&tally), "| Python | 0 | 2 | 10 | 7 | 70.00 | 3 | 0 | 1 | 2 | 5 | 25.00 |\n");
    }

    #[test]
    fn the_rest_is_told_by_what_it_is() {
        let mut tally = Tally::new(&SUBJECTS[0]);
        tally.tags = 2;
        let miss = |reason| Miss {
            place: String::new(),
            line: 1,
            kind: String::new(),
            name: String::new(),
            verdict: Verdict::Missed(reason),
        };
        tally.misses = vec![miss(Reason::Absent), miss(Reason::Unreadable)];
        assert!(rest(&[tally]).ends_with("| Python | 2 | 0 | 1 | 0 | 0 | 1 |\n"));
    }
}
