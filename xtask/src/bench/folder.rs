//! Folders that a measurement needs: copies, sizes and a place that goes away again.

use std::collections::BTreeMap;
use std::iter::Sum;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// How much text there is to index.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct TextSize {
    pub(super) files: u64,
    pub(super) lines: u64,
    pub(super) bytes: u64,
}

/// A folder for one measurement, removed when it is over.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn create(label: &str) -> Result<Self, String> {
        let moment = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.subsec_nanos());
        let name = format!("orient-bench-{label}-{}-{moment}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Scratch(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            eprintln!("{} is left behind: {error}", self.0.display());
        }
    }
}

/// Regular files below `folder` in path order; links are left alone.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

pub(super) fn bytes_in(folder: &Path) -> u64 {
    files(folder).iter().filter_map(|path| path.metadata().ok()).map(|metadata| metadata.len()).sum()
}

pub(super) fn text_size(folder: &Path) -> TextSize {
    files(folder).iter().filter_map(|path| text_size_of_file(path)).sum()
}

/// None for what is no text.
pub(super) fn text_size_of_file(path: &Path) -> Option<TextSize> {
    let bytes = std::fs::read(path).ok()?;
    let is_text = !bytes.iter().take(8_192).any(|byte| *byte == 0);
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
    is_text.then_some(TextSize { files: 1, lines, bytes: bytes.len() as u64 })
}

impl Sum for TextSize {
    fn sum<I: Iterator<Item = TextSize>>(sizes: I) -> TextSize {
        sizes.fold(TextSize::default(), |whole, part| TextSize {
            files: whole.files + part.files,
            lines: whole.lines + part.lines,
            bytes: whole.bytes + part.bytes,
        })
    }
}

pub(super) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    copy_files(&files(from), from, to)
}

/// Some files below `from` to the same places below `to`.
pub(super) fn copy_files(some: &[PathBuf], from: &Path, to: &Path) -> Result<(), String> {
    for file in some {
        let target = to.join(file.strip_prefix(from).unwrap_or(file));
        let parent = target.parent().unwrap_or(to);
        std::fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
        std::fs::copy(file, &target).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    Ok(())
}

/// The file of middle size among those with this extension.
pub(super) fn middle_file(folder: &Path, extension: &str) -> Option<PathBuf> {
    let mut sized: Vec<(u64, PathBuf)> = files(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == extension))
        .filter_map(|path| Some((path.metadata().ok()?.len(), path)))
        .filter(|(size, _)| *size > 0)
        .collect();
    sized.sort();
    let middle = sized.len() / 2;
    sized.into_iter().nth(middle).map(|(_, path)| path)
}

/// What most files of the folder end in.
pub(super) fn usual_extension(folder: &Path) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for path in files(folder) {
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
        ending.into_iter().for_each(|ending| *counts.entry(ending).or_default() += 1);
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(ending, _)| ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_same_text_and_the_middle_file_is_found() {
        let scratch = Scratch::create("folder-test").unwrap();
        let from = scratch.path().join("from");
        std::fs::create_dir_all(from.join("deep")).unwrap();
        std::fs::write(from.join("a.py"), "1\n").unwrap();
        std::fs::write(from.join("deep").join("b.py"), "1\n2\n").unwrap();
        std::fs::write(from.join("deep").join("c.py"), "1\n2\n3\n").unwrap();
        std::fs::write(from.join("image.bin"), [0, 1, 10]).unwrap();
        let to = scratch.path().join("to");
        copy(&from, &to).unwrap();
        let size = text_size(&to);
        assert_eq!((size.files, size.lines, size.bytes), (3, 6, 12));
        assert!(middle_file(&to, "py").unwrap().ends_with("b.py"));
        assert_eq!(usual_extension(&to).as_deref(), Some("py"));
        assert_eq!(bytes_in(&to), 15);
    }
}
