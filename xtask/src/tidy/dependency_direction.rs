//! Arrows between the crates point down only, and only `languages` links grammars.
//!
//! The layers are written here once; `ARCHITECTURE.md` tells them in prose.

use toml::{Table, Value};

use super::Finding;
use crate::workspace::TextFile;

/// A crate may depend on crates of a lower layer, never on its own layer or a higher one.
const LAYERS: [&[&str]; 7] = [
    &["model", "syntax"],
    &["text", "languages"],
    &["extraction", "resolution", "history", "embedding", "services", "storage"],
    &["indexing", "search"],
    &["engine"],
    &["server", "explore", "evaluation", "setup"],
    &["cli"],
];

pub(super) fn check(files: &[TextFile]) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for file in files {
        if let Some(folder) = crate_folder(&file.path) {
            findings.extend(check_manifest(folder, file)?);
        }
    }
    Ok(findings)
}

fn crate_folder(path: &str) -> Option<&str> {
    path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml").filter(|folder| !folder.contains('/'))
}

fn check_manifest(folder: &str, file: &TextFile) -> Result<Vec<Finding>, String> {
    let manifest: Table = toml::from_str(&file.text).map_err(|error| format!("{}: {error}", file.path))?;
    let Some(own) = layer_of(folder) else {
        return Ok(vec![Finding::new(&file.path, 0, format!("`{folder}` has no layer in the list of tidy"))]);
    };
    let complaints = dependencies(&manifest).into_iter().filter_map(|name| complaint(folder, own, &name));
    Ok(complaints.map(|message| Finding::new(&file.path, 0, message)).collect())
}

fn complaint(folder: &str, own: usize, dependency: &str) -> Option<String> {
    // The type by which a grammar is handed on is none itself.
    let is_grammar = dependency.starts_with("tree-sitter-") && dependency != "tree-sitter-language";
    if is_grammar && folder != "languages" {
        return Some(format!("`{dependency}`: only `languages` links grammars"));
    }
    let target = if dependency == "orienteer" { "cli" } else { dependency.strip_prefix("orienteer-")? };
    match layer_of(target) {
        Some(layer) if layer < own => None,
        Some(_) => Some(format!("`{folder}` may not depend on `{target}`: arrows point down only")),
        None => Some(format!("`{target}` has no layer in the list of tidy")),
    }
}

fn layer_of(folder: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&folder))
}

/// Names of every package that the manifest asks for, tests and single targets included.
pub(super) fn dependencies(manifest: &Table) -> Vec<String> {
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
    let tables = std::iter::once(manifest).chain(targets.filter_map(Value::as_table));
    tables.flat_map(listed_dependencies).collect()
}

fn listed_dependencies(table: &Table) -> Vec<String> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let lists = kinds.iter().filter_map(|kind| table.get(*kind)?.as_table());
    lists.flatten().map(|(key, value)| package_name(key, value)).collect()
}

/// A renamed dependency carries its real name in `package`.
fn package_name(key: &str, value: &Value) -> String {
    value.get("package").and_then(Value::as_str).unwrap_or(key).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(folder: &str, body: &str) -> usize {
        let file = TextFile { path: format!("crates/{folder}/Cargo.toml"), text: body.to_owned() };
        check(&[file]).unwrap().len()
    }

    #[test]
    fn arrows_that_do_not_point_down_are_found() {
        assert_eq!(complaints("model", "[dependencies]\norienteer-text.workspace = true\n"), 1);
        assert_eq!(complaints("indexing", "[dependencies]\norienteer-search.workspace = true\n"), 1);
        assert_eq!(complaints("storage", "[dev-dependencies]\norienteer-engine.workspace = true\n"), 1);
        assert_eq!(
            complaints("storage", "[target.'cfg(unix)'.dependencies]\norienteer-history.workspace = true\n"),
            1
        );
        assert_eq!(
            complaints("text", "[dependencies]\nsly = { package = \"orienteer-cli\", path = \"../cli\" }\n"),
            1
        );
        assert_eq!(complaints("engine", "[dependencies]\norienteer-indexing.workspace = true\n"), 0);
        assert_eq!(complaints("engine", "[dependencies]\norienteer-evaluation.workspace = true\n"), 1);
        assert_eq!(complaints("cli", "[dependencies]\norienteer-evaluation.workspace = true\n"), 0);
    }

    #[test]
    fn grammars_outside_languages_are_found() {
        let body = "[dependencies]\ntree-sitter-go = \"1\"\n";
        assert_eq!(complaints("extraction", body), 1);
        assert_eq!(complaints("languages", body), 0);
        assert_eq!(complaints("extraction", "[dependencies]\ntree-sitter = \"1\"\n"), 0);
    }

    #[test]
    fn a_crate_without_a_layer_is_found() {
        assert_eq!(complaints("misc", "[dependencies]\n"), 1);
    }
}
