//! Every path that ARCHITECTURE.md names in back-ticks exists.
//!
//! Fenced blocks are left alone: they draw layouts that exist on a user's disk, not here.

use super::Finding;
use crate::workspace::TextFile;

const FILE_ENDINGS: [&str; 6] = [".rs", ".md", ".toml", ".lock", ".json", ".yml"];

pub(super) fn check(page: &TextFile, exists: impl Fn(&str) -> bool) -> Vec<Finding> {
    let missing = named_paths(&page.text).into_iter().filter(|(_, path)| !exists(path));
    missing.map(|(line, path)| Finding::new(&page.path, line, format!("`{path}` does not exist"))).collect()
}

fn named_paths(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut paths = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let quoted = line.split('`').skip(1).step_by(2);
            paths.extend(quoted.filter(|word| looks_like_path(word)).map(|word| (index + 1, word)));
        }
    }
    paths
}

fn looks_like_path(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    plain && (word.contains('/') || FILE_ENDINGS.iter().any(|ending| word.ends_with(ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_gone_is_found() {
        let text = "See `crates/gone/src/lib.rs` and `README.md`, `Class.method`, `a::b`.\n```\n`cache/x`\n```\n`old/`\n";
        let page = TextFile { path: "ARCHITECTURE.md".to_owned(), text: text.to_owned() };
        let found: Vec<_> = check(&page, |path| path == "README.md").iter().map(|f| f.line).collect();
        assert_eq!(found, [1, 5]);
    }
}
