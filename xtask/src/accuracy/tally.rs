//! The sums of one language.
//!
//! Nothing here compares or prints.

use std::collections::{BTreeMap, BTreeSet};

use super::comparison::{Comparison, Seen, Verdict};
use super::ctags::Tag;
use super::kinds::Subject;
use super::sources::Source;

#[derive(Debug)]
pub(super) struct Tally {
    pub(super) subject: &'static Subject,
    pub(super) corpora: BTreeSet<String>,
    pub(super) files: usize,
    pub(super) files_with_syntax_problems: usize,
    pub(super) tags: usize,
    pub(super) found: usize,
    pub(super) found_as_other: usize,
    pub(super) moved: usize,
    /// What was not found on its line, the moved ones too.
    pub(super) misses: Vec<Miss>,
    pub(super) ours: usize,
    pub(super) only_ours: usize,
}

#[derive(Debug)]
pub(super) struct Miss {
    pub(super) place: String,
    pub(super) line: u32,
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) verdict: Verdict,
    pub(super) syntax_problem: bool,
}

impl Tally {
    pub(super) fn new(subject: &'static Subject) -> Tally {
        Tally {
            subject,
            corpora: BTreeSet::new(),
            files: 0,
            files_with_syntax_problems: 0,
            tags: 0,
            found: 0,
            found_as_other: 0,
            moved: 0,
            misses: Vec::new(),
            ours: 0,
            only_ours: 0,
        }
    }

    pub(super) fn add(&mut self, file: &Source, comparison: &Comparison, tags: &[Tag], seen: &Seen) {
        self.corpora.insert(file.corpus.clone());
        self.files += 1;
        self.files_with_syntax_problems += usize::from(seen.syntax_problem);
        self.ours += comparison.ours;
        self.only_ours += comparison.only_ours;
        for (tag, verdict) in tags.iter().zip(&comparison.verdicts) {
            if let Some(verdict) = verdict {
                self.count(file, tag, *verdict, seen.syntax_problem);
            }
        }
    }

    fn count(&mut self, file: &Source, tag: &Tag, verdict: Verdict, syntax_problem: bool) {
        self.tags += 1;
        match verdict {
            Verdict::Found => return self.found += 1,
            Verdict::FoundAsOther => {
                self.found += 1;
                self.found_as_other += 1;
                return;
            }
            Verdict::Moved => self.moved += 1,
            Verdict::Elsewhere | Verdict::Absent => {}
        }
        self.misses.push(Miss {
            place: file.shown.clone(),
            line: tag.line,
            kind: tag.kind.clone(),
            name: tag.name.clone(),
            verdict,
            syntax_problem,
        });
    }

    pub(super) fn merge(mut self, part: Tally) -> Tally {
        self.corpora.extend(part.corpora);
        self.files += part.files;
        self.files_with_syntax_problems += part.files_with_syntax_problems;
        self.tags += part.tags;
        self.found += part.found;
        self.found_as_other += part.found_as_other;
        self.moved += part.moved;
        self.misses.extend(part.misses);
        self.ours += part.ours;
        self.only_ours += part.only_ours;
        self
    }

    /// Neither on its line nor near it.
    pub(super) fn missed(&self) -> usize {
        self.tags - self.found - self.moved
    }

    pub(super) fn missed_beside_syntax_problems(&self) -> usize {
        self.misses.iter().filter(|miss| miss.verdict != Verdict::Moved && miss.syntax_problem).count()
    }

    /// Misses counted by what `key` says of them, most first.
    pub(super) fn misses_by<'a>(&'a self, key: impl Fn(&'a Miss) -> &'a str) -> Vec<(&'a str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for miss in &self.misses {
            *counts.entry(key(miss)).or_default() += 1;
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        counts
    }
}

impl Miss {
    /// Why it is missing, as far as we can tell.
    pub(super) fn reason(&self) -> &'static str {
        match (self.verdict, self.syntax_problem) {
            (Verdict::Moved, _) => "moved",
            (_, true) => "in a file with a syntax problem",
            (Verdict::Elsewhere, _) => "name only at another line",
            _ => "name not in the file",
        }
    }
}
