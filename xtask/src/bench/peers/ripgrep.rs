//! An agent with ripgrep and nothing else: it greps for the words of the question and reads the files that have most of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::answer::{Answer, known};
use super::install;
use super::peer::{Call, Peer};
use super::salient::salient;
use super::sample::Suite;
use super::site::Site;
use crate::Outcome;

const PACKAGE: &str = "ripgrep=13.0.0-4+b2";
/// Files that the agent reads before it gives up.
const READ: usize = 10;

pub(super) struct Ripgrep {
    program: PathBuf,
}

impl Ripgrep {
    pub(super) fn at(shelf: &Path) -> Ripgrep {
        Ripgrep { program: program(shelf) }
    }
}

pub(super) fn program(shelf: &Path) -> PathBuf {
    shelf.join("debian").join("usr").join("bin").join("rg")
}

pub(super) fn install_ripgrep(shelf: &Path) -> Outcome {
    install::debian(shelf, PACKAGE, &program(shelf))
}

impl Peer for Ripgrep {
    fn name(&self) -> &'static str {
        "ripgrep + read"
    }

    fn version(&self) -> String {
        PACKAGE.to_owned()
    }

    fn commands(&self) -> [&'static str; 2] {
        ["-", "rg -i -o -F --no-heading -N -H -e WORD -e WORD ... ."]
    }

    fn remark(&self) -> &'static str {
        "a scripted agent: words of the question without stop words, at most 24, names of code first; files by different words found, then \
         by matches; it reads whole files from the top, at most ten"
    }

    fn install(&self, shelf: &Path) -> Outcome {
        install_ripgrep(shelf)
    }

    fn index(&self, _: &Site) -> Option<Call> {
        None
    }

    fn index_place(&self, _: &Site) -> Option<PathBuf> {
        None
    }

    fn ask(&self, _: &Site, _: Suite, question: &str) -> Option<Call> {
        let words = salient(question);
        let mut call =
            Call::new(&self.program, &["-i", "-o", "-F", "--no-heading", "-N", "-H", "--color=never"]);
        for word in &words {
            call.arguments.extend(["-e".to_owned(), word.clone()]);
        }
        call.arguments.push(".".to_owned());
        (!words.is_empty()).then_some(call)
    }

    fn read(&self, site: &Site, _: &str, output: &str) -> Answer {
        let found = output.lines().filter_map(|line| {
            let (path, word) = line.rsplit_once(':')?;
            Some((known(site, path)?, word.to_lowercase()))
        });
        Answer::of_files(site, most_words_first(found), READ)
    }
}

/// Files by the number of different words, then by matches, then by name.
pub(super) fn most_words_first(found: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let mut files: BTreeMap<String, (BTreeSet<String>, usize)> = BTreeMap::new();
    for (path, word) in found {
        let (words, matches) = files.entry(path).or_default();
        words.insert(word);
        *matches += 1;
    }
    let mut files: Vec<(String, (BTreeSet<String>, usize))> = files.into_iter().collect();
    files.sort_by_key(|(_, (words, matches))| std::cmp::Reverse((words.len(), *matches)));
    files.into_iter().map(|(path, _)| path).collect()
}

#[cfg(test)]
mod tests {
    use super::super::site::site_with;
    use super::*;

    #[test]
    fn different_words_count_more_than_many_matches() {
        let site = site_with(&[("a.py", ""), ("b.py", ""), ("c.py", "")], "");
        let output = "./a.py:one\n./a.py:ONE\n./a.py:one\n./b.py:one\n./b.py:two\n./c.py:two\n";
        let answer = Ripgrep::at(Path::new("")).read(&site, "", output);
        assert_eq!(answer.ranked, ["b.py", "a.py", "c.py"]);
    }
}
