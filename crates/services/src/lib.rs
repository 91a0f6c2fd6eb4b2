//! Clients of the services that a team may add: embedders, rerankers, Qdrant. Plain data in, plain data out.
//!
//! Synchronous: what is asynchronous inside stays inside. Nothing here reads a settings file or the environment, prints, or knows a
//! snapshot. Whatever goes wrong is a `Failure` that says which service, which phase, what kind, and what to do.

mod address;
mod batches;
mod cache;
mod dense;
mod embed;
mod failure;
mod key;
mod patience;
mod qdrant;
mod rerank;
mod settings;
mod sparse;
mod transport;

pub use address::is_on_this_machine;
pub use batches::{Progress, Unwatched};
pub use cache::{CacheKey, VectorCache, entry_bytes};
pub use dense::{DenseEmbedder, Limits, Role, open_dense};
pub use embed::{Embedded, embed};
pub use failure::{Failure, Hint, Kind, Phase, Service};
pub use key::Key;
pub use patience::Patience;
pub use qdrant::{
    Build, Built, Description, Hit, PointId, Published, Qdrant, Question, Scope, Shape, Stored, Vectors, View,
};
pub use rerank::{Reranked, Reranker};
pub use settings::{
    DenseProtocol, DenseSettings, Endpoint, Problem, QdrantSettings, RerankProtocol, RerankSettings,
    ServiceSettings, SettingsProblem, SparseSettings, VARIABLES, Variable,
};
pub use sparse::{EmbeddedSparse, SparseEmbedder, SparseVector, lexical_document, lexical_query, term_index};
