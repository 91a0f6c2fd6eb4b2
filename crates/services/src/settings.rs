//! What can be said about services, in a settings file and in the environment, with defaults and bounds.
//!
//! Nothing here reads a file or the environment: whoever does hands both in. Keys come from the environment alone, and go only
//! to an address that comes from there too: a repository that somebody else wrote cannot choose where a key is sent.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use crate::key::Key;
use crate::patience::Patience;

mod check;
mod environment;

pub use check::{Problem, SettingsProblem};
pub use environment::{VARIABLES, Variable};

/// The table `services`. What is absent is not used.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServiceSettings {
    pub dense: Option<DenseSettings>,
    pub sparse: Option<SparseSettings>,
    pub rerank: Option<RerankSettings>,
    pub qdrant: Option<QdrantSettings>,
    /// Bound of the cache of vectors on disk.
    pub cache_megabytes: Option<u64>,
}

/// What services over HTTP have in common.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Endpoint {
    /// Address of the service, `http` or `https`.
    pub url: String,
    /// The name that the service knows the model by; some serve only one and need none.
    pub model: String,
    /// Certificates (PEM) that are trusted in place of the well-known ones.
    pub ca_file: Option<PathBuf>,
    /// Texts in a request.
    pub batch: usize,
    /// Bytes of text in a request; a single text may have more.
    pub batch_bytes: usize,
    /// Bytes of a text; what follows is left out.
    pub text_bytes: usize,
    /// Requests at once.
    pub parallel: usize,
    /// Of a request while indexing.
    pub timeout_seconds: f64,
    /// Of a request while somebody waits for an answer.
    pub query_timeout_seconds: f64,
    /// Attempts after the first one, while indexing.
    pub retries: u32,
    #[serde(skip)]
    pub key: Option<Key>,
}

impl Default for Endpoint {
    fn default() -> Endpoint {
        Endpoint {
            url: String::new(),
            model: String::new(),
            ca_file: None,
            batch: 32,
            batch_bytes: 128 * 1024,
            text_bytes: 16 * 1024,
            parallel: 4,
            timeout_seconds: 60.0,
            query_timeout_seconds: 5.0,
            retries: 5,
            key: None,
        }
    }
}

const LONGEST_CONNECT: Duration = Duration::from_secs(5);
const FIRST_DELAY: Duration = Duration::from_millis(500);
const LONGEST_DELAY: Duration = Duration::from_secs(60);
/// Somebody waits: one more attempt, soon.
const QUERY_PATIENCE: Patience =
    Patience { attempts: 2, first_delay: Duration::from_millis(100), longest_delay: Duration::from_secs(1) };

impl Endpoint {
    pub(crate) fn timeout(&self) -> Duration {
        seconds(self.timeout_seconds)
    }

    pub(crate) fn query_timeout(&self) -> Duration {
        seconds(self.query_timeout_seconds)
    }

    pub(crate) fn connect_timeout(&self) -> Duration {
        self.timeout().min(LONGEST_CONNECT)
    }

    pub(crate) fn patience(&self) -> Patience {
        index_patience(self.retries)
    }

    pub(crate) fn query_patience(&self) -> Patience {
        if self.retries == 0 { Patience::NONE } else { QUERY_PATIENCE }
    }
}

pub(crate) fn index_patience(retries: u32) -> Patience {
    Patience { attempts: retries.saturating_add(1), first_delay: FIRST_DELAY, longest_delay: LONGEST_DELAY }
}

/// Settings are checked before they are used; what slipped through is a short time, not a panic.
fn seconds(value: f64) -> Duration {
    Duration::try_from_secs_f64(value).unwrap_or(LONGEST_CONNECT)
}

/// How a dense embedder is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DenseProtocol {
    /// `/v1/embeddings`, as many servers have it.
    #[default]
    OpenAi,
    /// `/embed` of Text Embeddings Inference.
    Tei,
    /// A model folder on this machine.
    Local,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DenseSettings {
    /// How it is spoken to.
    pub protocol: DenseProtocol,
    /// The model folder of the protocol `local`: `config.json`, `tokenizer.json`, `model.safetensors`.
    pub folder: Option<PathBuf>,
    /// Numbers in a vector; without it, as many as the first answer has.
    pub dimension: Option<usize>,
    /// Asks the service to shorten its vectors to `dimension`.
    pub request_dimension: bool,
    /// Before each question, for models that were trained so.
    pub query_prefix: String,
    /// Before each unit.
    pub document_prefix: String,
    #[serde(flatten)]
    pub endpoint: Endpoint,
}

/// TEI `/embed_sparse`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SparseSettings {
    #[serde(flatten)]
    pub endpoint: Endpoint,
}

/// How a reranker is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RerankProtocol {
    /// `/rerank` of Text Embeddings Inference.
    #[default]
    Tei,
    /// `/rerank` with documents, as Infinity has it.
    Infinity,
    /// The same under `/v2/rerank`.
    Cohere,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RerankSettings {
    /// How it is spoken to.
    pub protocol: RerankProtocol,
    /// Best candidates that are ranked again; the others keep their places behind them.
    pub candidates: usize,
    #[serde(flatten)]
    pub endpoint: Endpoint,
}

impl Default for RerankSettings {
    fn default() -> RerankSettings {
        RerankSettings { protocol: RerankProtocol::Tei, candidates: 50, endpoint: Endpoint::default() }
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QdrantSettings {
    /// The port for gRPC, 6334 unless it was changed.
    pub url: String,
    pub collection: String,
    /// What the project is called there, so that a team shares it; without it each tree of each machine is its own.
    pub project: Option<String>,
    /// Points in an upsert.
    pub batch: usize,
    /// Of a request while indexing.
    pub timeout_seconds: f64,
    /// Of a request while somebody waits for an answer.
    pub query_timeout_seconds: f64,
    /// Attempts after the first one, while indexing.
    pub retries: u32,
    /// Connections that are kept.
    pub connections: usize,
    /// Parts of the collection, when it is made; the server's own choice without it.
    pub shards: Option<u32>,
    /// Copies of each part, when it is made.
    pub replicas: Option<u32>,
    /// Copies that a write has to reach, when it is made.
    pub write_consistency: Option<u32>,
    /// Vectors and payload stay on disk: less memory, slower questions.
    pub on_disk: bool,
    #[serde(skip)]
    pub key: Option<Key>,
}

impl Default for QdrantSettings {
    fn default() -> QdrantSettings {
        QdrantSettings {
            url: "http://localhost:6334".to_owned(),
            collection: "orienteer".to_owned(),
            project: None,
            batch: 256,
            timeout_seconds: 60.0,
            query_timeout_seconds: 5.0,
            retries: 5,
            connections: 3,
            shards: None,
            replicas: None,
            write_consistency: None,
            on_disk: false,
            key: None,
        }
    }
}

impl QdrantSettings {
    pub(crate) fn timeout(&self) -> Duration {
        seconds(self.timeout_seconds)
    }

    pub(crate) fn query_timeout(&self) -> Duration {
        seconds(self.query_timeout_seconds)
    }

    pub(crate) fn connect_timeout(&self) -> Duration {
        self.timeout().min(LONGEST_CONNECT)
    }
}

impl ServiceSettings {
    /// Of the cache of vectors.
    pub fn cache_bytes(&self) -> u64 {
        const DEFAULT_MEGABYTES: u64 = 2_048;
        self.cache_megabytes.unwrap_or(DEFAULT_MEGABYTES).saturating_mul(1024 * 1024)
    }
}
