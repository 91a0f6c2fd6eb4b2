//! What services add to one question: its vectors, and another look at what was ranked. Whatever they fail to do is a note, and the
//! answer is made without it.

use crate::companions::{Companions, DENSE_ROWS};
use crate::identity::{dense_identity, sparse_identity};
use crate::note::{Instead, Note};
use crate::unit_text::{source_of, unit_text};
use orienteer_model::UnitId;
use orienteer_search::{Embedded, Params, Rerank, SparseQuestion, UnitRows};
use orienteer_services::{DenseEmbedder, Failure, Kind, Phase, Reranker, Role, Service, Unwatched, embed};
use orienteer_storage::Snapshot;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// More units than this share without a row are worth a word; fewer are files that changed a moment ago.
const MISSING_SHARE: f64 = 0.1;
/// Bytes of a unit that a reranker looks at, whatever the settings allow: it reads each of them together with the question.
const MOST_RERANKED_BYTES: usize = 4_096;

/// The question as models see it.
#[derive(Default)]
pub(crate) struct Aid {
    pub(crate) dense: Option<Embedded>,
    pub(crate) sparse: Option<SparseQuestion>,
    pub(crate) notes: Vec<Note>,
}

/// What could not be done.
enum Missing {
    Failed(Failure),
    /// So many units of the snapshot have a row.
    Unembedded {
        known: usize,
    },
}

impl From<Failure> for Missing {
    fn from(failure: Failure) -> Missing {
        Missing::Failed(failure)
    }
}

impl Aid {
    /// Asks both embedders at once, those that count for something.
    pub(crate) fn of(companions: &Companions, snapshot: &Snapshot, query: &str, params: &Params) -> Aid {
        let has_dense = params.channel_dense > 0.0 || params.dense > 0.0 || params.dense_file > 0.0;
        let has_sparse = params.channel_sparse > 0.0 || params.sparse > 0.0;
        let (dense, sparse) = std::thread::scope(|scope| {
            let sparse = scope.spawn(|| has_sparse.then(|| sparse(companions, snapshot, query)).flatten());
            let dense = has_dense.then(|| dense(companions, snapshot, query)).flatten();
            (dense, sparse.join().ok().flatten())
        });
        let mut aid = Aid::default();
        let units = snapshot.unit_count() - snapshot.external_units().count();
        aid.dense = aid.taken(dense, Service::DenseEmbedder, Instead::BuiltInVectors, units);
        aid.sparse = aid.taken(sparse, Service::SparseEmbedder, Instead::NoSparseVectors, units);
        aid
    }

    fn taken<T>(
        &mut self,
        found: Option<Result<(T, usize), Missing>>,
        service: Service,
        instead: Instead,
        of: usize,
    ) -> Option<T> {
        let (value, known) = match found? {
            Ok((value, known)) => (Some(value), known),
            Err(Missing::Unembedded { known }) => (None, known),
            Err(Missing::Failed(failure)) => {
                self.notes.push(Note::Failed { failure, instead });
                return None;
            }
        };
        let missing = of.saturating_sub(known);
        if missing as f64 > of as f64 * MISSING_SHARE {
            self.notes.push(Note::Unembedded { service, missing, of });
        }
        value
    }
}

type Found<T> = Option<Result<(T, usize), Missing>>;

fn dense(companions: &Companions, snapshot: &Snapshot, query: &str) -> Found<Embedded> {
    let embedder = match companions.dense.as_ref()? {
        Ok(embedder) => embedder.as_ref(),
        Err(failure) => return Some(Err(failure.clone().into())),
    };
    let ask = || {
        if !companions.has_rows(DENSE_ROWS) {
            return Err(Missing::Unembedded { known: 0 });
        }
        let asked = companions.dense_questions.ask(&[query], || embedded(embedder, query));
        let (identity, vector) = asked?;
        let rows = known(companions.dense_rows(snapshot, &identity))?;
        match Embedded::dimension(&rows) {
            Some(expected) if expected != vector.len() => {
                let kind = Kind::WrongDimension { expected, found: vector.len() };
                let detail = format!("{} numbers, the index has {expected}", vector.len());
                Err(failure(Service::DenseEmbedder, kind, detail).into())
            }
            _ => Ok((Embedded::new(Arc::clone(&rows), &vector), rows.known())),
        }
    };
    Some(ask())
}

/// The question as a vector, and of which model.
fn embedded(embedder: &dyn DenseEmbedder, query: &str) -> Result<(String, Vec<f32>), Failure> {
    let identity = dense_identity(embedder)?;
    let found = embed(embedder, None, &[query], Role::Query, &Unwatched);
    match (found.vectors.into_iter().next().flatten(), found.failure) {
        (Some(vector), None) => Ok((identity, vector)),
        (_, Some(failure)) => Err(failure),
        (None, None) => Err(no_vector(Service::DenseEmbedder)),
    }
}

fn sparse(companions: &Companions, snapshot: &Snapshot, query: &str) -> Found<SparseQuestion> {
    let embedder = match companions.sparse.as_ref()? {
        Ok(embedder) => embedder,
        Err(failure) => return Some(Err(failure.clone().into())),
    };
    let ask = || {
        let settings = companions.settings.sparse.as_ref();
        let identity = settings.map(sparse_identity).unwrap_or_default();
        let rows = known(companions.sparse_rows(snapshot, &identity))?;
        let vector = companions.sparse_questions.ask(&[query], || {
            let found = embedder.embed(&[query], Role::Query, &Unwatched);
            match (found.vectors.into_iter().next().flatten(), found.failure) {
                (Some(vector), None) => Ok(vector),
                (_, Some(failure)) => Err(failure),
                (None, None) => Err(no_vector(Service::SparseEmbedder)),
            }
        })?;
        Ok((SparseQuestion::new(Arc::clone(&rows), &vector.indices, &vector.values), rows.known()))
    };
    Some(ask())
}

/// Nobody is asked about units that nobody has vectors of.
fn known(rows: Option<Arc<UnitRows>>) -> Result<Arc<UnitRows>, Missing> {
    rows.filter(|rows| rows.known() > 0).ok_or(Missing::Unembedded { known: 0 })
}

fn no_vector(service: Service) -> Failure {
    failure(service, Kind::BadAnswer, "no vector for the question".to_owned())
}

fn failure(service: Service, kind: Kind, detail: String) -> Failure {
    Failure { service, phase: Phase::Check, kind, detail }
}

/// A reranker and what it has to know about units. Its failure is kept for the answer to say.
pub(crate) struct Reader<'a> {
    companions: &'a Companions,
    reranker: &'a Reranker,
    snapshot: &'a Snapshot,
    query: &'a str,
    failed: Mutex<Option<Failure>>,
}

impl<'a> Reader<'a> {
    /// None where there is no reranker; a note where there should be.
    pub(crate) fn of(
        companions: &'a Companions,
        snapshot: &'a Snapshot,
        query: &'a str,
    ) -> Option<Result<Reader<'a>, Note>> {
        Some(match companions.reranker.as_ref()? {
            Ok(reranker) => Ok(Reader { companions, reranker, snapshot, query, failed: Mutex::default() }),
            Err(failure) => Err(stays(failure.clone())),
        })
    }

    /// What kept it from its work.
    pub(crate) fn note(self) -> Option<Note> {
        self.failed.into_inner().unwrap_or_else(PoisonError::into_inner).map(stays)
    }

    /// Each file is read once.
    fn texts(&self, units: &[UnitId]) -> Vec<String> {
        let mut sources = HashMap::new();
        let bytes = self.companions.settings.rerank.as_ref().map_or(0, |rerank| rerank.endpoint.text_bytes);
        let text = |unit: &UnitId| {
            let unit = self.snapshot.unit(*unit)?;
            let file = unit.file()?;
            let read = || source_of(&self.companions.root, &file).unwrap_or_default();
            let source = sources.entry(file.id()).or_insert_with(read);
            Some(unit_text(&unit, source, bytes.min(MOST_RERANKED_BYTES)))
        };
        units.iter().map(text).map(Option::unwrap_or_default).collect()
    }
}

fn stays(failure: Failure) -> Note {
    Note::Failed { failure, instead: Instead::RankedOrder }
}

impl Rerank for Reader<'_> {
    fn candidates(&self) -> usize {
        self.reranker.candidates()
    }

    fn order(&self, units: &[UnitId]) -> Option<Vec<usize>> {
        let texts = self.texts(units);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let question: Vec<&str> = std::iter::once(self.query).chain(texts.iter().copied()).collect();
        let asked = self.companions.orders.ask(&question, || {
            let found = self.reranker.rerank(self.query, &texts, &|| false);
            found.failure.map_or(Ok(found.order), Err)
        });
        match asked {
            Ok(order) => Some(order),
            Err(failure) => {
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                None
            }
        }
    }
}
