//! Lines of one file as they are on disk now, quoted only while they are what the snapshot was made from.
//!
//! A file is what the index calls by exactly this path: nothing else can be read through here, whatever a path may look like.

use crate::error::EngineError;
use crate::excerpt::{ExcerptLine, Source};
use crate::freshness::View;
use crate::highlight::Highlighter;
use crate::workspace::Workspace;
use orienteer_search::{Params, understand};

/// Bytes of a line that are shown; longer lines are data.
const MOST_BYTES: usize = 4_000;

/// Which lines are wanted.
#[derive(Clone, Debug, Default)]
pub struct SourceRequest {
    /// From the root, as the index has it.
    pub path: String,
    /// First and last lines, from 1; what the file does not have is left out.
    pub ranges: Vec<(u32, u32)>,
    /// What is marked in them; may be empty.
    pub query: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSource {
    pub path: String,
    pub language: String,
    pub total_lines: u32,
    /// None where the file is not as the snapshot has it.
    pub lines: Option<Vec<ExcerptLine>>,
}

impl Workspace {
    pub fn source(&self, view: &View, request: &SourceRequest) -> Result<FileSource, EngineError> {
        let missing = || EngineError::NoSuchFile { path: request.path.clone() };
        let file = view.snapshot.file_by_path(&request.path).ok_or_else(missing)?;
        let language = orienteer_languages::by_id(file.language());
        let mut highlighter = Highlighter::new(&view.snapshot, &terms(&request.query));
        let source = Source::read(self.root(), &view.snapshot, &request.path);
        let lines = source.map(|mut source| {
            let wanted = request.ranges.iter().flat_map(|(first, last)| source.range(*first, *last));
            let wanted: Vec<usize> = wanted.collect();
            wanted.into_iter().map(|line| source.shown(line, &mut highlighter, MOST_BYTES)).collect()
        });
        Ok(FileSource {
            path: request.path.clone(),
            language: language.map_or_else(String::new, |language| language.name.clone()),
            total_lines: file.lines(),
            lines,
        })
    }
}

fn terms(query: &str) -> Vec<String> {
    let intent = understand(query, &Params::default());
    intent.terms.into_iter().map(|term| term.text).collect()
}
