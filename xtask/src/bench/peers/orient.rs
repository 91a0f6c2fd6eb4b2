//! The product itself, as a user starts it.

use std::path::{Path, PathBuf};

use super::answer::{Answer, path_with_line};
use super::peer::{Call, Peer};
use super::sample::Suite;
use super::site::Site;
use crate::Outcome;

pub(super) struct Orient {
    pub(super) program: PathBuf,
}

impl Peer for Orient {
    fn name(&self) -> &'static str {
        "orient"
    }

    fn version(&self) -> String {
        format!("orient {}", env!("CARGO_PKG_VERSION"))
    }

    fn commands(&self) -> [&'static str; 2] {
        ["orient index .", "orient search QUESTION --limit 30 (files), orient context QUESTION (issues)"]
    }

    fn remark(&self) -> &'static str {
        "no setting changed but the number of results"
    }

    fn install(&self, _: &Path) -> Outcome {
        if self.program.is_file() { Ok(()) } else { Err("the release binary is missing".to_owned()) }
    }

    fn index(&self, site: &Site) -> Option<Call> {
        Some(self.call(site, &["index", "."]))
    }

    fn index_place(&self, site: &Site) -> Option<PathBuf> {
        Some(site.kept())
    }

    fn ask(&self, site: &Site, suite: Suite, question: &str) -> Option<Call> {
        Some(match suite {
            Suite::Files => self.call(site, &["search", "--limit", "30", "--", question]),
            Suite::Issues => self.call(site, &["context", "--", question]),
        })
    }

    /// A result begins with `path:line` at the left edge; quoted source is indented or has no such path.
    fn read(&self, site: &Site, _: &str, output: &str) -> Answer {
        Answer::from_lines(output, |line| path_with_line(site, line.split("  ").next()?))
    }
}

impl Orient {
    fn call(&self, site: &Site, arguments: &[&str]) -> Call {
        Call::new(&self.program, arguments)
            .with("ORIENT_CACHE_DIR", site.kept().to_string_lossy())
            .with("NO_COLOR", "1")
    }
}

#[cfg(test)]
mod tests {
    use super::super::site::site_with;
    use super::*;

    #[test]
    fn results_are_lines_at_the_left_edge() {
        let site = site_with(&[("a b/a.py", ""), ("b.py", "")], "");
        let orient = Orient { program: PathBuf::new() };
        let output = "a b/a.py:12-30  method A.b  100%\n    b.py:3 in source\n\nb.py:1  module b  82%\n  x\n";
        assert_eq!(orient.read(&site, "", output).ranked, ["a b/a.py", "b.py"]);
    }
}
