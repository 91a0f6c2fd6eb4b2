//! What the repository's commits say about today's units: messages, touches and co-changes.

use crate::error::IndexError;
use crate::progress::{Progress, Stage};
use crate::source::read_plain;
use orienteer_history::{
    CoChangeLimits, CommitFacts, Content, FileChange, FileUnits, Known, Limits, Repository as Git, UnitSpan,
    co_changes, diff_lines, touches,
};
use orienteer_model::{Edge, EdgeKind, FactsView, Provenance, UnitId};
use orienteer_storage::{Packs, Repository, Snapshot, Touch, WriterLock};
use std::collections::HashMap;
use std::path::Path;

/// Commits and what they did.
#[derive(Default)]
pub(crate) struct Mined {
    pub commits: Vec<CommitFacts>,
    pub touches: Vec<Touch>,
    pub edges: Vec<Edge>,
}

/// Reads what is new of the history of HEAD and maps it to the units of `files`. No repository, no history.
pub(crate) fn mine(
    root: &Path,
    storage: &Repository,
    lock: &WriterLock,
    files: &[(&str, FactsView<'_>)],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Mined, IndexError> {
    let Ok(git) = Git::open(root) else { return Ok(Mined::default()) };
    progress.begin(Stage::History, limits.commits as u64);
    let salt = salt(&git, limits);
    let mut packs = storage.commits()?;
    let commits = commits(&git, &mut packs, lock, limits, &salt, progress)?;
    Ok(map(&git, commits, files))
}

/// Whether a snapshot tells the history as it is now: the same newest commit, and no older ones have come to light since.
pub fn is_current(root: &Path, storage: &Repository, snapshot: &Snapshot, limits: &Limits) -> bool {
    let Ok(git) = Git::open(root) else { return snapshot.history().is_none() };
    let edge = ShallowEdge::of(&git);
    match (git.head_id(), snapshot.history()) {
        (None, told) => told.is_none(),
        (Some(head), None) => edge.has(&head),
        (Some(head), Some(told)) => {
            let oldest =
                told.commit((told.commit_count() as u32).saturating_sub(1)).map(|commit| commit.id());
            let is_complete = told.commit_count() >= limits.commits
                || oldest.is_some_and(|oldest| {
                    edge.has(&oldest) || edge.is_reached(&git, storage, limits, &oldest)
                });
            told.commit(0).is_some_and(|newest| newest.id() == head) && is_complete
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
        let Some(mut bytes) = packs.get(&key(oldest, &salt(git, limits))) else { return false };
        CommitFacts::decode(&mut bytes).is_ok_and(|facts| facts.parent.is_none_or(|parent| self.has(&parent)))
    }
}

/// Facts of a commit differ with the folder and the limits they were read for; so do their keys.
fn salt(git: &Git, limits: &Limits) -> [u8; 20] {
    let mut salt = [0; 20];
    let prefix = git.location().prefix.as_deref().unwrap_or_default();
    let hash = orienteer_model::NameHash::of(prefix).0;
    salt[..8].copy_from_slice(&limits.fingerprint().to_le_bytes());
    salt[8..16].copy_from_slice(&hash.to_le_bytes());
    salt
}

fn key(id: &[u8; 20], salt: &[u8; 20]) -> [u8; 20] {
    std::array::from_fn(|at| id[at] ^ salt[at])
}

/// Facts of the commits that HEAD reaches, newest first; those not known yet are read and kept.
fn commits(
    git: &Git,
    packs: &mut Packs<20>,
    lock: &WriterLock,
    limits: &Limits,
    salt: &[u8; 20],
    progress: &dyn Progress,
) -> Result<Vec<CommitFacts>, IndexError> {
    let mut fresh: HashMap<[u8; 20], CommitFacts> = HashMap::new();
    let stored = |id: &[u8; 20]| {
        let mut bytes = packs.get(&key(id, salt))?;
        CommitFacts::decode(&mut bytes).ok()
    };
    let known = |id: &[u8; 20]| stored(id).map_or(Known::No, |facts| Known::Yes { parent: facts.parent });
    let mut sink = |facts: CommitFacts| {
        progress.advance(1);
        fresh.insert(facts.id, facts);
    };
    let walk = orienteer_history::read(git, limits, &known, &mut sink, &|| progress.is_cancelled());
    let commits: Vec<CommitFacts> =
        walk.commits.iter().filter_map(|id| fresh.get(id).cloned().or_else(|| stored(id))).collect();
    keep(packs, lock, salt, &commits, &fresh)?;
    if progress.is_cancelled() { Err(IndexError::Cancelled) } else { Ok(commits) }
}

fn keep(
    packs: &mut Packs<20>,
    lock: &WriterLock,
    salt: &[u8; 20],
    commits: &[CommitFacts],
    fresh: &HashMap<[u8; 20], CommitFacts>,
) -> Result<(), IndexError> {
    if fresh.is_empty() {
        return Ok(());
    }
    let mut writer = packs.writer(lock)?;
    let mut bytes = Vec::new();
    for facts in commits.iter().filter(|facts| fresh.contains_key(&facts.id)) {
        bytes.clear();
        facts.encode(&mut bytes);
        writer.add(key(&facts.id, salt), &bytes)?;
    }
    packs.commit(writer)?;
    Ok(())
}

fn map(git: &Git, commits: Vec<CommitFacts>, files: &[(&str, FactsView<'_>)]) -> Mined {
    let mut first_unit = 0;
    let mut places: HashMap<&str, (usize, u32)> = HashMap::with_capacity(files.len());
    for (position, (path, facts)) in files.iter().enumerate() {
        places.insert(path, (position, first_unit));
        first_unit += facts.units.len() as u32;
    }
    let units = |path: &str| {
        let (position, first) = places.get(path)?;
        Some(spans(&files[*position].1, *first))
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
    files: &[(&str, FactsView<'_>)],
    places: &HashMap<&str, (usize, u32)>,
) -> Vec<FileChange> {
    let mut head = git.head();
    let mut paths: Vec<&str> =
        commits.iter().flat_map(|commit| &commit.files).map(|file| file.path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    let changed = |path: &str| {
        let (position, _) = places.get(path)?;
        let blob = files[*position].1.blob;
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
