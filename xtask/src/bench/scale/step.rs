//! One part of the tree: its first index and what questions take in a process that has answered before.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::compose;
use super::options::Options;
use crate::bench::asking::{self, Spread};
use crate::bench::folder;
use crate::bench::measure::{Invocation, Usage, measure_with_output};
use crate::bench::subject;
use crate::{Outcome, workspace};

pub(super) struct Programs {
    pub(super) orient: PathBuf,
    accuracy: PathBuf,
}

impl Programs {
    pub(super) fn find(options: &Options) -> Result<Programs, String> {
        let root = workspace::root();
        let folder = match &options.programs {
            Some(folder) => folder.clone(),
            None => {
                subject::build(&root, &["orient", "accuracy"])?;
                root.join("target").join("release")
            }
        };
        let found = |name: &str| {
            let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
            program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))
        };
        Ok(Programs { orient: found("orient")?, accuracy: found("accuracy")? })
    }
}

/// A part on disk and the place of its index.
pub(super) struct Place {
    folder: PathBuf,
}

impl Place {
    pub(super) fn make(folder: &Path, files: &[PathBuf], whole: &Path) -> Result<Place, String> {
        let place = Place { folder: folder.to_owned() };
        compose::link(files, whole, &place.tree())?;
        Ok(place)
    }

    pub(super) fn tree(&self) -> PathBuf {
        self.folder.join("tree")
    }

    pub(super) fn cache(&self) -> PathBuf {
        self.folder.join("index")
    }

    fn report(&self) -> PathBuf {
        self.folder.join("usage.json")
    }

    pub(super) fn forget(&self) -> Outcome {
        match std::fs::remove_dir_all(self.cache()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(format!("{}: {error}", self.cache().display()))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn remove(self) -> Outcome {
        std::fs::remove_dir_all(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))
    }
}

/// What an index says of itself.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Told {
    pub(super) snapshot: String,
    pub(super) files: u64,
    pub(super) lines: u64,
    pub(super) units: u64,
    pub(super) edges: u64,
    pub(super) parsed: u64,
}

pub(super) struct Step {
    pub(super) told: Told,
    pub(super) index: Usage,
    pub(super) disk_bytes: u64,
    pub(super) search: Warm,
    pub(super) context: Warm,
}

pub(super) struct Warm {
    pub(super) milliseconds: Spread,
    /// Of a question, on average, with what opening the index takes spread over all of them: other work does not change it.
    pub(super) cpu_milliseconds: Option<f64>,
    pub(super) peak_bytes: Option<u64>,
}

#[derive(Deserialize)]
struct Latency {
    milliseconds: Vec<f64>,
}

pub(super) fn measure(place: &Place, programs: &Programs, runs: usize) -> Result<Step, String> {
    let (index, told) = self::index(place, programs)?;
    let disk_bytes = folder::bytes_in(&place.cache());
    eprintln!("{} units: search ...", told.units);
    let search = warm(place, programs, runs, &[])?;
    eprintln!("{} units: context ...", told.units);
    let context = warm(place, programs, runs, &["--context"])?;
    Ok(Step { told, index, disk_bytes, search, context })
}

/// Makes or completes the index.
pub(super) fn index(place: &Place, programs: &Programs) -> Result<(Usage, Told), String> {
    index_with(place, programs, &[])
}

pub(super) fn index_with(place: &Place, programs: &Programs, more: &[&str]) -> Result<(Usage, Told), String> {
    let tree = place.tree();
    let invocation = Invocation {
        program: &programs.orient,
        arguments: ["index", ".", "--quiet", "--json"]
            .iter()
            .chain(more)
            .map(|&word| word.to_owned())
            .collect(),
        environment: environment(place),
        folder: &tree,
    };
    let (usage, output) = measure_with_output(&invocation, &place.report())?;
    let told = serde_json::from_slice(&output).map_err(|error| format!("its report: {error}"))?;
    Ok((usage, told))
}

pub(super) fn environment(place: &Place) -> Vec<(&'static str, String)> {
    vec![("ORIENT_CACHE_DIR", place.cache().to_string_lossy().into_owned())]
}

/// The same questions of every part, one thread, the median of so many runs each.
fn warm(place: &Place, programs: &Programs, runs: usize, more: &[&str]) -> Result<Warm, String> {
    let (tree, queries) = (place.tree(), place.folder.join("questions.jsonl"));
    let questions = asking::own();
    asking::write_questions(&questions, &queries)?;
    // Every question is asked once more than that, which does not count.
    let asked = (questions.len() * (runs + 1)) as f64;
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let (root, cache, queries, runs) = (text(&tree), text(&place.cache()), text(&queries), runs.to_string());
    let named = ["latency", "--root", &root, "--cache", &cache, "--queries", &queries, "--runs", &runs];
    let arguments = named.iter().chain(more).map(|&argument| argument.to_owned()).collect();
    let invocation =
        Invocation { program: &programs.accuracy, arguments, environment: environment(place), folder: &tree };
    let (usage, output) = measure_with_output(&invocation, &place.report())?;
    let latency: Latency = serde_json::from_slice(&output).map_err(|error| format!("its output: {error}"))?;
    let milliseconds = Spread::of(latency.milliseconds).ok_or("no question was answered")?;
    let cpu_milliseconds = usage.cpu_seconds.map(|seconds| seconds * 1e3 / asked);
    Ok(Warm { milliseconds, cpu_milliseconds, peak_bytes: usage.peak_bytes })
}
