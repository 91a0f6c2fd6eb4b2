//! Who is asked: our own binaries and the peers, each with its way to an index, a warm process and a cold one.
//!
//! Nothing here reads a clock.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Bench, Verb};
use crate::Outcome;
use crate::bench::measure::Invocation;
use crate::bench::subject::{PEER_INDEX, peer_environment, peers_folder};

const SEMBLE_PACKAGE: &str = "semble==0.7.0";

pub(crate) struct Program {
    pub(super) name: &'static str,
    /// Why it cannot be measured here.
    pub(super) missing: Option<String>,
    /// What a user starts.
    command: PathBuf,
    /// What answers many questions in one process.
    warm: PathBuf,
    kind: Kind,
}

enum Kind {
    Ours,
    Codegraph { script: PathBuf, library: PathBuf },
    Semble { script: PathBuf },
}

pub(super) fn ours(root: &Path) -> Program {
    let built = |name: &str| {
        root.join("target").join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    };
    Program::new("orient", built("orient"), built("accuracy"), Kind::Ours, "the release binaries are missing")
}

pub(super) fn codegraph(root: &Path, verb: Verb) -> Program {
    let modules = peers_folder(root).join("node_modules");
    let library = modules.join("@colbymchenry").join("codegraph");
    let kind = Kind::Codegraph { script: script(root, "codegraph.cjs"), library };
    let command = modules.join(".bin").join("codegraph");
    let name = match verb {
        Verb::Search => "codegraph query",
        Verb::Context => "codegraph explore",
    };
    Program::new(name, command, bundled_node(&modules), kind, "not installed, see --install-peers")
}

/// The peer brings the runtime that its store needs.
fn bundled_node(modules: &Path) -> PathBuf {
    let packages = std::fs::read_dir(modules.join("@colbymchenry")).into_iter().flatten().flatten();
    let mut nodes = packages.map(|package| package.path().join("node")).filter(|node| node.is_file());
    nodes.next().unwrap_or_else(|| PathBuf::from("node"))
}

pub(super) fn semble(root: &Path) -> Program {
    let python = semble_folder(root).join("bin").join("python");
    let kind = Kind::Semble { script: script(root, "semble_lexical.py") };
    Program::new("semble, lexical half", python.clone(), python, kind, "not installed, see --install-peers")
}

fn script(root: &Path, name: &str) -> PathBuf {
    root.join("xtask").join("peers").join(name)
}

fn semble_folder(root: &Path) -> PathBuf {
    peers_folder(root).join("semble")
}

pub(super) fn install_semble(root: &Path) -> Outcome {
    let folder = semble_folder(root);
    let environment = folder.to_string_lossy().into_owned();
    succeed("python3", &["-m", "venv", &environment])?;
    let python = folder.join("bin").join("python").to_string_lossy().into_owned();
    succeed(&python, &["-m", "pip", "install", "--quiet", SEMBLE_PACKAGE])
}

fn succeed(program: &str, arguments: &[&str]) -> Outcome {
    match Command::new(program).args(arguments).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{program} {} ended with {status}", arguments.join(" "))),
        Err(error) => Err(format!("{program} could not be started: {error}")),
    }
}

impl Program {
    fn new(name: &'static str, command: PathBuf, warm: PathBuf, kind: Kind, otherwise: &str) -> Program {
        let missing = (!command.exists()).then(|| otherwise.to_owned());
        Program { name, missing, command, warm, kind }
    }

    /// How often it is asked the same; a peer once, because a round of it takes a minute.
    pub(super) fn runs(&self, bench: &Bench) -> usize {
        if matches!(self.kind, Kind::Ours) { bench.runs } else { 1 }
    }

    /// Brings its index up to date.
    pub(super) fn prepare(&self, bench: &Bench) -> Outcome {
        let arguments: &[&str] = match &self.kind {
            Kind::Ours => &["index", "."],
            Kind::Codegraph { .. } if bench.tree.join(PEER_INDEX).exists() => &["sync"],
            Kind::Codegraph { .. } => &["init", "-i", "."],
            Kind::Semble { .. } => return Ok(()),
        };
        let mut command = Command::new(&self.command);
        command.args(arguments).current_dir(&bench.tree).envs(self.environment(bench));
        let output = command.output().map_err(|error| format!("{}: {error}", self.name))?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("index: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }

    /// One process that answers the questions of a file so many times and prints what each took.
    pub(super) fn warm_invocation<'a>(&'a self, bench: &'a Bench, questions: &Path) -> Invocation<'a> {
        let tree = text(&bench.tree);
        let (questions, runs) = (text(questions), self.runs(bench).to_string());
        let arguments = match &self.kind {
            Kind::Ours => {
                let named = [("--root", tree), ("--cache", text(&self.index(bench)))];
                let named = named.into_iter().chain([("--queries", questions), ("--runs", runs)]);
                let named = named.flat_map(|(name, value)| [name.to_owned(), value]);
                let context = (bench.verb == Verb::Context).then(|| "--context".to_owned());
                std::iter::once("latency".to_owned()).chain(named).chain(context).collect()
            }
            Kind::Codegraph { script, library } => {
                vec![text(script), text(library), tree, questions, runs, peer_verb(bench.verb).to_owned()]
            }
            Kind::Semble { script } => vec![text(script), tree, questions, runs, text(&self.index(bench))],
        };
        self.invocation(&self.warm, arguments, bench)
    }

    /// One process for one question, as a user starts it.
    pub(super) fn cold_invocation<'a>(&'a self, bench: &'a Bench, query: &str) -> Option<Invocation<'a>> {
        let verb = match &self.kind {
            Kind::Ours => own_verb(bench.verb),
            Kind::Codegraph { .. } => peer_verb(bench.verb),
            // Its command loads the embedding model, which is no part of the lexical half.
            Kind::Semble { .. } => return None,
        };
        // A process is asked the same several times, and an answer that is kept costs nothing.
        let anew = (matches!(self.kind, Kind::Ours) && bench.verb == Verb::Context).then_some("--no-cache");
        let arguments = std::iter::once(verb).chain(anew).chain(["--", query]).map(str::to_owned).collect();
        Some(self.invocation(&self.command, arguments, bench))
    }

    fn invocation<'a>(&self, program: &'a Path, arguments: Vec<String>, bench: &'a Bench) -> Invocation<'a> {
        Invocation { program, arguments, environment: self.environment(bench), folder: &bench.tree }
    }

    fn index(&self, bench: &Bench) -> PathBuf {
        match &self.kind {
            Kind::Ours => bench.kept.join("index"),
            Kind::Codegraph { .. } => bench.tree.join(PEER_INDEX),
            Kind::Semble { .. } => bench.kept.join("semble.pickle"),
        }
    }

    fn environment(&self, bench: &Bench) -> Vec<(&'static str, String)> {
        match &self.kind {
            Kind::Ours => vec![("ORIENT_CACHE_DIR", text(&self.index(bench)))],
            Kind::Codegraph { .. } => peer_environment(),
            Kind::Semble { .. } => {
                vec![("OMP_NUM_THREADS", "1".to_owned()), ("OPENBLAS_NUM_THREADS", "1".to_owned())]
            }
        }
    }
}

fn own_verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Search => "search",
        Verb::Context => "context",
    }
}

fn peer_verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Search => "query",
        Verb::Context => "explore",
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
