//! Asks every configured service something small, and says what came of it. Changes nothing, and keeps nothing.

use crate::doctor::Health;
use crate::error::EngineError;
use crate::identity::dense_identity;
use crate::note::Note;
use crate::workspace::Workspace;
use orienteer_services::{
    DenseSettings, Failure, Qdrant, QdrantSettings, RerankSettings, Reranker, Role, Service, ServiceSettings,
    SparseEmbedder, SparseSettings, Unwatched, embed, open_dense,
};
use std::time::{Duration, Instant};

/// What services are asked about. No code leaves the machine for a check.
const PROBE: &str = "where is the settings file read";

/// One service and how it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceCheck {
    pub service: Service,
    /// Its address or its folder.
    pub address: String,
    pub health: Health,
    /// How long it took to answer; none if it did not.
    pub latency: Option<Duration>,
    pub detail: String,
    /// The way out, where something is wrong.
    pub hint: Option<&'static str>,
}

impl Workspace {
    /// Every service that is configured, and those that a repository may not choose.
    pub fn check_services(&self) -> Result<Vec<ServiceCheck>, EngineError> {
        let settings = self.settings()?;
        let ServiceSettings { dense, sparse, rerank, qdrant, .. } = settings.services.as_ref();
        let checks = [
            dense.as_ref().map(|dense| looked(Service::DenseEmbedder, place_of(dense), || ask_dense(dense))),
            sparse.as_ref().map(|sparse| {
                looked(Service::SparseEmbedder, sparse.endpoint.url.clone(), || ask_sparse(sparse))
            }),
            rerank.as_ref().map(|rerank| {
                looked(Service::Reranker, rerank.endpoint.url.clone(), || ask_reranker(rerank))
            }),
            qdrant.as_ref().map(|qdrant| looked(Service::Qdrant, qdrant.url.clone(), || ask_qdrant(qdrant))),
        ];
        let refused = settings.notes.iter().map(refused);
        Ok(checks.into_iter().flatten().chain(refused).collect())
    }
}

fn looked(service: Service, address: String, ask: impl FnOnce() -> Result<String, Failure>) -> ServiceCheck {
    let started = Instant::now();
    match ask() {
        Ok(detail) => ServiceCheck {
            service,
            address,
            health: Health::Good,
            latency: Some(started.elapsed()),
            detail,
            hint: None,
        },
        Err(failure) => ServiceCheck {
            service,
            address,
            health: Health::Failed,
            latency: None,
            hint: Some(failure.hint().text()),
            detail: failure.to_string(),
        },
    }
}

fn refused(note: &Note) -> ServiceCheck {
    let address = match note {
        Note::Untrusted { setting, .. } => setting.clone(),
        _ => String::new(),
    };
    let (service, health) = (note.service(), Health::Warning);
    ServiceCheck {
        service,
        address,
        health,
        latency: None,
        detail: note.to_string(),
        hint: Some(note.hint()),
    }
}

fn place_of(dense: &DenseSettings) -> String {
    let folder = dense.folder.as_ref().map(|folder| folder.display().to_string());
    folder.filter(|_| dense.endpoint.url.is_empty()).unwrap_or_else(|| dense.endpoint.url.clone())
}

fn ask_dense(settings: &DenseSettings) -> Result<String, Failure> {
    let embedder = open_dense(settings)?;
    dense_identity(embedder.as_ref())?;
    let found = embed(embedder.as_ref(), None, &[PROBE], Role::Query, &Unwatched);
    let numbers = found.vectors.first().and_then(Option::as_ref).map_or(0, Vec::len);
    found.failure.map_or_else(|| Ok(format!("vectors of {numbers} numbers")), Err)
}

fn ask_sparse(settings: &SparseSettings) -> Result<String, Failure> {
    let found = SparseEmbedder::open(settings)?.embed(&[PROBE], Role::Query, &Unwatched);
    let entries = found.vectors.first().and_then(Option::as_ref).map_or(0, |vector| vector.indices.len());
    found.failure.map_or_else(|| Ok(format!("{entries} entries for a question")), Err)
}

fn ask_reranker(settings: &RerankSettings) -> Result<String, Failure> {
    let found = Reranker::open(settings)?.rerank(PROBE, &[PROBE, "something else"], &|| false);
    found.failure.map_or_else(|| Ok(format!("ranks the first {} again", settings.candidates)), Err)
}

fn ask_qdrant(settings: &QdrantSettings) -> Result<String, Failure> {
    let version = Qdrant::open(settings)?.version()?;
    Ok(format!("version {version}, collection {}", settings.collection))
}
