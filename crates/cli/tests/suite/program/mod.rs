//! Runs the program in a folder of its own, and makes what it says comparable.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// What is told of a stage that takes long.
const STAGES: [&str; 5] = ["discover ...", "extract ...", "resolve ...", "history ...", "commit ..."];

/// A tree, a cache of its own and the program.
pub struct Program {
    folder: TempDir,
}

/// What the program said.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
    raw: String,
}

impl Program {
    /// An empty folder.
    pub fn empty() -> Program {
        let program = Program { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir(program.tree()).unwrap();
        program
    }

    /// A small project with a class, a parent, callers, a test and a guide.
    pub fn project() -> Program {
        let program = Program::empty();
        for (path, text) in FILES {
            program.write(path, text);
        }
        program
    }

    /// The same, committed.
    pub fn repository() -> Program {
        let program = Program::project();
        program.git(&["init", "--quiet", "--initial-branch=main"]);
        program.commit("Keep records");
        program
    }

    pub fn tree(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    pub fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.tree().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        git.env("GIT_AUTHOR_DATE", "1700000000 +0000").env("GIT_COMMITTER_DATE", "1700000000 +0000");
        let output = git.args(arguments).current_dir(self.tree()).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    pub fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", message]);
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_orient"));
        command.args(arguments).current_dir(self.tree());
        command.env("ORIENT_CACHE_DIR", self.cache()).env_remove("NO_COLOR").env("COLUMNS", "100");
        command.env("XDG_CONFIG_HOME", self.folder.path().join("config"));
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Said {
        self.said(&self.command(arguments).output().unwrap())
    }

    pub fn said(&self, output: &Output) -> Said {
        let text = |bytes: &[u8]| self.comparable(&String::from_utf8_lossy(bytes));
        Said {
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
            raw: String::from_utf8_lossy(&output.stdout).into_owned(),
        }
    }

    /// Without what differs from run to run: folders, ids, times, sizes, and stages that a busy machine makes long.
    fn comparable(&self, text: &str) -> String {
        let folder = self.folder.path().canonicalize().unwrap_or_else(|_| self.folder.path().to_owned());
        let text =
            text.replace(&display(&folder), "[folder]").replace(&display(self.folder.path()), "[folder]");
        let lines = text.lines().filter(|line| !STAGES.contains(line));
        lines.map(|line| comparable_words(line) + "\n").collect()
    }
}

fn display(path: &Path) -> String {
    path.display().to_string()
}

/// Long hexadecimal words become `[id]`, numbers with a unit of time or size `[n]`.
fn comparable_words(line: &str) -> String {
    let units = ["s", "ms", "B", "kB", "MB", "GB", "bytes", "watches", "watchers", "per"];
    let mut words: Vec<String> = line.split(' ').map(without_ids).collect();
    for at in 1..words.len() {
        let unit = words[at].trim_end_matches([',', ';']).to_owned();
        if units.contains(&unit.as_str()) && words[at - 1].starts_with(|c: char| c.is_ascii_digit()) {
            words[at - 1] = "[n]".to_owned();
        }
    }
    words.join(" ")
}

fn without_ids(word: &str) -> String {
    let mut out = String::new();
    for part in word.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let is_id =
            digits.len() >= 10 && digits.chars().all(|c| c.is_ascii_hexdigit() && !c.is_ascii_uppercase());
        if is_id { out.push_str(&part.replace(digits, "[id]")) } else { out.push_str(part) }
    }
    out
}

impl Said {
    /// Exit code, standard output and standard error, as one text.
    pub fn page(&self) -> String {
        format!("exit {}\n--- out\n{}--- err\n{}", self.code, self.out, self.err)
    }

    /// The output as JSON, which must be of version 1.
    pub fn json(&self) -> serde_json::Value {
        let value: serde_json::Value =
            serde_json::from_str(&self.raw).unwrap_or_else(|error| panic!("{error}: {}", self.raw));
        assert_eq!(value["version"], 1, "{}", self.page());
        value
    }
}

const FILES: &[(&str, &str)] = &[
    ("app/__init__.py", ""),
    (
        "app/store.py",
        r#""""Keeps records."""


class Base:
    """What every store can do."""

    def load(self, key):
        raise NotImplementedError


class Store(Base):
    """Keeps records in memory."""

    def __init__(self):
        self.records = {}

    def load(self, key):
        """The record of a key."""
        return check(self.records.get(key))

    def save(self, key, record):
        self.records[key] = record


def check(record):
    return record
"#,
    ),
    (
        "app/main.py",
        r#"from app.store import Store


def start():
    store = Store()
    store.save("a", 1)
    return store.load("a")


def report():
    return start()
"#,
    ),
    (
        "app/remote.py",
        "class Remote:\n    def load(self, key):\n        return key\n\n\ndef fetch(thing):\n    return thing.load(1)\n",
    ),
    (
        "tests/test_store.py",
        r#"from app.store import Store


def test_load():
    store = Store()
    assert store.load("a") is None
"#,
    ),
    ("docs/guide.md", "# Guide\n\n## Loading\n\nUse `Store.load` to read a record.\n"),
];
