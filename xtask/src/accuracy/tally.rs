//! The sums of one language.
//!
//! Nothing here compares or prints.

use std::collections::{BTreeMap, BTreeSet};

use super::comparison::{Comparison, Reason, Seen, Verdict};
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
    /// Found, under the name of a macro.
    pub(super) by_macro: usize,
    /// Not among the tags.
    pub(super) in_strings: usize,
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
            by_macro: 0,
            in_strings: 0,
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
                self.count(file, tag, *verdict);
            }
        }
    }

    fn count(&mut self, file: &Source, tag: &Tag, verdict: Verdict) {
        if verdict == Verdict::InString {
            return self.in_strings += 1;
        }
        self.tags += 1;
        self.found_as_other += usize::from(verdict == Verdict::FoundAsOther);
        self.by_macro += usize::from(verdict == Verdict::FoundByMacro);
        self.moved += usize::from(verdict == Verdict::Moved);
        if !matches!(verdict, Verdict::Moved | Verdict::Missed(_)) {
            return self.found += 1;
        }
        let (place, line) = (file.shown.clone(), tag.line);
        self.misses.push(Miss { place, line, kind: tag.kind.clone(), name: tag.name.clone(), verdict });
    }

    pub(super) fn merge(mut self, part: Tally) -> Tally {
        self.corpora.extend(part.corpora);
        self.files += part.files;
        self.files_with_syntax_problems += part.files_with_syntax_problems;
        self.tags += part.tags;
        self.found += part.found;
        self.found_as_other += part.found_as_other;
        self.by_macro += part.by_macro;
        self.in_strings += part.in_strings;
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

    pub(super) fn missed_as(&self, reason: Reason) -> usize {
        self.misses.iter().filter(|miss| miss.verdict == Verdict::Missed(reason)).count()
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

impl Reason {
    pub(super) const ALL: [Reason; 5] =
        [Reason::InComment, Reason::Unreadable, Reason::BesideUnreadable, Reason::Elsewhere, Reason::Absent];

    pub(super) fn title(self) -> &'static str {
        match self {
            Reason::InComment => "in a comment",
            Reason::Unreadable => "on a line that the grammar does not accept",
            Reason::BesideUnreadable => "elsewhere in such a file",
            Reason::Elsewhere => "name only at another line",
            Reason::Absent => "name not in the file",
        }
    }
}

impl Miss {
    /// Why it is missing, as far as we can tell.
    pub(super) fn reason(&self) -> &'static str {
        match self.verdict {
            Verdict::Missed(reason) => reason.title(),
            _ => "moved",
        }
    }

    /// Nothing about the file explains it.
    pub(super) fn is_unexplained(&self) -> bool {
        matches!(self.verdict, Verdict::Moved | Verdict::Missed(Reason::Elsewhere | Reason::Absent))
    }
}
