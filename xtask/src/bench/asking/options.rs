//! What can be said to `bench search` and `bench context`, and where their pages go. Measures nothing.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::{Outcome, workspace};

pub(crate) struct Options {
    pub(crate) corpora: Option<PathBuf>,
    pub(crate) queries: Vec<PathBuf>,
    /// A folder in place of the large corpus.
    pub(crate) large: Option<PathBuf>,
    pub(crate) runs: usize,
    pub(super) build: bool,
    pub(super) peers: bool,
    pub(super) install_peers: bool,
    json: Option<PathBuf>,
    write: bool,
}

impl Options {
    pub(crate) fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Options {
            corpora: None,
            queries: Vec::new(),
            large: None,
            runs: 5,
            build: true,
            peers: true,
            install_peers: false,
            json: None,
            write: false,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or(format!("{argument} needs a value"));
            match *argument {
                "--corpora" => options.corpora = Some(PathBuf::from(value()?)),
                "--queries" => options.queries.push(PathBuf::from(value()?)),
                "--large" => options.large = Some(PathBuf::from(value()?)),
                "--runs" => options.runs = value()?.parse().map_err(|_| "--runs needs a number above 0")?,
                "--json" => options.json = Some(PathBuf::from(value()?)),
                "--no-build" => options.build = false,
                "--no-peers" => options.peers = false,
                "--install-peers" => options.install_peers = true,
                "--write" => options.write = true,
                other => return Err(format!("unknown option {other}")),
            }
        }
        options.runs = options.runs.max(1);
        Ok(options)
    }

    /// Prints the page and keeps it and its figures where that was wished.
    pub(crate) fn finish(&self, page: &str, figures: &impl Serialize, name: &str) -> Outcome {
        print!("{page}");
        if let Some(path) = &self.json {
            let json = serde_json::to_string_pretty(figures).map_err(|error| error.to_string())?;
            write(path, &(json + "\n"))?;
        }
        if self.write {
            write(&workspace::root().join("evaluation").join("results").join(name), page)?;
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Outcome {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
