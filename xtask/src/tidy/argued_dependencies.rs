//! Every dependency has its line in ARCHITECTURE.md that says why it is worth its place.

use std::collections::BTreeSet;

use toml::Table;

use super::Finding;
use super::dependency_direction::dependencies;
use crate::workspace::TextFile;

pub(super) fn check(files: &[TextFile], page: &TextFile) -> Result<Vec<Finding>, String> {
    let argued: BTreeSet<&str> = page.text.lines().filter_map(argued_name).collect();
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with("/Cargo.toml")) {
        let manifest: Table =
            toml::from_str(&file.text).map_err(|error| format!("{}: {error}", file.path))?;
        let missing = dependencies(&manifest).into_iter().filter(|name| !is_argued(name, &argued));
        findings.extend(missing.map(|name| complaint(file, &name)));
    }
    Ok(findings)
}

/// The first cell of a table row, when it is one word in back-ticks.
fn argued_name(line: &str) -> Option<&str> {
    line.strip_prefix("| `")?.split('`').next()
}

/// Our own crates have a section each; grammars share a line.
fn is_argued(name: &str, argued: &BTreeSet<&str>) -> bool {
    let family = if name.starts_with("tree-sitter-") { "tree-sitter-*" } else { name };
    name.starts_with("orienteer") || argued.contains(family)
}

fn complaint(file: &TextFile, name: &str) -> Finding {
    Finding::new(&file.path, 0, format!("`{name}` has no line under Dependencies in ARCHITECTURE.md"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(dependencies: &str) -> usize {
        let page = TextFile {
            path: "ARCHITECTURE.md".to_owned(),
            text: "| `alpha` | why |\n| `tree-sitter-*` | why |\n".to_owned(),
        };
        let text = format!("[dependencies]\n{dependencies}");
        let manifest = TextFile { path: "crates/model/Cargo.toml".to_owned(), text };
        check(&[manifest], &page).unwrap().len()
    }

    #[test]
    fn a_dependency_without_its_line_is_found() {
        assert_eq!(found("beta = \"1\"\n"), 1);
        assert_eq!(found("alpha = \"1\"\ntree-sitter-go = \"1\"\norienteer-text.workspace = true\n"), 0);
    }
}
