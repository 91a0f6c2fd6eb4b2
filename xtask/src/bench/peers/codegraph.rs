//! codegraph from npm, asked by the call that its agents use.

use std::path::{Path, PathBuf};

use super::answer::{Answer, known};
use super::install;
use super::peer::{Call, Peer};
use super::sample::Suite;
use super::site::Site;
use crate::Outcome;
use crate::bench::subject::{PEER_INDEX, PEER_PACKAGE, peer_environment};

pub(super) struct Codegraph {
    program: PathBuf,
}

impl Codegraph {
    pub(super) fn at(shelf: &Path) -> Codegraph {
        Codegraph { program: shelf.join("node_modules").join(".bin").join("codegraph") }
    }

    fn call(&self, arguments: &[&str]) -> Call {
        let mut call = Call::new(&self.program, arguments).with("NO_COLOR", "1");
        call.environment.extend(peer_environment());
        call
    }
}

impl Peer for Codegraph {
    fn name(&self) -> &'static str {
        "codegraph"
    }

    fn version(&self) -> String {
        PEER_PACKAGE.to_owned()
    }

    fn commands(&self) -> [&'static str; 2] {
        ["codegraph init -i .", "codegraph explore --max-files 10 QUESTION"]
    }

    fn remark(&self) -> &'static str {
        "`explore` is what its agents are told to call; ten files are asked for in place of its fewer"
    }

    fn install(&self, shelf: &Path) -> Outcome {
        install::npm(shelf, PEER_PACKAGE, &self.program)
    }

    fn index(&self, _: &Site) -> Option<Call> {
        Some(self.call(&["init", "-i", "."]))
    }

    fn index_place(&self, site: &Site) -> Option<PathBuf> {
        Some(site.tree().join(PEER_INDEX))
    }

    fn ask(&self, _: &Site, _: Suite, question: &str) -> Option<Call> {
        Some(self.call(&["explore", "--max-files", "10", "--", question]))
    }

    /// A file's source begins with its path in bold code.
    fn read(&self, site: &Site, _: &str, output: &str) -> Answer {
        Answer::from_lines(output, |line| known(site, line.strip_prefix("**`")?.split('`').next()?))
    }
}

#[cfg(test)]
mod tests {
    use super::super::site::site_with;
    use super::*;

    #[test]
    fn headings_of_source_are_files() {
        let site = site_with(&[("deep/a.py", ""), ("b.py", "")], "");
        let output =
            "**Blast radius**\n- `f` (b.py:3)\n**`deep/a.py`** calls(f)\n```\n1\tx\n```\n**`b.py`** x\n";
        let answer = Codegraph::at(Path::new("")).read(&site, "", output);
        assert_eq!(answer.ranked, ["deep/a.py", "b.py"]);
        assert!(answer.shown[0].text.starts_with("**Blast"), "what is read before counts");
    }
}
