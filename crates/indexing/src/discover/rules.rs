//! Which paths people want ignored: the ignore files of a folder and of all above it.
//!
//! Ignore files are only read if they can be read to their end. A repository may have a link to a device or a pipe in the place of one:
//! whoever reads that waits for ever or runs out of memory, so it is not begun.

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Names of ignore files, those first that overrule the others.
const NAMES: [&str; 3] = [".orientignore", ".ignore", ".gitignore"];

/// Where git keeps rules that are not committed; overruled by all ignore files.
const REPOSITORY: &str = ".git";
const UNCOMMITTED: &str = "info/exclude";

const KINDS: usize = NAMES.len() + 1;

/// More than this was not written by people.
const MOST_BYTES: u64 = 4 << 20;

/// Names of the ignore files that cannot be read to their end.
#[derive(Debug)]
pub(super) struct Unknowable(pub(super) Vec<&'static str>);

/// Which sources of rules a folder has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Present([bool; KINDS]);

impl Present {
    /// For a folder that was not listed.
    const PERHAPS: Present = Present([true; KINDS]);

    /// Takes note of a name in the folder.
    pub(super) fn note(&mut self, name: &OsStr) {
        let kinds = NAMES.iter().chain(std::iter::once(&REPOSITORY));
        for (is_present, kind) in self.0.iter_mut().zip(kinds) {
            *is_present |= name == *kind;
        }
    }
}

/// The rules of one folder that has any, and of those above it.
#[derive(Debug)]
struct Level {
    above: Option<Arc<Level>>,
    /// In the order in which they overrule each other.
    matchers: [Gitignore; KINDS],
}

/// The rules that hold in a folder.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    levels: Option<Arc<Level>>,
    /// Of the user, for all repositories; whatever a repository says overrules them.
    of_user: Arc<Gitignore>,
}

impl Rules {
    /// Those that hold around a tree; `above` says whether the folders above it have a say.
    pub(super) fn around(root: &Path, above: bool) -> Rules {
        let (of_user, _) = GitignoreBuilder::new(root).build_global();
        let mut rules = Rules { levels: None, of_user: Arc::new(of_user) };
        let mut ancestors: Vec<&Path> = root.ancestors().skip(1).filter(|_| above).collect();
        ancestors.reverse();
        for folder in ancestors {
            rules = rules.within_readable(folder, Present::PERHAPS);
        }
        rules
    }

    /// Those that hold in a folder below.
    pub(super) fn within(&self, folder: &Path, present: Present) -> Result<Rules, Unknowable> {
        let is_bad = |(name, is_present): &(&&str, &bool)| **is_present && !is_readable(&folder.join(name));
        let bad: Vec<_> = NAMES.iter().zip(&present.0).filter(is_bad).map(|(name, _)| *name).collect();
        if bad.is_empty() { Ok(self.within_readable(folder, present)) } else { Err(Unknowable(bad)) }
    }

    /// The same, where what cannot be read says nothing.
    pub(super) fn within_readable(&self, folder: &Path, present: Present) -> Rules {
        if present.0 == [false; KINDS] {
            return self.clone();
        }
        let matchers = std::array::from_fn(|kind| {
            let source = if present.0[kind] { source(folder, kind) } else { None };
            source.map_or_else(Gitignore::empty, |file| matcher(folder, &file))
        });
        if matchers.iter().all(Gitignore::is_empty) {
            return self.clone();
        }
        let level = Level { above: self.levels.clone(), matchers };
        Rules { levels: Some(Arc::new(level)), of_user: Arc::clone(&self.of_user) }
    }

    /// Whether there are any, so that nobody has to name a path for nothing.
    pub(super) fn are_none(&self) -> bool {
        self.levels.is_none() && self.of_user.is_empty()
    }

    pub(super) fn ignore(&self, path: &Path, is_folder: bool) -> bool {
        let levels = || std::iter::successors(self.levels.as_deref(), |level| level.above.as_deref());
        let of_tree = (0..KINDS).flat_map(|kind| levels().map(move |level| &level.matchers[kind]));
        let mut matches = of_tree
            .chain(std::iter::once(&*self.of_user))
            .map(|matcher| matcher.matched(path, is_folder))
            .filter(|found| !found.is_none());
        matches.next().is_some_and(|found| found.is_ignore())
    }
}

/// The file that holds the rules of a kind, if it can be read.
fn source(folder: &Path, kind: usize) -> Option<PathBuf> {
    let file = match NAMES.get(kind) {
        Some(name) => folder.join(name),
        None => shared_folder(&folder.join(REPOSITORY))?.join(UNCOMMITTED),
    };
    is_readable(&file).then_some(file)
}

/// Lines that are no rules are passed over.
fn matcher(folder: &Path, file: &Path) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    builder.add(file);
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// The folder that all worktrees of a repository share. Worktrees and submodules have a file in place of a folder, which names another.
fn shared_folder(repository: &Path) -> Option<PathBuf> {
    if repository.metadata().ok()?.is_dir() {
        return Some(repository.to_owned());
    }
    let named = pointer(repository)?;
    let folder = repository.parent()?.join(named.strip_prefix("gitdir:")?.trim());
    let shared = pointer(&folder.join("commondir")).map(|common| folder.join(common.trim()));
    Some(shared.unwrap_or(folder))
}

fn pointer(file: &Path) -> Option<String> {
    is_readable(file).then(|| std::fs::read_to_string(file).ok()).flatten()
}

/// Whether an ignore file is a plain one, or none at all. A link to a plain one is as good, and a folder of that name says nothing.
fn is_readable(file: &Path) -> bool {
    match file.metadata() {
        Ok(metadata) => metadata.is_dir() || (metadata.is_file() && metadata.len() <= MOST_BYTES),
        Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_the_place_of_rules_keeps_nobody_out() {
        let folder = tempfile::tempdir().expect("folder");
        let rules = Rules::around(folder.path(), false);
        std::fs::create_dir(folder.path().join(".ignore")).expect("created");
        std::fs::write(folder.path().join(".gitignore"), "*.log\n").expect("written");
        let within = rules.within(folder.path(), Present::PERHAPS).expect("readable");
        assert!(within.ignore(&folder.path().join("a.log"), false));
        let long = std::fs::File::create(folder.path().join(".orientignore")).expect("created");
        long.set_len(MOST_BYTES + 1).expect("grown");
        assert!(rules.within(folder.path(), Present::PERHAPS).is_err());
    }
}
