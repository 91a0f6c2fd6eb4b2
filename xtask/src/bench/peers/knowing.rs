//! knowing from npm: its graph of symbols, asked for the context of a task.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::answer::{Answer, known};
use super::install;
use super::peer::{Call, Peer};
use super::sample::Suite;
use super::site::Site;
use crate::{Outcome, workspace};

const PACKAGE: &str = "@blackwell-systems/knowing-linux-x64@0.16.0";

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
        let database = database(site).to_string_lossy().into_owned();
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
            "knowing index -no-enrich -skip-blame -url local/tree .",
            "knowing context -budget 8000 -format markdown -task QUESTION",
        ]
    }

    fn remark(&self) -> &'static str {
        "without language servers, which are not part of its package, and without blame, which ranks nothing; its answer names symbols and quotes \
         no source; the file of a symbol is looked up in its database, free of charge"
    }

    fn install(&self, shelf: &Path) -> Outcome {
        install::npm(shelf, PACKAGE, &self.program)?;
        install::limited(shelf, "chmod", &["+x", &self.program.to_string_lossy()])
    }

    fn index(&self, site: &Site) -> Option<Call> {
        Some(self.call(site, &["index", "-no-enrich", "-skip-blame", "-url", "local/tree", "."]))
    }

    fn index_place(&self, site: &Site) -> Option<PathBuf> {
        Some(site.kept())
    }

    fn ask(&self, site: &Site, _: Suite, question: &str) -> Option<Call> {
        Some(self.call(site, &["context", "-budget", "8000", "-format", "markdown", "-task", question]))
    }

    fn read(&self, site: &Site, _: &str, output: &str) -> Answer {
        read_with(&symbols(site).unwrap_or_default(), site, output)
    }
}

/// A symbol and the file it is in.
type Symbols = BTreeMap<String, String>;

/// Looked up once for a tree: what an agent would have to ask is no part of what is measured.
fn symbols(site: &Site) -> Option<Symbols> {
    let listed = site.kept().join("symbols.tsv");
    if !listed.is_file() {
        let script = workspace::root().join("xtask").join("peers").join("knowing_symbols.py");
        let output = Command::new("python3").arg(script).arg(database(site)).output().ok()?;
        std::fs::write(&listed, output.stdout).ok()?;
    }
    let text = std::fs::read_to_string(listed).ok()?;
    let rows = text.lines().filter_map(|line| line.split_once('\t'));
    Some(rows.map(|(symbol, path)| (symbol.to_owned(), path.to_owned())).collect())
}

fn read_with(symbols: &Symbols, site: &Site, output: &str) -> Answer {
    Answer::from_lines(output, |line| {
        let symbol = line.strip_prefix("- `")?.split('`').next()?;
        known(site, symbols.get(symbol)?)
    })
}

fn database(site: &Site) -> PathBuf {
    site.kept().join("knowing.db")
}

#[cfg(test)]
mod tests {
    use super::super::site::site_with;
    use super::*;

    #[test]
    fn a_symbol_is_looked_up_in_its_own_list() {
        let site = site_with(&[("deep/A.java", ""), ("b.py", "")], "");
        let symbols = [("x://org.deep.A", "deep/A.java"), ("x://./b.py.f", "b.py"), ("x://gone", "gone.py")];
        let symbols =
            symbols.map(|(symbol, path)| (symbol.to_owned(), path.to_owned())).into_iter().collect();
        let output = "# Context\n- `x://org.deep.A` (type)\n  Signature: `class A`\n- `x://gone` (f)\n- `x://./b.py.f` (f)\n- `x://z`\n";
        let answer = read_with(&symbols, &site, output);
        assert_eq!(answer.ranked, ["deep/A.java", "b.py"]);
        assert!(answer.shown[0].text.contains("Signature"));
    }
}
