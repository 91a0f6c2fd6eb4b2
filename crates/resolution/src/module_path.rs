//! The dotted module that a file is shown under.

use crate::modules::{folder, last_part, without_extension};
use crate::world::World;
use orienteer_languages::ModuleStyle;

pub(crate) fn of_file(world: &World<'_>, file: u32) -> String {
    let catalogue = &world.catalogue;
    let input = &catalogue.files[file as usize];
    let declared = input.facts.text(input.facts.module);
    let speech = catalogue.speech(file);
    let stem_path = without_extension(input.path);
    let is_index = speech.policy.index_stems.iter().any(|stem| stem == last_part(stem_path));
    match speech.style() {
        ModuleStyle::Declared if !declared.is_empty() => declared.to_owned(),
        ModuleStyle::Declared | ModuleStyle::Directory => folder(input.path).replace('/', "."),
        _ if is_index => dotted(folder(input.path), &speech.policy.source_roots),
        _ => dotted(stem_path, &speech.policy.source_roots),
    }
}

/// A path with dots, without a leading folder that only holds sources.
fn dotted(path: &str, roots: &[String]) -> String {
    let inside = roots.iter().find_map(|root| path.strip_prefix(root.as_str())?.strip_prefix('/'));
    inside.unwrap_or(path).replace('/', ".")
}
