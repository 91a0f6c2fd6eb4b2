//! A git repository in a scratch folder, its index, and everything a snapshot says as lines that can be compared.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

pub mod templates;

use orienteer_history::Limits;
use orienteer_indexing::{IndexError, MemoryBound, Report, Request, Silent, index};
use orienteer_storage::{Field, Lexical, Repository, Snapshot, Steps, Tree, UnitRecord, WriterLock};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// In memory where there is such a place: every run syncs its files.
pub fn scratch() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// An index of one tree.
pub struct Index {
    _cache: tempfile::TempDir,
    root: PathBuf,
    repository: Repository,
    pub tree: Tree,
    limits: Limits,
    pub memory: MemoryBound,
}

impl Index {
    pub fn new(root: &Path) -> Index {
        Index::limited(root, Limits::default())
    }

    pub fn limited(root: &Path, limits: Limits) -> Index {
        let cache = scratch();
        let repository = Repository::open(cache.path(), "repository");
        let tree = repository.tree("tree");
        Index {
            _cache: cache,
            root: root.to_owned(),
            repository,
            tree,
            limits,
            memory: MemoryBound::default(),
        }
    }

    pub fn run(&self) -> Report {
        self.run_locked(&self.repository.lock_writer().unwrap()).unwrap()
    }

    /// On a disk that `steps` decides about.
    pub fn run_with(&self, steps: Arc<dyn Steps>) -> Result<Report, IndexError> {
        self.run_locked(&self.repository.lock_writer().unwrap().with_steps(steps))
    }

    /// Where it lies.
    pub fn folder(&self) -> &Path {
        self.repository.folder()
    }

    fn run_locked(&self, lock: &WriterLock) -> Result<Report, IndexError> {
        let request = Request {
            root: &self.root,
            repository: &self.repository,
            tree: &self.tree,
            lock,
            scip: None,
            force: false,
            history: self.limits,
            memory: self.memory,
            started: SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as i64,
        };
        index(&request, &Silent)
    }

    pub fn snapshot(&self) -> Snapshot {
        self.tree.current().unwrap().unwrap()
    }

    /// Name and bytes of every file of the current snapshot.
    pub fn bytes(&self) -> Vec<(String, Vec<u8>)> {
        let entries = std::fs::read_dir(self.snapshot().folder()).unwrap();
        let read = |path: PathBuf| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(path).unwrap())
        };
        let mut files: Vec<_> = entries.map(|entry| read(entry.unwrap().path())).collect();
        files.sort();
        files
    }
}

/// Runs git without the user's configuration; false where git refused.
pub fn git(root: &Path, arguments: &[&str]) -> bool {
    Command::new("git")
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "core.autocrlf=false"])
        .args(["-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main", "-c", "gc.auto=0"])
        .args(arguments)
        .current_dir(root)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap()
        .success()
}

/// Everything that a snapshot says, in an order that does not depend on how it is stored.
pub fn describe(snapshot: &Snapshot) -> Vec<String> {
    let mut lines = Vec::new();
    for file in snapshot.files() {
        let (key, size, count) = (file.key(), file.size(), file.lines());
        let problems = (file.problem_count(), file.first_problem());
        let (path, module, language, flags) = (file.path(), file.module(), file.language(), file.flags());
        lines
            .push(format!("file {path:?} {module} {language:?} {key} {size} {count} {flags:?} {problems:?}"));
    }
    let units = (0..snapshot.unit_count() as u32).filter_map(|id| snapshot.unit(orienteer_model::UnitId(id)));
    lines.extend(units.map(|unit| describe_unit(&unit)));
    let mut edges: Vec<String> = snapshot.graph().edges().map(|edge| format!("{edge:?}")).collect();
    edges.sort_unstable();
    lines.append(&mut edges);
    describe_history(snapshot, &mut lines);
    describe_log(snapshot, &mut lines);
    describe_lexical(snapshot.lexical(), &mut lines);
    lines
}

fn describe_unit(unit: &UnitRecord<'_>) -> String {
    let file = unit.file().map_or("", |file| file.path());
    let (name, qualified, container, module) =
        (unit.name(), unit.qualified(), unit.container(), unit.module());
    let place = (unit.span(), unit.body_start(), unit.name_line(), unit.parent());
    let said = (unit.signature(), unit.doc());
    let what = (unit.kind(), unit.flags());
    format!(
        "unit {:?} {file:?} {name:?} {qualified:?} {container:?} {module} {what:?} {place:?} {said:?}",
        unit.id()
    )
}

fn describe_history(snapshot: &Snapshot, lines: &mut Vec<String>) {
    let Some(history) = snapshot.history() else { return lines.push("no history".to_owned()) };
    for commit in history.commits() {
        let units: Vec<_> = history.units_of(commit.number).collect();
        lines.push(format!(
            "commit {:?} {} {} {:?} {units:?}",
            commit.id(),
            commit.time(),
            commit.files(),
            commit.text()
        ));
    }
}

fn describe_log(snapshot: &Snapshot, lines: &mut Vec<String>) {
    let Some(log) = snapshot.log() else { return lines.push("no log".to_owned()) };
    for commit in 0..log.commit_count() as u32 {
        let files: Vec<_> = log.files_of(commit).collect();
        let (id, count, length) = (log.id(commit), log.file_count(commit), log.length(commit));
        lines.push(format!("logged {id:?} {count} {length} {files:?}"));
    }
    for term in log.terms() {
        lines.push(format!("said {term:?} {:?}", log.mentions(term).collect::<Vec<_>>()));
    }
}

fn describe_lexical(lexical: &Lexical, lines: &mut Vec<String>) {
    let totals: Vec<u64> = Field::ALL.iter().map(|field| lexical.total_length(*field)).collect();
    lines.push(format!("lexical {} {totals:?}", lexical.document_count()));
    for text in lexical.terms_with_prefix("", usize::MAX) {
        let Some(term) = lexical.term(&text) else { continue };
        let mut postings: Vec<_> = term.postings().collect();
        postings.sort_unstable_by_key(|posting| posting.unit);
        let all: Vec<_> =
            postings.iter().map(|posting| (posting.unit.0, posting.frequencies, posting.lengths)).collect();
        lines.push(format!("term {text:?} {} {all:?}", term.document_frequency()));
    }
    let model = orienteer_embedding::built_in().map_or(0, |model| model.fingerprint);
    let Some(vectors) = lexical.vectors(model) else { return lines.push("no vectors".to_owned()) };
    for unit in 0..lexical.document_count() as u32 {
        lines.push(format!("vector {unit} {:?}", vectors.of(orienteer_model::UnitId(unit))));
    }
}

/// The lines that only one side has, a few of each.
pub fn difference(left: &[String], right: &[String]) -> Option<String> {
    if left == right {
        return None;
    }
    let only = |these: &[String], those: &[String], mark: &str| {
        let those: std::collections::HashSet<&String> = those.iter().collect();
        let lines = these.iter().filter(|line| !those.contains(line)).take(12);
        lines.map(|line| format!("{mark} {line}\n")).collect::<String>()
    };
    Some(only(left, right, "-") + &only(right, left, "+"))
}
