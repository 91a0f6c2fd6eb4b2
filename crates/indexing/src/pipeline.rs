//! The order of the stages, and nothing else.

use crate::classify::flags_of;
use crate::commit::{Content as Next, Row, commit};
use crate::discover::{Discovery, Folders, Skipped, discover_again};
use crate::embed::with_vectors;
use crate::error::IndexError;
use crate::extract::{Extracted, extract};
use crate::history;
use crate::manifests;
use crate::memory_bound::MemoryBound;
use crate::progress::{Progress, Silent, Stage};
use crate::read::{Content, Entry, read, remembered, settled};
use crate::report::{Report, Timing};
use crate::resolve::{Known, resolve};
use crate::scip;
use orienteer_history::Limits as HistoryLimits;
use orienteer_model::{FactsView, FileFacts, Problem, ProblemKind};
use orienteer_storage::{FactsStore, FolderCache, Key, Repository, Snapshot, Tree, WriterLock};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A tree to be indexed.
pub struct Request<'a> {
    pub root: &'a Path,
    pub repository: &'a Repository,
    pub tree: &'a Tree,
    pub lock: &'a WriterLock,
    /// SCIP indexes to keep for the tree instead of those it has; `None` leaves them.
    pub scip: Option<&'a [PathBuf]>,
    /// Parse and publish anew even if nothing changed.
    pub force: bool,
    pub history: HistoryLimits,
    pub memory: MemoryBound,
    /// When the run began, in nanoseconds since 1970.
    pub started: i64,
}

/// Brings the index of a tree up to date.
pub fn index(request: &Request<'_>, progress: &dyn Progress) -> Result<Report, IndexError> {
    progress.begin(Stage::Discover, 0);
    let clock = Clock::default();
    let cache = request.tree.folder_cache();
    let mut discovery = discover_again(request.root, &cache, progress)?;
    let folders = std::mem::take(&mut discovery.folders);
    let report = index_from(request, discovery, clock, progress)?;
    remember_folders(request, &cache, folders)?;
    Ok(report)
}

fn remember_folders(
    request: &Request<'_>,
    cache: &FolderCache,
    mut folders: Folders,
) -> Result<(), IndexError> {
    folders.listed.retain(|folder| settled(folder.stamp.modified, request.started));
    if !folders.listed.is_empty() || folders.known.len() != cache.len() {
        request.tree.write_folder_cache(request.lock, cache, &folders.known, &folders.listed)?;
    }
    Ok(())
}

/// Brings the index up to date with some files as if the tree had no others.
pub fn index_found(
    request: &Request<'_>,
    found: Discovery,
    progress: &dyn Progress,
) -> Result<Report, IndexError> {
    index_from(request, found, Clock::default(), progress)
}

fn index_from(
    request: &Request<'_>,
    discovery: Discovery,
    mut clock: Clock,
    progress: &dyn Progress,
) -> Result<Report, IndexError> {
    let previous = request.tree.current().ok().flatten();
    let mut store = request.repository.facts()?;
    let mut skipped = discovery.skipped;
    let mut entries = read(discovery, &request.tree.stat_cache());
    clock.lap(Stage::Discover);

    progress.begin(Stage::Extract, entries.iter().map(unread_bytes).sum());
    let extracted = extract(request, &mut entries, &mut store, previous.as_ref(), progress)?;
    skipped.binary += entries.iter().filter(|entry| entry.content == Content::NotText).count() as u64;
    clock.lap(Stage::Extract);

    let (read_count, parsed) = (extracted.read, extracted.parsed);
    let blank = Blank::default();
    let rows = rows(&entries, &store, &blank, &extracted);
    let totals = Totals::of(&rows);
    let current = with_vectors(previous.as_ref()).filter(|snapshot| is_current(request, snapshot, &rows));
    let published = current.is_none();
    let memory_needed = request.memory.exceeded(&rows).filter(|_| published);
    let (snapshot, counts) = match current {
        Some(snapshot) => (snapshot.id().clone(), snapshot.counts()),
        None => {
            progress.begin(Stage::Resolve, 0);
            if let Some(files) = request.scip {
                scip::attach(request.tree, files, &rows)?;
            }
            let trusted = previous.as_ref().filter(|_| !request.force);
            let hints = manifests::hints(request.root, &entries);
            let room = request.memory.room(request.lock, request.tree);
            let known = Known { previous: trusted, store: &store };
            let resolved = resolve(&rows, &hints, request.tree, &known, &*room)?;
            clock.lap(Stage::Resolve);
            let source = history::Source {
                root: request.root,
                storage: request.repository,
                lock: request.lock,
                limits: &request.history,
                previous: trusted,
            };
            let mined = history::mine(&source, &rows, progress)?;
            clock.lap(Stage::History);
            progress.begin(Stage::Commit, 0);
            let rules = request.history.history_fingerprint();
            let previous = previous.as_ref();
            let next = Next { resolved: &resolved, mined: &mined, rules, previous, room: &*room };
            commit(request.lock, request.tree, rows, &next, extracted.segments)?
        }
    };
    if read_count > 0 || request.tree.stat_cache().is_empty() {
        request.tree.write_stat_cache(request.lock, &remembered(&entries, request.started))?;
    }
    request.repository.collect_garbage(request.lock)?;
    clock.lap(Stage::Commit);
    Ok(Report {
        published,
        snapshot,
        counts,
        read: read_count,
        parsed,
        bytes: totals.bytes,
        lines: totals.lines,
        problems: totals.problems,
        skipped,
        memory_needed,
        timings: clock.laps,
    })
}

/// How a tree differs from a snapshot of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub added: Vec<String>,
    pub changed: Vec<String>,
    pub removed: Vec<String>,
    pub skipped: Skipped,
}

/// Compares a tree with a snapshot. Reads those files whose state on disk is new.
pub fn changes(root: &Path, tree: &Tree, snapshot: &Snapshot) -> Result<Changes, IndexError> {
    let discovery: Discovery = discover_again(root, &tree.folder_cache(), &Silent)?;
    let mut changes = Changes { skipped: discovery.skipped, ..Changes::default() };
    let entries = read(discovery, &tree.stat_cache());
    let mut seen = 0;
    for entry in &entries {
        let Some(key) = current_key(root, entry) else { continue };
        match snapshot.file_by_path(&entry.found.path) {
            Some(file) if file.key() == key => seen += 1,
            Some(_) => {
                seen += 1;
                changes.changed.push(entry.found.path.clone());
            }
            None => changes.added.push(entry.found.path.clone()),
        }
    }
    if seen < snapshot.file_count() {
        let is_there = |path: &str| {
            entries
                .binary_search_by(|entry| entry.found.path.as_str().cmp(path))
                .is_ok_and(|at| current_key(root, &entries[at]).is_some())
        };
        let gone = snapshot.files().filter(|file| !is_there(file.path()));
        changes.removed = gone.map(|file| file.path().to_owned()).collect();
    }
    Ok(changes)
}

fn current_key(root: &Path, entry: &Entry) -> Option<Key> {
    match entry.content {
        Content::Text(key) => Some(key),
        Content::NotText | Content::Gone => None,
        Content::Problem(kind) => Some(broken(kind)),
        Content::Unknown => match crate::source::read_source(root, &entry.found.path) {
            Ok(source) => source.map(|source| source.key),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(_) => Some(broken(ProblemKind::Unreadable)),
        },
    }
}

/// The key of files that could not be read: what stopped it is all that is known of them.
fn broken(kind: ProblemKind) -> Key {
    let mut key = [0xff; 16];
    key[15] = kind as u8;
    Key(key)
}

fn unread_bytes(entry: &Entry) -> u64 {
    if entry.content == Content::Unknown { entry.found.size } else { 0 }
}

/// Facts of files that could not be read: only the problem.
#[derive(Default)]
struct Blank {
    by_problem: std::sync::OnceLock<Vec<FileFacts>>,
}

impl Blank {
    fn facts(&self, problem: ProblemKind) -> FactsView<'_> {
        let all = self.by_problem.get_or_init(|| {
            let language = orienteer_languages::by_name("text").map_or(0, |language| language.id.0);
            let blank =
                |kind| FileFacts { language, problems: vec![Problem::new(kind, 0)], ..FileFacts::default() };
            ProblemKind::ALL.map(blank).to_vec()
        });
        all[problem as usize].view()
    }
}

fn rows<'a>(
    entries: &'a [Entry],
    store: &'a FactsStore,
    blank: &'a Blank,
    extracted: &Extracted,
) -> Vec<Row<'a>> {
    let row = |(entry, has_words): (&'a Entry, &bool)| {
        let (key, facts) = match entry.content {
            Content::Text(key) => (key, store.get(&key)?),
            Content::Problem(kind) => (broken(kind), blank.facts(kind)),
            Content::NotText | Content::Gone | Content::Unknown => return None,
        };
        let path = entry.found.path.as_str();
        let (size, has_words) = (entry.found.size, *has_words);
        Some(Row { path, key, size, flags: flags_of(path), has_words, facts })
    };
    let mut rows = Vec::with_capacity(entries.len());
    rows.extend(entries.iter().zip(&extracted.covered).filter_map(row));
    rows
}

/// Whether a snapshot is what this run would make.
fn is_current(request: &Request<'_>, snapshot: &Snapshot, rows: &[Row<'_>]) -> bool {
    let same = |(file, row): (orienteer_storage::FileRecord<'_>, &Row<'_>)| {
        file.has_path(row.path) && file.key() == row.key && file.size() == row.size
    };
    !request.force
        && request.scip.is_none()
        && snapshot.file_count() == rows.len()
        && snapshot.files().zip(rows).all(same)
        && history::is_current(request.root, request.repository, snapshot, &request.history)
}

#[derive(Default)]
struct Totals {
    bytes: u64,
    lines: u64,
    problems: u64,
}

impl Totals {
    fn of(rows: &[Row<'_>]) -> Totals {
        let mut totals = Totals::default();
        for row in rows {
            totals.bytes += row.size;
            totals.lines += u64::from(row.facts.lines);
            totals.problems += row.facts.problems.len() as u64;
        }
        totals
    }
}

struct Clock {
    last: Instant,
    laps: Vec<Timing>,
}

impl Default for Clock {
    fn default() -> Self {
        Clock { last: Instant::now(), laps: Vec::new() }
    }
}

impl Clock {
    fn lap(&mut self, stage: Stage) {
        self.laps.push(Timing { stage, elapsed: self.last.elapsed() });
        self.last = Instant::now();
    }
}
