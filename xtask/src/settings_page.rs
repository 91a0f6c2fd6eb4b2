//! `cargo xtask settings`: `docs/settings.md`, made from the types that read the settings; fails where the page is not what they say.
//!
//! Meanings are the comments of the fields, defaults are those that the types have, so neither can be forgotten.

use std::path::{Path, PathBuf};

use orienteer_services::{
    DenseSettings, QdrantSettings, RerankSettings, ServiceSettings, SparseSettings, VARIABLES,
};

use crate::{Outcome, workspace};

mod defaults;
mod source;

use source::{Constant, Field};

const PAGE: &str = "docs/settings.md";
const SERVICES: &str = "crates/services/src/settings.rs";
const ENGINE: [&str; 2] = ["crates/engine/src/settings.rs", "crates/engine/src/settings"];
/// Those of the program and those of the engine.
const ENVIRONMENT: [&str; 2] = ["crates/engine/src/user_settings.rs", "crates/cli/src/environment.rs"];

const HEAD: &str = "\
# Settings

Made by `cargo xtask settings --write` from the types that read them: change those, not this page.

Nothing has to be set. What a team says stands in `orient.toml` at the root of the repository, what a user says for all repositories in
`~/.config/orienteer/orient.toml` below it; variables of the environment stand above both. Keys come from the environment alone, and go only to an address that comes from there too. A mistake
is an error that names its place, never a setting that silently does nothing; `orient doctor` checks all of them.
";

/// What stands at the top of the file, outside of any table: default, variable, meaning.
const TOP: [(&str, &str, &str, &str); 1] = [(
    "engine",
    "`\"embedded\"`",
    "ORIENT_ENGINE",
    "Who finds candidates: `embedded`, the index of this machine; `qdrant`, the server of `services.qdrant`. `--engine` stands above it.",
)];
/// What stands in the table `index`, the same way.
const INDEX: [(&str, &str, &str, &str); 1] = [(
    "memory",
    "none",
    "ORIENT_INDEX_MEMORY",
    "What an index run may take of memory that is its own, such as `\"512MB\"` or `\"2GB\"`, 128MiB at least: fewer files are parsed at a time, and words, names and edges lie in files that are gone when the run ends. A little of every file and unit stays in memory; a run that is thought to need more than its bound says so. The snapshot is the same. `--memory` stands above it.",
)];
/// Tables of the same file, which have parts of their own here.
const TABLES: [&str; 3] = ["concept", "index", "services"];

/// A class stands under names that say it all in the code; a page for others says more.
const CONCEPT: [(&str, &str); 5] = [
    ("id", "Tells it from the other classes."),
    ("phrases", "Words of a task that mean it."),
    ("targets", "Names of units, or how names begin, with `*` at the end."),
    ("weight", "How much it counts, 0 to 1; 1 if it is left out."),
    ("language", "Only files of this language; all if it is left out."),
];

pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let root = workspace::root();
    match arguments {
        [] => check(&root),
        ["--write"] => {
            let path = root.join(PAGE);
            std::fs::write(&path, page(&root)?).map_err(|error| format!("{}: {error}", path.display()))
        }
        _ => Err("usage: cargo xtask settings [--write]".to_owned()),
    }
}

fn check(root: &Path) -> Outcome {
    let held = std::fs::read_to_string(root.join(PAGE)).unwrap_or_default();
    match held == page(root)? {
        true => Ok(()),
        false => Err(format!("{PAGE} is not what the types say: run `cargo xtask settings --write`")),
    }
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    let full: PathBuf = root.join(path);
    std::fs::read_to_string(&full).map_err(|error| format!("{}: {error}", full.display()))
}

/// A file, or all files of a folder.
fn sources(place: &Path) -> Vec<String> {
    let paths = if place.is_dir() { crate::bench::files(place) } else { vec![place.to_owned()] };
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

fn page(root: &Path) -> Result<String, String> {
    let (mut page, mut variables) = (HEAD.to_owned(), String::new());
    let engine = ENGINE.iter().flat_map(|place| sources(&root.join(place))).collect::<Vec<_>>().concat();
    page.push_str(&format!("\n## At the top\n{TABLE}{}", explained(&engine, "Content", &TOP)?));
    page.push_str(&format!("\n## `[index]`\n{TABLE}{}", explained(&engine, "Index", &INDEX)?));
    page.push_str(&concepts(&engine)?);
    page.push_str(&services(&read(root, SERVICES)?)?);
    for place in ENVIRONMENT {
        variables.push_str(&read(root, place)?);
    }
    page.push_str(&environment(&variables));
    Ok(page)
}

/// A line for each field of a type that is no table of its own.
fn explained(source: &str, structure: &str, known: &[(&str, &str, &str, &str)]) -> Result<String, String> {
    let mut text = String::new();
    for field in source::fields(source, structure)? {
        if TABLES.contains(&field.name.as_str()) {
            continue;
        }
        let found = known.iter().find(|(name, ..)| *name == field.name);
        let (name, default, variable, meaning) =
            found.ok_or(format!("nobody says what {} means in {structure}", field.name))?;
        text.push_str(&format!("| `{name}` | {default} | `{variable}` | {meaning} |\n"));
    }
    Ok(text)
}

fn concepts(source: &str) -> Result<String, String> {
    let mut text = "\n## `[[concept]]`\n\nWhat a team calls its code; may be given many times.\n\n\
                    | setting | needed | meaning |\n|---|---|---|\n"
        .to_owned();
    for field in source::fields(source, "Class")? {
        let known = CONCEPT.iter().find(|(name, _)| *name == field.name);
        let (_, meaning) = known.ok_or(format!("nobody says what a concept's {} means", field.name))?;
        let needed = if field.kind.starts_with("Option<") { "no" } else { "yes" };
        text.push_str(&format!("| `{}` | {needed} | {meaning} |\n", field.name));
    }
    Ok(text)
}

fn services(source: &str) -> Result<String, String> {
    let mut text = String::new();
    for (table, structure, title, defaults) in [
        ("dense", "DenseSettings", "Dense embedder", defaults::of(&DenseSettings::default())),
        ("sparse", "SparseSettings", "Sparse embedder", defaults::of(&SparseSettings::default())),
        ("rerank", "RerankSettings", "Reranker", defaults::of(&RerankSettings::default())),
        ("qdrant", "QdrantSettings", "Qdrant", defaults::of(&QdrantSettings::default())),
    ] {
        text.push_str(&format!(
            "\n## `[services.{table}]`\n\n{title}. Without this table it is not used.\n{TABLE}"
        ));
        for field in source::fields(source, structure)? {
            text.push_str(&line(&format!("services.{table}"), source, &field, &defaults)?);
        }
    }
    let mut defaults = defaults::of(&ServiceSettings::default());
    let megabytes = ServiceSettings::default().cache_bytes() / (1024 * 1024);
    defaults.insert("cache_megabytes".to_owned(), format!("`{megabytes}`"));
    text.push_str(&format!("\n## `[services]`\n{TABLE}"));
    for field in source::fields(source, "ServiceSettings")? {
        if !field.kind.ends_with("Settings>") {
            text.push_str(&line("services", source, &field, &defaults)?);
        }
    }
    Ok(text)
}

const TABLE: &str = "\n| setting | default | variable | meaning |\n|---|---|---|---|\n";

fn line(
    table: &str,
    source: &str,
    field: &Field,
    defaults: &std::collections::BTreeMap<String, String>,
) -> Result<String, String> {
    let default = defaults.get(&field.name).ok_or(format!("{table} has no default for {}", field.name))?;
    let key = format!("{table}.{}", field.name);
    let variable = VARIABLES
        .iter()
        .find(|variable| variable.key == key)
        .map_or(String::new(), |held| format!("`{}`", held.name));
    let choices = source::choices(source, &field.kind);
    let own = meaning(field, &key)?;
    let meaning = format!("{own}{}", choices.map(|list| format!(" {list}.")).unwrap_or_default());
    Ok(format!("| `{}` | {default} | {variable} | {meaning} |\n", field.name))
}

/// What its comment says, or else the variable that stands for it; a setting that nobody explains is a mistake.
fn meaning(field: &Field, key: &str) -> Result<String, String> {
    if !field.meaning.is_empty() {
        return Ok(field.meaning.clone());
    }
    let variable = VARIABLES.iter().find(|variable| variable.key == key);
    let variable = variable.ok_or(format!("{key} has no comment that says what it means"))?;
    Ok(source::sentence(variable.meaning))
}

fn environment(source: &str) -> String {
    let mut text = "\n## Variables alone\n\n| variable | meaning |\n|---|---|\n".to_owned();
    for variable in VARIABLES.iter().filter(|variable| variable.key.ends_with(".key")) {
        let whose = variable.key.trim_end_matches(".key");
        let meaning = variable.meaning.replace("its key", &format!("key of `{whose}`"));
        text.push_str(&format!("| `{}` | {} |\n", variable.name, source::sentence(&meaning)));
    }
    for Constant { value, meaning } in source::constants(source) {
        text.push_str(&format!("| `{value}` | {meaning} |\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_what_the_types_say() {
        assert_eq!(check(&workspace::root()), Ok(()));
    }

    #[test]
    fn every_variable_of_services_is_on_the_page() {
        let page = page(&workspace::root()).unwrap();
        for variable in VARIABLES {
            assert!(page.contains(&format!("`{}`", variable.name)), "{}", variable.name);
        }
    }
}
