//! What can be said to `bench scale`, and where its page and picture go. Measures nothing.

use std::path::{Path, PathBuf};

use crate::{Outcome, workspace};

pub(super) struct Options {
    /// Folders in place of the corpora of the table.
    pub(super) trees: Vec<PathBuf>,
    pub(super) corpora: Option<PathBuf>,
    /// Holds `orient` and `accuracy`, in place of a release build.
    pub(super) programs: Option<PathBuf>,
    /// Of the parts, ascending.
    pub(super) lines: Vec<u64>,
    pub(super) runs: usize,
    /// Of memory, within which the largest part is indexed again.
    pub(super) bounds: Vec<String>,
    write: bool,
}

/// The last takes everything.
const USUAL_LINES: [u64; 4] = [80_000, 800_000, 8_000_000, u64::MAX];

const USUAL_BOUNDS: [&str; 2] = ["2GB", "512MB"];

impl Options {
    pub(super) fn parse(arguments: &[&str]) -> Result<Options, String> {
        let mut options = Options {
            trees: Vec::new(),
            corpora: None,
            programs: None,
            lines: USUAL_LINES.to_vec(),
            runs: 3,
            bounds: USUAL_BOUNDS.map(str::to_owned).to_vec(),
            write: false,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().copied().ok_or(format!("{argument} needs a value"));
            match *argument {
                "--tree" => options.trees.push(PathBuf::from(value()?)),
                "--corpora" => options.corpora = Some(PathBuf::from(value()?)),
                "--programs" => options.programs = Some(PathBuf::from(value()?)),
                "--lines" => options.lines = lines(value()?)?,
                "--runs" => options.runs = value()?.parse().map_err(|_| "--runs needs a number")?,
                "--bounds" => options.bounds = bounds(value()?),
                "--write" => options.write = true,
                other => return Err(format!("unknown option {other}")),
            }
        }
        options.runs = options.runs.max(1);
        Ok(options)
    }

    pub(super) fn keep(&self, page: &str, picture: &str) -> Outcome {
        if !self.write {
            return Ok(());
        }
        let results = workspace::root().join("evaluation").join("results");
        write(&results.join("scale.md"), page)?;
        write(&results.join("scale.svg"), picture)
    }
}

fn lines(text: &str) -> Result<Vec<u64>, String> {
    let read = |word: &str| {
        if word == "all" { Some(u64::MAX) } else { word.parse().ok().filter(|lines| *lines > 0) }
    };
    let lines: Option<Vec<u64>> = text.split(',').map(read).collect();
    let lines = lines.filter(|lines| lines.is_sorted());
    lines.ok_or_else(|| {
        "--lines needs ascending numbers with commas between them, the last may be `all`".to_owned()
    })
}

/// `none` for none: each takes as long as the largest part.
fn bounds(text: &str) -> Vec<String> {
    text.split(',').filter(|bound| !bound.is_empty() && *bound != "none").map(str::to_owned).collect()
}

fn write(path: &Path, text: &str) -> Outcome {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_may_be_left_out() {
        assert_eq!(bounds("2GB,512MB"), ["2GB", "512MB"]);
        assert!(bounds("none").is_empty() && bounds("").is_empty());
    }

    #[test]
    fn parts_grow() {
        assert_eq!(lines("10,200,all"), Ok(vec![10, 200, u64::MAX]));
        for wrong in ["", "0", "200,10", "all,5", "x"] {
            assert!(lines(wrong).is_err(), "{wrong}");
        }
    }
}
