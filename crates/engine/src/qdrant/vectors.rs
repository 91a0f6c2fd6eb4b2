//! The vectors that units and questions go to a server with: those of the services that are configured, else the built-in ones.
//!
//! What they were made with goes along: vectors of two models are never compared, and a unit that had none yet is another point once it
//! has one.

use crate::aid::Aid;
use crate::companions::Companions;
use crate::identity::{dense_identity, sparse_identity};
use crate::settings::Settings;
use orienteer_model::UnitId;
use orienteer_search::{BuiltInVectors, Embedded, SparseQuestion, UnitRows};
use orienteer_services::{Failure, Kind, Phase, Service, SparseVector};
use orienteer_storage::{FileRecord, Snapshot};
use std::sync::Arc;

/// Raised when the numbers of the words in a point are made in another way.
const WORDS: &str = "words-1";

enum DenseVectors<'a> {
    /// A program without a model.
    Absent,
    BuiltIn(BuiltInVectors<'a>),
    Computed {
        rows: Arc<UnitRows>,
        dimension: usize,
    },
}

/// Vectors of a snapshot's units.
pub(super) struct UnitVectors<'a> {
    dense: DenseVectors<'a>,
    sparse: Option<Arc<UnitRows>>,
    made_with: String,
}

impl<'a> UnitVectors<'a> {
    /// A failure where a model is configured and nothing was computed with it: built-in vectors in its place would be in the way later.
    pub(super) fn of(snapshot: &'a Snapshot, settings: &Settings) -> Result<UnitVectors<'a>, Failure> {
        let companions = settings.companions().map(Arc::as_ref);
        let (dense, dense_name) = match companions.and_then(|companions| computed(companions, snapshot)) {
            Some(computed) => computed?,
            None => built_in(snapshot),
        };
        let (sparse, sparse_name) = companions.and_then(|companions| sparse(companions, snapshot)).unzip();
        let names = [Some(WORDS.to_owned()), dense_name, sparse_name];
        let made_with = names.into_iter().flatten().collect::<Vec<_>>().join(" ");
        Ok(UnitVectors { dense, sparse, made_with })
    }

    /// A collection needs a number also where nobody has vectors.
    pub(super) fn dimension(&self) -> usize {
        match &self.dense {
            DenseVectors::Absent => 1,
            DenseVectors::BuiltIn(vectors) => vectors.dimensions(),
            DenseVectors::Computed { dimension, .. } => *dimension,
        }
    }

    pub(super) fn made_with(&self) -> &str {
        &self.made_with
    }

    /// The same of one file, with what its units lack.
    pub(super) fn made_with_of(&self, file: &FileRecord<'_>) -> String {
        let first = file.units().next();
        let lacks = |rows: &Arc<UnitRows>| first.is_some_and(|unit| !rows.has(unit));
        let no_dense = matches!(&self.dense, DenseVectors::Computed { rows, .. } if lacks(rows));
        let no_sparse = self.sparse.as_ref().is_some_and(lacks);
        let lacking = [(no_dense, " no-dense"), (no_sparse, " no-sparse")];
        let lacking = lacking.into_iter().filter(|(lacks, _)| *lacks).map(|(_, name)| name);
        std::iter::once(self.made_with.as_str()).chain(lacking).collect()
    }

    pub(super) fn dense(&self, unit: UnitId) -> Option<Vec<f32>> {
        match &self.dense {
            DenseVectors::Absent => None,
            DenseVectors::BuiltIn(vectors) => vectors.unit(unit),
            DenseVectors::Computed { rows, .. } => Embedded::vector_of(rows, unit),
        }
    }

    pub(super) fn sparse(&self, unit: UnitId) -> Option<SparseVector> {
        SparseQuestion::entries_of(self.sparse.as_ref()?, unit).map(SparseVector::from_entries)
    }
}

type Named<T> = (T, Option<String>);

fn built_in(snapshot: &Snapshot) -> Named<DenseVectors<'_>> {
    match BuiltInVectors::of(snapshot) {
        Some(vectors) => {
            let name = format!("built-in-{:016x}", vectors.model);
            (DenseVectors::BuiltIn(vectors), Some(name))
        }
        None => (DenseVectors::Absent, None),
    }
}

/// None where no model is configured.
fn computed(
    companions: &Companions,
    snapshot: &Snapshot,
) -> Option<Result<Named<DenseVectors<'static>>, Failure>> {
    let embedder = match companions.dense.as_ref()? {
        Ok(embedder) => embedder.as_ref(),
        Err(failure) => return Some(Err(failure.clone())),
    };
    let identity = match dense_identity(embedder) {
        Ok(identity) => identity,
        Err(failure) => return Some(Err(failure)),
    };
    let rows = companions.dense_rows(snapshot, &identity);
    let found = rows.and_then(|rows| Embedded::dimension(&rows).map(|dimension| (rows, dimension)));
    Some(match found {
        Some((rows, dimension)) => {
            Ok((DenseVectors::Computed { rows, dimension }, Some(short("dense", &identity))))
        }
        None => Err(Failure {
            service: Service::DenseEmbedder,
            phase: Phase::Check,
            kind: Kind::WrongCount { expected: snapshot.unit_count(), found: 0 },
            detail: "no unit has a vector yet".to_owned(),
        }),
    })
}

fn sparse(companions: &Companions, snapshot: &Snapshot) -> Option<(Arc<UnitRows>, String)> {
    let identity = sparse_identity(companions.settings.sparse.as_ref()?);
    Some((companions.sparse_rows(snapshot, &identity)?, short("sparse", &identity)))
}

/// An identity may be long, and name addresses that are nobody else's business.
fn short(kind: &str, identity: &str) -> String {
    format!("{kind}-{}", &blake3::hash(identity.as_bytes()).to_hex()[..16])
}

/// A question as models see it.
pub(crate) struct QuestionVectors {
    pub(super) dense: Option<Vec<f32>>,
    pub(super) sparse: Option<SparseVector>,
    /// None where it cannot be told now, or a model that is configured did not answer.
    pub(super) made_with: Option<String>,
}

impl QuestionVectors {
    pub(crate) fn of(snapshot: &Snapshot, settings: &Settings, question: &str, aid: &Aid) -> QuestionVectors {
        let units = UnitVectors::of(snapshot, settings).ok();
        let built_in = || match &units.as_ref()?.dense {
            DenseVectors::BuiltIn(vectors) => vectors.question(question),
            _ => None,
        };
        let has_model = settings.companions().is_some_and(|companions| companions.dense.is_some());
        let is_without = has_model && aid.dense.is_none();
        QuestionVectors {
            dense: aid.dense.as_ref().map(Embedded::question).or_else(built_in),
            sparse: aid.sparse.as_ref().map(|sparse| SparseVector::from_entries(sparse.entries())),
            made_with: units.map(|units| units.made_with).filter(|_| !is_without),
        }
    }
}
