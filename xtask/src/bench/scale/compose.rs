//! One large tree out of many packages: each in a folder of its own, by links where the file system has them, so that it takes no room.

use std::path::{Path, PathBuf};

use super::options::Options;
use crate::bench::{corpora, folder};
use crate::{Outcome, workspace};

pub(super) struct Source {
    pub(super) title: String,
    folder: PathBuf,
}

/// The folders that were named, or the packages of the table, fetched where they are missing.
pub(super) fn sources(options: &Options) -> Result<Vec<Source>, String> {
    if !options.trees.is_empty() {
        let named = |folder: &PathBuf| Source { title: title(folder), folder: folder.clone() };
        return Ok(options.trees.iter().map(named).collect());
    }
    let mut sources = Vec::new();
    for corpus in corpora::parts(&workspace::root())? {
        let folder = corpora::obtain(&corpus, options.corpora.as_deref())?;
        sources.push(Source { title: corpus.title(), folder });
    }
    Ok(sources)
}

fn title(folder: &Path) -> String {
    folder.file_name().map_or_else(|| "tree".to_owned(), |name| name.to_string_lossy().into_owned())
}

pub(super) fn link_all(sources: &[Source], tree: &Path) -> Outcome {
    for source in sources {
        let files = folder::files(&source.folder);
        if files.is_empty() {
            return Err(format!("{} has no files", source.folder.display()));
        }
        link(&files, &source.folder, &tree.join(source.title.replace(['/', ' '], "-")))?;
    }
    Ok(())
}

/// Some files below `from` to the same places below `to`.
pub(super) fn link(files: &[PathBuf], from: &Path, to: &Path) -> Outcome {
    for file in files {
        let target = to.join(file.strip_prefix(from).unwrap_or(file));
        let parent = target.parent().unwrap_or(to);
        std::fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
        let linked = std::fs::hard_link(file, &target).or_else(|_| std::fs::copy(file, &target).map(drop));
        linked.map_err(|error| format!("{}: {error}", target.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::folder::Scratch;

    #[test]
    fn every_package_has_a_folder_of_its_own() {
        let scratch = Scratch::create("compose-test").unwrap();
        for name in ["one", "two"] {
            std::fs::create_dir_all(scratch.path().join(name)).unwrap();
            std::fs::write(scratch.path().join(name).join("a.c"), "1\n").unwrap();
        }
        let source = |name: &str| Source { title: format!("{name} 1.0"), folder: scratch.path().join(name) };
        let tree = scratch.path().join("tree");
        link_all(&[source("one"), source("two")], &tree).unwrap();
        assert!(tree.join("one-1.0").join("a.c").is_file() && tree.join("two-1.0").join("a.c").is_file());
        assert!(link_all(&[source("none")], &tree).is_err());
    }
}
