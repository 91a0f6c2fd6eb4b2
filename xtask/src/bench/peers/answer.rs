//! What a program printed, read as a list of files. Pure.

use std::collections::BTreeSet;

use orienteer_text::count_tokens;

use super::site::Site;

/// A part of the output that is about one file.
#[derive(Debug, PartialEq)]
pub(super) struct Shown {
    pub(super) path: String,
    pub(super) text: String,
}

#[derive(Debug, Default, PartialEq)]
pub(super) struct Answer {
    /// Each file once, best first.
    pub(super) ranked: Vec<String>,
    /// In the order in which a reader meets it.
    pub(super) shown: Vec<Shown>,
}

impl Answer {
    /// A line that names a file begins a part; what comes before the first one is read with it.
    pub(super) fn from_lines(output: &str, path_of: impl Fn(&str) -> Option<String>) -> Answer {
        let (mut shown, mut head): (Vec<Shown>, String) = (Vec::new(), String::new());
        for line in output.split_inclusive('\n') {
            if let Some(path) = path_of(line.trim_end()) {
                shown.push(Shown { path, text: std::mem::take(&mut head) });
            }
            match shown.last_mut() {
                Some(part) => part.text.push_str(line),
                None => head.push_str(line),
            }
        }
        Answer { ranked: distinct(shown.iter().map(|part| part.path.clone())), shown }
    }

    /// Whole files, read from the top of the list.
    pub(super) fn of_files(site: &Site, ranked: Vec<String>, read: usize) -> Answer {
        let whole = |path: &String| {
            let bytes = std::fs::read(site.tree().join(path)).unwrap_or_default();
            Shown { path: path.clone(), text: String::from_utf8_lossy(&bytes).into_owned() }
        };
        let shown = ranked.iter().take(read).map(whole).collect();
        Answer { ranked, shown }
    }

    /// Tokens of everything that is shown up to the first right file, that included.
    pub(super) fn tokens_to(&self, is_right: impl Fn(&str) -> bool) -> Option<usize> {
        let at = self.shown.iter().position(|part| is_right(&part.path))?;
        Some(count_tokens(&self.shown[..=at].iter().map(|part| part.text.as_str()).collect::<String>()))
    }
}

pub(super) fn distinct(paths: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    paths.filter(|path| seen.insert(path.clone())).collect()
}

/// `path:12`, `path:12-34` or `path:12-34,56`, if the tree has such a file.
pub(super) fn path_with_line(site: &Site, word: &str) -> Option<String> {
    let (path, lines) = word.rsplit_once(':')?;
    let is_of_ranges = |letter: char| letter.is_ascii_digit() || letter == '-' || letter == ',';
    if !lines.is_empty() && lines.chars().all(is_of_ranges) { known(site, path) } else { None }
}

/// The path without what leads to the tree, if the tree has such a file.
pub(super) fn known(site: &Site, path: &str) -> Option<String> {
    let path = path.strip_prefix("./").unwrap_or(path);
    site.files.binary_search_by(|file| file.as_str().cmp(path)).is_ok().then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::site::site_with;
    use super::*;

    #[test]
    fn parts_begin_at_the_lines_that_name_files() {
        let site = site_with(&[("a.py", ""), ("b.py", "")], "");
        let output = "head\na.py:1-3,5\n  one\n./b.py:7\n  two\na.py:9\nx.py:2\n";
        let answer = Answer::from_lines(output, |line| path_with_line(&site, line));
        assert_eq!(answer.ranked, ["a.py", "b.py"]);
        assert_eq!(answer.shown.len(), 3);
        assert_eq!(answer.shown[0].text, "head\na.py:1-3,5\n  one\n");
        let all = answer.tokens_to(|path| path == "b.py").unwrap();
        assert_eq!(all, count_tokens("head\na.py:1-3,5\n  one\n./b.py:7\n  two\n"));
        assert!(answer.tokens_to(|path| path == "a.py").unwrap() < all);
        assert_eq!(answer.tokens_to(|path| path == "x.py"), None);
    }

    #[test]
    fn files_are_read_from_the_top_and_not_to_the_end() {
        let site = site_with(&[("a.py", "one two three"), ("b.py", "four")], "");
        let ranked = vec!["b.py".to_owned(), "a.py".to_owned()];
        let answer = Answer::of_files(&site, ranked.clone(), 1);
        assert_eq!(answer.ranked, ranked);
        assert_eq!(answer.tokens_to(|path| path == "b.py"), Some(1));
        assert_eq!(answer.tokens_to(|path| path == "a.py"), None);
    }
}
