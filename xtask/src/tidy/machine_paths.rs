//! No file names a folder of the machine that it was written on.

use super::Finding;
use crate::workspace::TextFile;

/// First folders of absolute paths that only one machine has.
const FOLDERS: [&str; 4] = ["work", "root", "home", "Users"];

pub(super) fn check(file: &TextFile) -> Vec<Finding> {
    let lines = file.text.lines().enumerate();
    let bad = lines.filter_map(|(index, line)| Some((index + 1, machine_path(line)?)));
    bad.map(|(line, path)| Finding::new(&file.path, line, format!("`{path}` is a path of one machine")))
        .collect()
}

fn machine_path(line: &str) -> Option<String> {
    let patterns = FOLDERS.iter().map(|folder| format!("/{folder}/"));
    patterns
        .into_iter()
        .find(|pattern| line.match_indices(pattern.as_str()).any(|(at, _)| begins_path(line, at)))
}

/// A slash after a word, a dot or another slash continues a relative path or an address.
fn begins_path(line: &str, at: usize) -> bool {
    let before = line[..at].chars().next_back();
    before.is_none_or(|c| !(c.is_alphanumeric() || "_-.~/}>*$".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> usize {
        check(&TextFile { path: "README.md".to_owned(), text: text.to_owned() }).len()
    }

    #[test]
    fn a_developers_path_is_found() {
        for folder in FOLDERS {
            assert_eq!(found(&format!("see /{folder}/me/project\nand \"/{folder}/x\"\n")), 2);
        }
    }

    #[test]
    fn relative_paths_and_addresses_are_fine() {
        assert_eq!(found("src/home/page.rs and https://example.org/home/ and ~/work/\n"), 0);
    }
}
