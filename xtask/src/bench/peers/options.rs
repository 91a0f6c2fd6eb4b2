//! What can be said to `bench peers`, and where its page and picture go. Measures nothing.

use std::path::{Path, PathBuf};

use crate::{Outcome, workspace};

pub(super) struct Options {
    /// Holds `files.jsonl` and `issues.jsonl`.
    pub(super) suites: PathBuf,
    /// Holds clones.
    pub(super) repositories: PathBuf,
    /// In place of a release build.
    pub(super) orient: Option<PathBuf>,
    /// Cases of every repository.
    pub(super) each: usize,
    /// Trees of every suite.
    pub(super) trees: usize,
    pub(super) only: Vec<String>,
    pub(super) install: bool,
    pub(super) fresh: bool,
    /// Asks nobody: the page of a run that was stopped, from what it kept.
    pub(super) kept: bool,
    write: bool,
}

impl Options {
    pub(super) fn parse(arguments: &[&str]) -> Result<Options, String> {
        let mut options = Options {
            suites: PathBuf::new(),
            repositories: PathBuf::new(),
            orient: None,
            each: 3,
            trees: usize::MAX,
            only: Vec::new(),
            install: true,
            fresh: false,
            kept: false,
            write: false,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or(format!("{argument} needs a value"));
            match *argument {
                "--suites" => options.suites = PathBuf::from(value()?),
                "--repos" => options.repositories = PathBuf::from(value()?),
                "--orient" => options.orient = Some(PathBuf::from(value()?)),
                "--each" => options.each = number(value()?)?,
                "--trees" => options.trees = number(value()?)?,
                "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
                "--no-install" => options.install = false,
                "--kept" => options.kept = true,
                "--fresh" => options.fresh = true,
                "--write" => options.write = true,
                other => return Err(format!("unknown option {other}")),
            }
        }
        if options.suites.as_os_str().is_empty() || options.repositories.as_os_str().is_empty() {
            return Err("bench peers needs --suites DIR and --repos DIR".to_owned());
        }
        Ok(options)
    }

    pub(super) fn finish(&self, page: &str, picture: &str) -> Outcome {
        print!("{page}");
        if self.write {
            let results = workspace::root().join("evaluation").join("results");
            write(&results.join("peers.md"), page)?;
            write(&results.join("peers.svg"), picture)?;
        }
        Ok(())
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| format!("{text} is no number above 0"))
}

fn write(path: &Path, text: &str) -> Outcome {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_and_clones_have_to_be_named() {
        assert!(Options::parse(&["--suites", "s"]).is_err());
        let options =
            Options::parse(&["--suites", "s", "--repos", "r", "--only", "a,b", "--each", "3"]).unwrap();
        assert_eq!((options.each, options.only.len(), options.install), (3, 2, true));
        assert!(Options::parse(&["--suites", "s", "--repos", "r", "--each", "0"]).is_err());
    }
}
