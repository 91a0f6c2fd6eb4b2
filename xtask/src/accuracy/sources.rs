//! The files of each language that are compared, taken evenly from all corpora.
//!
//! The choice depends on names and sizes alone, so that two runs compare the same files.

use std::path::{Path, PathBuf};

use super::kinds::Subject;
use crate::bench::corpora;

const MOST_FILES: usize = 3_000;
const MOST_BYTES: u64 = 40 << 20;
const LARGEST_FILE: u64 = 1 << 20;

/// Folders whose files are broken on purpose.
const BROKEN_ON_PURPOSE: &[&str] = &[
    "testdata",
    "invalid",
    "broken",
    "bad_syntax",
    "badsyntax",
    "syntax_error",
    "syntax_errors",
    "syntax-error",
    "syntax-errors",
    "parse-errors",
];

/// The sources of one project.
pub(super) type Corpus = Vec<Source>;

#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) path: String,
    /// Below the shelf, as it is shown.
    pub(super) shown: String,
    pub(super) corpus: String,
    bytes: u64,
    subject: &'static str,
}

/// Every corpus on a shelf.
pub(super) fn on_shelf(shelf: &Path) -> Result<Vec<Corpus>, String> {
    let shelf = shelf.canonicalize().map_err(|error| format!("{}: {error}", shelf.display()))?;
    let folders = corpus_folders(&shelf);
    Ok(folders.iter().map(|folder| read_corpus(&shelf, folder, &file_name(folder))).collect())
}

/// The packages of the list, fetched where they are missing.
pub(super) fn pinned(packages: &[corpora::Corpus]) -> Result<Vec<Corpus>, String> {
    let read = |package: &corpora::Corpus| {
        let folder = corpora::obtain(package, None)?;
        let shelf = folder.parent().unwrap_or(&folder);
        Ok(read_corpus(shelf, &folder, &package.title()))
    };
    packages.iter().map(read).collect()
}

/// The folders on a shelf; one that holds nothing but folders is a shelf of its own.
fn corpus_folders(shelf: &Path) -> Vec<PathBuf> {
    let (folders, _) = entries(shelf);
    let deeper = folders.into_iter().flat_map(|folder| match entries(&folder) {
        (inner, files) if files.is_empty() && inner.len() > 1 => inner,
        _ => vec![folder],
    });
    deeper.collect()
}

fn read_corpus(shelf: &Path, folder: &Path, name: &str) -> Corpus {
    let mut files = Vec::new();
    collect(shelf, folder, name, &mut files);
    files
}

fn collect(shelf: &Path, folder: &Path, corpus: &str, into: &mut Vec<Source>) {
    let (folders, files) = entries(folder);
    into.extend(files.iter().filter_map(|path| source(shelf, path, corpus)));
    for folder in folders {
        if !BROKEN_ON_PURPOSE.contains(&file_name(&folder).to_lowercase().as_str()) {
            collect(shelf, &folder, corpus, into);
        }
    }
}

fn source(shelf: &Path, path: &Path, corpus: &str) -> Option<Source> {
    let subject = Subject::of_path(path)?.title;
    let bytes = path.metadata().ok()?.len();
    let shown = path.strip_prefix(shelf).unwrap_or(path).to_str()?.to_owned();
    let squeezed = file_name(path).contains(".min.");
    let text = path.to_str().filter(|text| !text.contains('\n') && !squeezed && bytes <= LARGEST_FILE)?;
    Some(Source { path: text.to_owned(), shown, corpus: corpus.to_owned(), bytes, subject })
}

/// Folders and files in the order of their names; links and hidden things are left out.
fn entries(folder: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && !hidden => folders.push(entry.path()),
            Ok(kind) if kind.is_file() && !hidden => files.push(entry.path()),
            _ => {}
        }
    }
    folders.sort();
    files.sort();
    (folders, files)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The files of one row, in the order of their paths.
pub(super) fn of_subject(corpora: &[Corpus], subject: &Subject) -> Vec<Source> {
    let lists = corpora
        .iter()
        .map(|corpus| corpus.iter().filter(|file| file.subject == subject.title).collect::<Vec<&Source>>());
    let mut chosen = take_evenly(&lists.collect::<Vec<_>>(), MOST_FILES, MOST_BYTES);
    chosen.sort_by(|a, b| a.shown.cmp(&b.shown));
    chosen
}

/// One file of each corpus in turn until there are enough, so that a large corpus does not crowd out the others.
fn take_evenly(lists: &[Vec<&Source>], most_files: usize, most_bytes: u64) -> Vec<Source> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let turns = (0..longest).flat_map(|turn| lists.iter().filter_map(move |list| list.get(turn)));
    let mut bytes = 0;
    let within = turns.take(most_files).take_while(|file| {
        bytes += file.bytes;
        bytes <= most_bytes
    });
    within.map(|file| (*file).clone()).collect()
}

#[cfg(test)]
impl Source {
    pub(super) fn at(path: &Path) -> Source {
        let path = path.to_string_lossy().into_owned();
        Source { shown: path.clone(), path, corpus: String::new(), bytes: 0, subject: "" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: u64) -> Source {
        let corpus = String::new();
        Source { path: name.to_owned(), shown: name.to_owned(), corpus, bytes, subject: "Go" }
    }

    fn taken(most_files: usize, most_bytes: u64) -> Vec<String> {
        let large = [file("a1", 10), file("a2", 10), file("a3", 10)];
        let small = [file("b1", 10)];
        let lists = [large.iter().collect(), small.iter().collect()];
        take_evenly(&lists, most_files, most_bytes).into_iter().map(|file| file.shown).collect()
    }

    #[test]
    fn a_large_corpus_does_not_crowd_out_the_others() {
        assert_eq!(taken(2, 1_000), ["a1", "b1"]);
        assert_eq!(taken(9, 1_000), ["a1", "b1", "a2", "a3"]);
    }

    #[test]
    fn bytes_are_bounded() {
        assert_eq!(taken(9, 25), ["a1", "b1"]);
    }
}
