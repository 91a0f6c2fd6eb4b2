//! The list of languages, each compiled from its table on first use.

use crate::compile::{TableError, compile};
use crate::rules::Language;
use orienteer_model::LanguageId;
use orienteer_syntax::Grammar;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};
use tree_sitter_language::LanguageFn;

struct Entry {
    table: &'static str,
    grammar: Option<LanguageFn>,
}

/// Positions are stored in facts: append only, and raise the format version when one changes.
const ENTRIES: &[Entry] = &[
    Entry { table: include_str!("tables/rust.toml"), grammar: Some(tree_sitter_rust::LANGUAGE) },
    Entry { table: include_str!("tables/python.toml"), grammar: Some(tree_sitter_python::LANGUAGE) },
    Entry {
        table: include_str!("tables/typescript.toml"),
        grammar: Some(tree_sitter_typescript::LANGUAGE_TYPESCRIPT),
    },
    Entry { table: include_str!("tables/tsx.toml"), grammar: Some(tree_sitter_typescript::LANGUAGE_TSX) },
    Entry { table: include_str!("tables/javascript.toml"), grammar: Some(tree_sitter_javascript::LANGUAGE) },
    Entry { table: include_str!("tables/go.toml"), grammar: Some(tree_sitter_go::LANGUAGE) },
    Entry { table: include_str!("tables/java.toml"), grammar: Some(tree_sitter_java::LANGUAGE) },
    Entry { table: include_str!("tables/csharp.toml"), grammar: Some(tree_sitter_c_sharp::LANGUAGE) },
    Entry { table: include_str!("tables/ruby.toml"), grammar: Some(tree_sitter_ruby::LANGUAGE) },
    Entry { table: include_str!("tables/c.toml"), grammar: Some(tree_sitter_c::LANGUAGE) },
    Entry { table: include_str!("tables/cpp.toml"), grammar: Some(tree_sitter_cpp::LANGUAGE) },
    Entry { table: include_str!("tables/php.toml"), grammar: Some(tree_sitter_php::LANGUAGE_PHP) },
    Entry { table: include_str!("tables/kotlin.toml"), grammar: Some(tree_sitter_kotlin_ng::LANGUAGE) },
    Entry { table: include_str!("tables/swift.toml"), grammar: Some(tree_sitter_swift::LANGUAGE) },
    Entry { table: include_str!("tables/scala.toml"), grammar: Some(tree_sitter_scala::LANGUAGE) },
    Entry { table: include_str!("tables/bash.toml"), grammar: Some(tree_sitter_bash::LANGUAGE) },
    Entry { table: include_str!("tables/lua.toml"), grammar: Some(tree_sitter_lua::LANGUAGE) },
    Entry { table: include_str!("tables/elixir.toml"), grammar: Some(tree_sitter_elixir::LANGUAGE) },
    Entry { table: include_str!("tables/zig.toml"), grammar: Some(tree_sitter_zig::LANGUAGE) },
    Entry { table: include_str!("tables/haskell.toml"), grammar: Some(tree_sitter_haskell::LANGUAGE) },
    Entry { table: include_str!("tables/toml.toml"), grammar: Some(tree_sitter_toml_ng::LANGUAGE) },
    Entry { table: include_str!("tables/yaml.toml"), grammar: Some(tree_sitter_yaml::LANGUAGE) },
    Entry { table: include_str!("tables/json.toml"), grammar: Some(tree_sitter_json::LANGUAGE) },
    Entry { table: include_str!("tables/sql.toml"), grammar: Some(tree_sitter_sequel::LANGUAGE) },
    Entry { table: include_str!("tables/html.toml"), grammar: Some(tree_sitter_html::LANGUAGE) },
    Entry { table: include_str!("tables/css.toml"), grammar: Some(tree_sitter_css::LANGUAGE) },
    Entry { table: include_str!("tables/markdown.toml"), grammar: None },
    Entry { table: include_str!("tables/restructuredtext.toml"), grammar: None },
    Entry { table: include_str!("tables/text.toml"), grammar: None },
    Entry { table: include_str!("tables/data.toml"), grammar: None },
];

static COMPILED: [OnceLock<Option<Language>>; ENTRIES.len()] = [const { OnceLock::new() }; ENTRIES.len()];

/// What detection needs of all tables without compiling their rules.
#[derive(serde::Deserialize)]
struct Header {
    name: String,
    #[serde(default)]
    extensions: Vec<String>,
    #[serde(default)]
    filenames: Vec<String>,
    #[serde(default)]
    interpreters: Vec<String>,
}

#[derive(Default)]
struct Directory {
    names: HashMap<String, usize>,
    extensions: HashMap<String, usize>,
    filenames: HashMap<String, usize>,
    interpreters: HashMap<String, usize>,
}

static DIRECTORY: LazyLock<Directory> = LazyLock::new(|| {
    let mut directory = Directory::default();
    for (position, entry) in ENTRIES.iter().enumerate() {
        // The header stands before the first section, so that detection need not read whole tables.
        let end = entry.table.find("\n[").unwrap_or(entry.table.len());
        let Ok(header) = toml::from_str::<Header>(&entry.table[..end]) else { continue };
        directory.names.insert(header.name, position);
        directory.extensions.extend(header.extensions.into_iter().map(|extension| (extension, position)));
        directory.filenames.extend(header.filenames.into_iter().map(|name| (name, position)));
        directory.interpreters.extend(header.interpreters.into_iter().map(|name| (name, position)));
    }
    directory
});

/// The language at a position; `None` for a number from a newer version.
pub fn by_id(id: LanguageId) -> Option<&'static Language> {
    let position = id.0 as usize;
    COMPILED.get(position)?.get_or_init(|| load(position).ok()).as_ref()
}

pub fn by_name(name: &str) -> Option<&'static Language> {
    at(DIRECTORY.names.get(name))
}

pub(crate) fn by_extension(extension: &str) -> Option<&'static Language> {
    at(DIRECTORY.extensions.get(extension))
}

pub(crate) fn by_filename(name: &str) -> Option<&'static Language> {
    at(DIRECTORY.filenames.get(name))
}

pub(crate) fn by_interpreter_name(name: &str) -> Option<&'static Language> {
    at(DIRECTORY.interpreters.get(name))
}

/// Every language that can be loaded, in order.
pub fn all() -> impl Iterator<Item = &'static Language> {
    (0..ENTRIES.len()).filter_map(|position| by_id(LanguageId(position as u16)))
}

fn at(position: Option<&usize>) -> Option<&'static Language> {
    by_id(LanguageId(*position? as u16))
}

fn load(position: usize) -> Result<Language, TableError> {
    let entry = &ENTRIES[position];
    let table_of = |name: &str| DIRECTORY.names.get(name).map(|position| ENTRIES[*position].table);
    compile(LanguageId(position as u16), entry.table, entry.grammar.map(Grammar::new), table_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_fits_its_grammar() {
        let errors: Vec<String> = (0..ENTRIES.len())
            .filter_map(|position| load(position).err())
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }

    #[test]
    fn an_unknown_node_is_an_error() {
        let table = "name = \"x\"\n[nodes]\ncomment = [\"no_such_node\"]\n";
        let grammar = ENTRIES[0].grammar.map(Grammar::new);
        assert!(compile(LanguageId(0), table, grammar, |_| None).is_err());
    }

    #[test]
    fn extensions_belong_to_one_language() {
        let mut seen = HashMap::new();
        for language in all() {
            for extension in &language.extensions {
                if let Some(other) = seen.insert(extension.clone(), &language.name) {
                    panic!("{extension} is claimed by {other} and {}", language.name);
                }
            }
        }
    }
}
