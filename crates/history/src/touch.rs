//! Which units at HEAD each commit touched: carries the lines of today's units backwards through the commits.
//! Pure; sees facts and spans, never a repository.

use std::{borrow::Borrow, collections::HashMap};

use crate::{
    facts::{CommitFacts, Content, FileChange},
    labels::{Labels, Nesting},
};

/// The lines of a unit, counted from 1, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitSpan {
    pub start_line: u32,
    pub end_line: u32,
    pub unit: u32,
}

/// The units of a file as it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileUnits {
    pub spans: Vec<UnitSpan>,
}

/// A commit, by its place in the walk, changed some lines of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    pub commit: u32,
    pub unit: u32,
    pub lines: u32,
}

/// Sorted by commit and unit; each pair stands once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touches {
    pub rows: Vec<Touch>,
}

/// Maps commits, newest first, to the units they touched.
///
/// `working` are the changes from HEAD to the files that the units were taken from; empty where these are the same.
pub fn touches<C: Borrow<CommitFacts>>(
    commits: impl IntoIterator<Item = C>,
    working: &[FileChange],
    head_files: &dyn Fn(&str) -> Option<FileUnits>,
) -> Touches {
    let mut tracker = TouchTracker::new(head_files);
    tracker.working(working);
    commits.into_iter().for_each(|commit| tracker.commit(commit.borrow()));
    tracker.finish()
}

/// The state between two commits: the labels of all files as they were before the newer one.
pub struct TouchTracker<'a> {
    head_files: &'a dyn Fn(&str) -> Option<FileUnits>,
    /// None for paths under which today's file did not exist, or whose lines were lost track of.
    files: HashMap<String, Option<Labels>>,
    nesting: Nesting,
    /// A commit changed unknown files: what is not yet followed can no longer be.
    lost: bool,
    commits: u32,
    rows: Vec<Touch>,
    touched: Vec<(u32, u32)>,
    spare: Labels,
}

impl<'a> TouchTracker<'a> {
    pub fn new(head_files: &'a dyn Fn(&str) -> Option<FileUnits>) -> TouchTracker<'a> {
        TouchTracker {
            head_files,
            files: HashMap::new(),
            nesting: Nesting::default(),
            lost: false,
            commits: 0,
            rows: Vec::new(),
            touched: Vec::new(),
            spare: Labels::default(),
        }
    }

    /// Goes back from the working tree to HEAD. Must come before any commit.
    pub fn working(&mut self, changes: &[FileChange]) {
        self.rewind(changes);
        self.touched.clear();
    }

    /// Goes back over the next older commit.
    pub fn commit(&mut self, facts: &CommitFacts) {
        if !facts.lists_files() {
            self.files.clear();
            self.lost = true;
        }
        self.rewind(&facts.files);
        self.record();
        self.commits += 1;
    }

    pub fn finish(self) -> Touches {
        Touches { rows: self.rows }
    }

    fn rewind(&mut self, changes: &[FileChange]) {
        // Renames may form chains and circles: all files leave their new path before any arrives at its old one.
        let mut arrivals = Vec::new();
        for change in changes {
            let labels = self.rewind_file(change);
            if let Some((old_path, labels)) = labels {
                arrivals.push((old_path.to_owned(), labels));
            }
        }
        for (path, labels) in arrivals {
            self.files.insert(path, labels);
        }
    }

    /// Rewinds one file in place, or gives its labels to the path it was renamed from.
    fn rewind_file<'c>(&mut self, change: &'c FileChange) -> Option<(&'c str, Option<Labels>)> {
        if !self.files.contains_key(&change.path) {
            let units = if self.lost { None } else { (self.head_files)(&change.path) };
            let labels = units.map(|units| Labels::new(&units.spans, &mut self.nesting));
            self.files.insert(change.path.clone(), labels);
        }
        let state = self.files.get_mut(&change.path)?;
        match (change.content, state.as_mut()) {
            (Content::Lines, Some(labels)) => {
                labels.rewind(&change.hunks, &self.nesting, &mut self.touched, &mut self.spare);
            }
            (Content::Added, Some(labels)) => {
                labels.touch_all(&mut self.touched);
                *state = None;
            }
            _ => *state = None,
        }
        change.old_path.as_deref().map(|old_path| (old_path, state.take()))
    }

    fn record(&mut self) {
        self.touched.sort_unstable();
        let first = self.rows.len();
        for (unit, lines) in self.touched.drain(..) {
            match self.rows[first..].last_mut() {
                Some(row) if row.unit == unit => row.lines = row.lines.saturating_add(lines),
                _ => self.rows.push(Touch { commit: self.commits, unit, lines }),
            }
        }
    }
}
