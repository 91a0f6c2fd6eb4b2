//! What manifests say about names and folders. Reads text that it is given; a manifest that makes no sense says nothing.

use crate::input::{Alias, Hints};
use crate::modules::{folder, join, last_part, normalize};

/// Hints from the path and text of manifest files; other files are passed over.
pub fn hints_from_manifests<'a>(manifests: impl IntoIterator<Item = (&'a str, &'a str)>) -> Hints {
    let mut hints = Hints::default();
    for (path, text) in manifests {
        match last_part(path) {
            "go.mod" => go_module(path, text, &mut hints),
            "package.json" => package_json(path, text, &mut hints),
            "Cargo.toml" => cargo(path, text, &mut hints),
            "tsconfig.json" | "jsconfig.json" | "tsconfig.base.json" => aliases(path, text, &mut hints),
            _ => {}
        }
    }
    hints.go_modules.sort_by(|left, right| right.1.len().cmp(&left.1.len()).then_with(|| left.cmp(right)));
    hints.packages.sort_by(|left, right| right.1.len().cmp(&left.1.len()).then_with(|| left.cmp(right)));
    hints.aliases.sort_by(|left, right| {
        let longest = |alias: &Alias| std::cmp::Reverse((alias.folder.len(), alias.pattern.len()));
        longest(left).cmp(&longest(right)).then_with(|| left.pattern.cmp(&right.pattern))
    });
    hints
}

fn go_module(path: &str, text: &str, hints: &mut Hints) {
    let module = text.lines().find_map(|line| line.trim().strip_prefix("module ")).map(str::trim);
    if let Some(module) = module.filter(|module| !module.is_empty()) {
        hints.go_modules.push((folder(path).to_owned(), module.trim_matches('"').to_owned()));
    }
}

fn package_json(path: &str, text: &str, hints: &mut Hints) {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(text) else { return };
    if let Some(name) = value.get("name").and_then(|name| name.as_str()).filter(|name| !name.is_empty()) {
        hints.packages.push((folder(path).to_owned(), name.to_owned()));
    }
}

fn cargo(path: &str, text: &str, hints: &mut Hints) {
    let Ok(value) = toml::from_str::<toml::Table>(text) else { return };
    if let Some(name) =
        value.get("package").and_then(|package| package.get("name")).and_then(|name| name.as_str())
    {
        hints.packages.push((folder(path).to_owned(), name.to_owned()));
    }
}

fn aliases(path: &str, text: &str, hints: &mut Hints) {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(&without_comments(text)) else { return };
    let Some(options) = value.get("compilerOptions") else { return };
    let base = options.get("baseUrl").and_then(|base| base.as_str()).unwrap_or(".");
    let Some(paths) = options.get("paths").and_then(|paths| paths.as_object()) else { return };
    for (pattern, targets) in paths {
        let target =
            targets.as_array().and_then(|targets| targets.first()).and_then(|target| target.as_str());
        let Some(target) = target.and_then(|target| normalize(folder(path), &join(base, target))) else {
            continue;
        };
        hints.aliases.push(Alias { folder: folder(path).to_owned(), pattern: pattern.clone(), target });
    }
}

/// JSON as people write it in configuration: without comments and trailing commas.
fn without_comments(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut in_string = false;
    while let Some(character) = characters.next() {
        match (character, in_string, characters.peek()) {
            ('\\', true, _) => {
                clean.push(character);
                clean.extend(characters.next());
            }
            ('/', false, Some('/')) => drop(characters.by_ref().find(|next| *next == '\n')),
            ('/', false, Some('*')) => skip_block(&mut characters),
            ('"', _, _) => {
                in_string = !in_string;
                clean.push(character);
            }
            ('}' | ']', false, _) => {
                let kept = clean.trim_end().trim_end_matches(',').len();
                clean.truncate(kept);
                clean.push(character);
            }
            _ => clean.push(character),
        }
    }
    clean
}

fn skip_block(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let mut previous = ' ';
    characters.next();
    for character in characters.by_ref() {
        if previous == '*' && character == '/' {
            return;
        }
        previous = character;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_give_hints() {
        let hints = hints_from_manifests([
            ("services/go.mod", "// header\nmodule example.org/harbour\n\ngo 1.22\n"),
            ("web/package.json", r#"{"name": "@harbour/web", "version": "1.0.0"}"#),
            ("core/Cargo.toml", "[package]\nname = \"harbour-core\"\n"),
            (
                "web/tsconfig.json",
                "{ // base\n \"compilerOptions\": { \"baseUrl\": \"./\", /* short */ \"paths\": { \"@/*\": [\"src/*\"], } } }",
            ),
            ("broken/package.json", "{ not json"),
            ("notes.txt", "module example.org/none"),
        ]);
        assert_eq!(hints.go_modules, [("services".to_owned(), "example.org/harbour".to_owned())]);
        assert_eq!(hints.packages.len(), 2);
        let alias = Alias { folder: "web".into(), pattern: "@/*".into(), target: "web/src/*".into() };
        assert_eq!(hints.aliases, [alias]);
    }
}
