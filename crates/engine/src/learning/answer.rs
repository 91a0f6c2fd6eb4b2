//! An answer that was given: for which words, which units, and what the folders of those were like.

use super::fields::{join, split};
use super::mark::{Mark, Use};
use crate::search::Hit;
use std::collections::BTreeMap;

const KIND: &str = "answer";

/// A unit of an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GivenUnit {
    pub(crate) path: String,
    /// `Class.method`; empty for a fragment.
    pub(crate) name: String,
    pub(crate) first_line: u32,
    pub(crate) last_line: u32,
}

/// An answer, as it was given at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GivenAnswer {
    pub(crate) name: String,
    /// Seconds since 1970.
    pub(crate) time: u64,
    /// Words of the task that can be learned.
    pub(crate) words: Vec<String>,
    /// What stood for the content of each folder.
    pub(crate) roots: BTreeMap<String, String>,
    /// Best first.
    pub(crate) units: Vec<GivenUnit>,
}

impl GivenUnit {
    pub(super) fn of(hit: &Hit) -> GivenUnit {
        GivenUnit {
            path: hit.place.path.clone(),
            name: hit.place.name.clone(),
            first_line: hit.start_line,
            last_line: hit.place.end_line,
        }
    }

    /// `name`, the end of `Class.name`, `path:name` or `path:line`.
    fn is_called(&self, text: &str) -> bool {
        let Some((_, rest)) = text.rsplit_once(':').filter(|(path, _)| self.is_at(path)) else {
            return ends_with_name(&self.name, &text.replace("::", "."));
        };
        match rest.parse::<u32>() {
            Ok(line) => (self.first_line..=self.last_line).contains(&line),
            Err(_) => ends_with_name(&self.name, rest),
        }
    }

    fn is_at(&self, path: &str) -> bool {
        let path = path.trim_start_matches("./");
        let front = self.path.strip_suffix(path).filter(|_| !path.is_empty());
        front.is_some_and(|front| front.is_empty() || front.ends_with('/'))
    }
}

fn ends_with_name(whole: &str, name: &str) -> bool {
    let front = whole.strip_suffix(name).filter(|_| !name.is_empty());
    front.is_some_and(|front| front.is_empty() || front.ends_with('.'))
}

impl GivenAnswer {
    pub(super) fn is_same(&self, other: &GivenAnswer) -> bool {
        self.name == other.name && self.time == other.time
    }

    pub(super) fn mark(&self, unit: usize, kind: Use, time: u64) -> Mark {
        Mark { answer: self.name.clone(), answered: self.time, unit, kind, time }
    }

    /// Positions of the units that are meant: of those on a line the innermost.
    pub(super) fn units_called(&self, text: &str) -> Vec<usize> {
        let called: Vec<usize> = (0..self.units.len()).filter(|at| self.units[*at].is_called(text)).collect();
        let is_line = text.rsplit_once(':').is_some_and(|(_, line)| line.parse::<u32>().is_ok());
        let length = |at: &&usize| self.units[**at].last_line.saturating_sub(self.units[**at].first_line);
        match called.iter().min_by_key(length) {
            Some(innermost) if is_line => vec![*innermost],
            _ => called,
        }
    }

    pub(super) fn encode(&self) -> String {
        let mut fields =
            vec![KIND.to_owned(), self.name.clone(), self.time.to_string(), self.words.join(" ")];
        fields.push(self.roots.len().to_string());
        fields.extend(self.roots.iter().flat_map(|(folder, root)| [folder.clone(), root.clone()]));
        for unit in &self.units {
            fields.extend([unit.path.clone(), unit.name.clone()]);
            fields.extend([unit.first_line.to_string(), unit.last_line.to_string()]);
        }
        join(fields)
    }

    pub(super) fn decode(line: &str) -> Option<GivenAnswer> {
        let mut fields = split(line);
        (fields.next()? == KIND).then_some(())?;
        let (name, time) = (fields.next()?, fields.next()?.parse().ok()?);
        let words = fields.next()?.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let folders: usize = fields.next()?.parse().ok()?;
        let mut roots = BTreeMap::new();
        for _ in 0..folders {
            roots.insert(fields.next()?, fields.next()?);
        }
        let mut units = Vec::new();
        while let Some(path) = fields.next() {
            let (name, first, last) = (fields.next()?, fields.next()?, fields.next()?);
            units.push(GivenUnit {
                path,
                name,
                first_line: first.parse().ok()?,
                last_line: last.parse().ok()?,
            });
        }
        Some(GivenAnswer { name, time, words, roots, units })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer() -> GivenAnswer {
        let unit = |path: &str, name: &str, first_line, last_line| GivenUnit {
            path: path.to_owned(),
            name: name.to_owned(),
            first_line,
            last_line,
        };
        GivenAnswer {
            name: "abcd".to_owned(),
            time: 7,
            words: vec!["tariff".to_owned(), "night".to_owned()],
            roots: BTreeMap::from([("app".to_owned(), "f00".to_owned()), (String::new(), "1".to_owned())]),
            units: vec![
                unit("app/price\t.py", "Tariff", 1, 90),
                unit("app/ledger.py", "Ledger", 1, 80),
                unit("app/ledger.py", "Ledger.book", 10, 20),
                unit("notes.md", "", 1, 3),
            ],
        }
    }

    #[test]
    fn a_line_comes_back() {
        assert_eq!(GivenAnswer::decode(&answer().encode()), Some(answer()));
        let line = answer().encode();
        let fields = line.matches('\t').count();
        for cut in 1..4 {
            let short: Vec<&str> = line.split('\t').take(fields + 1 - cut).collect();
            assert_eq!(GivenAnswer::decode(&short.join("\t")), None, "{cut} fields less");
        }
        assert_eq!(GivenAnswer::decode(""), None);
    }

    #[test]
    fn units_by_name_and_by_place() {
        let called = |text: &str| answer().units_called(text);
        assert_eq!(called("book"), [2]);
        assert_eq!(called("Ledger::book"), [2]);
        assert_eq!(called("Ledger"), [1]);
        assert_eq!(called("app/ledger.py:15"), [2], "the innermost");
        assert_eq!(called("ledger.py:70"), [1]);
        assert_eq!(called("app/ledger.py:Ledger.book"), [2]);
        assert_eq!(called("notes.md:2"), [3]);
        for unknown in ["ook", "other.py:15", "", "app/ledger.py:99", ":"] {
            assert!(called(unknown).is_empty(), "{unknown}");
        }
    }
}
