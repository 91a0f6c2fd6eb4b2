//! The repository map of aider from PyPI, with what the question mentions, as aider itself finds it.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::answer::{Answer, distinct, known};
use super::install;
use super::peer::{Call, Peer};
use super::sample::Suite;
use super::site::Site;
use crate::{Outcome, workspace};

const PACKAGE: &str = "aider-chat==0.86.2";

pub(super) struct Aider {
    python: PathBuf,
    script: PathBuf,
}

/// What the script prints.
#[derive(Deserialize)]
struct Printed {
    ranked: Vec<String>,
    map: String,
}

impl Aider {
    pub(super) fn at(shelf: &Path) -> Aider {
        let script = workspace::root().join("xtask").join("peers").join("aider_map.py");
        Aider { python: install::python(shelf, "aider"), script }
    }

    fn call(&self, site: &Site, question: &str) -> Call {
        Call::new(&self.python, &[&self.script.to_string_lossy(), ".", question])
            .with("HOME", site.kept().to_string_lossy())
            .with("AIDER_ANALYTICS", "false")
    }
}

impl Peer for Aider {
    fn name(&self) -> &'static str {
        "aider repo-map"
    }

    fn version(&self) -> String {
        PACKAGE.to_owned()
    }

    fn commands(&self) -> [&'static str; 2] {
        ["aider_map.py . '' (the first map reads all tags)", "aider_map.py . QUESTION"]
    }

    fn remark(&self) -> &'static str {
        "its library through xtask/peers/aider_map.py: identifiers and files of the question by aider's own rules, a map of 8,192 tokens (its \
         default without open files); ranked by its order of definitions, read as its map, which is in the order of names"
    }

    fn install(&self, shelf: &Path) -> Outcome {
        install::pypi(shelf, "aider", PACKAGE, &shelf.join("aider").join("bin").join("aider"))
    }

    fn index(&self, site: &Site) -> Option<Call> {
        Some(self.call(site, ""))
    }

    fn index_place(&self, site: &Site) -> Option<PathBuf> {
        let entries = std::fs::read_dir(site.tree()).ok()?.flatten().map(|entry| entry.path());
        let is_cache = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".aider.tags.cache"))
        };
        entries.into_iter().find(is_cache)
    }

    fn ask(&self, site: &Site, _: Suite, question: &str) -> Option<Call> {
        Some(self.call(site, question))
    }

    /// In the map a file is a line at the left edge that ends in a colon, or its bare name.
    fn read(&self, site: &Site, _: &str, output: &str) -> Answer {
        let Some(printed) = output.lines().last().and_then(|line| serde_json::from_str::<Printed>(line).ok())
        else {
            return Answer::default();
        };
        let map =
            Answer::from_lines(&printed.map, |line| known(site, line.strip_suffix(':').unwrap_or(line)));
        let ranked = distinct(printed.ranked.iter().filter_map(|path| known(site, path)));
        Answer { ranked, shown: map.shown }
    }
}

#[cfg(test)]
mod tests {
    use super::super::site::site_with;
    use super::*;

    #[test]
    fn the_map_is_read_and_the_order_is_that_of_definitions() {
        let site = site_with(&[("a.py", ""), ("b.py", "")], "");
        let output = "noise\n{\"ranked\": [\"b.py\", \"a.py\", \"b.py\"], \"map\": \"\\na.py:\\n⋮\\n│def f():\\n\\nb.py\\n\"}\n";
        let answer = Aider::at(Path::new("")).read(&site, "", output);
        assert_eq!(answer.ranked, ["b.py", "a.py"]);
        assert_eq!(answer.shown.iter().map(|part| part.path.as_str()).collect::<Vec<_>>(), ["a.py", "b.py"]);
    }
}
