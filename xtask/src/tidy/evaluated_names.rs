//! No repository that retrieval is evaluated on is named under `crates/`.
//!
//! The list lies outside the project; where it is absent the rule says so and checks nothing.

use std::collections::HashSet;
use std::path::Path;

use super::{Finding, Report};
use crate::workspace::TextFile;

const LIST: &str = "../shared/bench/exclude.txt";

/// Project names that are also ordinary words, tools or languages: they prove nothing where they stand.
const ORDINARY: &[&str] = &[
    "accelerate",
    "aces",
    "backend",
    "bat",
    "brew",
    "cargo",
    "cats",
    "chi",
    "clap",
    "cli",
    "click",
    "conan",
    "core",
    "curl",
    "cython",
    "express",
    "exposed",
    "fd",
    "feast",
    "flipt",
    "fmt",
    "framework",
    "gin",
    "gorilla",
    "instructor",
    "jq",
    "json",
    "klein",
    "linux",
    "llama",
    "locust",
    "meson",
    "moto",
    "mss",
    "nix",
    "node",
    "pip",
    "plug",
    "prefect",
    "presto",
    "prettier",
    "rack",
    "ray",
    "rayon",
    "reflex",
    "requests",
    "rich",
    "rq",
    "serde",
    "serverless",
    "sherlock",
    "spark",
    "supervision",
    "teleport",
    "tracing",
    "transformers",
    "trl",
    "typescript",
    "vscode",
    "zig",
    "zstd",
];

/// Shorter names are too often something else.
const SHORTEST_NAME: usize = 4;

pub(super) fn check(root: &Path, files: &[TextFile], report: &mut Report) {
    let Ok(list) = std::fs::read_to_string(root.join(LIST)) else {
        report.notes.push(format!("evaluated names: not checked, {LIST} is absent"));
        return;
    };
    let lock = files.iter().find(|file| file.path == "Cargo.lock").map_or("", |file| file.text.as_str());
    let names = forbidden_names(&list, &locked_packages(lock));
    let ours = files.iter().filter(|file| file.path.starts_with("crates/"));
    report.findings.extend(ours.flat_map(|file| check_file(file, &names)));
}

/// `owner/name` in full and the distinctive names alone, in lower case.
fn forbidden_names(list: &str, packages: &HashSet<&str>) -> Vec<String> {
    let entries = list.lines().map(str::trim).filter(|line| line.contains('/') && !line.starts_with('#'));
    let mut names: Vec<String> = Vec::new();
    for entry in entries.map(str::to_lowercase) {
        let name = entry.rsplit('/').next().unwrap_or_default().to_owned();
        let ordinary = ORDINARY.contains(&name.as_str()) || packages.contains(name.as_str());
        if name.len() >= SHORTEST_NAME && !ordinary {
            names.push(name);
        }
        names.push(entry);
    }
    names.sort();
    names.dedup();
    names
}

/// What we depend on is named where it is used.
fn locked_packages(lock: &str) -> HashSet<&str> {
    let names = lock.lines().filter_map(|line| line.strip_prefix("name = \""));
    names.map(|name| name.trim_end_matches('"')).collect()
}

fn check_file(file: &TextFile, names: &[String]) -> Vec<Finding> {
    let path = file.path.to_lowercase();
    let in_path = names.iter().filter(|name| holds_word(&path, name)).map(|name| (0, name));
    let text = file.text.to_lowercase();
    let present: Vec<&String> = names.iter().filter(|name| text.contains(name.as_str())).collect();
    let in_lines = text.lines().enumerate().flat_map(|(index, line)| {
        present.iter().filter(move |name| holds_word(line, name)).map(move |name| (index + 1, *name))
    });
    let all = in_path.chain(in_lines);
    all.map(|(line, name)| Finding::new(&file.path, line, format!("`{name}` is an evaluated repository")))
        .collect()
}

/// Underscores and punctuation bound a word here: `name_of_project_app` still names the project.
fn holds_word(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "# comment/line\nsomebody/Quagmire\npallets/click\nserde-rs/ron-like\na/xy\n";

    fn found(text: &str) -> Vec<usize> {
        let names = forbidden_names(SAMPLE, &HashSet::from(["ron-like"]));
        let file = TextFile { path: "crates/a/src/a.rs".to_owned(), text: text.to_owned() };
        check_file(&file, &names).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn an_evaluated_name_is_found() {
        assert_eq!(found("fine\nlike quagmire_app\n"), [2]);
        assert_eq!(found("see pallets/click\n"), [1]);
    }

    #[test]
    fn ordinary_words_short_names_and_dependencies_are_fine() {
        assert_eq!(found("click on xy, use ron-like, quagmires\n"), [] as [usize; 0]);
    }
}
