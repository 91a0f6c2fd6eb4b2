//! Files read from a folder and extracted, ready to be resolved. Never writes.

use orienteer_model::FileFacts;
use orienteer_resolution::{FileInput, Hints, Resolved, hints_from_manifests, resolve};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    #[error("cannot read {path}: {source}")]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{path} is not a SCIP index: {source}")]
    Index { path: PathBuf, source: protobuf::Error },
}

/// The facts of a set of files, in path order.
pub struct Corpus {
    pub paths: Vec<String>,
    pub sources: Vec<String>,
    pub facts: Vec<FileFacts>,
    pub hints: Hints,
}

impl Corpus {
    /// Reads and extracts `paths` (relative to `root`); files that cannot be read are left out.
    pub fn read(root: &Path, mut paths: Vec<String>) -> Corpus {
        paths.sort();
        paths.dedup();
        let read = |path: &String| {
            let bytes = std::fs::read(root.join(path)).ok()?;
            let facts = orienteer_extraction::extract(path, &bytes);
            Some((path.clone(), String::from_utf8_lossy(&bytes).into_owned(), facts))
        };
        let files: Vec<_> = paths.par_iter().filter_map(read).collect();
        let manifests = files.iter().map(|(path, source, _)| (path.as_str(), source.as_str()));
        let hints = hints_from_manifests(manifests);
        let mut corpus = Corpus { paths: Vec::new(), sources: Vec::new(), facts: Vec::new(), hints };
        for (path, source, facts) in files {
            corpus.paths.push(path);
            corpus.sources.push(source);
            corpus.facts.push(facts);
        }
        corpus
    }

    /// Every file under a folder, hidden ones and installed packages left out.
    pub fn list(root: &Path) -> Result<Vec<String>, CorpusError> {
        let mut found = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let path = root.join(&folder);
            let failed = |source| CorpusError::Read { path: path.clone(), source };
            for entry in std::fs::read_dir(&path).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                let name = entry.file_name().to_string_lossy().into_owned();
                if name.starts_with('.') || name == "node_modules" {
                    continue;
                }
                match entry.file_type().map_err(failed)? {
                    kind if kind.is_dir() => folders.push(folder.join(name)),
                    kind if kind.is_file() => {
                        found.push(folder.join(name).to_string_lossy().replace('\\', "/"))
                    }
                    _ => {}
                }
            }
        }
        Ok(found)
    }

    pub fn inputs(&self) -> Vec<FileInput<'_>> {
        let mut first_unit = 0;
        let mut inputs = Vec::with_capacity(self.paths.len());
        for (path, facts) in self.paths.iter().zip(&self.facts) {
            inputs.push(FileInput { path, facts: facts.view(), first_unit, is_test: is_test(path) });
            first_unit += facts.units.len() as u32;
        }
        inputs
    }

    pub fn resolve(&self) -> Resolved {
        resolve(&self.inputs(), &self.hints)
    }
}

fn is_test(path: &str) -> bool {
    path.split('/')
        .any(|part| part == "test" || part == "tests" || part.starts_with("test_") || part.contains(".test."))
}
