//! No package that the built-in model is trained on is a release of a repository that retrieval is evaluated on.
//!
//! Two lists are asked: the names in `training/excluded_packages.txt`, and the evaluated repositories themselves where their list is present.
//! `training/excluded.py` says which forms of a name are compared; the same forms are compared here.

use std::collections::HashSet;
use std::path::Path;

use super::{Finding, Report};
use crate::workspace::TextFile;

const MANIFEST: &str = "training/manifest.tsv";
const NAMES: &str = "training/excluded_packages.txt";
const REPOSITORIES: &str = "../shared/bench/exclude.txt";

const PREFIXES: &[&str] = &[
    "golang-github-",
    "golang-gopkg-",
    "golang-google-",
    "golang-",
    "libghc-",
    "haskell-",
    "librust-",
    "rust-",
    "node-",
    "python3-",
    "python-",
    "ruby-",
    "php-",
    "lua-",
    "elixir-",
    "libjs-",
    "lib",
];
const SUFFIXES: &[&str] = &["-java", "-perl", "-cil", "-dev", "-cpp", "-js", "-py", "-go", "-rs"];

pub(super) fn check(root: &Path, files: &[TextFile], report: &mut Report) {
    let text = |path: &str| files.iter().find(|file| file.path == path).map(|file| file.text.as_str());
    let (Some(manifest), Some(names)) = (text(MANIFEST), text(NAMES)) else { return };
    let mut excluded = Excluded::of_names(names);
    match std::fs::read_to_string(root.join(REPOSITORIES)) {
        Ok(list) => excluded.add_repositories(&list),
        Err(_) => report.notes.push(format!("training packages: {REPOSITORIES} is absent, not compared")),
    }
    report.findings.extend(check_manifest(manifest, &excluded));
}

fn check_manifest(manifest: &str, excluded: &Excluded) -> Vec<Finding> {
    let rows = manifest.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty());
    let named = rows.map(|(index, line)| (index + 1, line.split('\t').nth(1).unwrap_or_default()));
    let bad = named.filter(|(_, name)| excluded.holds(name));
    bad.map(|(line, name)| Finding::new(MANIFEST, line, format!("`{name}` may not be trained on"))).collect()
}

#[derive(Default)]
struct Excluded {
    whole: HashSet<String>,
    beginnings: Vec<String>,
}

impl Excluded {
    fn of_names(list: &str) -> Excluded {
        let mut excluded = Excluded::default();
        for entry in list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match entry.strip_suffix('*') {
                Some(beginning) => excluded.beginnings.push(normal_beginning(beginning)),
                None => excluded.whole.extend([normal(entry)]),
            }
        }
        excluded
    }

    fn add_repositories(&mut self, list: &str) {
        for entry in list.lines().map(str::trim).filter(|line| line.contains('/') && !line.starts_with('#')) {
            self.whole.insert(normal(entry));
            self.whole.extend(entry.split('/').nth(1).map(normal));
        }
    }

    fn holds(&self, name: &str) -> bool {
        forms(name).iter().any(|form| {
            self.whole.contains(form) || self.beginnings.iter().any(|beginning| form.starts_with(beginning))
        })
    }
}

/// Lower case, one kind of dash, the scope of a package as its owner.
fn normal(name: &str) -> String {
    let parts = name.split(|c: char| "-_./+ @".contains(c)).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

fn normal_beginning(beginning: &str) -> String {
    let dash = if beginning.ends_with(['-', '/']) { "-" } else { "" };
    normal(beginning) + dash
}

/// The name without what registries put before and after it.
fn forms(name: &str) -> HashSet<String> {
    let mut found = HashSet::from([normal(name)]);
    for _ in 0..2 {
        let shorter: Vec<String> = found.iter().flat_map(|form| shortened(form)).collect();
        found.extend(shorter);
    }
    found
}

fn shortened(form: &str) -> Vec<String> {
    let before = PREFIXES.iter().filter_map(|prefix| form.strip_prefix(prefix));
    let after = SUFFIXES.iter().filter_map(|suffix| form.strip_suffix(suffix));
    let unnumbered = form.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    let all = before.chain(after).chain([unnumbered]);
    all.filter(|form| !form.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str) -> bool {
        let mut excluded = Excluded::of_names("# comment\nbog\n@marsh/*\nfen-*\n");
        excluded.add_repositories("# owner/comment\nsomebody/Quagmire\n");
        let manifest = format!("registry\tname\tversion\ndebian\t{name}\t1\n");
        !check_manifest(&manifest, &excluded).is_empty()
    }

    #[test]
    fn a_release_under_another_name_is_found() {
        for name in
            ["quagmire", "libquagmire-java", "golang-github-somebody-quagmire", "quagmire3", "@marsh/core"]
        {
            assert!(found(name), "{name}");
        }
        assert!(found("bog") && found("fen-tools"));
    }

    #[test]
    fn other_packages_are_fine() {
        for name in ["quagmires", "bogus", "fenland", "marshal"] {
            assert!(!found(name), "{name}");
        }
    }
}
