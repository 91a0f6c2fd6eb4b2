//! Writes the lexical part: links the segments that stay, joins the others, and says which unit each document is.

use super::DEAD;
use super::groups;
use super::merge::{Source, merge};
use super::plan::{Found, LexicalPlan};
use super::read::{SECTIONS, SegmentRow, Totals, segment_name};
use super::segment::Segment;
use crate::disk::{Disk, TEMPORARY};
use crate::error::{Error, Result};
use crate::sections::{Content, SectionWriter, Written};
use orienteer_model::Room;
use std::io::Write;
use std::path::Path;

/// More segments than this are joined: each costs every query a look-up.
const MOST_SEGMENTS: usize = 8;
/// A segment with a larger share of dead documents is written anew, in hundredths.
const MOST_DEAD: usize = 25;
/// A segment with less than one in so many of the documents from which on there are groups has none: it is looked at as a whole.
const SMALL_SHARE: usize = 16;

/// What was written for the lexical part.
pub(crate) struct WrittenLexical {
    pub(crate) index: Written,
    pub(crate) segments: Vec<(String, Written)>,
    pub(crate) groups: Vec<(String, Written)>,
    /// The one model of all vectors; 0 without vectors.
    pub(crate) model: u64,
}

pub(crate) fn write(
    disk: &Disk,
    folder: &Path,
    name: &str,
    plan: &LexicalPlan,
    fresh: &[Segment],
    room: &dyn Room,
) -> Result<WrittenLexical> {
    let mut found = Found::new(plan);
    let sources: Vec<(&Segment, Vec<bool>)> =
        plan.kept.iter().chain(fresh).map(|segment| (segment, found.living(segment))).collect();
    if !found.is_complete() {
        return Err(Error::Inconsistent { what: "a lexical index that lacks files" });
    }
    if sources.windows(2).any(|pair| pair[0].0.model() != pair[1].0.model()) {
        return Err(Error::Inconsistent { what: "a lexical index with vectors of two models" });
    }
    let joins = choose(&sources, plan.kept.len());
    let mut segments: Vec<(Segment, String, Written)> = Vec::new();
    for (source, join) in sources.iter().zip(&joins) {
        if !join {
            let (name, written) = link(disk, folder, source.0)?;
            segments.push((source.0.clone(), name, written));
        }
    }
    let joined: Vec<Source<'_>> = sources
        .iter()
        .zip(&joins)
        .filter(|(_, join)| **join)
        .map(|((segment, living), _)| Source::living(segment, living.clone()))
        .collect();
    if !joined.is_empty() {
        let (name, written) = join(disk, folder, &joined, fresh, room)?;
        segments.push((Segment::open(&folder.join(&name))?, name, written));
    }
    let model = sources.first().map_or(0, |(segment, _)| segment.model());
    let groups = group(disk, folder, &segments, plan.grouped_beyond, room)?;
    let index = index(disk, &folder.join(name), plan, &segments, room)?;
    let segments = segments.into_iter().map(|(_, name, written)| (name, written)).collect();
    Ok(WrittenLexical { index, segments, groups, model })
}

/// Which segments are joined into one: all fresh ones, and by the rule of compaction some of those on disk. The largest stays as
/// it is unless it has many dead documents or the others have grown to a quarter of it.
fn choose(sources: &[(&Segment, Vec<bool>)], kept: usize) -> Vec<bool> {
    let documents = |index: usize| sources[index].0.document_count();
    let too_dead = |index: usize| {
        let (segment, living) = &sources[index];
        let rows = segment.files().iter().zip(living);
        let dead: usize = rows.filter(|(_, live)| !**live).map(|(row, _)| row.documents as usize).sum();
        dead * 100 > MOST_DEAD * segment.document_count()
    };
    let mut joins: Vec<bool> = (0..sources.len()).map(|index| index >= kept || too_dead(index)).collect();
    let staying = joins.iter().filter(|join| !**join).count();
    if staying + 1 > MOST_SEGMENTS {
        let largest =
            (0..kept).max_by_key(|&index| (documents(index), std::cmp::Reverse(index))).unwrap_or(0);
        let others: usize = (0..sources.len()).filter(|index| *index != largest).map(documents).sum();
        for (index, join) in joins.iter_mut().enumerate() {
            *join |= index != largest || others * 4 > documents(largest);
        }
    }
    joins
}

fn link(disk: &Disk, folder: &Path, segment: &Segment) -> Result<(String, Written)> {
    let written = segment.sections.written();
    let name = segment_name(written.checksum);
    match segment.path() {
        Some(path) => disk.link(path, &folder.join(&name))?,
        None => return Err(Error::Inconsistent { what: "a segment in memory as one on disk" }),
    }
    Ok((name, written))
}

/// The groups of large segments, where there are so many documents that questions need them.
fn group(
    disk: &Disk,
    folder: &Path,
    segments: &[(Segment, String, Written)],
    beyond: usize,
    room: &dyn Room,
) -> Result<Vec<(String, Written)>> {
    let documents: usize = segments.iter().map(|(segment, ..)| segment.document_count()).sum();
    let is_large =
        |segment: &Segment| segment.dimensions() > 0 && segment.document_count() > beyond / SMALL_SHARE;
    let large = segments.iter().filter(|(segment, ..)| documents > beyond && is_large(segment));
    large.map(|(segment, name, _)| group_one(disk, folder, segment, groups::name_of(name), room)).collect()
}

fn group_one(
    disk: &Disk,
    folder: &Path,
    segment: &Segment,
    name: String,
    room: &dyn Room,
) -> Result<(String, Written)> {
    let path = folder.join(&name);
    if let Some(groups) = segment.groups() {
        disk.link(groups.sections.path(), &path)?;
        return Ok((name, groups.sections.written()));
    }
    let (output, written) =
        groups::write(disk.create_file(&path)?, segment, room).map_err(Error::io("write", &path))?;
    output.finish()?;
    Ok((name, written))
}

fn join(
    disk: &Disk,
    folder: &Path,
    sources: &[Source<'_>],
    fresh: &[Segment],
    room: &dyn Room,
) -> Result<(String, Written)> {
    let path = folder.join(format!("{TEMPORARY}segment"));
    let mut output = disk.create_file(&path)?;
    let only = fresh.first().filter(|_| sources.len() == 1 && fresh.len() == 1);
    let (output, written) =
        match only.and_then(|segment| Some((segment.stored()?, segment.sections.written()))) {
            Some((bytes, written)) => output.write_all(bytes).map(|()| (output, written)),
            None => merge(output, sources, room),
        }
        .map_err(Error::io("write", &path))?;
    output.finish()?;
    let name = segment_name(written.checksum);
    disk.rename(&path, &folder.join(&name))?;
    Ok((name, written))
}

/// Which unit each document of the segments is.
fn index(
    disk: &Disk,
    path: &Path,
    plan: &LexicalPlan,
    segments: &[(Segment, String, Written)],
    room: &dyn Room,
) -> Result<Written> {
    let mut found = Found::new(plan);
    let (mut rows, mut units, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let (mut documents, mut totals) = (0, Totals { source: plan.source, ..Totals::default() });
    for (segment, _, written) in segments {
        let of_segment =
            found.units(segment, documents, &mut places, room).map_err(Error::io("write", path))?;
        let live = totals.add(segment, &of_segment);
        rows.push(SegmentRow { checksum: written.checksum, documents: of_segment.len() as u32, live });
        documents += of_segment.len();
        units.push(of_segment);
    }
    places.sort_unstable();
    let output = disk.create_file(path)?;
    let write = || {
        let mut writer = SectionWriter::new(output, Content::Lexical, SECTIONS)?;
        writer.section(&rows)?;
        writer.pieces(units.iter().map(|units| &**units))?;
        writer.section(&[totals])?;
        writer.section(&places)?;
        writer.finish()
    };
    let (output, index) = write().map_err(Error::io("write", path))?;
    output.finish()?;
    Ok(index)
}

impl Totals {
    /// Adds the living documents of a segment and says how many they are.
    fn add(&mut self, segment: &Segment, units: &[u32]) -> u32 {
        let mut live = 0;
        for (lengths, _) in segment.lengths().iter().zip(units).filter(|(_, unit)| **unit != DEAD) {
            live += 1;
            for (total, length) in self.lengths.iter_mut().zip(lengths) {
                *total += u64::from(*length);
            }
        }
        self.documents += u64::from(live);
        live
    }
}
