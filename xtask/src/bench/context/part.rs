//! Parts of a large tree: whole folders, in an order that has nothing to do with their names, until there are enough lines.
//!
//! Reads files and writes none.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::bench::folder::{self, TextSize};

/// The files of one folder, without those of folders in it.
struct Leaf {
    files: Vec<PathBuf>,
    size: TextSize,
}

/// A tree whose folders have been counted.
pub(in crate::bench) struct Tree {
    leaves: Vec<Leaf>,
}

impl Tree {
    pub(in crate::bench) fn read(root: &Path) -> Tree {
        let mut folders: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
        for file in folder::files(root) {
            let parent = file.parent().and_then(|parent| parent.strip_prefix(root).ok()).unwrap_or(root);
            folders.entry(parent.to_owned()).or_default().push(file);
        }
        let mut folders: Vec<(PathBuf, Vec<PathBuf>)> = folders.into_iter().collect();
        folders.sort_by_cached_key(|(folder, _)| mixed(&folder.to_string_lossy()));
        let leaf = |(_, files): (PathBuf, Vec<PathBuf>)| {
            let size = files.iter().filter_map(|file| folder::text_size_of_file(file)).sum();
            Leaf { files, size }
        };
        Tree { leaves: folders.into_iter().map(leaf).collect() }
    }

    /// Files with at least so many lines together; fewer where the tree has no more.
    pub(in crate::bench) fn part(&self, lines: u64) -> (Vec<PathBuf>, TextSize) {
        let (mut files, mut size) = (Vec::new(), TextSize::default());
        for leaf in &self.leaves {
            if size.lines >= lines {
                break;
            }
            files.extend(leaf.files.iter().cloned());
            size = [size, leaf.size].into_iter().sum();
        }
        (files, size)
    }
}

/// FNV-1a and a last mixing step: any fixed order would do that is not the alphabet.
fn mixed(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::folder::Scratch;

    #[test]
    fn a_larger_part_has_all_of_a_smaller_one() {
        let scratch = Scratch::create("part-test").unwrap();
        for at in 0..20 {
            let folder = scratch.path().join(format!("folder{at:02}"));
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("a.c"), "1\n2\n3\n").unwrap();
            std::fs::write(folder.join("b.c"), "1\n2\n").unwrap();
        }
        let tree = Tree::read(scratch.path());
        let ((small, size), (large, larger)) = (tree.part(12), tree.part(50));
        assert_eq!((size.lines, small.len()), (15, 6), "folders are whole");
        assert_eq!((larger.lines, larger.files), (50, 20));
        assert!(small.iter().all(|file| large.contains(file)));
        assert!(!small[0].ends_with("folder00/a.c"), "not in the order of names");
        assert_eq!(tree.part(1_000_000).1.lines, 100);
    }
}
