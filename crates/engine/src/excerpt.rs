//! The best lines of what was found, from the source as it is on disk now: quoted only while it is what the snapshot was made
//! from. Nothing here ranks units.

use crate::error::EngineError;
use crate::freshness::View;
use crate::highlight::{Highlighter, Matches, boundary};
use crate::note::Note;
use crate::qdrant::Asked;
use crate::search::{Hit, SearchAnswer, SearchRequest, search, search_recalled};
use crate::workspace::Workspace;
use orienteer_storage::Snapshot;
use std::ops::Range;
use std::path::Path;

/// Bytes of a line that are shown, and how many of them stand before its first match.
const MOST_BYTES: usize = 200;
const BYTES_BEFORE: usize = 40;
/// Longer units are looked at up to here.
const MOST_LINES: usize = 4_000;

/// How much of the source is quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExcerptOptions {
    /// Most lines that are chosen of one unit; with 0 no source is read.
    pub lines: usize,
    /// Lines of the unit around each of them.
    pub context: usize,
    /// Of the best hits, so many were shown before.
    pub skip: usize,
}

impl Default for ExcerptOptions {
    fn default() -> ExcerptOptions {
        ExcerptOptions { lines: 3, context: 0, skip: 0 }
    }
}

/// A line, or a piece of it where it is too long to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExcerptLine {
    pub line: u32,
    pub text: String,
    /// Bytes of `text` that match.
    pub matches: Vec<Range<usize>>,
    /// `text` is not the whole line.
    pub is_cut: bool,
}

/// What is quoted of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Excerpt {
    /// In the order of the source.
    Lines(Vec<ExcerptLine>),
    /// The file is not as the snapshot has it.
    Changed,
    /// No source was asked for.
    None,
}

/// A hit as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub hit: Hit,
    /// `lib:NAME` for a hit of a library; empty for the tree that was asked.
    pub library: String,
    /// Bytes of the signature that match.
    pub signature_matches: Vec<Range<usize>>,
    pub excerpt: Excerpt,
}

/// An answer with source, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchPage {
    pub found: Vec<Found>,
    /// Units that were ranked.
    pub candidates: usize,
    /// What of the question the corpus has, in the form of its index.
    pub terms: Vec<String>,
    /// What it had to do without.
    pub notes: Vec<Note>,
}

impl Workspace {
    /// Answers a question and quotes what was found. Each file is read once.
    pub fn search(
        &self,
        view: &View,
        request: &SearchRequest,
        options: &ExcerptOptions,
    ) -> Result<SearchPage, EngineError> {
        let answer = search(&view.snapshot, request)?;
        Ok(page(self.root(), &view.snapshot, answer, options))
    }

    /// The same with what another engine recalled before.
    pub(crate) fn search_recalled(
        &self,
        view: &View,
        request: &SearchRequest,
        recalled: Option<&Asked>,
        options: &ExcerptOptions,
    ) -> Result<SearchPage, EngineError> {
        let answer = search_recalled(&view.snapshot, request, recalled)?;
        Ok(page(self.root(), &view.snapshot, answer, options))
    }
}

fn page(root: &Path, snapshot: &Snapshot, answer: SearchAnswer, options: &ExcerptOptions) -> SearchPage {
    let SearchAnswer { hits, candidates, terms, notes } = answer;
    let mut highlighter = Highlighter::new(snapshot, &terms);
    let mut found: Vec<Found> = hits
        .into_iter()
        .skip(options.skip)
        .map(|hit| Found {
            signature_matches: highlighter.look(&hit.signature).ranges,
            hit,
            library: String::new(),
            excerpt: Excerpt::None,
        })
        .collect();
    if options.lines > 0 {
        quote(root, snapshot, &mut found, &mut highlighter, options);
    }
    SearchPage { found, candidates, terms, notes }
}

/// Goes file by file, so that one is in memory at a time.
fn quote(
    root: &Path,
    snapshot: &Snapshot,
    found: &mut [Found],
    highlighter: &mut Highlighter,
    options: &ExcerptOptions,
) {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|left, right| found[*left].hit.place.path.cmp(&found[*right].hit.place.path));
    let mut open: Option<(String, Option<Source>)> = None;
    for position in order {
        let hit = &found[position].hit;
        let path = &hit.place.path;
        if open.as_ref().is_none_or(|(known, _)| known != path) {
            open = Some((path.clone(), Source::read(root, snapshot, path)));
        }
        let source = open.as_mut().and_then(|(_, source)| source.as_mut());
        let excerpt = source.map_or(Excerpt::Changed, |source| source.excerpt(hit, highlighter, options));
        found[position].excerpt = excerpt;
    }
}

/// A file that is as the snapshot has it.
pub(crate) struct Source {
    text: String,
    lines: Vec<Range<usize>>,
    /// By line, as far as they were looked at.
    seen: Vec<Option<Matches>>,
}

impl Source {
    pub(crate) fn read(root: &Path, snapshot: &Snapshot, path: &str) -> Option<Source> {
        let file = snapshot.file_by_path(path)?;
        let source = orienteer_indexing::read_source(root, path).ok().flatten()?;
        (source.key == file.key()).then(|| Source::new(String::from_utf8_lossy(&source.bytes).into_owned()))
    }

    fn new(text: String) -> Source {
        let mut end = 0;
        let line = |line: &str| {
            let start = end;
            end += line.len();
            start..start + line.trim_end_matches(['\n', '\r']).len()
        };
        let lines: Vec<Range<usize>> = text.split_inclusive('\n').map(line).collect();
        Source { seen: vec![None; lines.len()], lines, text }
    }

    fn line(&self, index: usize) -> &str {
        &self.text[self.lines[index].clone()]
    }

    fn matches(&mut self, index: usize, highlighter: &mut Highlighter) -> &Matches {
        if self.seen[index].is_none() {
            self.seen[index] = Some(highlighter.look(self.line(index)));
        }
        self.seen[index].get_or_insert_default()
    }

    fn excerpt(&mut self, hit: &Hit, highlighter: &mut Highlighter, options: &ExcerptOptions) -> Excerpt {
        let unit = self.unit(hit);
        let chosen = self.best(unit.clone(), hit, highlighter, options.lines);
        let mut shown: Vec<usize> = Vec::new();
        for index in chosen {
            let first = index.saturating_sub(options.context).max(unit.start);
            let last = index.saturating_add(options.context).min(unit.end.saturating_sub(1));
            shown.extend(first..=last);
        }
        shown.sort_unstable();
        shown.dedup();
        Excerpt::Lines(shown.into_iter().map(|index| self.shown(index, highlighter, MOST_BYTES)).collect())
    }

    /// Indexes of the lines of a unit.
    fn unit(&self, hit: &Hit) -> Range<usize> {
        let start = (hit.start_line.saturating_sub(1) as usize).min(self.lines.len());
        let end = (hit.place.end_line as usize).clamp(start, self.lines.len());
        start..end.min(start + MOST_LINES)
    }

    /// The lines that together have most of the question, each adding as much as it can. The line of the name is known from the
    /// signature and only stands for the unit where nothing else matches.
    fn best(
        &mut self,
        unit: Range<usize>,
        hit: &Hit,
        highlighter: &mut Highlighter,
        most: usize,
    ) -> Vec<usize> {
        let named = (hit.place.line as usize).checked_sub(1).filter(|index| unit.contains(index));
        let is_shown = |index: usize| !hit.signature.is_empty() && Some(index) == named;
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        for index in unit.clone().filter(|index| !is_shown(*index)) {
            let terms = &self.matches(index, highlighter).terms;
            if !terms.is_empty() {
                open.push((index, terms.clone()));
            }
        }
        let chosen = cover(&open, most, |term| highlighter.weight(term));
        if !chosen.is_empty() {
            return chosen;
        }
        let has_text = |index: &usize| !self.line(*index).trim().is_empty();
        named.filter(has_text).or_else(|| unit.clone().find(has_text)).into_iter().collect()
    }

    /// Indexes of the lines `first..=last`, as far as there are such.
    pub(crate) fn range(&self, first: u32, last: u32) -> Range<usize> {
        let start = (first.saturating_sub(1) as usize).min(self.lines.len());
        start..(last as usize).clamp(start, self.lines.len())
    }

    /// A line, with at most so many bytes of it.
    pub(crate) fn shown(&mut self, index: usize, highlighter: &mut Highlighter, most: usize) -> ExcerptLine {
        let ranges = self.matches(index, highlighter).ranges.clone();
        let text = self.line(index);
        let kept = kept(text, ranges.first().map_or(0, |range| range.start), most);
        let inside = |range: Range<usize>| {
            let (start, end) = (range.start.max(kept.start), range.end.min(kept.end));
            (start < end).then(|| start - kept.start..end - kept.start)
        };
        ExcerptLine {
            line: index as u32 + 1,
            matches: ranges.into_iter().filter_map(inside).collect(),
            is_cut: kept.len() < text.len(),
            text: text[kept].to_owned(),
        }
    }
}

/// The part of a line that is shown: all of it, or what stands around its first match.
fn kept(text: &str, first: usize, most: usize) -> Range<usize> {
    if text.len() <= most {
        return 0..text.len();
    }
    let start = if first < most { 0 } else { boundary(text, first - BYTES_BEFORE) };
    start..boundary(text, start + most)
}

/// Chooses lines so that each adds the most weight of terms that the ones before do not have; the first of equals.
fn cover(lines: &[(usize, Vec<usize>)], most: usize, weight: impl Fn(usize) -> f32) -> Vec<usize> {
    let mut covered: Vec<usize> = Vec::new();
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let gain = |terms: &[usize]| -> f32 {
            terms.iter().filter(|term| !covered.contains(term)).map(|term| weight(*term)).sum()
        };
        let best = lines.iter().map(|(index, terms)| (*index, terms, gain(terms)));
        let best = best.reduce(|best, next| if next.2 > best.2 { next } else { best });
        let Some((index, terms, _)) = best.filter(|(_, _, gain)| *gain > 0.0) else { break };
        covered.extend(terms);
        chosen.push(index);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_chosen_for_what_they_add() {
        let lines = [(3, vec![0]), (5, vec![0, 1]), (6, vec![1, 0]), (9, vec![2])];
        let weight = |term: usize| [1.0, 1.0, 1.5][term];
        assert_eq!(cover(&lines, 3, weight), [5, 9]);
        assert_eq!(cover(&lines, 1, weight), [5]);
        assert_eq!(cover(&lines, 0, weight), Vec::<usize>::new());
        assert_eq!(cover(&[], 3, weight), Vec::<usize>::new());
    }

    #[test]
    fn long_lines_are_cut_around_the_first_match() {
        assert_eq!(kept("short", 3, 200), 0..5);
        let long = "é".repeat(1_000);
        assert_eq!(kept(&long, 10, 200), 0..200);
        assert_eq!(kept(&long, 1_001, 200), 960..1_160);
        assert_eq!(kept(&long, 1_998, 200), 1_958..2_000);
    }

    #[test]
    fn lines_end_as_the_file_ends_them() {
        let source = Source::new("one\r\n\ntwo".to_owned());
        let lines: Vec<&str> = (0..source.lines.len()).map(|index| source.line(index)).collect();
        assert_eq!(lines, ["one", "", "two"]);
    }
}
