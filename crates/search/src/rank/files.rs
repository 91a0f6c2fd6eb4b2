//! What speaks for a file, looked at once however many of its units are candidates.

use super::neighbours::BestThree;
use super::questions::{Overlap, Question};
use crate::recall::lexical::Text;
use crate::recall::paths::named_lines;
use orienteer_model::FileId;
use orienteer_storage::{FileRecord, Snapshot};
use std::collections::HashMap;

/// Files that are called after their place in the folder, not after what is in them.
const NAMELESS: &[&str] = &["__init__", "__main__", "index", "init", "lib", "main", "mod", "package"];

const EXAMPLES: &[&str] = &[
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "demo",
    "demos",
    "example",
    "examples",
    "tutorial",
    "tutorials",
];

/// These are samples where they are folders; in the name of a file they are what its code deals with.
const EXAMPLE_FOLDERS: &[&str] = &["playground", "sample", "samples"];

const COMPATIBILITY: &[&str] = &[
    "backport",
    "backports",
    "compat",
    "compatibility",
    "deprecated",
    "legacy",
    "obsolete",
    "polyfill",
    "polyfills",
    "shim",
    "shims",
];

/// Folders of what a build made.
const BUILT: &[&str] = &["build", "dist", "out"];

/// Folders of sources: what a build makes lies beside them, and a package below them may be about building.
const SOURCES: &[&str] =
    &["app", "cmd", "crates", "include", "internal", "lib", "pkg", "source", "sources", "src"];

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct About {
    pub(super) stem: Overlap,
    pub(super) directory: f32,
    /// The lines that the question speaks of, if it names the file.
    pub(super) named: Option<Vec<u32>>,
    pub(super) coherence: f32,
    pub(super) is_example: bool,
    pub(super) is_compatibility: bool,
    pub(super) is_built: bool,
    /// A later version stands beside it.
    pub(super) is_superseded: bool,
}

#[derive(Default)]
pub(super) struct Files {
    known: HashMap<FileId, About>,
}

impl Files {
    pub(super) fn about<'a>(
        &mut self,
        snapshot: &'a Snapshot,
        file: &FileRecord<'a>,
        text: &Text,
        question: &mut Question<'a>,
    ) -> About {
        if let Some(about) = self.known.get(&file.id()) {
            return about.clone();
        }
        let about = about(snapshot, file, text, question);
        self.known.insert(file.id(), about.clone());
        about
    }

    pub(super) fn known(&self, file: FileId) -> About {
        self.known.get(&file).cloned().unwrap_or_default()
    }
}

fn about<'a>(
    snapshot: &'a Snapshot,
    file: &FileRecord<'a>,
    text: &Text,
    question: &mut Question<'a>,
) -> About {
    let path = file.path();
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem });
    let (stem, folders) = if NAMELESS.contains(&stem) {
        let (above, folder) = folders.rsplit_once('/').unwrap_or(("", folders));
        (folder, above)
    } else {
        (without_ending(name), folders)
    };
    let mut best = BestThree::default();
    file.units().for_each(|unit| best.see(text.own(unit)));
    About {
        stem: question.match_text(stem),
        directory: question.match_text(folders).share,
        named: named_lines(path, question.intent),
        coherence: best.mean(),
        is_example: has_word(path, EXAMPLES)
            || folders_of(path).any(|folder| EXAMPLE_FOLDERS.contains(&folder)),
        is_compatibility: has_word(path, COMPATIBILITY),
        is_superseded: is_superseded(snapshot, path),
        is_built: is_built(path),
    }
}

fn without_ending(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// Whether it lies where builds put what they make.
pub(crate) fn is_built(path: &str) -> bool {
    folders_of(path).take_while(|folder| !SOURCES.contains(folder)).any(|folder| BUILT.contains(&folder))
}

fn folders_of(path: &str) -> impl Iterator<Item = &str> {
    path.rsplit_once('/').map_or("", |(folders, _)| folders).split('/')
}

fn has_word(path: &str, list: &[&str]) -> bool {
    path.split(['/', '.', '_', '-']).any(|word| list.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Versions that are looked for above a file's own.
const LATER: u32 = 3;

/// Whether one of its folders is a version, `v1`, and a later one stands beside it.
fn is_superseded(snapshot: &Snapshot, path: &str) -> bool {
    let mut start = 0;
    for folder in path.split_inclusive('/') {
        let digits = folder.trim_end_matches('/').strip_prefix('v').unwrap_or("");
        if let Ok(version) = digits.parse::<u16>() {
            let version = u32::from(version);
            let later = version + 1..=version + LATER;
            if later.into_iter().any(|version| snapshot.has_folder(&format!("{}v{version}", &path[..start])))
            {
                return true;
            }
        }
        start += folder.len();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_build_makes_lies_beside_the_sources() {
        for made in ["build/app.js", "web/dist/app.js", "out/production/App.java"] {
            assert!(is_built(made), "{made}");
        }
        for written in ["src/build/plan.rs", "internal/build/graph.go", "lib/out/writer.js", "build.rs"] {
            assert!(!is_built(written), "{written}");
        }
    }
}
