//! What the repository's commits say about today's files and units: messages, touches and co-changes.

mod lineage;
mod reading;

use crate::commit::Row;
use crate::error::IndexError;
use crate::progress::{Progress, Stage};
use crate::source::read_plain;
use lineage::Lineage;
use orienteer_history::{
    CoChangeLimits, CommitFacts, Content, FileChange, FileUnits, Limits, Repository as Git, UnitSpan,
    co_changes, diff_lines, touches,
};
use orienteer_model::{Edge, EdgeKind, FactsView, FileId, Provenance, UnitId};
use orienteer_storage::{LogInput, Repository, Snapshot, Touch, WriterLock};
use reading::{Reading, kept};
use std::collections::HashMap;
use std::path::Path;

/// Commits and what they did.
#[derive(Default)]
pub(crate) struct Mined {
    /// Those that were read line by line, newest first.
    pub commits: Vec<CommitFacts>,
    pub touches: Vec<Touch>,
    pub edges: Vec<Edge>,
    /// Commits before those.
    older: Vec<CommitFacts>,
    /// For each of both, the files it touched; nothing where the log of the snapshot before is still true.
    touched: Option<Vec<Vec<FileId>>>,
}

impl Mined {
    /// What the next snapshot's log says; nothing where it is that of the snapshot before.
    pub(crate) fn log(&self) -> Option<Vec<LogInput<'_>>> {
        let commits = self.commits.iter().chain(&self.older);
        let rows = commits.zip(self.touched.as_ref()?).map(|(facts, touched)| LogInput {
            id: facts.id,
            text: &facts.message,
            files: facts.file_count,
            touched: touched.clone(),
        });
        Some(rows.collect())
    }
}

/// Where history is read from, and for what.
pub(crate) struct Source<'a> {
    pub root: &'a Path,
    pub storage: &'a Repository,
    pub lock: &'a WriterLock,
    pub limits: &'a Limits,
    pub previous: Option<&'a Snapshot>,
}

/// Reads what is new of the history of HEAD and maps it to `files` and their units. No repository, no history.
pub(crate) fn mine(
    source: &Source<'_>,
    files: &[Row<'_>],
    progress: &dyn Progress,
) -> Result<Mined, IndexError> {
    let Ok(git) = Git::open(source.root) else { return Ok(Mined::default()) };
    let limits = source.limits;
    let is_told = source.previous.is_some_and(|previous| is_log_of(previous, source, files));
    let older_count = if is_told { 0 } else { limits.older_commits };
    progress.begin(Stage::History, (limits.commits + older_count) as u64);
    let mut reading = Reading::new(&git, source.storage.commits()?, progress);
    let close = reading.stretch(git.head_id(), limits);
    let older = match close.next.filter(|_| older_count > 0) {
        Some(next) => reading.stretch(Some(next), &limits.for_older()).commits,
        None => Vec::new(),
    };
    reading.keep(source.lock)?;
    let mut mined = map(&git, close.commits, files);
    if !is_told {
        mined.touched = Some(touched(mined.commits.iter().chain(&older), files));
    }
    Ok(Mined { older, ..mined })
}

/// Whether the log of a snapshot is what this run would make: the same commits and the same paths.
fn is_log_of(previous: &Snapshot, source: &Source<'_>, files: &[Row<'_>]) -> bool {
    previous.log().is_some()
        && previous.file_count() == files.len()
        && previous.files().zip(files).all(|(file, row)| file.path() == row.path)
        && is_current(source.root, source.storage, previous, source.limits)
}

/// For each commit, newest first, the files of today that it touched.
fn touched<'a>(commits: impl Iterator<Item = &'a CommitFacts>, files: &[Row<'_>]) -> Vec<Vec<FileId>> {
    let ids: HashMap<&str, FileId> =
        files.iter().zip(0..).map(|(file, number)| (file.path, FileId(number))).collect();
    let today = |path: &str| ids.get(path).copied();
    let mut lineage = Lineage::new(&today);
    commits.map(|commit| lineage.touched(commit)).collect()
}

/// Whether a snapshot tells the history as it is now: the same newest commit, and no older ones have come to light since.
pub fn is_current(root: &Path, storage: &Repository, snapshot: &Snapshot, limits: &Limits) -> bool {
    let Ok(git) = Git::open(root) else { return snapshot.log().is_none() };
    let edge = ShallowEdge::of(&git);
    match (git.head_id(), snapshot.log()) {
        (None, told) => told.is_none(),
        (Some(head), None) => edge.has(&head),
        (Some(head), Some(told)) => {
            let count = told.commit_count();
            let is_close = count <= limits.commits;
            let is_complete = count >= limits.commits + limits.older_commits
                || told.id((count as u32).saturating_sub(1)).is_some_and(|oldest| {
                    let limits = if is_close { *limits } else { limits.for_older() };
                    edge.has(&oldest) || edge.is_reached(&git, storage, &limits, &oldest)
                });
            told.rules() == limits.history_fingerprint() && told.id(0) == Some(head) && is_complete
        }
    }
}

/// The commits at which a shallow clone ends.
struct ShallowEdge(String);

impl ShallowEdge {
    fn of(git: &Git) -> ShallowEdge {
        ShallowEdge(std::fs::read_to_string(git.location().common_dir.join("shallow")).unwrap_or_default())
    }

    fn has(&self, id: &[u8; 20]) -> bool {
        let name: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
        self.0.lines().any(|line| line == name)
    }

    /// Whether nothing that can be read lies before a commit.
    fn is_reached(&self, git: &Git, storage: &Repository, limits: &Limits, oldest: &[u8; 20]) -> bool {
        let Ok(packs) = storage.commits() else { return false };
        kept(git, &packs, oldest, limits)
            .is_some_and(|facts| facts.parent.is_none_or(|parent| self.has(&parent)))
    }
}

fn map(git: &Git, commits: Vec<CommitFacts>, files: &[Row<'_>]) -> Mined {
    let mut first_unit = 0;
    let mut places: HashMap<&str, (usize, u32)> = HashMap::with_capacity(files.len());
    for (position, file) in files.iter().enumerate() {
        places.insert(file.path, (position, first_unit));
        first_unit += file.facts.units.len() as u32;
    }
    let units = |path: &str| {
        let (position, first) = places.get(path)?;
        Some(spans(&files[*position].facts, *first))
    };
    let working = working_changes(git, &commits, files, &places);
    let found = touches(commits.iter(), &working, &units);
    let together = co_changes(&found, &CoChangeLimits::default());
    let touch = |row: &orienteer_history::Touch| Touch {
        unit: UnitId(row.unit),
        commit: row.commit,
        lines: row.lines,
    };
    Mined {
        touches: found.rows.iter().map(touch).collect(),
        edges: together.iter().flat_map(|pair| co_change_edges(pair.a, pair.b, pair.weight)).collect(),
        commits,
        ..Mined::default()
    }
}

fn spans(facts: &FactsView<'_>, first: u32) -> FileUnits {
    let span = |(index, unit): (usize, &orienteer_model::UnitFact)| UnitSpan {
        start_line: unit.span.start_line,
        end_line: unit.span.end_line,
        unit: first + index as u32,
    };
    FileUnits { spans: facts.units.iter().enumerate().map(span).collect() }
}

/// Differences between HEAD and the indexed files, for those files that commits speak of.
fn working_changes(
    git: &Git,
    commits: &[CommitFacts],
    files: &[Row<'_>],
    places: &HashMap<&str, (usize, u32)>,
) -> Vec<FileChange> {
    let mut head = git.head();
    let mut paths: Vec<&str> =
        commits.iter().flat_map(|commit| &commit.files).map(|file| file.path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    let changed = |path: &str| {
        let (position, _) = places.get(path)?;
        let blob = files[*position].facts.blob;
        (head.oid(path).is_some_and(|oid| oid != blob)).then_some(())?;
        let old = head.blob(path)?;
        let work_dir = git.location().work_dir.as_ref()?;
        let prefix = git.location().prefix.as_deref().unwrap_or_default();
        let new = read_plain(&work_dir.join(prefix).join(path)).ok()?;
        let hunks = diff_lines(&old, &new);
        Some(FileChange { path: path.to_owned(), old_path: None, content: Content::Lines, hunks })
    };
    paths.into_iter().filter_map(changed).collect()
}

/// Both directions; commits that touch few units say more about each pair.
fn co_change_edges(a: u32, b: u32, weight: f32) -> [Edge; 2] {
    let confidence = (20.0 + 15.0 * weight).min(80.0) as u8;
    let edge = |from, to| Edge {
        from: UnitId(from),
        to: UnitId(to),
        kind: EdgeKind::CoChanges,
        provenance: Provenance::History,
        confidence,
        ambiguous: false,
        line: 0,
    };
    [edge(a, b), edge(b, a)]
}
