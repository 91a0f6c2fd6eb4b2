//! The part of a snapshot that says which commits touched which units. Knows nothing of git.

use crate::error::{Error, Result};
use crate::sections::{Column, Content, SectionWriter, Sections, Written};
use bytemuck::{Pod, Zeroable};
use orienteer_model::UnitId;
use std::io::{self, Seek, Write};
use std::path::Path;

const SECTIONS: usize = 6;

/// A commit that goes into a snapshot. Its number is its place in the list.
#[derive(Clone, Copy, Debug)]
pub struct CommitInput<'a> {
    pub id: [u8; 20],
    /// Seconds since 1970.
    pub time: i64,
    /// The message; its first line is the subject.
    pub text: &'a str,
    /// Files that it touched, also those that are not in the tree any more.
    pub files: u32,
}

/// A commit changed a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    pub unit: UnitId,
    /// Number of the commit.
    pub commit: u32,
    /// Lines of the unit that were changed.
    pub lines: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct CommitRow {
    id: [u8; 20],
    files: u32,
    time: i64,
    text: u64,
    length: u32,
    subject: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct TouchRow {
    other: u32,
    lines: u32,
}

/// Writes commits and touches. Several touches of one unit by one commit become one.
pub(crate) fn write<W: Write + Seek>(
    output: W,
    path: &Path,
    units: usize,
    commits: &[CommitInput<'_>],
    touches: &[Touch],
) -> Result<(W, Written)> {
    let unknown = |touch: &Touch| touch.unit.0 as usize >= units || touch.commit as usize >= commits.len();
    if touches.iter().any(unknown) {
        return Err(Error::Inconsistent { what: "a change of a unit or commit that does not exist" });
    }
    if touches.len() >= u32::MAX as usize {
        return Err(Error::TooMany { what: "changes" });
    }
    sections(output, units, commits, merged(touches)).map_err(Error::io("write", path))
}

fn merged(touches: &[Touch]) -> Vec<Touch> {
    let mut touches = touches.to_vec();
    touches.sort_unstable();
    touches.dedup_by(|next, kept| {
        let same = (next.unit, next.commit) == (kept.unit, kept.commit);
        if same {
            kept.lines = kept.lines.saturating_add(next.lines);
        }
        same
    });
    touches
}

fn sections<W: Write + Seek>(
    output: W,
    units: usize,
    commits: &[CommitInput<'_>],
    mut touches: Vec<Touch>,
) -> io::Result<(W, Written)> {
    let mut writer = SectionWriter::new(output, Content::History, SECTIONS)?;
    writer.section(&commit_rows(commits))?;
    commits.iter().try_for_each(|commit| writer.bytes(commit.text.as_bytes()))?;
    writer.end()?;
    table(&mut writer, units, &touches, |touch| (touch.unit.0, touch.commit))?;
    touches.sort_unstable_by_key(|touch| (touch.commit, touch.unit));
    table(&mut writer, commits.len(), &touches, |touch| (touch.commit, touch.unit.0))?;
    writer.finish()
}

fn commit_rows(commits: &[CommitInput<'_>]) -> Vec<CommitRow> {
    let mut text = 0;
    let row = |commit: &CommitInput<'_>| {
        let length = commit.text.len() as u32;
        let subject = commit.text.lines().next().map_or(0, str::len) as u32;
        let row = CommitRow { id: commit.id, files: commit.files, time: commit.time, text, length, subject };
        text += u64::from(length);
        row
    };
    commits.iter().map(row).collect()
}

/// Writes offsets and rows of touches that are sorted by the first number that `ends` gives.
fn table<W: Write + Seek>(
    writer: &mut SectionWriter<W>,
    count: usize,
    touches: &[Touch],
    ends: impl Fn(&Touch) -> (u32, u32),
) -> io::Result<()> {
    let mut offsets = vec![0u32; count + 1];
    for touch in touches {
        offsets[ends(touch).0 as usize + 1] += 1;
    }
    for index in 0..count {
        offsets[index + 1] += offsets[index];
    }
    writer.section(&offsets)?;
    let rows: Vec<TouchRow> =
        touches.iter().map(|touch| TouchRow { other: ends(touch).1, lines: touch.lines }).collect();
    writer.section(&rows)
}

/// The commits of a snapshot and what they touched.
pub struct History {
    pub(crate) sections: Sections,
    commits: Column<CommitRow>,
    text: Column<u8>,
    by_unit: (Column<u32>, Column<TouchRow>),
    by_commit: (Column<u32>, Column<TouchRow>),
}

/// One commit of a snapshot.
#[derive(Clone, Copy)]
pub struct Commit<'a> {
    history: &'a History,
    row: &'a CommitRow,
    pub number: u32,
}

impl<'a> Commit<'a> {
    pub fn id(&self) -> [u8; 20] {
        self.row.id
    }

    /// Seconds since 1970.
    pub fn time(&self) -> i64 {
        self.row.time
    }

    pub fn files(&self) -> u32 {
        self.row.files
    }

    /// The whole message.
    pub fn text(&self) -> &'a str {
        self.history.text.text(self.row.text, self.row.length)
    }

    pub fn subject(&self) -> &'a str {
        self.history.text.text(self.row.text, self.row.subject)
    }
}

impl History {
    pub(crate) fn open(path: &Path) -> Result<History> {
        let sections = Sections::open(path, Content::History, SECTIONS)?;
        let by_unit = (sections.column(2)?, sections.column(3)?);
        let by_commit = (sections.column(4)?, sections.column(5)?);
        Ok(History { commits: sections.column(0)?, text: sections.column(1)?, by_unit, by_commit, sections })
    }

    pub fn commit_count(&self) -> usize {
        self.commits.len()
    }

    pub fn commit(&self, number: u32) -> Option<Commit<'_>> {
        self.commits.get(number as usize).map(|row| Commit { history: self, row, number })
    }

    pub fn commits(&self) -> impl Iterator<Item = Commit<'_>> {
        (0..self.commits.len() as u32).filter_map(|number| self.commit(number))
    }

    /// Changes of `unit`, by commit.
    pub fn touches_of(&self, unit: UnitId) -> impl Iterator<Item = Touch> + '_ {
        let rows = group(&self.by_unit, unit.0).iter();
        rows.map(move |row| Touch { unit, commit: row.other, lines: row.lines })
    }

    /// What commit `number` changed, by unit.
    pub fn units_of(&self, number: u32) -> impl Iterator<Item = Touch> + '_ {
        let rows = group(&self.by_commit, number).iter();
        rows.map(move |row| Touch { unit: UnitId(row.other), commit: number, lines: row.lines })
    }
}

fn group(table: &(Column<u32>, Column<TouchRow>), index: u32) -> &[TouchRow] {
    match (table.0.get(index as usize), table.0.get(index as usize + 1)) {
        (Some(&start), Some(&end)) => table.1.get(start as usize..end as usize).unwrap_or(&[]),
        _ => &[],
    }
}
