//! The part of a snapshot that says which words commits used and which files they touched. Knows nothing of git, and keeps no
//! message: the words are found by look-up, so that a query never reads a text.

mod build;

use crate::error::{Error, Result};
use crate::sections::{Column, Content, SectionWriter, Sections, Written};
use build::Table;
use bytemuck::{Pod, Zeroable};
use orienteer_model::FileId;
use std::io::{self, Seek, Write};
use std::path::Path;

pub(crate) const SECTIONS: usize = 9;

/// A mention has the commit in its upper bits and how often in its lower ones.
const COUNT_BITS: u32 = 8;
const MOST_COMMITS: usize = 1 << (32 - COUNT_BITS);

/// A commit that goes into a snapshot. Its number is its place in the list.
#[derive(Clone, Debug)]
pub struct LogInput<'a> {
    pub id: [u8; 20],
    pub text: &'a str,
    /// Files that it touched, also those that are not in the tree any more.
    pub files: u32,
    /// Those of them that are.
    pub touched: Vec<FileId>,
}

/// A commit that has a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Number of the commit.
    pub commit: u32,
    /// How often it has the word; more than 255 are not told apart.
    pub count: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct CommitRow {
    id: [u8; 20],
    files: u32,
    /// Words of the message.
    length: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Summary {
    /// How the texts were made; logs of different rules have no word in common.
    rules: u64,
    /// Of all messages.
    length: u64,
}

/// Writes the log of a tree of `files` files. Words of commits that `previous` knows are taken from there.
pub(crate) fn write<W: Write + Seek>(
    output: W,
    path: &Path,
    files: usize,
    rules: u64,
    commits: &[LogInput<'_>],
    previous: Option<&Log>,
) -> Result<(W, Written)> {
    if commits.len() > MOST_COMMITS {
        return Err(Error::TooMany { what: "commits" });
    }
    if commits.iter().flat_map(|commit| &commit.touched).any(|file| file.0 as usize >= files) {
        return Err(Error::Inconsistent { what: "a change of a file that does not exist" });
    }
    let table = Table::new(commits, previous.filter(|log| log.summary.rules == rules));
    sections(output, files, rules, commits, &table).map_err(Error::io("write", path))
}

fn sections<W: Write + Seek>(
    output: W,
    files: usize,
    rules: u64,
    commits: &[LogInput<'_>],
    table: &Table,
) -> io::Result<(W, Written)> {
    let mut writer = SectionWriter::new(output, Content::Log, SECTIONS)?;
    let row = |(commit, length): (&LogInput<'_>, &u32)| CommitRow {
        id: commit.id,
        files: commit.files,
        length: *length,
    };
    writer.section(&commits.iter().zip(&table.lengths).map(row).collect::<Vec<CommitRow>>())?;
    table.terms().try_for_each(|(term, _)| writer.bytes(term.as_bytes()))?;
    writer.end()?;
    writer.section(&ends(table.terms().map(|(term, _)| term.len())))?;
    writer.section(&ends(table.terms().map(|(_, mentions)| mentions.len())))?;
    table.terms().try_for_each(|(_, mentions)| writer.rows(mentions))?;
    writer.end()?;
    let touched: Vec<Vec<u32>> = commits.iter().map(touched).collect();
    writer.section(&ends(touched.iter().map(Vec::len)))?;
    touched.iter().try_for_each(|files| writer.rows(files))?;
    writer.end()?;
    writer.section(&times(files, &touched))?;
    let length = table.lengths.iter().map(|length| u64::from(*length)).sum();
    writer.section(&[Summary { rules, length }])?;
    writer.finish()
}

/// Each file once, in order.
fn touched(commit: &LogInput<'_>) -> Vec<u32> {
    let mut files: Vec<u32> = commit.touched.iter().map(|file| file.0).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// Where groups of these sizes begin, and where the last one ends.
fn ends(sizes: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut end = 0;
    let sum = |size: usize| {
        end += size as u32;
        end
    };
    std::iter::once(0).chain(sizes.map(sum)).collect()
}

/// How many commits touched each file.
fn times(files: usize, touched: &[Vec<u32>]) -> Vec<u32> {
    let mut times = vec![0; files];
    touched.iter().flatten().for_each(|file| times[*file as usize] += 1);
    times
}

/// The words of a repository's commits, newest first, and the files that each touched.
pub struct Log {
    pub(crate) sections: Sections,
    commits: Column<CommitRow>,
    text: Column<u8>,
    text_ends: Column<u32>,
    mention_ends: Column<u32>,
    mentions: Column<u32>,
    touched_ends: Column<u32>,
    touched: Column<u32>,
    times: Column<u32>,
    summary: Summary,
}

impl Log {
    pub(crate) fn open(path: &Path) -> Result<Log> {
        Log::of(Sections::open(path, Content::Log, SECTIONS)?)
    }

    fn of(sections: Sections) -> Result<Log> {
        Ok(Log {
            commits: sections.column(0)?,
            text: sections.column(1)?,
            text_ends: sections.column(2)?,
            mention_ends: sections.column(3)?,
            mentions: sections.column(4)?,
            touched_ends: sections.column(5)?,
            touched: sections.column(6)?,
            times: sections.column(7)?,
            summary: sections.row(8)?,
            sections,
        })
    }

    pub fn commit_count(&self) -> usize {
        self.commits.len()
    }

    /// How the texts were made.
    pub fn rules(&self) -> u64 {
        self.summary.rules
    }

    pub fn id(&self, commit: u32) -> Option<[u8; 20]> {
        self.commits.get(commit as usize).map(|row| row.id)
    }

    /// Words of all messages together.
    pub fn total_length(&self) -> u64 {
        self.summary.length
    }

    /// Words of one message.
    pub fn length(&self, commit: u32) -> u32 {
        self.commits.get(commit as usize).map_or(0, |row| row.length)
    }

    /// Files that a commit touched, also those that are not in the tree any more.
    pub fn file_count(&self, commit: u32) -> u32 {
        self.commits.get(commit as usize).map_or(0, |row| row.files)
    }

    /// Those of them that are, in order.
    pub fn files_of(&self, commit: u32) -> impl Iterator<Item = FileId> + '_ {
        group(&self.touched_ends, &self.touched, commit as usize).iter().map(|file| FileId(*file))
    }

    /// How many commits touched a file.
    pub fn times(&self, file: FileId) -> u32 {
        self.times.get(file.0 as usize).copied().unwrap_or(0)
    }

    /// The commits that have a word, in the tokenizer's form, newest first.
    pub fn mentions(&self, term: &str) -> impl ExactSizeIterator<Item = Mention> + '_ {
        let found = self.find(term).map_or(&[][..], |term| group(&self.mention_ends, &self.mentions, term));
        found.iter().map(|mention| unpack(*mention))
    }

    /// All words, sorted.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        (0..self.term_count()).map(|term| self.term(term))
    }

    fn term_count(&self) -> usize {
        self.text_ends.len().saturating_sub(1)
    }

    fn term(&self, term: usize) -> &str {
        std::str::from_utf8(group(&self.text_ends, &self.text, term)).unwrap_or("")
    }

    fn find(&self, wanted: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.term_count());
        while low < high {
            let middle = low.midpoint(high);
            match self.term(middle).cmp(wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }
}

fn pack(mention: Mention) -> u32 {
    (mention.commit << COUNT_BITS) | mention.count.min((1 << COUNT_BITS) - 1)
}

fn unpack(mention: u32) -> Mention {
    Mention { commit: mention >> COUNT_BITS, count: mention & ((1 << COUNT_BITS) - 1) }
}

fn group<'a, T: Pod>(ends: &Column<u32>, rows: &'a Column<T>, index: usize) -> &'a [T] {
    match (ends.get(index), ends.get(index + 1)) {
        (Some(&start), Some(&end)) => rows.get(start as usize..end as usize).unwrap_or(&[]),
        _ => &[],
    }
}
