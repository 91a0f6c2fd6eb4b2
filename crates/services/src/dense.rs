//! Dense embedders behind one trait: texts in, vectors out.
//!
//! An embedder computes one batch at a time. It knows no cache, no threads and no progress: those are around it, in `embed`.

use crate::failure::Failure;
use crate::settings::{DenseProtocol, DenseSettings, Endpoint};
use crate::transport::Call;

#[cfg(feature = "local-model")]
mod local;
mod openai;
mod tei;
mod vectors;

#[cfg(feature = "local-model")]
use local::LocalModel;
use openai::OpenAiEmbedder;
use tei::TeiEmbedder;
pub(crate) use vectors::checked;

/// What a text is: many models want to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    Query,
    Document,
}

/// Bounds of a batch, and how many may be under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub texts: usize,
    pub bytes: usize,
    pub text_bytes: usize,
    pub parallel: usize,
}

impl Limits {
    pub(crate) fn of(endpoint: &Endpoint) -> Limits {
        Limits {
            texts: endpoint.batch,
            bytes: endpoint.batch_bytes,
            text_bytes: endpoint.text_bytes,
            parallel: endpoint.parallel,
        }
    }
}

/// Computes dense vectors.
pub trait DenseEmbedder: Send + Sync {
    /// Names what makes the vectors: those of two identities are never compared and never share a cache entry.
    fn identity(&self, cancelled: &dyn Fn() -> bool) -> Result<String, Failure>;

    /// What stands before a text of this role. It is part of the text and of the key in the cache.
    fn prefix(&self, role: Role) -> &str;

    fn limits(&self) -> Limits;

    /// Numbers in a vector, where that is known before the first answer.
    fn dimension(&self) -> Option<usize>;

    /// One vector per text, in order, of equal dimension, finite and not zero. The texts carry their prefix and are not blank.
    fn embed_batch(
        &self,
        texts: &[&str],
        role: Role,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<f32>>, Failure>;
}

/// The embedder that the settings ask for. Nothing is contacted yet.
pub fn open_dense(settings: &DenseSettings) -> Result<Box<dyn DenseEmbedder>, Failure> {
    match settings.protocol {
        DenseProtocol::OpenAi => Ok(Box::new(OpenAiEmbedder::open(settings)?)),
        DenseProtocol::Tei => Ok(Box::new(TeiEmbedder::open(settings)?)),
        #[cfg(feature = "local-model")]
        DenseProtocol::Local => Ok(Box::new(LocalModel::open(settings)?)),
        #[cfg(not(feature = "local-model"))]
        DenseProtocol::Local => Err(Failure::new(
            crate::failure::Service::DenseEmbedder,
            crate::failure::Phase::Configure,
            crate::failure::Kind::BadModel,
            "this program was built without local models",
        )),
    }
}

/// A question is waited for by somebody; an index can wait.
pub(crate) fn call_of<'a>(endpoint: &Endpoint, role: Role, cancelled: &'a dyn Fn() -> bool) -> Call<'a> {
    match role {
        Role::Query => {
            Call { timeout: endpoint.query_timeout(), patience: endpoint.query_patience(), cancelled }
        }
        Role::Document => Call { timeout: endpoint.timeout(), patience: endpoint.patience(), cancelled },
    }
}

/// The two prefixes of the settings.
pub(crate) fn prefix_of(settings: &DenseSettings, role: Role) -> &str {
    match role {
        Role::Query => &settings.query_prefix,
        Role::Document => &settings.document_prefix,
    }
}
