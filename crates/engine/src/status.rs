//! What an index holds and how current it is.

use crate::error::EngineError;
use crate::freshness::{Freshness, View};
use crate::workspace::Workspace;
use orienteer_model::{FileId, Problem, ProblemKind};
use orienteer_storage::{Counts, SnapshotId};
use std::collections::BTreeMap;

/// Files of one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageShare {
    pub language: String,
    pub files: u64,
    pub lines: u64,
    pub units: u64,
}

/// A file that gave less than it could have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemFile {
    pub path: String,
    pub line: u32,
    pub problem: &'static str,
}

#[derive(Clone, Debug)]
pub struct Status {
    pub snapshot: SnapshotId,
    pub counts: Counts,
    pub freshness: Freshness,
    /// Most lines first.
    pub languages: Vec<LanguageShare>,
    pub problems: Vec<ProblemFile>,
    /// Edges by kind, in the order of the kinds.
    pub edges: Vec<(&'static str, u64)>,
    pub snapshot_bytes: u64,
    pub shared_bytes: u64,
    /// Units can be compared by their vectors.
    pub has_vectors: bool,
    /// Files that usually hold secrets, which are never read.
    pub skipped_secrets: u64,
}

impl Workspace {
    /// None if the tree was never indexed.
    pub fn status(&self) -> Result<Option<Status>, EngineError> {
        let Some(snapshot) = self.snapshot()? else { return Ok(None) };
        let changes = orienteer_indexing::changes(self.root(), &self.tree, &snapshot)?;
        Ok(Some(Status {
            snapshot: snapshot.id().clone(),
            counts: snapshot.counts(),
            skipped_secrets: changes.skipped.secrets,
            freshness: Freshness::of(changes),
            has_vectors: orienteer_search::Nearest::has_vectors(&snapshot),
            languages: languages(&snapshot),
            problems: problems(&snapshot),
            edges: edges(&snapshot),
            snapshot_bytes: snapshot.disk_bytes(),
            shared_bytes: self.repository.facts()?.disk_bytes() + self.repository.commits()?.disk_bytes(),
        }))
    }
}

impl View {
    /// How many files and folders of the tree could not be read.
    pub fn unreadable(&self) -> usize {
        let is_unreadable = |problem: Problem| problem.kind() == ProblemKind::Unreadable;
        self.snapshot.files().filter(|file| file.first_problem().is_some_and(is_unreadable)).count()
    }
}

fn languages(snapshot: &orienteer_storage::Snapshot) -> Vec<LanguageShare> {
    let mut shares: BTreeMap<u16, LanguageShare> = BTreeMap::new();
    for file in snapshot.files() {
        let name =
            || orienteer_languages::by_id(file.language()).map_or("unknown", |language| &language.name);
        let share = shares.entry(file.language().0).or_insert_with(|| LanguageShare {
            language: name().to_owned(),
            files: 0,
            lines: 0,
            units: 0,
        });
        share.files += 1;
        share.lines += u64::from(file.lines());
        share.units += file.units().len() as u64;
    }
    let mut shares: Vec<LanguageShare> = shares.into_values().collect();
    shares
        .sort_by(|left, right| right.lines.cmp(&left.lines).then_with(|| left.language.cmp(&right.language)));
    shares
}

fn problems(snapshot: &orienteer_storage::Snapshot) -> Vec<ProblemFile> {
    let files = (0..snapshot.file_count() as u32).filter_map(|id| snapshot.file(FileId(id)));
    let problem = |file: orienteer_storage::FileRecord<'_>| {
        let problem: Problem = file.first_problem()?;
        Some(ProblemFile { path: file.path().to_owned(), line: problem.line, problem: problem.kind().name() })
    };
    files.filter_map(problem).collect()
}

fn edges(snapshot: &orienteer_storage::Snapshot) -> Vec<(&'static str, u64)> {
    let mut counts = [0u64; orienteer_model::EdgeKind::ALL.len()];
    for edge in snapshot.graph().edges() {
        counts[edge.kind as usize] += 1;
    }
    let named = orienteer_model::EdgeKind::ALL.into_iter().map(|kind| (kind.name(), counts[kind as usize]));
    named.filter(|(_, count)| *count > 0).collect()
}
