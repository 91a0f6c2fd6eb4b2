//! Who is measured: our own binary and the peer, each with its three commands.
//!
//! The phases are the same for all: from nothing, with nothing changed, after one changed file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::corpora::Corpus;
use super::folder;
use super::measure::{Invocation, Usage, measure};
use super::report::Figures;
use crate::Outcome;

pub(super) const PEER_PACKAGE: &str = "@colbymchenry/codegraph@1.6.1";

pub(super) struct Subject {
    pub(super) name: &'static str,
    /// Why it cannot be measured here.
    pub(super) missing: Option<String>,
    program: PathBuf,
    kind: Kind,
    runs: usize,
}

enum Kind {
    Ours,
    Peer,
}

/// The peer keeps its index inside the tree, under this name.
pub(super) const PEER_INDEX: &str = ".codegraph";

#[derive(Clone, Copy)]
enum Phase {
    FromNothing,
    Unchanged,
    OneFileChanged,
}

pub(super) fn build(root: &Path, binaries: &[&str]) -> Outcome {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let named = binaries.iter().flat_map(|binary| ["--bin", binary]);
    let status = Command::new(cargo).args(["build", "--release"]).args(named).current_dir(root).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("the release build of {} failed", binaries.join(", "))),
    }
}

pub(super) fn ours(root: &Path, runs: usize) -> Subject {
    let program = root.join("target").join("release").join(format!("orient{}", std::env::consts::EXE_SUFFIX));
    let missing = (!program.is_file()).then(|| "the release binary is missing".to_owned());
    Subject { name: "orient", missing, program, kind: Kind::Ours, runs }
}

/// Measured once: it takes long enough for one run to be steady.
pub(super) fn peer(root: &Path) -> Subject {
    let program = peers_folder(root).join("node_modules").join(".bin").join("codegraph");
    let missing = (!program.exists()).then(|| "not installed, see --install-peers".to_owned());
    Subject { name: "codegraph", missing, program, kind: Kind::Peer, runs: 1 }
}

pub(super) fn peers_folder(root: &Path) -> PathBuf {
    root.join("target").join("peers")
}

pub(super) fn install_peer(root: &Path) -> Outcome {
    let folder = peers_folder(root);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let arguments = ["install", "--prefix", ".", "--no-audit", "--no-fund", "--silent", PEER_PACKAGE];
    match Command::new("npm").args(arguments).current_dir(&folder).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("npm install {PEER_PACKAGE} ended with {status}")),
        Err(error) => Err(format!("npm could not be started: {error}")),
    }
}

impl Subject {
    pub(super) fn measure(&self, corpus: &Corpus, tree: &Path, cache: &Path) -> Result<Figures, String> {
        let from_nothing = self.repeat(Phase::FromNothing, tree, cache, || self.forget(tree, cache))?;
        let bytes_on_disk = folder::bytes_in(&self.index_folder(tree, cache));
        if bytes_on_disk == 0 {
            return Err("it ended well and left no index".to_owned());
        }
        let unchanged = self.repeat(Phase::Unchanged, tree, cache, || Ok(()))?;
        let one_file_changed =
            self.repeat(Phase::OneFileChanged, tree, cache, || change_one_file(corpus, tree))?;
        Ok(Figures { from_nothing, unchanged, one_file_changed, bytes_on_disk, runs: self.runs })
    }

    /// The run of median CPU; `prepare` comes before each run and is not measured.
    fn repeat(
        &self,
        phase: Phase,
        tree: &Path,
        cache: &Path,
        prepare: impl Fn() -> Outcome,
    ) -> Result<Usage, String> {
        let mut usages = Vec::new();
        for _ in 0..self.runs {
            prepare()?;
            let report = cache.with_extension("usage.json");
            usages.push(measure(&self.invocation(phase, tree, cache), &report)?);
        }
        usages.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
        usages.get(usages.len() / 2).copied().ok_or_else(|| "no run".to_owned())
    }

    fn index_folder(&self, tree: &Path, cache: &Path) -> PathBuf {
        match self.kind {
            Kind::Ours => cache.to_owned(),
            Kind::Peer => tree.join(PEER_INDEX),
        }
    }

    fn forget(&self, tree: &Path, cache: &Path) -> Outcome {
        let folder = self.index_folder(tree, cache);
        if !folder.exists() {
            return Ok(());
        }
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))
    }

    fn invocation<'a>(&'a self, phase: Phase, tree: &'a Path, cache: &Path) -> Invocation<'a> {
        let (arguments, environment) = match self.kind {
            Kind::Ours => {
                (vec!["index", "."], vec![("ORIENT_CACHE_DIR", cache.to_string_lossy().into_owned())])
            }
            Kind::Peer => (peer_arguments(phase), peer_environment()),
        };
        let arguments = arguments.into_iter().map(str::to_owned).collect();
        Invocation { program: &self.program, arguments, environment, folder: tree }
    }
}

fn cost(usage: &Usage) -> f64 {
    usage.cpu_seconds.unwrap_or(usage.wall_seconds)
}

fn peer_arguments(phase: Phase) -> Vec<&'static str> {
    match phase {
        Phase::FromNothing => vec!["init", "-i", "."],
        Phase::Unchanged | Phase::OneFileChanged => vec!["sync"],
    }
}

/// No telemetry leaves the machine, and no background process escapes the measurement.
pub(super) fn peer_environment() -> Vec<(&'static str, String)> {
    let switches = [("CODEGRAPH_TELEMETRY", "0"), ("DO_NOT_TRACK", "1"), ("CODEGRAPH_NO_DAEMON", "1")];
    switches.map(|(name, value)| (name, value.to_owned())).to_vec()
}

/// A folder from the command line has no text to add: a blank line changes its content as well.
fn change_one_file(corpus: &Corpus, tree: &Path) -> Outcome {
    let (extension, addition) = match corpus.extension.as_str() {
        "" => (folder::usual_extension(tree).unwrap_or_default(), "\n"),
        extension => (extension.to_owned(), corpus.addition.as_str()),
    };
    let path = folder::middle_file(tree, &extension).ok_or("no file to change")?;
    let file = std::fs::OpenOptions::new().append(true).open(&path);
    let written = file.and_then(|mut file| file.write_all(addition.as_bytes()));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
