//! universal-ctags: names alone. The words of the question are looked for in its list of names.

use std::path::{Path, PathBuf};

use super::answer::{Answer, Shown, known};
use super::install;
use super::peer::{Call, Peer};
use super::ripgrep::{self, most_words_first};
use super::salient::salient;
use super::sample::Suite;
use super::site::Site;
use crate::Outcome;

const PACKAGE: &str = "universal-ctags=5.9.20210829.0-1";

pub(super) struct Ctags {
    program: PathBuf,
    ripgrep: PathBuf,
}

impl Ctags {
    pub(super) fn at(shelf: &Path) -> Ctags {
        let program = shelf.join("debian").join("usr").join("bin").join("ctags-universal");
        Ctags { program, ripgrep: ripgrep::program(shelf) }
    }

    fn tags(site: &Site) -> PathBuf {
        site.kept().join("tags")
    }
}

impl Peer for Ctags {
    fn name(&self) -> &'static str {
        "universal-ctags"
    }

    fn version(&self) -> String {
        PACKAGE.to_owned()
    }

    fn commands(&self) -> [&'static str; 2] {
        ["ctags -R -f TAGS .", "rg -i -N '^[^\\t]*(WORD|WORD|...)' TAGS"]
    }

    fn remark(&self) -> &'static str {
        "names only: files by different words of the question in their names of symbols, then by names; the list of names is what is read"
    }

    fn install(&self, shelf: &Path) -> Outcome {
        ripgrep::install_ripgrep(shelf)?;
        install::debian(shelf, PACKAGE, &self.program)
    }

    fn index(&self, site: &Site) -> Option<Call> {
        Some(Call::new(&self.program, &["-R", "-f", &Ctags::tags(site).to_string_lossy(), "."]))
    }

    fn index_place(&self, site: &Site) -> Option<PathBuf> {
        Some(site.kept())
    }

    fn ask(&self, site: &Site, _: Suite, question: &str) -> Option<Call> {
        let words = salient(question);
        let pattern = format!("^[^\\t]*({})", words.join("|"));
        let tags = Ctags::tags(site).to_string_lossy().into_owned();
        (!words.is_empty())
            .then(|| Call::new(&self.ripgrep, &["-i", "-N", "--color=never", "-e", &pattern, &tags]))
    }

    /// A line is name, tab, path and more.
    fn read(&self, site: &Site, question: &str, output: &str) -> Answer {
        let words = salient(question);
        let rows: Vec<(String, String)> = output.lines().filter_map(|line| row(site, line)).collect();
        let found = rows.iter().flat_map(|(path, name)| {
            let lower = name.to_lowercase();
            let inside = words.iter().filter(move |word| lower.contains(word.as_str()));
            inside.map(move |word| (path.clone(), word.clone()))
        });
        let ranked = most_words_first(found);
        let shown = ranked.iter().map(|path| listing(path, &rows)).collect();
        Answer { ranked, shown }
    }
}

fn row(site: &Site, line: &str) -> Option<(String, String)> {
    let (name, rest) = line.split_once('\t')?;
    Some((known(site, rest.split('\t').next()?)?, name.to_owned()))
}

fn listing(path: &str, rows: &[(String, String)]) -> Shown {
    let mut names: Vec<&str> =
        rows.iter().filter(|(other, _)| other == path).map(|(_, name)| name.as_str()).collect();
    names.dedup();
    Shown { path: path.to_owned(), text: format!("{path}: {}\n", names.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::super::site::site_with;
    use super::*;

    #[test]
    fn names_with_more_words_of_the_question_come_first() {
        let site = site_with(&[("a.py", ""), ("b.py", "")], "");
        let output = "ParseList\t./b.py\t/^x$/\nparse\t./a.py\t/^y$/\nparse_all\t./a.py\t/^z$/\n!_TAG\tx\n";
        let answer = Ctags::at(Path::new("")).read(&site, "parse the list", output);
        assert_eq!(answer.ranked, ["b.py", "a.py"]);
        assert_eq!(answer.shown[1].text, "a.py: parse parse_all\n");
    }
}
