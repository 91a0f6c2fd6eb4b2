//! One run over the units of a snapshot: what has to be computed, some files at a time, and the rows as they are written down. Nothing
//! here knows what a row means or who computes it.

use super::EmbedReport;
use crate::error::EngineError;
use crate::note::{Instead, Note};
use crate::unit_text::unit_texts;
use crate::workspace::Workspace;
use orienteer_indexing::{Progress, Stage};
use orienteer_services::{Failure, Service};
use orienteer_storage::{FileRecord, Sidecar, SidecarFile, Snapshot};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Units whose texts are in memory at once.
const AT_ONCE: usize = 2_048;
/// Units whose rows are in memory before they are written down: so much is lost at most, where nothing else keeps it.
const UNWRITTEN: usize = 16_384;

/// Rows of some texts, and what kept the others from getting one.
pub(super) struct Computed {
    pub(super) rows: Vec<Option<Vec<u8>>>,
    /// Texts that the service was asked about.
    pub(super) asked: usize,
    pub(super) failure: Option<Failure>,
}

pub(super) type Compute<'a> = dyn FnMut(&[&str], &Listener<'_>) -> Computed + 'a;

pub(super) struct Run<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) snapshot: &'a Snapshot,
    pub(super) name: &'static str,
    pub(super) identity: String,
    pub(super) progress: &'a dyn Progress,
}

/// Rows of whole files that were computed and not written yet.
type Fresh = HashMap<u32, Vec<Vec<u8>>>;

pub(super) fn units_of(snapshot: &Snapshot) -> usize {
    snapshot.files().map(|file| file.units().len()).sum()
}

impl Run<'_> {
    pub(super) fn go(
        &self,
        service: Service,
        bytes: usize,
        compute: &mut Compute<'_>,
    ) -> Result<EmbedReport, EngineError> {
        let units = units_of(self.snapshot);
        let mut old = self.written();
        let missing: Vec<FileRecord<'_>> = self.snapshot.files().filter(|file| !has(&old, file)).collect();
        let left: usize = missing.iter().map(|file| file.units().len()).sum();
        let mut report = EmbedReport { service, units, known: units - left, computed: 0, note: None };
        if left == 0 {
            return Ok(report);
        }
        self.progress.begin(Stage::Embed, left as u64);
        let mut fresh = Fresh::new();
        for files in batches(&missing) {
            let failure = self.take(files, bytes, compute, &mut fresh, &mut report);
            let unwritten: usize = fresh.values().map(Vec::len).sum();
            if unwritten >= UNWRITTEN {
                old = self.write(old, &mut fresh)?;
            }
            if let Some(failure) = failure {
                report.note = Some(Note::Failed { failure, instead: Instead::KnownVectors });
                break;
            }
        }
        self.write(old, &mut fresh)?;
        Ok(report)
    }

    /// The rows that are there, if they are of this model.
    fn written(&self) -> Option<Sidecar> {
        self.workspace.tree.sidecar(self.name).filter(|rows| rows.identity() == self.identity)
    }

    /// Computes the units of some files. A file counts when all its units have a row.
    fn take(
        &self,
        files: &[FileRecord<'_>],
        bytes: usize,
        compute: &mut Compute<'_>,
        fresh: &mut Fresh,
        report: &mut EmbedReport,
    ) -> Option<Failure> {
        let read = |file: &FileRecord<'_>| {
            Some((file.id().0, unit_texts(self.workspace.root(), self.snapshot, file, bytes)?))
        };
        // A file that changed meanwhile waits for the next snapshot.
        let texts: Vec<(u32, Vec<String>)> = files.iter().filter_map(read).collect();
        let flat: Vec<&str> = texts.iter().flat_map(|(_, texts)| texts).map(String::as_str).collect();
        let listener = Listener { progress: self.progress, told: AtomicUsize::new(0) };
        let Computed { rows, asked, failure } = compute(&flat, &listener);
        report.computed += asked;
        let mut rows = rows.into_iter();
        for (file, texts) in &texts {
            let own: Option<Vec<Vec<u8>>> =
                rows.by_ref().take(texts.len()).collect::<Vec<_>>().into_iter().collect();
            if let Some(own) = own.filter(|own| own.len() == texts.len()) {
                report.known += own.len();
                fresh.insert(*file, own);
            }
        }
        failure
    }

    /// Puts what was computed to what was there, for the files of the snapshot, and reads it again.
    fn write(&self, old: Option<Sidecar>, fresh: &mut Fresh) -> Result<Option<Sidecar>, EngineError> {
        if fresh.is_empty() {
            return Ok(old);
        }
        let files = self.snapshot.files().filter_map(|file| {
            let rows: Vec<&[u8]> = match (fresh.get(&file.id().0), &old) {
                (Some(rows), _) => rows.iter().map(Vec::as_slice).collect(),
                (None, Some(old)) => {
                    old.rows_of(file.key(), file.path())?.map(|number| old.row(number)).collect()
                }
                (None, None) => return None,
            };
            Some(SidecarFile { key: file.key(), path: file.path(), rows })
        });
        let lock = self.workspace.repository.lock_writer()?;
        self.workspace.tree.write_sidecar(&lock, self.name, &self.identity, files)?;
        fresh.clear();
        Ok(self.written())
    }
}

fn has(old: &Option<Sidecar>, file: &FileRecord<'_>) -> bool {
    let rows = old.as_ref().and_then(|old| old.rows_of(file.key(), file.path()));
    let units = file.units().len();
    units == 0 || rows.is_some_and(|rows| rows.len() == units)
}

/// Neighbouring files, about so many units at a time; a file is never cut.
fn batches<'a, 'b>(files: &'a [FileRecord<'b>]) -> impl Iterator<Item = &'a [FileRecord<'b>]> {
    let mut rest = files;
    std::iter::from_fn(move || {
        let mut units = 0;
        let last = rest.iter().position(|file| {
            units += file.units().len();
            units >= AT_ONCE
        });
        let (taken, left) = rest.split_at(last.map_or(rest.len(), |last| last + 1));
        rest = left;
        (!taken.is_empty()).then_some(taken)
    })
}

/// Hands on how far a batch is, and whether anybody still wants it.
pub(super) struct Listener<'a> {
    progress: &'a dyn Progress,
    told: AtomicUsize,
}

impl orienteer_services::Progress for Listener<'_> {
    fn embedded(&self, done: usize, _: usize) {
        let before = self.told.swap(done, Ordering::Relaxed);
        self.progress.advance(done.saturating_sub(before) as u64);
    }

    fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }
}
