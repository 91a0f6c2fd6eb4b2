//! Writes a snapshot beside the current one and publishes it by one rename. Until then no reader can see it.

use crate::disk::{Output, TEMPORARY, names_in};
use crate::error::{Error, Result};
use crate::graph::{self, ShowEdges};
use crate::history::{self, CommitInput, Touch};
use crate::lexical::{self, LexicalPlan, Segment};
use crate::lock::WriterLock;
use crate::log::{self, Log, LogInput};
use crate::manifest::{self, Counts, Manifest, Part};
use crate::records::{self, ExternalUnit, FileInput};
use crate::repository::{CURRENT, Pointer, SNAPSHOT, Tree};
use crate::sections::Written;
use crate::snapshot::{Snapshot, SnapshotId};
use orienteer_model::{Edge, OwnMemory, Room};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A snapshot in the making. Parts may be written in any order and by several threads; dropping it leaves no trace.
pub struct SnapshotWriter<'a> {
    lock: &'a WriterLock,
    tree: Tree,
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    parts: Vec<Part>,
    counts: Counts,
    /// Of the vectors.
    model: u64,
}

impl<'a> SnapshotWriter<'a> {
    pub fn begin(lock: &'a WriterLock, tree: &Tree) -> Result<SnapshotWriter<'a>> {
        let folder = tree.folder().join(format!("{TEMPORARY}snapshot"));
        if folder.exists() {
            lock.disk().remove(&folder)?;
        }
        lock.disk().create_folders(&folder)?;
        Ok(SnapshotWriter { lock, tree: tree.clone(), folder, state: Mutex::default() })
    }

    fn add(&self, parts: impl IntoIterator<Item = Part>, count: impl FnOnce(&mut Counts)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.parts.extend(parts);
        count(&mut state.counts);
    }

    fn write<T>(
        &self,
        name: &str,
        write: impl FnOnce(Output, &Path) -> Result<(Output, Written, T)>,
    ) -> Result<(Part, T)> {
        let path = self.folder.join(name);
        let (output, written, extra) = write(self.lock.disk().create_file(&path)?, &path)?;
        output.finish()?;
        Ok((Part::new(name, written, ![manifest::HISTORY, manifest::LOG].contains(&name)), extra))
    }

    /// The files in path order, and the units that have no file.
    pub fn records(&self, files: &[FileInput<'_>], externals: &[ExternalUnit<'_>]) -> Result<&Self> {
        self.records_after(files, externals, None, &OwnMemory)
    }

    /// The same; names that the snapshot before has are not sorted again. `room` is for those that are.
    pub fn records_after(
        &self,
        files: &[FileInput<'_>],
        externals: &[ExternalUnit<'_>],
        previous: Option<&Snapshot>,
        room: &dyn Room,
    ) -> Result<&Self> {
        let previous = previous.map(Snapshot::records);
        let (part, ()) = self.write(manifest::RECORDS, |output, path| {
            records::write(output, path, files, externals, previous, room)
                .map(|(output, written)| (output, written, ()))
        })?;
        let units: usize = files.iter().map(|file| file.facts.units.len()).sum();
        self.add([part], |counts| {
            counts.files = files.len() as u64;
            counts.units = (units + externals.len()) as u64;
        });
        Ok(self)
    }

    /// The edges, in any order, between `units` units (external ones included).
    pub fn graph(&self, units: usize, edges: &[Edge]) -> Result<&Self> {
        self.graph_in(&OwnMemory, units, &|show| edges.iter().for_each(show))
    }

    /// The same of edges that need not be in memory; `room` is for the tables that they are sorted in.
    pub fn graph_in(&self, room: &dyn Room, units: usize, edges: &ShowEdges<'_>) -> Result<&Self> {
        let write = |output, path: &Path| graph::write(output, path, units, edges, room);
        let (part, count) = self.write(manifest::GRAPH, write)?;
        self.add([part], |counts| counts.edges = count as u64);
        Ok(self)
    }

    /// The segments of the plan, and those that were built for the files it misses.
    pub fn lexical(&self, plan: &LexicalPlan, segments: &[Segment]) -> Result<&Self> {
        self.lexical_in(&OwnMemory, plan, segments)
    }

    /// The same; `room` is for what grows with terms and documents.
    pub fn lexical_in(&self, room: &dyn Room, plan: &LexicalPlan, segments: &[Segment]) -> Result<&Self> {
        let (disk, name) = (self.lock.disk(), manifest::LEXICAL);
        let written = lexical::write(disk, &self.folder, name, plan, segments, room)?;
        let parts = written.segments.iter().map(|(name, written)| Part::new(name, *written, true));
        let groups = written.groups.iter().map(|(name, written)| Part::new(name, *written, false));
        self.add(parts.chain(groups).chain([Part::new(manifest::LEXICAL, written.index, true)]), |_| {});
        self.state.lock().unwrap_or_else(PoisonError::into_inner).model = written.model;
        Ok(self)
    }

    /// The commits, and what each did to the `units` units. Leave it out where there is no history.
    pub fn history(&self, units: usize, commits: &[CommitInput<'_>], touches: &[Touch]) -> Result<&Self> {
        let (part, ()) = self.write(manifest::HISTORY, |output, path| {
            history::write(output, path, units, commits, touches)
                .map(|(output, written)| (output, written, ()))
        })?;
        self.add([part], |counts| counts.commits = commits.len() as u64);
        Ok(self)
    }

    /// The words of commits and the files, of `files`, that they touched. `rules` says how the texts were made: what the log of
    /// an earlier snapshot knows by the same rules is not read again. Leave it out where there is no history.
    pub fn log(
        &self,
        files: usize,
        rules: u64,
        commits: &[LogInput<'_>],
        previous: Option<&Log>,
    ) -> Result<&Self> {
        let (part, ()) = self.write(manifest::LOG, |output, path| {
            log::write(output, path, files, rules, commits, previous)
                .map(|(output, written)| (output, written, ()))
        })?;
        self.add([part], |_| {});
        Ok(self)
    }

    /// The log of an earlier snapshot, which had the same commits and files.
    pub fn keep_log(&self, log: &Log) -> Result<&Self> {
        self.lock.disk().link(log.sections.path(), &self.folder.join(manifest::LOG))?;
        self.add([Part::new(manifest::LOG, log.sections.written(), false)], |_| {});
        Ok(self)
    }

    /// Makes it the current snapshot.
    pub fn publish(self) -> Result<(SnapshotId, Counts)> {
        let state = std::mem::take(&mut *self.state.lock().unwrap_or_else(PoisonError::into_inner));
        let manifest = Manifest::new(state.counts, state.model, state.parts);
        let required = [manifest::RECORDS, manifest::GRAPH, manifest::LEXICAL];
        if required.iter().any(|name| manifest.part(name).is_none()) {
            return Err(Error::Inconsistent { what: "a snapshot without all its parts" });
        }
        let disk = self.lock.disk();
        disk.write_file(&self.folder.join(manifest::MANIFEST), &manifest.to_bytes())?;
        disk.sync_folder(&self.folder)?;
        let name = format!("{SNAPSHOT}{}", manifest.id);
        self.install(&self.tree.folder().join(&name))?;
        self.point_to(&name)?;
        remove_unreferenced(self.lock, &self.tree)?;
        Ok((SnapshotId(manifest.id), manifest.counts))
    }

    /// Gives the folder its name. The same snapshot may be there already: then it stays, unless it is damaged.
    fn install(&self, target: &Path) -> Result<()> {
        let disk = self.lock.disk();
        if target.exists() {
            if Snapshot::open(target).and_then(|snapshot| snapshot.verify()).is_ok() {
                return Ok(());
            }
            let damaged = self.tree.folder().join(format!("{TEMPORARY}damaged"));
            disk.rename(target, &damaged)?;
            disk.rename(&self.folder, target)?;
            disk.remove(&damaged)?;
        } else {
            disk.rename(&self.folder, target)?;
        }
        disk.sync_folder(self.tree.folder())
    }

    fn point_to(&self, name: &str) -> Result<()> {
        let folder = self.tree.folder();
        // A pointer that cannot be read has nothing worth keeping: replacing it is how the tree recovers.
        let pointer = Pointer::read(folder).ok().flatten().unwrap_or_default().advance(name);
        let temporary = folder.join(format!("{TEMPORARY}{CURRENT}"));
        self.lock.disk().write_file(&temporary, pointer.to_line().as_bytes())?;
        self.lock.disk().rename(&temporary, &folder.join(CURRENT))?;
        self.lock.disk().sync_folder(folder)
    }
}

impl Drop for SnapshotWriter<'_> {
    fn drop(&mut self) {
        if self.folder.exists() {
            // What cannot be removed now is removed by the next writer.
            let _ = self.lock.disk().remove(&self.folder);
        }
    }
}

/// Removes the snapshots that are neither current nor the one before.
pub(crate) fn remove_unreferenced(lock: &WriterLock, tree: &Tree) -> Result<()> {
    let pointer = Pointer::read(tree.folder())?.unwrap_or_default();
    for name in names_in(tree.folder())? {
        if name.starts_with(SNAPSHOT) && !pointer.names(&name) {
            lock.disk().remove(&tree.folder().join(name))?;
        }
    }
    Ok(())
}
