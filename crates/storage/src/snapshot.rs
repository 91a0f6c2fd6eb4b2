//! A whole state of the index, as readers see it: immutable, mapped, never locked.

use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::history::History;
use crate::lexical::Lexical;
use crate::log::Log;
use crate::manifest::{self, Counts, Manifest};
use crate::records::{FileRecord, FilesInOrder, Records, UnitRecord, last_segment};
use crate::sections::Written;
use orienteer_model::{FileId, UnitId};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The identity of a snapshot: equal trees have equal ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SnapshotId(pub(crate) String);

impl std::fmt::Display for SnapshotId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// An open snapshot. Cheap to clone; stays readable after newer ones were published.
#[derive(Clone)]
pub struct Snapshot {
    parts: Arc<Parts>,
}

struct Parts {
    id: SnapshotId,
    folder: PathBuf,
    manifest: Manifest,
    records: Records,
    graph: Graph,
    lexical: Lexical,
    history: Option<History>,
    log: Option<Log>,
}

impl Snapshot {
    pub(crate) fn open(folder: &Path) -> Result<Snapshot> {
        let manifest = Manifest::read(folder)?;
        let records = Records::open(&folder.join(manifest::RECORDS))?;
        let graph = Graph::open(&folder.join(manifest::GRAPH))?;
        let is_listed = |name: &str| manifest.part(name).is_some();
        let lexical = Lexical::open(&folder.join(manifest::LEXICAL), &is_listed)?;
        let history = match manifest.part(manifest::HISTORY) {
            Some(_) => Some(History::open(&folder.join(manifest::HISTORY))?),
            None => None,
        };
        let log = match manifest.part(manifest::LOG) {
            Some(_) => Some(Log::open(&folder.join(manifest::LOG))?),
            None => None,
        };
        let (id, folder) = (SnapshotId(manifest.id.clone()), folder.to_path_buf());
        let parts = Parts { id, folder, manifest, records, graph, lexical, history, log };
        parts.check()?;
        Ok(Snapshot { parts: Arc::new(parts) })
    }

    pub fn id(&self) -> &SnapshotId {
        &self.parts.id
    }

    pub fn counts(&self) -> Counts {
        self.parts.manifest.counts
    }

    pub(crate) fn records(&self) -> &Records {
        &self.parts.records
    }

    pub fn file_count(&self) -> usize {
        self.parts.records.file_count()
    }

    /// Units of files and external ones.
    pub fn unit_count(&self) -> usize {
        self.parts.records.unit_count()
    }

    /// In path order.
    pub fn files(&self) -> impl Iterator<Item = FileRecord<'_>> {
        (0..self.file_count() as u32).filter_map(|id| self.file(FileId(id)))
    }

    pub fn file(&self, id: FileId) -> Option<FileRecord<'_>> {
        self.parts.records.file(id)
    }

    pub fn file_by_path(&self, path: &str) -> Option<FileRecord<'_>> {
        self.parts.records.file_by_path(path)
    }

    /// Finds files by path, quickly when they are asked for in path order.
    pub fn files_in_order(&self) -> FilesInOrder<'_> {
        self.parts.records.files_in_order()
    }

    /// Files of this name, in whichever folders, in path order.
    pub fn files_called(&self, name: &str) -> impl Iterator<Item = FileRecord<'_>> {
        self.parts.records.files_called(name).filter(move |file| last_segment(file.path()) == name)
    }

    /// In id order; external units come last.
    /// Whether there are files below the folder `path`.
    pub fn has_folder(&self, path: &str) -> bool {
        self.parts.records.has_path_prefix(&format!("{}/", path.trim_end_matches('/')))
    }

    pub fn units(&self) -> impl Iterator<Item = UnitRecord<'_>> {
        (0..self.unit_count() as u32).filter_map(|id| self.unit(UnitId(id)))
    }

    pub fn unit(&self, id: UnitId) -> Option<UnitRecord<'_>> {
        self.parts.records.unit(id)
    }

    pub fn units_of(&self, file: FileId) -> impl Iterator<Item = UnitRecord<'_>> {
        let units = self.file(file).into_iter().flat_map(|file| file.units());
        units.filter_map(|id| self.unit(id))
    }

    /// Routes, environment variables and processes.
    pub fn external_units(&self) -> impl Iterator<Item = UnitRecord<'_>> {
        self.parts.records.externals().filter_map(|id| self.unit(UnitId(id)))
    }

    /// Units whose name is `name`, whatever the case of its letters.
    pub fn units_named(&self, name: &str) -> impl Iterator<Item = UnitRecord<'_>> {
        self.parts.records.units_named(name).filter_map(|id| self.unit(id))
    }

    /// Every distinct name in lower case, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.records.names()
    }

    /// The same, of those whose bytes pass a test. What is damaged may pass it, as an empty name.
    pub fn names_where(&self, is_wanted: impl Fn(&[u8]) -> bool) -> impl Iterator<Item = &str> {
        self.parts.records.names_where(is_wanted)
    }

    /// The same, of those that begin with `prefix`, whatever the case of its letters.
    pub fn names_with_prefix(&self, prefix: &str) -> impl Iterator<Item = &str> {
        self.parts.records.names_with_prefix(prefix)
    }

    pub fn graph(&self) -> &Graph {
        &self.parts.graph
    }

    pub fn lexical(&self) -> &Lexical {
        &self.parts.lexical
    }

    /// None where there was no history to read.
    pub fn history(&self) -> Option<&History> {
        self.parts.history.as_ref()
    }

    /// What commits said and which files they touched; none where there was no history to read.
    pub fn log(&self) -> Option<&Log> {
        self.parts.log.as_ref()
    }

    pub fn disk_bytes(&self) -> u64 {
        self.parts.manifest.parts.iter().map(|part| part.length).sum()
    }

    /// Where it lies.
    pub fn folder(&self) -> &Path {
        &self.parts.folder
    }

    /// Checks every byte of every part.
    pub fn verify(&self) -> Result<()> {
        let parts = &self.parts;
        match Manifest::read(&parts.folder) {
            // Removed after newer ones were published: what is open stays whole.
            Err(error) if error.is_not_found() => {}
            read => drop(read?),
        }
        parts.records.sections.verify()?;
        parts.graph.sections.verify()?;
        parts.lexical.verify()?;
        parts.history.as_ref().map_or(Ok(()), |history| history.sections.verify())?;
        parts.log.as_ref().map_or(Ok(()), |log| log.sections.verify())
    }
}

impl Parts {
    /// The parts are those that the manifest speaks of.
    fn check(&self) -> Result<()> {
        self.check_part(manifest::RECORDS, self.records.sections.written())?;
        self.check_part(manifest::GRAPH, self.graph.sections.written())?;
        self.check_part(manifest::LEXICAL, self.lexical.sections.written())?;
        let optional = [
            (manifest::HISTORY, self.history.as_ref().map(|history| history.sections.written())),
            (manifest::LOG, self.log.as_ref().map(|log| log.sections.written())),
        ];
        let present = optional.into_iter().filter_map(|(name, written)| Some((name, written?)));
        present.into_iter().try_for_each(|(name, written)| self.check_part(name, written))
    }

    fn check_part(&self, name: &str, found: Written) -> Result<()> {
        match self.manifest.part(name) {
            Some(part) if part.is(found) => Ok(()),
            _ => Err(Error::corrupt(&self.folder.join(name), "another part than the manifest says")),
        }
    }
}
