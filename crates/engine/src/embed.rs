//! Vectors of a tree's units from the models that are configured, after its snapshot was published and never inside a question.
//!
//! Files that are as they were keep their rows; the others are computed, some at a time, and written down. Whatever ends a run early
//! leaves all that it computed, and the index as it was published: vectors follow with the next run.

mod run;

use crate::companions::{Companions, DENSE_ROWS, SPARSE_ROWS};
use crate::error::EngineError;
use crate::identity::{dense_identity, sparse_identity};
use crate::note::{Instead, Note};
use crate::settings::Settings;
use crate::workspace::Workspace;
use orienteer_indexing::Progress;
use orienteer_search::{dense_row, sparse_row};
use orienteer_services::{Failure, Kind, Phase, Role, Service, VectorCache, embed};
use orienteer_storage::Snapshot;
use run::{Computed, Listener, Run};
use std::cell::OnceCell;

/// Vectors of all repositories by the hash of their texts, in the folder of all indexes.
const CACHE_FILE: &str = "vectors.cache";

/// What a run did for one model.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbedReport {
    pub service: Service,
    /// Units of the snapshot.
    pub units: usize,
    /// Units that have a row now.
    pub known: usize,
    /// Texts that the service was asked about.
    pub computed: usize,
    /// What ended the run before all was done.
    pub note: Option<Note>,
}

impl Workspace {
    /// Brings the vectors of all configured models up to date with the published snapshot. Nothing to do where none is configured.
    pub fn embed(&self, progress: &dyn Progress) -> Result<Vec<EmbedReport>, EngineError> {
        self.embed_with(&self.settings()?, progress)
    }

    /// The same with the services of other settings, as [`Settings::for_tree`] has them for this tree.
    pub fn embed_with(
        &self,
        settings: &Settings,
        progress: &dyn Progress,
    ) -> Result<Vec<EmbedReport>, EngineError> {
        let Some(companions) = settings.companions() else { return Ok(Vec::new()) };
        let Some(snapshot) = self.snapshot()? else { return Ok(Vec::new()) };
        let dense = self.embed_dense(companions, &snapshot, progress).transpose()?;
        let sparse = self.embed_sparse(companions, &snapshot, progress).transpose()?;
        Ok(dense.into_iter().chain(sparse).collect())
    }

    fn embed_dense(
        &self,
        companions: &Companions,
        snapshot: &Snapshot,
        progress: &dyn Progress,
    ) -> Option<Result<EmbedReport, EngineError>> {
        let service = Service::DenseEmbedder;
        let embedder = match companions.dense.as_ref()? {
            Ok(embedder) => embedder.as_ref(),
            Err(failure) => return Some(Ok(ended(service, snapshot, failure.clone()))),
        };
        let identity = match dense_identity(embedder) {
            Ok(identity) => identity,
            Err(failure) => return Some(Ok(ended(service, snapshot, failure))),
        };
        // Opened with the first text: it may be large, and mostly there is nothing to do.
        let cache = OnceCell::new();
        let mut compute = |texts: &[&str], listener: &Listener<'_>| {
            let cache = cache.get_or_init(|| self.vector_cache(companions));
            let found = embed(embedder, cache.as_ref().ok(), texts, Role::Document, listener);
            let rows = found.vectors.iter().map(|vector| vector.as_deref().map(dense_row)).collect();
            // Vectors without a cache are as good; the next run computes them again, and says why.
            let failure = found.failure.or_else(|| cache.as_ref().err().cloned());
            Computed { rows, asked: found.computed, failure }
        };
        let run = Run { workspace: self, snapshot, name: DENSE_ROWS, identity, progress };
        let bytes = embedder.limits().text_bytes;
        Some(run.go(service, bytes, &mut compute))
    }

    fn embed_sparse(
        &self,
        companions: &Companions,
        snapshot: &Snapshot,
        progress: &dyn Progress,
    ) -> Option<Result<EmbedReport, EngineError>> {
        let service = Service::SparseEmbedder;
        let settings = companions.settings.sparse.as_ref()?;
        let embedder = match companions.sparse.as_ref()? {
            Ok(embedder) => embedder,
            Err(failure) => return Some(Ok(ended(service, snapshot, failure.clone()))),
        };
        let mut compute = |texts: &[&str], listener: &Listener<'_>| {
            let found = embedder.embed(texts, Role::Document, listener);
            let row = |vector: &orienteer_services::SparseVector| sparse_row(&vector.indices, &vector.values);
            let rows: Vec<_> = found.vectors.iter().map(|vector| vector.as_ref().map(row)).collect();
            Computed { asked: rows.iter().flatten().count(), rows, failure: found.failure }
        };
        let identity = sparse_identity(settings);
        let run = Run { workspace: self, snapshot, name: SPARSE_ROWS, identity, progress };
        Some(run.go(service, settings.endpoint.text_bytes, &mut compute))
    }

    fn vector_cache(&self, companions: &Companions) -> Result<VectorCache, Failure> {
        let folder = self.repository.folder().parent().unwrap_or(self.repository.folder());
        VectorCache::open(&folder.join(CACHE_FILE), companions.settings.cache_bytes()).map_err(|error| {
            let detail = format!("cache of vectors: {error}");
            Failure { service: Service::DenseEmbedder, phase: Phase::Configure, kind: Kind::Local, detail }
        })
    }
}

/// Before anything was computed.
fn ended(service: Service, snapshot: &Snapshot, failure: Failure) -> EmbedReport {
    let note = Some(Note::Failed { failure, instead: Instead::KnownVectors });
    EmbedReport { service, units: run::units_of(snapshot), known: 0, computed: 0, note }
}
