//! Which files a new snapshot can take from the segments it already has, and which must be read.

use super::build::path_key;
use super::places::PlaceRow;
use super::read::Lexical;
use super::segment::Segment;
use super::{DEAD, segment::FileRow};
use crate::key::Key;
use crate::records::FileInput;
use hashbrown::HashMap;
use orienteer_model::{Room, Rows};
use std::hash::BuildHasherDefault;
use std::io;

/// Documents up to which a question compares all vectors, so that nobody would ask for groups of them.
const GROUPED_BEYOND: usize = 1_000_000;

/// Keys are hashes already.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl std::hash::Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = self.0.rotate_left(5) ^ u64::from_le_bytes(word);
        }
    }
}

#[derive(Clone, Copy)]
struct Place {
    file: u32,
    first_unit: u32,
    units: u32,
}

type Places = HashMap<(Key, Key), Place, BuildHasherDefault<KeyHasher>>;

/// Where the lexical part of the next snapshot comes from.
pub struct LexicalPlan {
    pub(super) kept: Vec<Segment>,
    places: Places,
    missing: Vec<usize>,
    files: usize,
    /// Bytes of all files.
    pub(super) source: u64,
    pub(super) grouped_beyond: usize,
}

impl LexicalPlan {
    /// `files` are those of the next snapshot's records, in the same order.
    pub fn new(previous: Option<&Lexical>, files: &[FileInput<'_>]) -> LexicalPlan {
        let mut plan = LexicalPlan {
            kept: previous.map_or_else(Vec::new, |lexical| lexical.segments().cloned().collect()),
            places: places(files),
            missing: Vec::new(),
            files: files.len(),
            source: files.iter().map(|file| file.size).sum(),
            grouped_beyond: GROUPED_BEYOND,
        };
        let mut found = Found::new(&plan);
        let kept: Vec<usize> = plan
            .kept
            .iter()
            .map(|segment| found.living(segment).iter().filter(|live| **live).count())
            .collect();
        plan.missing = (0..files.len()).filter(|&file| !found.files[file]).collect();
        let mut living = kept.iter().map(|count| *count > 0);
        plan.kept.retain(|_| living.next().unwrap_or(false));
        plan
    }

    /// Cuts vectors into groups from fewer documents on than usual.
    #[must_use]
    pub fn grouped_beyond(self, documents: usize) -> LexicalPlan {
        LexicalPlan { grouped_beyond: documents, ..self }
    }

    /// Positions, in order, of the files that no segment covers: they go through a [`super::SegmentBuilder`].
    pub fn missing(&self) -> &[usize] {
        &self.missing
    }
}

fn places(files: &[FileInput<'_>]) -> Places {
    let mut places = Places::with_capacity_and_hasher(files.len(), BuildHasherDefault::default());
    let mut first_unit = 0;
    for (index, file) in files.iter().enumerate() {
        let units = file.facts.units.len() as u32;
        places.insert((path_key(file.path), file.key), Place { file: index as u32, first_unit, units });
        first_unit += units;
    }
    places
}

/// Walks segments in order and gives each file to the first segment that has it.
pub(super) struct Found<'a> {
    plan: &'a LexicalPlan,
    pub(super) files: Vec<bool>,
}

impl<'a> Found<'a> {
    pub(super) fn new(plan: &'a LexicalPlan) -> Found<'a> {
        Found { plan, files: vec![false; plan.files] }
    }

    fn take(&mut self, row: &FileRow) -> Option<Place> {
        let place = *self.plan.places.get(&(row.path, row.content))?;
        let taken = self.files.get_mut(place.file as usize)?;
        (place.units == row.documents && !std::mem::replace(taken, true)).then_some(place)
    }

    /// Which files of the segment live on in it.
    pub(super) fn living(&mut self, segment: &Segment) -> Vec<bool> {
        segment.files().iter().map(|row| self.take(row).is_some()).collect()
    }

    /// The unit of every document of the segment; `places` gets its files, the first document of the segment being `first`.
    pub(super) fn units(
        &mut self,
        segment: &Segment,
        first: usize,
        places: &mut Vec<PlaceRow>,
        room: &dyn Room,
    ) -> io::Result<Rows<u32>> {
        let mut units = Rows::zeroed(room, segment.document_count())?;
        units.fill(DEAD);
        for row in segment.files() {
            let documents = row.first as usize..row.first as usize + row.documents as usize;
            let Some(place) = self.take(row) else { continue };
            if let Some(range) = units.get_mut(documents).filter(|range| !range.is_empty()) {
                let document = first as u32 + row.first;
                places.push(PlaceRow { unit: place.first_unit, document, count: row.documents });
                range.iter_mut().zip(place.first_unit..).for_each(|(unit, id)| *unit = id);
            }
        }
        Ok(units)
    }

    pub(super) fn is_complete(&self) -> bool {
        self.files.iter().all(|found| *found)
    }
}
