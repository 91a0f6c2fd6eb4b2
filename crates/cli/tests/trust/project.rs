//! The program as a process on a scratch tree: every run has a bounded time, and no run may end by a signal.

use orienteer_engine::{IndexOptions, Location, Silent, Workspace};
use orienteer_model::UnitKind;
use orienteer_storage::{Field, Snapshot};
use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// No run of these tests takes nearly as long, even on a busy machine.
pub const LONGEST: Duration = Duration::from_secs(120);

pub fn scratch() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// A tree and a cache of its own.
pub struct Project {
    folder: tempfile::TempDir,
}

/// What a process said.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {:?} {}", self.out, self.err))
    }
}

impl Project {
    /// An empty folder that is not in a repository.
    pub fn new() -> Project {
        let project = Project { folder: scratch() };
        std::fs::create_dir(project.root()).unwrap();
        project
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    pub fn write(&self, path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> &Project {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    pub fn command<A: AsRef<OsStr>>(&self, folder: &Path, arguments: &[A]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_orient"));
        command.args(arguments).current_dir(folder).env("ORIENT_CACHE_DIR", self.cache());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn orient_in<A: AsRef<OsStr>>(&self, folder: &Path, arguments: &[A]) -> Said {
        finish(self.command(folder, arguments).spawn().unwrap())
    }

    pub fn orient<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Said {
        self.orient_in(&self.root(), arguments)
    }

    /// Indexes and insists that it worked.
    pub fn index(&self) -> serde_json::Value {
        let said = self.orient(&["index", "--json"]);
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
        said.json()
    }

    pub fn status(&self) -> serde_json::Value {
        let said = self.orient(&["status", "--json"]);
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
        said.json()
    }

    pub fn workspace(&self) -> Workspace {
        Workspace::new(Location::exact(&self.root()).unwrap(), &self.cache())
    }

    pub fn snapshot(&self) -> Snapshot {
        self.workspace().snapshot().unwrap().expect("a snapshot")
    }

    /// The snapshot that is made from nothing, in a cache that goes away.
    pub fn clean_build(&self) -> (String, Vec<String>) {
        let cache = scratch();
        let workspace = Workspace::new(Location::exact(&self.root()).unwrap(), cache.path());
        workspace.index(&IndexOptions::default(), &Silent).unwrap();
        let snapshot = workspace.snapshot().unwrap().unwrap();
        (snapshot.id().to_string(), words(&snapshot))
    }

    /// The kinds of problems that were recorded, by path.
    pub fn problems(&self) -> Vec<(String, String)> {
        let status = self.status();
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let problems = status["problems"].as_array().unwrap();
        problems.iter().map(|problem| (text(&problem["path"]), text(&problem["problem"]))).collect()
    }

    /// Lines on which declarations of this name stand; modules are named after their files.
    pub fn lines_of(&self, name: &str) -> Vec<u32> {
        let snapshot = self.snapshot();
        let declared = snapshot.units_named(name).filter(|unit| unit.kind() != UnitKind::Module);
        declared.map(|unit| unit.name_line()).collect()
    }
}

/// Waits for a process to end, and ends it when it takes too long.
pub fn wait(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > LONGEST {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("still running after {LONGEST:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// What a process said until its end.
pub fn finish(mut child: Child) -> Said {
    let out = drain(child.stdout.take().unwrap());
    let err = drain(child.stderr.take().unwrap());
    let status = wait(&mut child);
    let said = Said { code: status.code(), out: out.join().unwrap(), err: err.join().unwrap() };
    assert!(said.code.is_some() && !said.err.contains("panicked"), "{status}: {}{}", said.out, said.err);
    said
}

/// Reads a pipe as it fills, so that nobody waits for a full one.
fn drain(mut from: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Runs git without the user's configuration.
pub fn git(folder: &Path, arguments: &[&str]) {
    let output = Command::new("git")
        .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"])
        .args(["-c", "init.defaultBranch=main", "-c", "gc.auto=0", "-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

pub fn commit_all(folder: &Path, message: &str) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "--allow-empty", "-m", message]);
}

/// Every file and folder below a folder, relative, sorted.
pub fn listing(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            found.push(path.strip_prefix(folder).unwrap().to_string_lossy().into_owned());
            if path.is_dir() {
                open.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Insists that a cache holds one repository with one tree and nothing unfinished.
pub fn assert_tidy(cache: &Path) {
    let all = listing(cache);
    let at_depth = |depth: usize| all.iter().filter(move |path| path.matches('/').count() == depth);
    assert_eq!(at_depth(0).count(), 1, "{all:#?}");
    for path in at_depth(1) {
        let name = path.rsplit('/').next().unwrap();
        assert!(["lock", "CACHEDIR.TAG", "facts", "history", "trees"].contains(&name), "{path}");
    }
    for path in at_depth(2) {
        assert!(path.ends_with(".pack") || path.contains("/trees/"), "{path}");
    }
    let in_tree: Vec<&str> = at_depth(3).map(|path| path.rsplit('/').next().unwrap()).collect();
    let snapshots = in_tree.iter().filter(|name| name.starts_with("snapshot-")).count();
    let others: Vec<_> = in_tree.iter().filter(|name| !name.starts_with("snapshot-")).collect();
    assert!((1..=2).contains(&snapshots), "{in_tree:?}");
    assert!(others.iter().all(|name| ["current", "folders", "stat"].contains(name)), "{in_tree:?}");
    assert!(!all.iter().any(|path| path.contains("tmp-")), "{all:#?}");
}

/// Everything that the lexical part says. The identity of a snapshot covers the rest.
pub fn words(snapshot: &Snapshot) -> Vec<String> {
    let lexical = snapshot.lexical();
    let totals: Vec<u64> = Field::ALL.iter().map(|field| lexical.total_length(*field)).collect();
    let mut lines = vec![format!("{} {totals:?}", lexical.document_count())];
    for text in lexical.terms_with_prefix("", usize::MAX) {
        let Some(term) = lexical.term(&text) else { continue };
        let mut postings: Vec<_> =
            term.postings().map(|posting| (posting.unit.0, posting.frequencies, posting.lengths)).collect();
        postings.sort_unstable();
        lines.push(format!("{text} {} {postings:?}", term.document_frequency()));
    }
    lines
}

/// Insists that all parts of a snapshot belong together.
pub fn assert_whole(snapshot: &Snapshot) {
    snapshot.verify().unwrap();
    let units = snapshot.unit_count() as u32;
    let paths: Vec<&str> = snapshot.files().map(|file| file.path()).collect();
    assert!(paths.is_sorted_by(|one, other| one < other));
    let mut next = 0;
    for file in snapshot.files() {
        for id in file.units() {
            assert_eq!(id.0, next);
            next += 1;
            let unit = snapshot.unit(id).unwrap();
            let span = unit.span();
            assert!(
                span.start_byte <= span.end_byte && u64::from(span.end_byte) <= file.size(),
                "{}",
                file.path()
            );
            assert!(
                span.start_line <= span.end_line && span.end_line <= file.lines().max(1),
                "{}",
                file.path()
            );
            let parent = unit.parent().map(|parent| snapshot.unit(parent).unwrap());
            assert!(parent.is_none_or(|parent| parent.span().contains(&span)), "{}", file.path());
        }
    }
    assert_eq!(next as usize + snapshot.external_units().count(), units as usize);
    assert!(snapshot.graph().edges().all(|edge| edge.from.0 < units && edge.to.0 < units));
    assert_eq!(snapshot.graph().edges().count() as u64, snapshot.counts().edges);
    let lexical = snapshot.lexical();
    for text in lexical.terms_with_prefix("", usize::MAX) {
        let Some(term) = lexical.term(&text) else { continue };
        let postings: Vec<_> = term.postings().collect();
        assert_eq!(postings.len(), term.document_frequency() as usize);
        assert!(postings.iter().all(|posting| posting.unit.0 < units));
    }
    let touches = snapshot
        .history()
        .into_iter()
        .flat_map(|history| history.commits().map(move |commit| (history, commit)));
    for (history, commit) in touches {
        assert!(history.units_of(commit.number).all(|touch| touch.unit.0 < units));
    }
}
