//! knowing from npm: its graph of symbols, asked for the context of a task.

use std::path::{Path, PathBuf};

use super::answer::Answer;
use super::install;
use super::peer::{Call, Peer};
use super::sample::Suite;
use super::site::Site;
use crate::Outcome;

const PACKAGE: &str = "@blackwell-systems/knowing-linux-x64@0.16.0";
/// What it writes before the path of a symbol.
const PREFIX: &str = "local/tree://";

pub(super) struct Knowing {
    program: PathBuf,
}

impl Knowing {
    pub(super) fn at(shelf: &Path) -> Knowing {
        let package = shelf.join("node_modules").join("@blackwell-systems").join("knowing-linux-x64");
        Knowing { program: package.join("bin").join("knowing") }
    }

    /// Its home is the place of this tree, so that nothing of another one is known.
    fn call(&self, site: &Site, arguments: &[&str]) -> Call {
        let home = site.kept();
        let database = home.join("knowing.db").to_string_lossy().into_owned();
        Call::new(&self.program, arguments)
            .with("HOME", home.to_string_lossy())
            .with("KNOWING_DB", database)
            .with("DO_NOT_TRACK", "1")
    }
}

impl Peer for Knowing {
    fn name(&self) -> &'static str {
        "knowing"
    }

    fn version(&self) -> String {
        PACKAGE.to_owned()
    }

    fn commands(&self) -> [&'static str; 2] {
        [
            "knowing index -no-enrich -url local/tree .",
            "knowing context -budget 8000 -format markdown -task QUESTION",
        ]
    }

    fn remark(&self) -> &'static str {
        "without language servers, which are not part of its package; its answer names symbols and quotes no source"
    }

    fn install(&self, shelf: &Path) -> Outcome {
        install::npm(shelf, PACKAGE, &self.program)?;
        install::limited(shelf, "chmod", &["+x", &self.program.to_string_lossy()])
    }

    fn index(&self, site: &Site) -> Option<Call> {
        Some(self.call(site, &["index", "-no-enrich", "-url", "local/tree", "."]))
    }

    fn index_place(&self, site: &Site) -> Option<PathBuf> {
        Some(site.kept())
    }

    fn ask(&self, site: &Site, _: Suite, question: &str) -> Option<Call> {
        Some(self.call(site, &["context", "-budget", "8000", "-format", "markdown", "-task", question]))
    }

    fn read(&self, site: &Site, _: &str, output: &str) -> Answer {
        Answer::from_lines(output, |line| file_of(site, line.strip_prefix("- `")?.strip_prefix(PREFIX)?))
    }
}

/// `./path.Symbol` has no mark where the path ends: the longest file of the tree that it begins with.
fn file_of(site: &Site, symbol: &str) -> Option<String> {
    let symbol = symbol.strip_prefix("./").unwrap_or(symbol);
    let ends = symbol.match_indices(['.', '`']).map(|(at, _)| at);
    let candidates = ends.map(|at| &symbol[..at]);
    let is_file = |path: &&str| site.files.binary_search_by(|file| file.as_str().cmp(path)).is_ok();
    candidates.filter(is_file).last().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::super::site::site_with;
    use super::*;

    #[test]
    fn a_symbol_belongs_to_the_longest_file_it_begins_with() {
        let site = site_with(&[("deep/a.py", ""), ("b.d.ts", ""), ("b.d", "")], "");
        let output = "# Context\n- `local/tree://./deep/a.py.A.run` (method)\n- `local/tree://./b.d.ts.x` (field)\n- `local/tree://./zz.py.x`\n";
        let answer = Knowing::at(Path::new("")).read(&site, "", output);
        assert_eq!(answer.ranked, ["deep/a.py", "b.d.ts"]);
    }
}
